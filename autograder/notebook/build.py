"""Building nbgrader's instructor notebook from the stub file, byte for byte the same each time."""

import base64
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from autograder.core.assignment import Assignment, Part
from autograder.core.errors import CourseError

KERNEL = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
PICTURES = "pictures"
PICTURE = re.compile(r"\(attachment:([\w-]+)\.png\)")
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
    """The solved notebook of one edition: prose in `language`, solutions in place.

    Raises:
        CourseError: the stub file and assignment.toml do not agree on the parts.
    """
    path = assignment.folder / "notebook.py"
    if not path.is_file():
        raise CourseError(f"{path} is missing: the stub file that the notebooks are built from")
    # Imported when needed: it takes a second, and a class is graded without it.
    import jupytext

    stub_file = jupytext.reads(path.read_text("utf-8"), fmt="py:percent")
    parts = {part.id: part for part in assignment.parts}
    cells = list(_cells(stub_file.cells, language, parts, assignment.folder / PICTURES))
    _complete(cells, assignment, str(path))
    notebook = {"cells": cells, "metadata": KERNEL, "nbformat": 4, "nbformat_minor": 5}
    return (json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n").encode()


def _cells(
    cells: list[Any], language: str, parts: dict[str, Part], pictures: Path
) -> Iterator[dict[str, Any]]:
    counts = {"markdown": 0, "code": 0}
    for cell in cells:
        if cell.cell_type == "markdown" and cell.metadata.get("lang", language) != language:
            continue
        counts[cell.cell_type] = counts.get(cell.cell_type, 0) + 1
        marks = _marks(cell.metadata, parts)
        made = _cell(cell, marks, marks.get("grade_id") or _id(cell.cell_type, counts), language)
        yield made | _attached(cell.source, language, pictures)


def _id(kind: str, counts: dict[str, int]) -> str:
    return f"{'text' if kind == 'markdown' else 'code'}-{counts[kind]:03d}"


def _cell(cell: Any, marks: dict[str, Any], cell_id: str, language: str) -> dict[str, Any]:
    made: dict[str, Any] = {
        "cell_type": cell.cell_type,
        "id": cell_id,
        "metadata": {"nbgrader": marks} if marks else {},
        "source": _in_language(cell, language).splitlines(keepends=True),
    }
    return made | ({"execution_count": None, "outputs": []} if cell.cell_type == "code" else {})


def _in_language(cell: Any, language: str) -> str:
    """The text of one edition: its half of the docstrings, and Chinese without soft line ends."""
    if cell.cell_type == "code":
        return DOCSTRING.sub(rf'"""\g<{language}>\g<end>"""', cell.source)
    return SOFT_BREAK.sub("", cell.source) if language == "zh" else str(cell.source)


def _attached(source: str, language: str, pictures: Path) -> dict[str, Any]:
    """The pictures that a text shows, inside the notebook: they need neither files nor network."""
    found = {}
    for name in PICTURE.findall(source):
        path = pictures / f"{name}.{language}.png"
        if not path.is_file():
            raise CourseError(f"{path} is missing: notebook.py shows attachment:{name}.png")
        data = base64.b64encode(path.read_bytes()).decode()
        found[f"{name}.png"] = {"image/png": data}
    return {"attachments": found} if found else {}


def _marks(metadata: dict[str, Any], parts: dict[str, Part]) -> dict[str, Any]:
    """nbgrader's metadata for a solution cell, a test cell, or neither."""
    part, test = metadata.get("part"), metadata.get("test")
    if not (part or test):
        return {}
    if (part or test) not in parts:
        raise CourseError(f"notebook.py has a cell of part {part or test!r}; assignment.toml not")
    marks = {"schema_version": 3, "task": False, "locked": bool(test), "grade": bool(test)}
    if test:
        points = parts[test].points
        return marks | {"solution": False, "grade_id": f"test_{test}", "points": points}
    return marks | {"solution": True, "grade_id": part}


def _complete(cells: list[dict[str, Any]], assignment: Assignment, path: str) -> None:
    found = [cell["id"] for cell in cells if cell["metadata"]]
    wanted = [name for part in assignment.parts for name in (part.id, f"test_{part.id}")]
    if found != wanted:
        odd = sorted(set(found) ^ set(wanted)) or "their order"
        raise CourseError(f"{path} and assignment.toml disagree on the graded cells: {odd}")
