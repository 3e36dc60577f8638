"""Building nbgrader's instructor notebook from the stub file, byte for byte the same each time.

nbgrader gives full marks for a grade cell whose run raises nothing, and visible checks never raise:
so these cells end in a region that nbgrader takes out of the release. Cells of an instructor's own
that a person grades are carried over.
"""

import base64
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from autograder.core.assignment.given import lesson
from autograder.core.assignment.plan import Assignment, ManualPart, Part
from autograder.core.errors import CourseError

KERNEL = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
PICTURES = "pictures"
PICTURE = re.compile(r"\(attachment:([\w-]+)\.png\)")
SOLUTION, TEST, MANUAL = KINDS = ("part", "test", "manual")
"""Of graded cells, as the stub file marks them."""
GIVEN = "given"
"""A cell that is only to be read: run in grading as it was released."""
LOCKED = {"schema_version": 3, "task": False, "locked": True, "grade": False, "solution": False}
OF_THE_PLAN = {"autograder": {"manual": True}}
"""Marks a cell that is built from the stub file, although a person grades it."""
BEGIN, END = "### BEGIN HIDDEN TESTS", "### END HIDDEN TESTS"
CLOSED = f"""
{BEGIN}
import os
assert os.environ.get("NBGRADER_EXECUTION") != "autograde", (
    "no points: nbgrader_config.py does not load autograder, which grades this assignment"
)
0
{END}"""
"""It raises where nbgrader grades; elsewhere the last value is what nbgrader takes for points."""

Raw = dict[str, Any]
Parts = Mapping[str, Part | ManualPart]
DOCSTRING = re.compile(
    r'"""(?P<en>(?:(?!""").)*?)\n\n[ ]*---\n\n[ ]*(?P<zh>(?:(?!""").)*?)(?P<end>\s*)"""', re.DOTALL
)
"""A docstring in both languages, with a line of three hyphens between them."""
CHINESE = "\u3000-\u303f\u4e00-\u9fff\uff00-\uffef“”‘’…"
SOFT_BREAK = re.compile(
    r"(?<=[。，、：；！？）」”…])\n *(?![\s|#><-]|\d+\. |\$\$)"
    rf"|(?<=[{CHINESE}])\n *(?=\*{{0,2}}[{CHINESE}])"
)
"""A line end inside a Chinese paragraph: rendered, it would be a space between two characters."""


def source_notebook(assignment: Assignment, language: str) -> bytes:
    """The solved notebook of an edition; CourseError if stub file and plan disagree on parts."""
    text = lesson(assignment.folder)
    # Imported when needed: it takes a second, and a class is graded without it.
    import jupytext

    stub_file = jupytext.reads(text, fmt="py:percent")
    parts = {part.id: part for part in assignment.questions}
    cells = list(_cells(stub_file.cells, language, parts, assignment.folder / PICTURES))
    _complete(cells, assignment)
    return _written({"cells": cells, "metadata": KERNEL, "nbformat": 4, "nbformat_minor": 5})


def _written(notebook: Raw) -> bytes:
    text = json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True)
    return f"{text}\n".encode()


def _cells(cells: list[Any], language: str, parts: Parts, pictures: Path) -> Iterator[Raw]:
    counts: Counter[str] = Counter()
    for cell in cells:
        if cell.cell_type == "markdown" and cell.metadata.get("lang", language) != language:
            continue
        counts[cell.cell_type] += 1
        marks = _marks(cell.metadata, parts)
        kind = "text" if cell.cell_type == "markdown" else "code"
        by_hand = marks and marks["grade"] and marks["solution"]
        raw: Raw = {
            "cell_type": cell.cell_type,
            "id": marks.get("grade_id") or f"{kind}-{counts[cell.cell_type]:03d}",
            "metadata": ({"nbgrader": marks} if marks else {}) | (OF_THE_PLAN if by_hand else {}),
            "source": _in_language(cell, language).splitlines(keepends=True),
        }
        if cell.cell_type == "code":
            raw |= {"execution_count": None, "outputs": []}
        yield raw | _attached(cell.source, language, pictures)


