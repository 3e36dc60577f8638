"""Grades and records a class, with a progress bar and a table at the end."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    Task,
    TextColumn,
    TimeRemainingColumn,
)

from autograder import course
from autograder.cli.changes import print_changes
from autograder.cli.faults import INTERRUPTED
from autograder.cli.table import class_table, in_short
from autograder.cluster.class_pool import Pool
from autograder.core.assignment import Assignment as Plan
from autograder.core.assignment import Edition
from autograder.core.errors import CourseError
from autograder.core.model import Text
from autograder.course import HandedIn
from autograder.grading.history import Change
from autograder.nbgrader_adapter.class_run import ClassRun, Work
from autograder.nbgrader_adapter.database import check_gradebook
from autograder.nbgrader_adapter.gradebook import recorded
from autograder.report.classroom.figures import figures
from autograder.report.classroom.loader import ClassLoader, with_recorded
from autograder.report.plain_text import one_line
from autograder.watching.state_file import StateFile, journal_file

UNCHANGED = "nothing has changed; for the figures: autograder report {}"
SOME = "for the whole class: autograder report {}"
WAITING = (
    "graded before their turn, for which `autograder watch --attempts` lets them wait: {} (to"
    " leave them waiting: Ctrl-C, then name the others with --student)"
)
NAMED = 20
STOPPED = "stopped: what is graded is recorded; the same command goes on from here"
STOPPED_AGAIN = (
    "stopped: what was graded again is recorded; the same command begins with everybody anew, and"
    " without --regrade the grades stay as they are"
)
STOPPED_DRY = "stopped: nothing is recorded"


def grade_class(
    root: Path, plan: Plan, edition: Edition,
    pool: Callable[[bytes], Pool], regrade: bool, only: Sequence[str],
    handed_in: Mapping[str, HandedIn] | None, dry_run: bool,
) -> None:  # fmt: skip
    """Grade what is new in the `pool` for a released notebook, record it, and show the class.

    In a `dry_run` nothing is recorded, and what would change is shown. What students have
    `handed_in` is read here only if that has not been done.

    Raises:
        Exit: somebody could not be graded (code 1), or the run was interrupted.
    """
    check_gradebook(root)
    _see_handed_in(root, plan, edition, only)
    run = ClassRun(root, plan, edition)
    handed_in = run.submissions(only) if handed_in is None else handed_in
    work = run.work(handed_in, regrade)
    if work.done:
        print(f"{len(work.done)} unchanged, {len(work)} to do", file=sys.stderr)
    say_waiting(root, edition, work)
    ready = pool(course.released(root, plan, edition).read_bytes())
    if dry_run:
        problems = dict(work.problems) | _preview(run, work, ready, plan)
    else:
        stopped = STOPPED_AGAIN if regrade else STOPPED
        problems = dict(work.problems) | _run(run, work, ready, stopped)
        _show(root, plan, edition, problems, handed_in, only, in_full=len(work) > 0)
    for line in said_once(problems):
        print(line, file=sys.stderr)
    if problems:
        raise typer.Exit(1)


def _see_handed_in(root: Path, plan: Plan, edition: Edition, only: Sequence[str]) -> None:
    """Refuse enrolled students who have handed in nothing: their names are not unknown."""
    if not only:
        return
    enrolled = recorded(root, edition.id)
    folders, problems = course.submitted_folders(root, plan, edition)
    for student in only:
        if student in enrolled and student not in {*folders, *problems}:
            raise CourseError(
                f"{student} is enrolled and has handed in nothing for {edition.id}:"
                f" {root / 'submitted' / student / edition.id} is missing"
            )


def said_once(problems: Mapping[str, str]) -> Iterator[str]:
    """Each problem once, with all students it concerns: a broken check concerns everybody."""
    students: dict[str, list[str]] = {}
    for name, problem in sorted(problems.items()):
        students.setdefault(problem, []).append(one_line(name, 60))
    for problem, names in students.items():
        yield f"{', '.join(names)}: {one_line(problem)}"


def say_waiting(root: Path, edition: Edition, work: Work) -> None:
    """Print whose submissions `autograder watch` has queued: they are graded early."""
    waits = StateFile(journal_file(root, edition.id)).waiting()
    names = sorted(waits & {*work.to_grade, *work.to_record})
    if names:
        more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
        said = WAITING.format(", ".join(names[:NAMED]) + more)
        print(one_line(said, 2000), file=sys.stderr)


def _run(run: ClassRun, work: Work, pool: Pool, stopped: str) -> dict[str, str]:
    """Grade and record with a progress bar; the problems by student."""
    problems: dict[str, str] = {}
    try:
        with _bar(len(work)) as advance:
            for result in run.run(work, pool):
                if result.problem:
                    problems[result.student] = result.problem
                advance()
    except KeyboardInterrupt:
        print(stopped, file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None
    return problems


def _preview(run: ClassRun, work: Work, pool: Pool, plan: Plan) -> dict[str, str]:
    """Grade and show whose points would change; the problems by student."""
    problems: dict[str, str] = {}
    changes: list[Change] = []
    try:
        with _bar(len(work)) as advance:
            for result, change in run.preview(work, pool):
                if result.problem:
                    problems[result.student] = result.problem
                if change and change.changed:
                    changes.append(change)
                advance()
    except KeyboardInterrupt:
        print(STOPPED_DRY, file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None
    if changes:
        print_changes(plan, sorted(changes, key=lambda c: c.student), "would change")
    same = len(work) + len(work.done) - len(changes) - len(problems)
    print(f"nothing is recorded: {len(changes)} would change, {same} stay as they are")
    return problems


@contextmanager
def _bar(total: int) -> Iterator[Any]:
    rate = TextColumn("{task.fields[rate]}")
    columns = (
        TextColumn("Grading"),
        BarColumn(),
        MofNCompleteColumn(),
        rate,
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), disable=not total) as progress:
        task = progress.add_task("", total=total, rate="")

        def advance() -> None:
            progress.advance(task)
            progress.update(task, rate=_rate(progress.tasks[task]))

        yield advance


def _rate(task: Task) -> str:
    """Submissions in a second; none in the first one, which would tell nothing."""
    elapsed = task.elapsed or 0
    return f"{task.completed / elapsed:.1f}/s" if elapsed > 1 else ""


def _show(
    root: Path, plan: Plan, edition: Edition, problems: dict[str, str],
    handed_in: Mapping[str, HandedIn], only: Sequence[str], *, in_full: bool,
) -> None:  # fmt: skip
    """The table of the class, or of `only` some; `in_full` with the figures in short."""
    loaded = ClassLoader(root, plan, edition).entries(handed_in, forms=in_full)
    entries = [
        replace(entry, problem=Text(problem, problem)) if problem else entry
        for entry in with_recorded(loaded, recorded(root, edition.id))
        for problem in [problems.get(entry.student)]
        if not only or entry.student in only
    ]
    found = figures(plan, entries, edition.id)
    console = Console()
    console.print(class_table(found, console.width))
    below = [(SOME if only else UNCHANGED).format(edition.id)]
    for line in in_short(found) if in_full and not only else below:
        console.print(line, markup=False, highlight=False)
