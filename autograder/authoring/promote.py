"""A student's wrong answer as a specimen: its code without anything that tells whose it was."""

import ast
import json
import re
from collections.abc import Sequence
from pathlib import Path

from autograder.authoring.handwriting import Function
from autograder.authoring.specimens import ORIGIN, SUBMISSION
from autograder.core import atomic_file
from autograder.core.assignment import Assignment
from autograder.core.errors import CourseError
from autograder.core.model import Mistake
from autograder.notebook.syntax import Unfit, fresh_tree
from autograder.report.plain_text import one_line

LONGEST = 40


def write_specimen(
    plan: Assignment, part: str, mistake: Mistake, cells: Sequence[str], *, submitted: bool = True
) -> Path:
    """Write the answer in `cells`, the last of which defines it, as a mistake; the file written.

    `submitted` says that a student wrote it, and no author.

    Raises:
        CourseError: there is a specimen of that name, or the code is no Python.
    """
    folder = plan.folder / "specimens" / "mistakes" / part
    file = folder / f"{_file_name(mistake)}.py"
    if file.exists():
        raise CourseError(f"there is a specimen {file} already; `autograder audit` grades it")
    text = _front_matter(mistake, submitted) + "\n# %%\n".join(_bare(cell) for cell in cells)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        atomic_file.write(file, text.encode(), atomic_file.AS_OTHERS)
    except OSError as error:
        raise CourseError(f"{file} cannot be written: {error.strerror}") from None
    return file


def _file_name(mistake: Mistake) -> str:
    words = re.findall(r"[a-z0-9]+", mistake.name.en.lower())
    found = "_".join(words)[:LONGEST].strip("_")
    # A name in Chinese alone has no letters for a file.
    return found or re.sub(r"\W", "_", mistake.id.partition("/")[2])


def _front_matter(mistake: Mistake, submitted: bool) -> str:
    said = {
        "name": mistake.name.en,
        "name_zh": mistake.name.zh,
        "question": mistake.question.en,
        "question_zh": mistake.question.zh,
    } | ({ORIGIN: SUBMISSION} if submitted else {})
    # A JSON string is a TOML string once DEL is gone, which `one_line` leaves out.
    lines = [
        f"{key} = {json.dumps(one_line(text), ensure_ascii=False)}" for key, text in said.items()
    ]
    plain = "\n".join(lines).replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    return f'"""\n{plain}\n"""\n\n'


def _bare(source: str) -> str:
    """The code without comments and docstrings, where names and numbers of people stand."""
    found = fresh_tree(source)
    if isinstance(found, Unfit):
        raise CourseError(
            "the answer is no Python that can be read (a magic, a repaired cell, or far too much "
            "code); choose the answer of another student of the group with --student"
        )
    for node in ast.walk(found):
        documented = isinstance(node, Function | ast.ClassDef) and ast.get_docstring(node)
        if documented and isinstance(node, Function | ast.ClassDef):
            node.body = node.body[1:] or [ast.Pass()]
    return ast.unparse(ast.fix_missing_locations(found)) + "\n"
