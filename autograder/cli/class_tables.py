"""Tables of a class: its marks, with the page's figures in short below, and what a run changed."""

from collections.abc import Iterator, Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from autograder.core.assignment.plan import Assignment as Plan
from autograder.grading.history import Change
from autograder.report.classroom.report_data import Figures, correlation, number, percent
from autograder.report.plain_text import distinct, one_line, plain

NAME, SPACE, NUMBER, DIGITS, NOTES = 24, 4, 9, 6, 160
"""Characters for a student's name, the space around it, a number with the space around it and
without, and all that is noted of a student."""

IN_SHORT = 3
"""Entries shown of each list; the page has all of them."""

CHANGES = 20
"""Students whose marks the last run changed, shown in the terminal."""

PARTS, WHY = 6, 60
"""Parts of a change that are listed one by one, characters of its reason."""


def print_class(figures: Figures, instead: str) -> None:
    """The class as a table, and below it the figures in short, or this line `instead`."""
    console = Console()
    console.print(class_table(figures, console.width))
    for line in (*noted(figures), *([instead] if instead else in_short(figures))):
        console.print(line, markup=False, highlight=False)


def class_table(figures: Figures, width: int) -> Table:
    """A row for each student: points by section, and the total.

    The sections are left out where the table would be wider than `width` characters.
    """
    table = Table(title=figures.title.en, box=box.SIMPLE_HEAD)
    names = max((len(one_line(distinct(row.student), NAME)) for row in figures.rows), default=NAME)
    table.add_column("student", no_wrap=True)
    sections: dict[int, dict[str, float]] = {}
    for part in figures.parts:
        sections.setdefault(part.section, {})[part.id] = part.max_points
    if width < names + SPACE + NUMBER * (len(sections) + 1):
        sections = {}
    for section, parts in sections.items():
        heading = f"§ {section}\nof {sum(parts.values()):g}"
        table.add_column(heading, justify="right", min_width=DIGITS)
    table.add_column(f"total\nof {figures.max_points:g}", justify="right", min_width=DIGITS)
    for row in figures.rows:
        points = []
        for parts in sections.values():
            counted = [c.counted for c in row.parts if c.part in parts and c.counted is not None]
            points.append(number(sum(counted)) if counted else "–")
        # As Text: in a string, [brackets] are markup, and names come from strangers.
        name = Text(one_line(distinct(row.student), NAME))
        table.add_row(name, *points, number(row.total))
    return table


def noted(figures: Figures) -> Iterator[str]:
    """What needs a look, a line for each student: in the table it would be cut."""
    found: dict[str, list[str]] = {}
    for ungraded in figures.ungraded:
        found.setdefault(ungraded.student, []).append(ungraded.reason.en)
    # Before what takes more room: without these two the total would not be understood.
    for late in figures.late:
        found.setdefault(late.student, []).append(f"late: −{number(late.penalty)}")
    for change in figures.changes:
        found.setdefault(change.student, []).append(f"{change.part} overridden by an instructor")
    for named in (*figures.flags, *figures.repairs):
        for student in named.students:
            found.setdefault(student, []).append(named.text.en)
    for row in figures.rows:
        if said := ", ".join(found.get(row.student, [])):
            yield f"{one_line(distinct(row.student), NAME)}: {one_line(said, NOTES)}"


def in_short(figures: Figures) -> Iterator[str]:
    """The figures of the page, one per line; empty if no student is graded."""
    if figures.totals:
        t = figures.totals
        middle = f"{number(t.lower_quartile)}–{number(t.upper_quartile)}"
        yield f"mean {number(t.mean)}, median {number(t.median)}, middle 50 % {middle}"
    hardest = sorted(figures.parts, key=lambda part: part.earned)[:IN_SHORT]
    if hardest:
        said = (
            f"{p.title.en} {percent(p.earned)} (discrimination {correlation(p.discrimination)})"
            for p in hardest
        )
        yield f"hardest parts: {'; '.join(said)}"
    lists = {"most common mistakes": figures.mistakes, "checks most often failed": figures.failed}
    for label, found in lists.items():
        said = (f"{plain(one.text.en)} ({len(one.students)})" for one in found[:IN_SHORT])
        if found:
            yield f"{label}: {'; '.join(said)}"
    if figures.waiting:
        yield f"awaiting manual grading in formgrader: {len(figures.waiting)} students"
    if figures.similarity.groups:
        yield f"groups of similar submissions to look at: {len(figures.similarity.groups)}"


def print_last_run(plan: Plan, changes: Sequence[Change]) -> None:
    """Whose marks the last run changed; of those that had none before, how many."""
    marked = [change for change in changes if change.totals[0] is not None]
    if marked:
        print_changes(plan, marked[:CHANGES], f"changed by the last run ({marked[0].who})")
    if len(marked) > CHANGES:
        print(f"and {len(marked) - CHANGES} more, on the page")
    if new := len(changes) - len(marked):
        print(f"graded for the first time by the last run: {new}")


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
        changed = change.changed.items()
        parts = [f"{numbers.get(p, p)}: {number(a)} → {number(b)}" for p, (a, b) in changed]
        if before is None or len(parts) > PARTS:
            parts = [f"{len(parts)} parts"]
        name = Text(one_line(change.student, NAME))
        table.add_row(name, number(before), number(after), Text(", ".join(parts)), why or "–")
    Console().print(table)
