"""What the gradebook says of an assignment itself: its cells, ids and points, and who was late."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from nbgrader.api import Assignment as Row
from nbgrader.api import (
    Grade,
    Gradebook,
    GradeCell,
    MissingEntry,
    SolutionCell,
    SourceCell,
    SubmittedAssignment,
    SubmittedNotebook,
    TaskCell,
)
from sqlalchemy import func, select

from autograder.core.assignment.plan import Assignment, Edition
from autograder.core.errors import CourseError

SHOWN = 3
GRADED = Grade.needs_manual_grade | func.coalesce(Grade.auto_score, Grade.manual_score).isnot(None)
HANDED_IN = SubmittedAssignment.timestamp.isnot(None) | SubmittedAssignment.id.in_(
    select(SubmittedNotebook.assignment_id).join(SubmittedNotebook.grades).where(GRADED)
)
"""Untrue of a row that only holds the extension of somebody who has handed in nothing."""


class GradebookIds:
    """The rows of an assignment of one notebook, by the names of its cells.

    Ids are the gradebook's own. Of a source cell there is what a student cannot change
    (`locked`, `checksum`, `source`), of a grade cell `id` and `max_score`.
    """

    def __init__(self, gradebook: Gradebook, assignment_id: str) -> None:
        """Read them; a CourseError where the assignment is unknown or has not one notebook."""
        try:
            assignment = gradebook.find_assignment(assignment_id)
        except MissingEntry:
            raise CourseError(
                f"the gradebook knows no assignment {assignment_id}; "
                f"run: nbgrader generate_assignment {assignment_id}"
            ) from None
        if len(assignment.notebooks) != 1:
            raise CourseError(f"{assignment_id} has {len(assignment.notebooks)} notebooks, not one")
        notebook = assignment.notebooks[0].id

        def rows(table: Any, *columns: Any) -> dict[str, Any]:
            query = select(table.name, *columns).where(table.notebook_id == notebook)
            return {row.name: row for row in gradebook.db.execute(query)}

        frozen = SourceCell.locked, SourceCell.checksum, SourceCell.source
        solutions, tasks = rows(SolutionCell, SolutionCell.id), rows(TaskCell, TaskCell.id)
        self.assignment: str = assignment.id
        self.notebook: str = notebook
        self.duedate: datetime | None = assignment.duedate
        self.sources = rows(SourceCell, *frozen)
        self.grades = rows(GradeCell, GradeCell.id, GradeCell.max_score)
        self.solutions: dict[str, str] = {name: row.id for name, row in solutions.items()}
        self.tasks: dict[str, str] = {name: row.id for name, row in tasks.items()}

    def check_points(self, root: Path, assignment: Assignment, edition: Edition) -> None:
        """A CourseError, with what mends it, where these are not the points of assignment.toml: a
        score would be the plan's, and its maximum what nbgrader entered from the source notebook.
        """
        wanted = {f"test_{part.id}": part.points for part in assignment.parts}
        wanted |= {part.id: part.points for part in assignment.manual}
        # All but the cells that an instructor has added.
        known = {name: row.max_score for name, row in self.grades.items()}
        recorded = {n: p for n, p in known.items() if n in wanted or n not in self.solutions}
        if recorded == wanted:
            return
        cells = [cell for cell in {**wanted, **recorded} if recorded.get(cell) != wanted.get(cell)]
        said = [
            f"{cell.removeprefix('test_')}: {_shown(recorded.get(cell))} in the gradebook,"
            f" {_shown(wanted.get(cell))} in the file"
            for cell in cells[:SHOWN]
        ]
        said += [f"and {len(cells) - SHOWN} more"] if len(cells) > SHOWN else []
        raise CourseError(
            f"the gradebook's points for {edition.id} are not those of"
            f" {root / 'assignments' / assignment.id / 'assignment.toml'} ({'; '.join(said)}); run"
            f" `autograder build {assignment.id}` and `nbgrader generate_assignment {edition.id}"
            " --force`, then this command again"
        )


@dataclass(frozen=True)
class Lateness:
    """A submission by its student's due date as it is now: seconds late, points taken for that."""

    due: datetime | None = None
    seconds: float = 0.0
    points: float = 0.0


ON_TIME = Lateness()


def lateness(book: Gradebook, assignment_id: str, students: Iterable[str]) -> dict[str, Lateness]:
    """What there is to say of each of these students who has submitted."""
    # What was read before is read anew: another process may have changed a due date.
    book.db.rollback()
    query = (
        select(SubmittedAssignment)
        .join(SubmittedAssignment.assignment)
        .where(Row.name == assignment_id)
        .where(SubmittedAssignment.student_id.in_(students))
    )
    found = {
        one.student_id: Lateness(one.duedate, one.total_seconds_late, one.late_submission_penalty)
        for one in book.db.scalars(query)
    }
    book.db.rollback()
    return found


def _shown(points: float | None) -> str:
    return "none" if points is None else f"{points:g}"
