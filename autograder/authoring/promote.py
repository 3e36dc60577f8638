"""A student's wrong answer as a specimen: its code without anything that tells whose it was."""

import ast
import json
import re
from collections.abc import Sequence
from pathlib import Path

from autograder.authoring.specimens import ORIGIN, SUBMISSION, cells_of
from autograder.core import atomic_file
from autograder.core.assignment.plan import Assignment
from autograder.core.errors import CourseError
from autograder.core.model import Mistake
from autograder.notebook.syntax import BEYOND_BOUNDS, fresh_tree, nodes
from autograder.report.plain_text import one_line

LONGEST = 40


def write_specimen(
    assignment: Assignment,
    part: str,
    mistake: Mistake,
    cells: Sequence[str],
    *,
    submitted: bool = True,
) -> Path:
    """Write an answer as a mistake, which a student has `submitted` or an author made; the file. A
    CourseError if there is one of that name, or the code would not be read as what it is.
    """
    words = re.findall(r"[a-z0-9]+", mistake.name.en.lower())
    # A name in Chinese alone has no letters for a file.
    name = "_".join(words)[:LONGEST].strip("_") or re.sub(r"\W", "_", mistake.id.partition("/")[2])
    file = assignment.folder / "specimens" / "mistakes" / part / f"{name}.py"
    if file.exists():
        raise CourseError(f"there is a specimen {file} already; `autograder audit` grades it")
    bare = [_bare(cell) for cell in cells]
    code = "\n# %%\n".join(bare)
    # A line of a string may look like the head of a cell, and would end this one.
    if cells_of(code) != tuple(bare):
        raise CourseError(
            "a string in the answer has a line that begins with # %%, as a specimen's cell does; "
            "choose another with --student"
        )
    text = _front_matter(mistake, submitted) + code
    file.parent.mkdir(parents=True, exist_ok=True)
    atomic_file.write(file, text.encode(), atomic_file.AS_OTHERS)
    return file


def strings_in(cells: Sequence[str]) -> tuple[str, ...]:
    """The string literals that stay in the code: a person sees whether they name somebody."""
    literals = (node for cell in cells for node in nodes(ast.parse(_bare(cell)), ast.Constant))
    texts = (repr(node.value) for node in literals if isinstance(node.value, str | bytes))
    return tuple(dict.fromkeys(texts))


def _front_matter(mistake: Mistake, submitted: bool) -> str:
    fields = {"name": mistake.name.en, "name_zh": mistake.name.zh}
    fields |= {"question": mistake.question.en, "question_zh": mistake.question.zh}
    fields |= {ORIGIN: SUBMISSION} if submitted else {}
    # A JSON string is a TOML string once DEL is gone, which `one_line` leaves out.
    texts = ((key, json.dumps(one_line(text), ensure_ascii=False)) for key, text in fields.items())
    plain = "\n".join(f"{key} = {text}" for key, text in texts)
    plain = plain.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    return f'"""\n{plain}\n"""\n\n'


def _bare(source: str) -> str:
    tree = fresh_tree(source)
    if tree is None or tree is BEYOND_BOUNDS:
        raise CourseError(
            "the answer is no Python that can be read (a magic, a repaired cell, or far too much "
            "code); choose another with --student"
        )
    _WithoutStrings().visit(tree)
    return (ast.unparse(ast.fix_missing_locations(tree)) or "pass") + "\n"


class _WithoutStrings(ast.NodeTransformer):
    def visit(self, node: ast.AST) -> ast.AST | None:
        if isinstance(node, ast.Expr) and _is_string(node.value):
            return None
        self.generic_visit(node)
        if getattr(node, "body", None) == [] and not isinstance(node, ast.Module):
            node.body = [ast.Pass()]  # type: ignore[attr-defined]
        return node


def _is_string(node: ast.expr) -> bool:
    match node:
        case ast.BinOp(left, _, right):
            return _is_string(left) and _is_string(right)
        case ast.JoinedStr() | ast.Constant(str() | bytes()):
            return True
    return False
