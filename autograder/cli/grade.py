"""`autograder grade`: grades a class on all cores and records it as nbgrader does."""

import importlib.util
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from autograder.cli import options
from autograder.cli.output import end_with, shown
from autograder.core.assignment.sets import refuse_published
from autograder.core.errors import AutograderError
from autograder.core.model import Graded, Text
from autograder.course import CourseAssignment, HandedIn
from autograder.grading.history import AGAIN, Change
from autograder.grading.pool import ClassPool, lanes
from autograder.grading.report_cache import ReportCache
from autograder.notebook.submission import Submission
from autograder.report.lms.sheets import Recorded
from autograder.report.phrases import class_phrase
from autograder.report.plain_text import one_line
from autograder.sandbox.host import warming
from autograder.watching import StateFile, journal_file

if TYPE_CHECKING:
    from autograder.nbgrader_adapter.runs.class_run import ClassRun, Grade, Work

UNCHANGED = "nothing new was handed in; for the figures: autograder report {}"
SOME = "for the whole class: autograder report {}"
WAITING = (
    "graded now, though `autograder watch --attempts` lets them wait (to leave them waiting:"
    " Ctrl-C, then name the others with --student): {}"
)
UNKNOWN = "new in the gradebook (a misspelt folder becomes a student, too): {}"
EARLIER = "a person's score was given for what was handed in before; see formgrader: {}"
STOPPED = "stopped: what is graded is recorded; the same command goes on from here"
STOPPED_AGAIN = (
    "stopped: what was graded again is recorded; the same command begins with everybody anew, and"
    " without --regrade the grades stay as they are"
)


def grade(
    assignment: options.Assignment,
    root: options.Course = options.HERE,
    jobs: options.Jobs = 0,
    scheduler: options.Scheduler = "",
    student: options.Students = None,
    regrade: Annotated[bool, typer.Option("--regrade", help="Regrade everything.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show whose marks would change; record nothing.")
    ] = False,
    weaker: options.Weaker = False,
    published: options.Published = False,
) -> None:
    """Grade the submissions of ASSIGNMENT and record the results in nbgrader's gradebook."""
    where, only = CourseAssignment.find(root, assignment), tuple(student or ())
    if not published:
        refuse_published(where.assignment)
    kept = ReportCache(*where, where.released())
    handed_in, warm = where.submissions(only, partial(options.enrolled, where)), None
    submissions = handed_in.submissions.values()
    with ExitStack() as stack:
        if not scheduler and any(regrade or not kept.path(s).exists() for s in submissions):
            warm = stack.enter_context(warming(where.assignment, accept_weaker=weaker))
        # Only now: nbgrader is imported here while the warm process imports torch.
        from autograder.nbgrader_adapter.runs.class_run import ClassRun

        run = ClassRun(where)
        work = run.work(handed_in, regrade)
        _say_first(where, work)
        pool = ClassPool(where.loaded(), jobs or lanes(), weaker, warm)
        grading = partial(_on_cluster, pool, scheduler) if scheduler else pool
        try:
            if dry_run:
                failures = _preview(where, run, work, grading)
            else:
                doing = "Grading" if work.to_grade else "Recording"
                results = shown(doing)(run.run(work, grading), len(work))
                failures = {result.student: result.problem for result in results if result.problem}
        except KeyboardInterrupt:
            again = STOPPED_AGAIN if regrade else STOPPED
            raise KeyboardInterrupt("stopped: nothing is recorded" if dry_run else again) from None
        problems = dict(work.problems) | failures
        if not dry_run:
            _show(where, run, only, handed_in, work, problems)
        end_with(problems)


def _on_cluster(
    pool: ClassPool, scheduler: str, submissions: Mapping[str, Submission]
) -> Iterator[Graded]:
    if importlib.util.find_spec("distributed") is None:
        reason = "--scheduler needs Dask: pip install 'attention-autograder[distributed]'"
        raise AutograderError(reason)
    from autograder.cluster.assignment_bundle import AssignmentBundle
    from autograder.cluster.run import grade_all

    bundle = AssignmentBundle(pool.loaded, pool.accept_weaker)
    yield from grade_all(scheduler, bundle, submissions)


def _preview(
    where: CourseAssignment, run: "ClassRun", work: "Work", grading: "Grade"
) -> dict[str, str]:
    from autograder.cli.class_tables import print_changes

    doing = "Grading" if work.to_grade else "Comparing"
    results = [*shown(doing)(run.preview(work, grading), len(work))]
    problems = {result.student: result.problem for result, _ in results if result.problem}
    differing = (change for _, change in results if change and change.differs)
    if changes := sorted(differing, key=lambda change: change.student):
        title = class_phrase("would_change")
        print_changes(changes, title, where.assignment, where.edition.language)
    _say_earlier([change for _, change in results if change], run.recorded())
    same = len(work) + len(work.done) - len(changes) - len(problems)
    print(f"nothing is recorded: {len(changes)} would change, {same} stay as they are")
    return problems


def _show(
    where: CourseAssignment, run: "ClassRun", only: tuple[str, ...],
    handed_in: HandedIn, work: "Work", problems: Mapping[str, str],
) -> None:  # fmt: skip
    from autograder.cli.class_tables import print_class, print_last_run
    from autograder.report.classroom.entries import class_entries, with_recorded
    from autograder.report.classroom.figures import figures

    assignment, edition, in_full = where.assignment, where.edition, len(work) > 0
    loaded = class_entries(where, handed_in, forms=in_full)
    entries = [
        replace(entry, problem=Text(problem, problem)) if problem else entry
        for entry in with_recorded(loaded, run.recorded())
        for problem in [problems.get(entry.student)]
        if not only or entry.student in only
    ]
    changed = [change for change in run.changes if change.differs and change.before]
    below = (SOME if only else "" if in_full else UNCHANGED).format(edition.id)
    print_class(figures(assignment, entries, edition.id), below, edition.language, problems)
    print_last_run(changed, assignment, edition.language)
    _say_earlier(run.changes, {entry.student: entry.recorded for entry in entries})
    if new := ", ".join(name for name in work.unknown if name not in problems):
        print(one_line(UNKNOWN.format(new), 2000))


def _say_earlier(changes: Iterable[Change], rows: Mapping[str, Recorded]) -> None:
    names = (change.student for change in changes if AGAIN in change.why and change.student in rows)
    if earlier := sorted(name for name in names if rows[name].given):
        print(one_line(EARLIER.format(", ".join(earlier)), 2000))


def _say_first(where: CourseAssignment, work: "Work") -> None:
    """What is done; whose submissions `autograder watch` has queued: they are graded early."""
    if work.done:
        print(f"{len(work.done)} unchanged, {len(work)} to do", file=sys.stderr)
    waits = StateFile(journal_file(where.root, where.edition.id)).waiting()
    if names := sorted(waits & {*work.to_grade, *work.to_record}):
        print(one_line(WAITING.format(", ".join(names)), 2000), file=sys.stderr)
