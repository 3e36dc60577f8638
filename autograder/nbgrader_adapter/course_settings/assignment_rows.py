"""What the gradebook says of an assignment itself: its cells, their ids and their points."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Self

from nbgrader.api import Assignment as Row
from nbgrader.api import Gradebook, GradeCell, MissingEntry, Notebook, SolutionCell
from sqlalchemy import or_, select
from sqlalchemy.orm import aliased

from autograder.core.assignment import Assignment
from autograder.core.errors import CourseError
from autograder.nbgrader_adapter.course_settings.database import reading

SHOWN = 3


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


def check_points(root: Path, assignment: Assignment, edition_id: str, url: str) -> None:
    """See that the gradebook gives the parts the points of assignment.toml.

    Else a score would be one of the plan's, and its maximum the gradebook's. nbgrader enters them
    from the source notebook, when it generates the assignment.

    Raises:
        CourseError: it gives others; the message has the two commands that mend it.
    """
    wanted = {f"test_{part.id}": part.points for part in assignment.parts}
    wanted |= {part.id: part.points for part in assignment.manual}
    recorded = _recorded(url, edition_id, [part.id for part in assignment.manual])
    if not recorded or recorded == wanted:
        return
    raise CourseError(
        f"the gradebook's points for {edition_id} are not those of"
        f" {root / 'assignments' / assignment.id / 'assignment.toml'}"
        f" ({_differences(recorded, wanted)}); run `autograder build {assignment.id}` and"
        f" `nbgrader generate_assignment {edition_id} --force`, then this command again"
    )


def _recorded(url: str, edition_id: str, planned: Collection[str]) -> dict[str, float]:
    """The points by grade cell; empty where the assignment was never generated.

    Cells to be graded by hand that are not `planned` are an instructor's own.
    """
    answers = aliased(SolutionCell)
    by_hand = select(answers.name).where(answers.notebook_id == GradeCell.notebook_id)
    query = (
        select(GradeCell.name, GradeCell.max_score)
        .join(Notebook, Notebook.id == GradeCell.notebook_id)
        .join(Row, Row.id == Notebook.assignment_id)
        .where(Row.name == edition_id)
        .where(or_(GradeCell.name.not_in(by_hand), GradeCell.name.in_(planned)))
    )
    with reading(url) as connection:
        rows = connection.execute(query) if connection else ()
        return {str(cell): float(points) for cell, points in rows}


def _differences(recorded: Mapping[str, float], wanted: Mapping[str, float]) -> str:
    cells = [cell for cell in {**wanted, **recorded} if recorded.get(cell) != wanted.get(cell)]
    said = [
        f"{cell.removeprefix('test_')}: {_shown(recorded.get(cell))} in the gradebook,"
        f" {_shown(wanted.get(cell))} in the file"
        for cell in cells[:SHOWN]
    ]
    more = [f"and {len(cells) - SHOWN} more"] if len(cells) > SHOWN else []
    return "; ".join(said + more)


def _shown(points: float | None) -> str:
    return "none" if points is None else f"{points:g}"
