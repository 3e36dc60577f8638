"""The class in one table."""

from rich import box
from rich.table import Table

from autograder.assignment import Assignment
from autograder.grading.pool import Graded
from autograder.model import Report
from autograder.report.plain import plain


def class_table(assignment: Assignment, results: list[Graded]) -> Table:
    """A row for each student: points by section, the total, and what needs a look."""
    table = Table(title=assignment.plan.title.en, box=box.SIMPLE_HEAD)
    table.add_column("student", no_wrap=True)
    maxima = _by_section(assignment, {part.id: part.points for part in assignment.parts})
    for section, points in maxima.items():
        table.add_column(f"section {section}\n(of {points:g})", justify="right")
    table.add_column(f"total\n(of {assignment.plan.total_points:g})", justify="right")
    table.add_column("notes", overflow="ellipsis", no_wrap=True)
    for result in results:
        table.add_row(plain(result.student, 24), *_cells(assignment, result, len(maxima)))
    return table


def _cells(assignment: Assignment, result: Graded, sections: int) -> list[str]:
    if result.report is None:
        return ["–"] * sections + ["–", plain(result.problem or "", 60)]
    points = {part.id: part.points for part in result.report.parts}
    row = [f"{value:g}" for value in _by_section(assignment, points).values()]
    return [*row, f"{result.report.points:g}", _notes(result.report)]


def _by_section(assignment: Assignment, points: dict[str, float]) -> dict[int, float]:
    found: dict[int, float] = {}
    for part in assignment.parts:
        found[part.section] = round(found.get(part.section, 0) + points[part.id], 2)
    return found


def _notes(report: Report) -> str:
    return ", ".join(text.en for text in (*report.flags, *report.repairs))
