"""Whose marks a run changes, and why: a table."""

from collections.abc import Iterable, Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from autograder.core.assignment import Assignment as Plan
from autograder.grading.history import Change
from autograder.report.classroom.formats import number
from autograder.report.plain_text import one_line

NAME, PARTS, WHY = 24, 6, 60
"""Characters of a name, parts that are listed one by one, characters of a reason."""


def print_changes(plan: Plan, changes: Sequence[Change], title: str) -> None:
    """One row for each student whose points differ; the parts by number."""
    table = Table(title=title, box=box.SIMPLE_HEAD)
    table.add_column("student", no_wrap=True)
    for heading in ("before", "after"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("parts")
    table.add_column("why")
    numbers = {part.id: index for index, part in enumerate(plan.parts, 1)}
    for change in changes:
        before, after = change.totals
        why = one_line("; ".join(reason.en for reason in change.why), WHY)
        parts = Text(", ".join(_parts(change, numbers)))
        name = Text(one_line(change.student, NAME))
        table.add_row(name, number(before), number(after), parts, why or "–")
    Console().print(table)


def _parts(change: Change, numbers: dict[str, int]) -> Iterable[str]:
    """Each part with its points before and after; only their count where they are many."""
    changed = change.changed.items()
    if change.totals[0] is None or len(changed) > PARTS:
        return [f"{len(changed)} parts"]
    return [f"{numbers[p]}: {number(old)} → {number(new)}" for p, (old, new) in changed]
