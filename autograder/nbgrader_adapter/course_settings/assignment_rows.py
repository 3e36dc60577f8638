"""What the gradebook says of an assignment itself: its cells, ids and points."""

from datetime import datetime
from pathlib import Path
from typing import Any

from nbgrader.api import Gradebook, GradeCell, MissingEntry, SolutionCell, SourceCell, TaskCell
from sqlalchemy import select

from autograder.core.assignment.plan import Assignment, Edition
from autograder.core.errors import CourseError

SHOWN = 3


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
        plan = {f"test_{part.id}": part.points for part in assignment.parts}
        plan |= {part.id: part.points for part in assignment.manual}
        # All but the cells that an instructor has added.
        points = {name: row.max_score for name, row in self.grades.items()}
        recorded = {n: p for n, p in points.items() if n in plan or n not in self.solutions}
        if recorded == plan:
            return
        cells = [cell for cell in {**plan, **recorded} if recorded.get(cell) != plan.get(cell)]
        texts = [
            f"{cell.removeprefix('test_')}: {_shown(recorded.get(cell))} in the gradebook,"
            f" {_shown(plan.get(cell))} in the file"
            for cell in cells[:SHOWN]
        ]
        texts += [f"and {len(cells) - SHOWN} more"] if len(cells) > SHOWN else []
        raise CourseError(
            f"the gradebook's points for {edition.id} are not those of"
            f" {root / 'assignments' / assignment.id / 'assignment.toml'} ({'; '.join(texts)}); run"
            f" `autograder build {assignment.id}` and `nbgrader generate_assignment {edition.id}"
            " --force`, then this command again"
        )


def _shown(points: float | None) -> str:
    return "none" if points is None else f"{points:g}"
