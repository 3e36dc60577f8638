"""A submission fitted into the released notebook's cells, so that nbgrader finds every cell."""

from typing import Any

import nbformat
from nbformat.notebooknode import NotebookNode
from nbformat.v4 import new_notebook

from autograder.core.assignment import Part
from autograder.notebook.names import defines
from autograder.notebook.read import Cell, ParsedNotebook

KINDS = ("code", "markdown", "raw")
CODE: dict[str, Any] = {"execution_count": None, "outputs": []}
MARK = "autograder"


def restored(
    submission: ParsedNotebook, released: NotebookNode, parts: tuple[Part, ...]
) -> NotebookNode:
    """The student's cells in the student's order, with nbgrader's metadata where it belongs.

    Every graded cell of the release is there exactly once; a lost one is added back.
    """
    frame = {cell.metadata.nbgrader.grade_id: cell for cell in released.cells if _graded(cell)}
    owners = _owners(submission, frame, parts)
    cells = [
        _cell(index, cell, frame.get(owners.get(index, "")))
        for index, cell in enumerate(submission.cells)
    ]
    for grade_id, original in frame.items():
        if grade_id not in owners.values():
            cells.insert(_place(cells, grade_id), nbformat.from_dict(dict(original)))
    notebook = new_notebook(metadata=dict(released.metadata))
    notebook.cells = cells
    for index, cell in enumerate(notebook.cells):
        cell["id"] = f"cell-{index:04d}"
    return notebook


def _graded(cell: NotebookNode) -> bool:
    return "nbgrader" in cell.metadata


def _owners(
    submission: ParsedNotebook, frame: dict[str, NotebookNode], parts: tuple[Part, ...]
) -> dict[int, str]:
    """Which submitted cell is which graded cell of the release."""
    owners: dict[int, str] = {}
    for part in parts:
        index = _answer(submission.cells, part, frame[part.id].source, set(owners))
        if index is not None:
            owners[index] = part.id
    for index, cell in enumerate(submission.cells):
        original = frame.get(cell.grade_id or "")
        is_test = original is not None and original.metadata.nbgrader.grade
        if is_test and cell.grade_id not in owners.values() and index not in owners:
            owners[index] = str(cell.grade_id)
    return owners


def _answer(cells: tuple[Cell, ...], part: Part, stub: str, taken: set[int]) -> int | None:
    """The cell that answers a part: its own if it was touched, else one that defines the name."""
    code = [(i, c) for i, c in enumerate(cells) if c.kind == "code" and i not in taken]
    own = [i for i, c in code if c.grade_id == part.id]
    touched = [i for i in own if cells[i].source.strip() != stub.strip()]
    defining = [i for i, c in code if defines(c.source, part.name) and i not in own]
    return next(iter(touched[-1:] or defining[-1:] or own[-1:]), None)


def _cell(index: int, cell: Cell, original: NotebookNode | None) -> NotebookNode:
    kind = cell.kind if cell.kind in KINDS else "raw"
    metadata: dict[str, Any] = {MARK: {"index": index}}
    if original is not None:
        metadata["nbgrader"] = dict(original.metadata.nbgrader)
        kind = "code" if kind != original.cell_type else kind
    # nbformat's own makers validate each cell against the whole schema: half the time of a record.
    made = {"cell_type": kind, "metadata": metadata, "source": cell.source}
    return nbformat.from_dict(made | (CODE if kind == "code" else {}))


def _place(cells: list[NotebookNode], grade_id: str) -> int:
    """Right behind the cell of its own part, or at the end."""
    part = grade_id.removeprefix("test_")
    for position, cell in enumerate(cells):
        if cell.metadata.get("nbgrader", {}).get("grade_id") == part:
            return position + 1
    return len(cells)
