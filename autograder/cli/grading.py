"""Grades and records a class, with a progress bar and a table at the end."""

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

import typer
from rich.console import Console

from autograder import course
from autograder.cli.class_tables import class_table, in_short, print_changes
from autograder.cli.output import shown
from autograder.cluster.class_pool import Pool
from autograder.core.errors import CourseError
from autograder.core.model import Text
from autograder.course import CourseAssignment, HandedIn
from autograder.nbgrader_adapter.course_settings.database import check_gradebook
from autograder.nbgrader_adapter.course_settings.gradebook import recorded
from autograder.nbgrader_adapter.runs.class_run import ClassRun, Work
from autograder.report.classroom.entries import ClassLoader, with_recorded
from autograder.report.classroom.figures import figures
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


@dataclass(frozen=True)
class ClassGrading:
    """A class, or `only` some of it, to be graded as far as it is new, or all of it anew."""

    where: CourseAssignment
    only: tuple[str, ...]
    regrade: bool

    def grade(
        self, pool: Callable[[bytes], Pool], handed_in: Mapping[str, HandedIn] | None, dry_run: bool
    ) -> None:
        """Grade in the `pool` for a released notebook, record it, and show the class.

        In a `dry_run` nothing is recorded, and what would change is shown. What students have
        `handed_in` is read here only if that has not been done.

        Raises:
            Exit: somebody could not be graded (code 1), or the run was interrupted.
        """
        check_gradebook(self.where.root)
        if self.only:
            self._refuse_silent()
        run = ClassRun(self.where)
        handed_in = run.submissions(self.only) if handed_in is None else handed_in
        work = run.work(handed_in, self.regrade)
        if work.done:
            print(f"{len(work.done)} unchanged, {len(work)} to do", file=sys.stderr)
        say_waiting(self.where, work)
        ready = pool(self.where.released())
        try:
            found = (self._preview if dry_run else self._recorded)(run, work, ready)
        except KeyboardInterrupt:
            again = STOPPED_AGAIN if self.regrade else STOPPED
            raise KeyboardInterrupt(STOPPED_DRY if dry_run else again) from None
        problems = dict(work.problems) | found
        if not dry_run:
            self._show(problems, handed_in, in_full=len(work) > 0)
        for line in said_once(problems):
            print(line, file=sys.stderr)
        if problems:
            raise typer.Exit(1)

    def _refuse_silent(self) -> None:
        """Refuse enrolled students who have handed in nothing: their names are not unknown."""
        root, _, edition = self.where
        folders, problems = course.submitted_folders(*self.where)
        enrolled = recorded(root, edition.id).keys() - {*folders, *problems}
        for student in (student for student in self.only if student in enrolled):
            raise CourseError(
                f"{student} is enrolled and has handed in nothing for {edition.id}:"
                f" {root / 'submitted' / student / edition.id} is missing"
            )

    def _recorded(self, run: ClassRun, work: Work, pool: Pool) -> dict[str, str]:
        """Grade and record; the problems by student."""
        results = shown("Grading")(run.run(work, pool), len(work))
        return {result.student: result.problem for result in results if result.problem}

    def _preview(self, run: ClassRun, work: Work, pool: Pool) -> dict[str, str]:
        """Grade and show whose points would change; the problems by student."""
        results = [*shown("Grading")(run.preview(work, pool), len(work))]
        problems = {result.student: result.problem for result, _ in results if result.problem}
        changes = [change for _, change in results if change and change.changed]
        if changes:
            ordered = sorted(changes, key=lambda c: c.student)
            print_changes(self.where.plan, ordered, "would change")
        same = len(work) + len(work.done) - len(changes) - len(problems)
        print(f"nothing is recorded: {len(changes)} would change, {same} stay as they are")
        return problems

    def _show(
        self, problems: dict[str, str], handed_in: Mapping[str, HandedIn], *, in_full: bool
    ) -> None:
        """The table of the class, or of `only` some; `in_full` with the figures in short."""
        root, plan, edition = self.where
        loaded = ClassLoader(self.where).entries(handed_in, forms=in_full)
        entries = []
        for entry in with_recorded(loaded, recorded(root, edition.id)):
            if problem := problems.get(entry.student):
                entry = replace(entry, problem=Text(problem, problem))
            if not self.only or entry.student in self.only:
                entries.append(entry)
        found = figures(plan, entries, edition.id)
        console = Console()
        console.print(class_table(found, console.width))
        below = [(SOME if self.only else UNCHANGED).format(edition.id)]
        for line in in_short(found) if in_full and not self.only else below:
            console.print(line, markup=False, highlight=False)


def said_once(problems: Mapping[str, str]) -> Iterator[str]:
    """Each problem once, with all students it concerns: a broken check concerns everybody."""
    students: dict[str, list[str]] = {}
    for name, problem in sorted(problems.items()):
        students.setdefault(problem, []).append(one_line(name, 60))
    for problem, names in students.items():
        yield f"{', '.join(names)}: {one_line(problem)}"


def say_waiting(where: CourseAssignment, work: Work) -> None:
    """Print whose submissions `autograder watch` has queued: they are graded early."""
    waits = StateFile(journal_file(where.root, where.edition.id)).waiting()
    names = sorted(waits & {*work.to_grade, *work.to_record})
    if names:
        more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
        said = WAITING.format(", ".join(names[:NAMED]) + more)
        print(one_line(said, 2000), file=sys.stderr)