def _in_language(cell: Any, language: str) -> str:
    """The text of one edition: its half of the docstrings, and Chinese without soft line ends."""
    if cell.cell_type == "code":
        return DOCSTRING.sub(rf'"""\g<{language}>\g<end>"""', cell.source)
    return SOFT_BREAK.sub("", cell.source) if language == "zh" else str(cell.source)


def _attached(source: str, language: str, pictures: Path) -> Raw:
    """The pictures that a text shows, inside the notebook: they need neither files nor network."""
    images = {}
    for name in PICTURE.findall(source):
        path = pictures / f"{name}.{language}.png"
        if not path.is_file():
            raise CourseError(f"{path} is missing: notebook.py shows attachment:{name}.png")
        images[f"{name}.png"] = {"image/png": base64.b64encode(path.read_bytes()).decode()}
    return {"attachments": images} if images else {}


def _marks(metadata: Raw, parts: Parts) -> Raw:
    """nbgrader's metadata for a solution cell, a test cell, one that a person marks, or none."""
    kind = next((kind for kind in KINDS if metadata.get(kind)), None)
    if metadata.get(GIVEN):
        return LOCKED | {"grade_id": metadata[GIVEN]}
    if kind is None:
        return {}
    name = metadata[kind]
    if name not in parts or isinstance(parts[name], ManualPart) is not (kind == MANUAL):
        raise CourseError(f'notebook.py has a cell {kind}="{name}"; assignment.toml not')
    test = kind == TEST
    marks: Raw = LOCKED | {
        "locked": test,
        "grade": kind != SOLUTION,
        "solution": not test,
        "grade_id": f"test_{name}" if test else name,
    }
    return marks if kind == SOLUTION else marks | {"points": parts[name].points}


def _complete(cells: list[Raw], assignment: Assignment) -> None:
    path = assignment.folder / "notebook.py"
    # Not those that are only to be read, like what has no marks.
    marks = (cell["metadata"].get("nbgrader", LOCKED) for cell in cells)
    graded = [mark["grade_id"] for mark in marks if not LOCKED.items() <= mark.items()]
    by_hand = [part.id for part in assignment.manual]
    planned = [name for part in assignment.parts for name in (part.id, f"test_{part.id}")]
    names = [name for name in graded if name not in by_hand]
    if lost := [name for name in by_hand if graded.count(name) != 1]:
        raise CourseError(f"{path} must have one cell manual={lost[0]!r} in each language")
    if names != planned:
        odd = sorted(set(names) ^ set(planned)) or "their order"
        raise CourseError(f"{path} and assignment.toml disagree on the graded cells: {odd}")


def for_nbgrader(built: bytes, before: bytes) -> bytes:
    """The built notebook with the region at the end of each grade cell, and with an instructor's
    own cells of the one before in their places.
    """
    content = json.loads(built)
    cells = content["cells"]
    for cell in cells:
        if cell["metadata"].get("nbgrader", {}).get("grade"):
            cell["source"] = ("".join(cell["source"]) + CLOSED).splitlines(keepends=True)
    try:
        old = json.loads(before)["cells"]
    except (ValueError, KeyError, TypeError):
        # What is no notebook is replaced.
        old = []
    names = {None, *map(_grade_id, cells)}
    added = [(at, cell) for at, cell in enumerate(old) if _by_hand(cell) not in names]
    for at, cell in added:
        # Behind the nearest cell above that is still there.
        ids = [cell.get("id") for cell in cells]
        above = (ids.index(other["id"]) for other in reversed(old[:at]) if other.get("id") in ids)
        cells.insert(next(above, -1) + 1, cell)
    return _written(content)


def _by_hand(cell: Raw) -> str | None:
    """The id of a cell that a person grades; None of any other."""
    metadata = cell.get("metadata", {})
    if OF_THE_PLAN.items() <= metadata.items():
        # Once taken out of the plan, it is nobody's.
        return None
    marks = metadata.get("nbgrader", {})
    is_answer = marks.get("grade") and marks.get("solution")
    return _grade_id(cell) if is_answer or marks.get("task") else None


def _grade_id(cell: Raw) -> str | None:
    name = cell.get("metadata", {}).get("nbgrader", {}).get("grade_id")
    return name if isinstance(name, str) else None
