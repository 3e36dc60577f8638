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
LOST = "(missing in the submission, added back; 提交中没有此单元格，已补回)"
CHOSEN = "(chosen in a form: see the submitted notebook; 在表单中作答：请看提交的笔记本)"
FORM = "extended_cell"
"""Where e2xgrader keeps what was chosen: the cell's text stays as it was released."""


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
            cells.insert(_place(cells, grade_id, list(frame)), _added_back(original))
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
        is_test = original is not None and _is_test(original)
        if is_test and cell.grade_id not in owners.values() and index not in owners:
            owners[index] = str(cell.grade_id)
    for grade_id, original in frame.items():
        if grade_id not in owners.values() and not _is_test(original):
            index = _own(submission.cells, grade_id, original.source, set(owners))
            owners |= {index: grade_id} if index is not None else {}
    return owners


def _is_test(original: NotebookNode) -> bool:
    marks = original.metadata.nbgrader
    return bool(marks.grade and not marks.solution)


def _own(cells: tuple[Cell, ...], grade_id: str, released: str, taken: set[int]) -> int | None:
    """The cell of an instructor's own: written answers, tasks and what is only to be read."""
    own = [i for i, cell in enumerate(cells) if cell.grade_id == grade_id and i not in taken]
    touched = [i for i in own if cells[i].source.strip() != released.strip()]
    return next(iter(touched[-1:] or own[-1:]), None)


def _added_back(original: NotebookNode) -> NotebookNode:
    """A cell that the submission has not. Unchanged, an answer would get 0 without being seen."""
    cell, marks = nbformat.from_dict(dict(original)), original.metadata.nbgrader
    if marks.grade and marks.solution:
        cell.source = f"{'# ' if cell.cell_type == 'code' else ''}{LOST}\n\n{cell.source}"
    return cell


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
    source = cell.source
    if original is not None:
        metadata["nbgrader"] = dict(original.metadata.nbgrader)
        kind = "code" if kind != original.cell_type else kind
        # Unchanged, it would get 0 without being seen.
        source += f"\n\n{CHOSEN}" if FORM in original.metadata else ""
    # nbformat's own makers validate each cell against the whole schema: half the time of a record.
    made = {"cell_type": kind, "metadata": metadata, "source": source}
    return nbformat.from_dict(made | (CODE if kind == "code" else {}))


def _place(cells: list[NotebookNode], grade_id: str, order: list[str]) -> int:
    """Right behind the graded cell that it follows in the release, or at the end."""
    at = order.index(grade_id)
    before = order[at - 1] if at else ""
    for position, cell in enumerate(cells):
        if cell.metadata.get("nbgrader", {}).get("grade_id") == before:
            return position + 1
    return len(cells)
