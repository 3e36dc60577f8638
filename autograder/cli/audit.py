"""`autograder audit`: tests the hidden suites and visible checks with the specimens."""

import json
import math
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich import box
from rich.console import Console, JustifyMethod
from rich.table import Table

from autograder.cli.options import HERE, Assignment, Course, Jobs, Weaker

MOST = 200

if TYPE_CHECKING:
    from autograder.authoring.audit_table import Audit


def audit(
    assignment: Assignment,
    course_dir: Course = HERE,
    part: Annotated[
        list[str] | None,
        typer.Option(help="Audit this part alone, by one set of numbers; may be repeated."),
    ] = None,
    mutants: Annotated[
        bool, typer.Option("--mutants", help="Grade small changes of right answers instead.")
    ] = False,
    most: Annotated[
        int, typer.Option(min=0, help="Mutants of a part, the solution's first; 0: all.")
    ] = MOST,
    jobs: Jobs = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
    html: Annotated[Path | None, typer.Option(help="Write the matrix as an HTML file.")] = None,
    markdown: Annotated[bool, typer.Option(help="Print the table as Markdown.")] = False,
    accept_weaker_isolation: Weaker = False,
) -> None:
    """Grade every specimen of ASSIGNMENT; report what the hidden suites catch and accept."""
    parts = frozenset(part or ())
    if mutants:
        _mutants(course_dir.resolve(), assignment, parts, most, jobs, accept_weaker_isolation)
        return
    found = _audit(course_dir.resolve(), assignment, parts, jobs, accept_weaker_isolation)
    if html:
        from autograder.authoring.audit_page import page

        html.write_text(page(found, assignment), "utf-8")
    if markdown:
        print(_markdown(found))
    elif as_json:
        print(json.dumps(_plain(asdict(found)), indent=1))
    else:
        Console().print(_table(found))
        print("\n".join(found.problems))
    if found.problems:
        raise typer.Exit(1)


def _audit(root: Path, assignment: str, parts: frozenset[str], jobs: int, weaker: bool) -> "Audit":
    from autograder.authoring.audit_run import AuditRun
    from autograder.authoring.visible import visible_figures
    from autograder.cli.progress import shown
    from autograder.core.assignment import find
    from autograder.grading.pool import lanes
    from autograder.sandbox.isolation import choose

    run = AuditRun(root, assignment, choose(accept_weaker=weaker), jobs or lanes())
    graded = shown("Auditing")
    found = run.audit_of(parts, graded) if parts else run.audit(graded)
    plan, _ = find(root, assignment)
    visible = visible_figures(plan, parts)
    said = [
        f"the visible check of {row.part}: {line}"
        for row in visible.values()
        for line in (*row.missed, *row.refused)
    ]
    return replace(found, visible=visible, problems=(*found.problems, *said))


def _mutants(
    root: Path, assignment: str, parts: frozenset[str], most: int, jobs: int, weaker: bool
) -> None:
    from autograder.authoring.audit_run import AuditRun
    from autograder.cli.progress import shown
    from autograder.grading.pool import lanes
    from autograder.sandbox.isolation import choose

    run = AuditRun(root, assignment, choose(accept_weaker=weaker), jobs or lanes())
    every = run.mutation(parts, most, shown("Mutants"))
    for row in every:
        for one in row.survivors:
            seen = ", ".join(map(str, one.sets))
            print(f"{one.mutant.id}  {row.part}, {one.mutant.base}: {one.mutant.rule}", end="")
            print(f" (full points by sets {seen})")
            print(one.mutant.diff)
            print(f"  explained: {one.because}" if one.because else "")
    table = Table(box=box.SIMPLE_HEAD)
    for column in ("part", "mutants", "caught", "equal on every input", "survive", "unexplained"):
        table.add_column(column, justify="left" if column == "part" else "right")
    for row in every:
        counts = (row.made, row.caught, len(row.alike), len(row.survivors), len(row.open))
        table.add_row(row.part, *map(str, counts))
    Console().print(table)
    alike = " ".join(one.id for row in every for one in row.alike)
    if alike:
        print(f"Equal on every input, for `autograder mutant {assignment} ID` to show: {alike}")
    if any(row.open for row in every):
        print(f"autograder mutant {assignment} ID makes a specimen of one, or explains it")
        raise typer.Exit(1)


COLUMNS = (
    "part", "mistakes caught", "named", "right answers accepted", "margin",
    "visible: revealed", "visible: accepted",
)  # fmt: skip


def _cells(found: "Audit") -> Iterator[tuple[str, ...]]:
    for row in found.rows:
        seen = found.visible[row.part]
        yield (
            row.part,
            f"{row.killed}/{row.mistakes}",
            f"{row.named}/{row.mistakes}",
            f"{row.accepted}/{row.alternatives}",
            f"{row.margin:.0e}".replace("e+0", "e") if math.isfinite(row.margin) else "∞",
            f"{seen.revealed}/{seen.revealable}",
            f"{seen.passed}/{seen.alternatives}",
        )


def _table(found: "Audit") -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    for column in COLUMNS:
        justify: JustifyMethod = "left" if column == "part" else "right"
        table.add_column(column, justify=justify, no_wrap=column == "part")
    for row in _cells(found):
        table.add_row(*row)
    return table


def _markdown(found: "Audit") -> str:
    rules = ("---", *("---:" for _ in COLUMNS[1:]))
    return "\n".join(f"| {' | '.join(row)} |" for row in (COLUMNS, rules, *_cells(found)))


def _plain(thing: object) -> object:
    """The figures with values that JSON can hold: it has no infinity."""
    if isinstance(thing, dict):
        return {key: _plain(value) for key, value in thing.items()}
    if isinstance(thing, list | tuple):
        return [_plain(value) for value in thing]
    return None if isinstance(thing, float) and not math.isfinite(thing) else thing
