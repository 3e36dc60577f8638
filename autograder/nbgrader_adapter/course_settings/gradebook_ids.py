"""What nbgrader's gradebook says about an assignment, read once for a whole class."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Self

from nbgrader.api import Gradebook, MissingEntry

from autograder.core.errors import CourseError


@dataclass(frozen=True)
class SourceCell:
    """A released cell: what of it a student cannot change."""

    name: str
    cell_type: str
    locked: bool
    checksum: str
    source: str


@dataclass(frozen=True)
class GradedCell:
    """A grade cell: its id in the gradebook and its points."""

    id: str
    max_score: float


@dataclass(frozen=True)
class GradebookIds:
    """The rows of an assignment of one notebook; ids are the gradebook's own."""

    assignment: str
    notebook: str
    duedate: datetime | None
    sources: Mapping[str, SourceCell]
    grades: Mapping[str, GradedCell]
    solutions: Mapping[str, str]
    tasks: Mapping[str, str]

    @classmethod
    def of(cls, gradebook: Gradebook, assignment_id: str) -> Self:
        """Read the frame.

        Raises:
            CourseError: the assignment is not in the gradebook, or has not just one notebook.
        """
        try:
            assignment = gradebook.find_assignment(assignment_id)
        except MissingEntry:
            raise CourseError(
                f"the gradebook knows no assignment {assignment_id}; "
                f"run: nbgrader generate_assignment {assignment_id}"
            ) from None
        if len(assignment.notebooks) != 1:
            raise CourseError(f"{assignment_id} has {len(assignment.notebooks)} notebooks, not one")
        return cls._read(assignment, assignment.notebooks[0])

    @classmethod
    def _read(cls, assignment: Any, notebook: Any) -> Self:
        sources = {
            cell.name: SourceCell(
                cell.name, cell.cell_type, cell.locked, cell.checksum, cell.source
            )
            for cell in notebook.source_cells
        }
        grades = {cell.name: GradedCell(cell.id, cell.max_score) for cell in notebook.grade_cells}
        solutions = {cell.name: cell.id for cell in notebook.solution_cells}
        tasks = {cell.name: cell.id for cell in notebook.task_cells}
        return cls(
            assignment.id, notebook.id, assignment.duedate, sources, grades, solutions, tasks
        )
