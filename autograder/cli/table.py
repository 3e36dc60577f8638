"""The class in one table."""

from rich import box
from rich.table import Table

from autograder.assignment import Assignment
from autograder.grading.pool import Graded
from autograder.report.plain import plain


def class_table(assignment: Assignment, results: list[Graded]) -> Table:
    """A row for each student: points by part, and the total."""
    table = Table(title=assignment.plan.title.en, box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("student", no_wrap=True)
    for number, _ in enumerate(assignment.parts, 1):
        table.add_column(str(number), justify="right")
    table.add_column("total", justify="right")
    for result in results:
        table.add_row(plain(result.student, 24), *_points(result, len(assignment.parts)))
    maxima = [f"{part.points:g}" for part in assignment.parts]
    table.add_section()
    table.add_row("of", *maxima, f"{assignment.plan.total_points:g}")
    return table


def _points(result: Graded, parts: int) -> list[str]:
    if result.report is None:
        return ["–"] * parts + ["not graded"]
    return [f"{part.points:g}" for part in result.report.parts] + [f"{result.report.points:g}"]
