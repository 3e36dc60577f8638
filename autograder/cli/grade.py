"""`autograder grade`: grades a class on all cores and records it as nbgrader does."""

import importlib.util
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from autograder.cli import options
from autograder.cli.output import shown
from autograder.core.assignment.sets import refuse_published
from autograder.core.errors import AutograderError, CourseError
from autograder.core.model import Graded, Text
from autograder.course import CourseAssignment, HandedIn
from autograder.grading.history import AGAIN, Change
from autograder.grading.pool import ClassPool, lanes
from autograder.grading.report_cache import ReportCache
from autograder.notebook.submission import Submission
from autograder.report.classroom.entries import Recorded
from autograder.report.phrases import class_phrase
from autograder.report.plain_text import one_line
from autograder.sandbox.host import warming
from autograder.watching import StateFile, journal_file

if TYPE_CHECKING:
    from autograder.nbgrader_adapter.runs.class_run import ClassRun, Grade, Work

UNCHANGED = "nothing new was handed in; for the figures: autograder report {}"
SOME = "for the whole class: autograder report {}"
WAITING = (
    "graded before their turn, for which `autograder watch --attempts` lets them wait: {} (to"
    " leave them waiting: Ctrl-C, then name the others with --student)"
)
UNKNOWN = "new in the gradebook (a misspelt folder becomes a student, too): {}"
EARLIER = "a person's score was given for what was handed in before; see formgrader: {}"
NAMED = 20
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
    handed_in: dict[str, HandedIn] | None = None
    warm = None
    with ExitStack() as stack:
        try:
            kept = ReportCache(*where, where.released())
            handed_in = where.submissions(only)
        except CourseError:
            # ClassRun raises it again, behind what may be wrong with the gradebook.
            pass
        else:
            found = [one.submission for one in handed_in.values() if one.submission]
            if not scheduler and any(regrade or not kept.path(one).exists() for one in found):
                starting = warming(where.assignment, accept_weaker=weaker)
                warm = stack.enter_context(starting)
        # Only now: nbgrader is imported here while the warm process imports torch.
        from autograder.nbgrader_adapter.runs.class_run import ClassRun

        run = ClassRun(where)
        here = ClassPool(where.loaded(), jobs or lanes(), weaker, warm)
        grading = partial(_afar, here, scheduler) if scheduler else here
        ClassGrading(where, only, regrade, run).grade(grading, handed_in, dry_run)


def _afar(
    here: ClassPool, scheduler: str, submissions: Mapping[str, Submission]
) -> Iterator[Graded]:
    if importlib.util.find_spec("distributed") is None:
        said = "--scheduler needs Dask: pip install 'attention-autograder[distributed]'"
        raise AutograderError(said)
    from autograder.cluster.assignment_bundle import AssignmentBundle
    from autograder.cluster.run import grade_all

    bundle = AssignmentBundle.of(here.loaded, here.accept_weaker)
    yield from grade_all(scheduler, bundle, submissions)


@dataclass(frozen=True)
class ClassGrading:
    """A class, or `only` some of it, to be graded as far as it is new, or all of it anew."""

    where: CourseAssignment
    only: tuple[str, ...]
    regrade: bool
    run: "ClassRun"

    def grade(
        self, grading: "Grade", handed_in: Mapping[str, HandedIn] | None, dry_run: bool
    ) -> None:
        """Grade by `grading` what students have `handed_in` (None: it is read here), record it, and
        show the class; in a `dry_run` what would change is shown.
        """
        handed_in = self.run.submissions(self.only) if handed_in is None else handed_in
        work = self.run.work(handed_in, self.regrade)
        if work.done:
            print(f"{len(work.done)} unchanged, {len(work)} to do", file=sys.stderr)
        say_waiting(self.where, work)
        try:
            if dry_run:
                found = self._preview(work, grading)
            else:
                doing = "Grading" if work.to_grade else "Recording"
                results = shown(doing)(self.run.run(work, grading), len(work))
                found = {one.student: one.problem for one in results if one.problem}
        except KeyboardInterrupt:
            again = STOPPED_AGAIN if self.regrade else STOPPED
            raise KeyboardInterrupt("stopped: nothing is recorded" if dry_run else again) from None
        problems = dict(work.problems) | found
        if not dry_run:
            self._show(problems, handed_in, in_full=len(work) > 0)
            if new := ", ".join(name for name in work.unknown if name not in problems):
                print(one_line(UNKNOWN.format(new), 2000))
        for line in said_once(problems):
            print(line, file=sys.stderr)
        if problems:
            raise typer.Exit(1)

    def _preview(self, work: "Work", grading: "Grade") -> dict[str, str]:
        from autograder.cli.class_tables import print_changes

        doing = "Grading" if work.to_grade else "Comparing"
        results = [*shown(doing)(self.run.preview(work, grading), len(work))]
        problems = {result.student: result.problem for result, _ in results if result.problem}
        found = (change for _, change in results if change and change.differs)
        if changes := sorted(found, key=lambda one: one.student):
            title = class_phrase("would_change")
            print_changes(changes, title, self.where.assignment, self.where.edition.language)
        _say_earlier([change for _, change in results if change], self.run.recorded())
        same = len(work) + len(work.done) - len(changes) - len(problems)
        print(f"nothing is recorded: {len(changes)} would change, {same} stay as they are")
        return problems

    def _show(
        self, problems: dict[str, str], handed_in: Mapping[str, HandedIn], *, in_full: bool
    ) -> None:
        from autograder.cli.class_tables import print_class, print_last_run
        from autograder.report.classroom.entries import class_entries, with_recorded
        from autograder.report.classroom.figures import figures

        assignment, edition = self.where.assignment, self.where.edition
        loaded = class_entries(self.where, handed_in, forms=in_full)
        entries = [
            replace(entry, problem=Text(problem, problem)) if problem else entry
            for entry in with_recorded(loaded, self.run.recorded())
            for problem in [problems.get(entry.student)]
            if not self.only or entry.student in self.only
        ]
        changed = [change for change in self.run.changes if change.differs and change.before]
        below = (SOME if self.only else UNCHANGED).format(edition.id)
        below = "" if in_full and not self.only else below
        print_class(figures(assignment, entries, edition.id), below, edition.language, problems)
        print_last_run(changed, assignment, edition.language)
        _say_earlier(self.run.changes, {entry.student: entry.recorded for entry in entries})


def _say_earlier(changes: Iterable[Change], rows: Mapping[str, Recorded]) -> None:
    """Name those who have a person's points from before they handed in again."""
    again = (one.student for one in changes if AGAIN in one.why and one.student in rows)
    if earlier := sorted(name for name in again if rows[name].given):
        print(one_line(EARLIER.format(", ".join(earlier)), 2000))


def said_once(problems: Mapping[str, str]) -> Iterator[str]:
    """Each problem once, with all students it concerns: a broken check concerns everybody."""
    students: dict[str, list[str]] = {}
    for name, problem in sorted(problems.items()):
        students.setdefault(problem, []).append(one_line(name, 60))
    for problem, names in students.items():
        yield f"{', '.join(names)}: {one_line(problem)}"


def say_waiting(where: CourseAssignment, work: "Work") -> None:
    """Print whose submissions `autograder watch` has queued: they are graded early."""
    waits = StateFile(journal_file(where.root, where.edition.id)).waiting()
    if names := sorted(waits & {*work.to_grade, *work.to_record}):
        more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
        said = WAITING.format(", ".join(names[:NAMED]) + more)
        print(one_line(said, 2000), file=sys.stderr)
