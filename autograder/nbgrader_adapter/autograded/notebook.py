"""The autograded notebook: a submission in the cells of the release, as nbgrader would leave it."""

from typing import Any

import nbformat
from nbformat.notebooknode import NotebookNode
from nbformat.v4 import new_notebook
from nbgrader.preprocessors import LimitOutput
from nbgrader.utils import compute_checksum, is_solution

from autograder.core.assignment.plan import Part
from autograder.core.model import Report
from autograder.grading.bounds import BOUNDS
from autograder.nbgrader_adapter.autograded.outputs import MARK, write_outputs
from autograder.nbgrader_adapter.course_settings.assignment_rows import GradebookIds
from autograder.notebook.read import Cell, ParsedNotebook, read
from autograder.notebook.syntax import defined
from autograder.wire.places import numbered

KINDS = ("code", "markdown", "raw")
CODE: dict[str, Any] = {"execution_count": None, "outputs": []}
LOST = "(missing in the submission, added back; 提交中没有此单元格，已补回)"
CHOSEN = "(chosen in a form: see the submitted notebook; 在表单中作答：请看提交的笔记本)"
FORM = "extended_cell"
"""Where e2xgrader keeps what was chosen: the cell's text stays as it was released."""


class NotebookWriter:
    """Makes the autograded notebooks of one assignment."""

    def __init__(
        self, ids: GradebookIds, released: NotebookNode, parts: tuple[Part, ...], converter: Any
    ) -> None:
        self._released = released
        self._parts = parts
        self._ids = ids
        self._limit = LimitOutput(parent=converter)

    def write(self, submission: bytes, report: Report) -> tuple[str, frozenset[str]]:
        """The notebook's text, and the solution cells that were left as they were released."""
        with BOUNDS.kept():
            notebook = restored(read(submission), self._released, self._parts)
            for cell in notebook.cells:
                self._overwrite(cell)
            write_outputs(notebook, report, self._parts)
            self._limit(notebook, {})
            untouched = frozenset(
                cell.metadata.nbgrader.grade_id
                for cell in notebook.cells
                if is_solution(cell)
                and cell.metadata.nbgrader.get("checksum") == compute_checksum(cell)
            )
            return f"{nbformat.v4.writes(notebook)}\n", untouched

    def _overwrite(self, cell: NotebookNode) -> None:
        """As nbgrader's OverwriteCells: what no student may change is as the gradebook has it."""
        marks = cell.metadata.get("nbgrader", {})
        source = self._ids.sources.get(marks.get("grade_id"))
        if source is None:
            marks.pop("grade_id", None)
            return
        marks |= {"locked": source.locked, "checksum": source.checksum}
        if marks.get("grade"):
            marks["points"] = self._ids.grades[source.name].max_score
        if source.locked:
            cell.source = source.source


def restored(
    submission: ParsedNotebook, released: NotebookNode, parts: tuple[Part, ...]
) -> NotebookNode:
    """The student's cells in their order, with nbgrader's metadata; lost ones are added back."""
    marked = [cell for cell in released.cells if "nbgrader" in cell.metadata]
    frame = {cell.metadata.nbgrader.grade_id: cell for cell in marked}
    owners = _owners(submission.cells, frame, parts)
    numbers = numbered((cell.kind, cell.source) for cell in submission.cells)
    cells = [
        _cell({"index": index, "number": number}, cell, frame.get(owners.get(index, "")))
        for index, (number, cell) in enumerate(zip(numbers, submission.cells, strict=True))
    ]
    for grade_id, original in frame.items():
        if grade_id not in owners.values():
            cells.insert(_place(cells, grade_id, list(frame)), _added_back(original))
    notebook = new_notebook(metadata=dict(released.metadata))
    notebook.cells = cells
    for index, cell in enumerate(notebook.cells):
        cell["id"] = f"cell-{index:04d}"
    return notebook


def _owners(
    cells: tuple[Cell, ...], frame: dict[str, NotebookNode], parts: tuple[Part, ...]
) -> dict[int, str]:
    """By the index of a cell the grade_id whose place it takes; answers choose their cells first.

    An answer's is its own cell if that was touched, else the last that defines the part's name: of
    code, or without one of what became prose.
    """
    owners: dict[int, str] = {}
    names = {part.id: part.name for part in parts}
    for grade_id in dict.fromkeys((*names, *frame)):
        released, name = frame[grade_id].source.strip(), names.get(grade_id, "")
        pairs = [pair for pair in enumerate(cells) if pair[0] not in owners]
        free = [(i, cell) for i, cell in pairs if cell.kind == "code" or not name]
        own = [i for i, cell in free if cell.grade_id == grade_id]
        touched = [i for i in own if cells[i].source.strip() != released]
        others = (pair for pair in pairs if name and pair[0] not in own)
        defining = [pair for pair in others if name in defined(pair[1].source)]
        # A stable sort: the last of the code, if there is any, stands last.
        defining.sort(key=lambda pair: pair[1].kind == "code")
        found = touched or [i for i, _ in defining] or own
        owners |= dict.fromkeys(found[-1:], grade_id)
    return owners


def _cell(mark: dict[str, int], cell: Cell, original: NotebookNode | None) -> NotebookNode:
    kind = cell.kind if cell.kind in KINDS else "raw"
    metadata: dict[str, Any] = {MARK: mark}
    source = cell.source
    if original is not None:
        metadata["nbgrader"] = dict(original.metadata.nbgrader)
        kind = original.cell_type
        # Unchanged, it would get 0 without being seen.
        source += f"\n\n{CHOSEN}" if FORM in original.metadata else ""
    # nbformat's own makers validate each cell against the whole schema: half the time of a record.
    fields = {"cell_type": kind, "metadata": metadata, "source": source}
    return nbformat.from_dict(fields | (CODE if kind == "code" else {}))


def _added_back(original: NotebookNode) -> NotebookNode:
    """A cell that the submission has not, which no reader is to take for the student's. Unchanged,
    an answer that a person grades would get 0 without being seen.
    """
    cell = nbformat.from_dict(dict(original))
    # A mark in the released cell is of a place in the release, not in the submission.
    cell.metadata.pop(MARK, None)
    if is_solution(cell):
        cell.source = f"{'# ' if cell.cell_type == 'code' else ''}{LOST}\n\n{cell.source}"
    return cell


def _place(cells: list[NotebookNode], grade_id: str, order: list[str]) -> int:
    at = order.index(grade_id)
    ids = [cell.metadata.get("nbgrader", {}).get("grade_id") for cell in cells]
    follows = at > 0 and order[at - 1] in ids
    return ids.index(order[at - 1]) + 1 if follows else len(cells)
