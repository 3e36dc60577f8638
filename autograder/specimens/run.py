"""Running the audit's trials on all cores."""

import tempfile
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from autograder import course
from autograder.assignment import find
from autograder.assignment.files import SCRIPT
from autograder.errors import CourseError
from autograder.grading.grader import Grader, Witness
from autograder.grading.pool import Graded, grade_all
from autograder.notebook.build import source_notebook
from autograder.oracle import script
from autograder.sandbox.host import warm_host
from autograder.sandbox.rings import Rings
from autograder.specimens import packed, witness
from autograder.specimens.audit import Trial, fresh_catalogue, judge, stale, trials, write_trials
from autograder.specimens.make import Frame
from autograder.specimens.rows import Audit

Shown = Callable[[Iterable[Graded], int], Iterable[Graded]]
"""Wraps the results, whose number is given, to show progress."""


class Bench:
    """The trials of one assignment, in one process for each of `jobs`."""

    def __init__(self, root: Path, assignment_id: str, rings: Rings, jobs: int) -> None:
        self._plan, self._edition = find(root, assignment_id)
        self._frame = course.released(root, self._plan, self._edition).read_bytes()
        self._rings = rings
        self._jobs = jobs

    def audit(self, shown: Shown) -> Audit:
        """Grade every specimen and judge the suites."""
        every = self._trials()
        results = self._results(every, shown)
        found = judge(self._plan, every, results)
        return replace(found, problems=found.problems + stale(self._plan, every, results))

    def quick_audit(self, shown: Shown) -> Audit:
        """The audit by packs of specimens; the fingerprints beside the suites are not looked at."""
        solved = Frame.of(source_notebook(self._plan, self._edition.language))
        every = self._trials()
        results = packed.graded(every, solved, lambda some: self._results(some, shown))
        return judge(self._plan, every, results)

    def make_catalogue(self, shown: Shown) -> Path:
        """Grade the mistakes and write their fingerprints beside the references."""
        wrong = tuple(trial for trial in self._trials() if trial.kind == "mistake")
        known = fresh_catalogue(wrong, self._results(wrong, shown))
        return known.write(self._plan.folder / "hidden")

    def make_script(self, shown: Shown) -> Path:
        """Grade the solution and write what it was asked beside the references.

        Raises:
            CourseError: the solution cannot be graded.
        """
        hidden = self._plan.folder / "hidden"
        # The one before may be of other suites, or torn: nothing is to be read of it.
        (hidden / SCRIPT).unlink(missing_ok=True)
        solved = tuple(trial for trial in self._trials() if trial.kind == "reference")
        (result,) = self._results(solved, shown, witness.asked).values()
        if result.report is None:
            raise CourseError(f"the solution of {self._plan.id}: {result.problem}")
        return script.write(hidden, result.evidence)

    def _trials(self) -> tuple[Trial, ...]:
        return tuple(trials(self._plan, self._edition.language, self._frame))

    def _results(
        self, every: tuple[Trial, ...], shown: Shown, seen: Witness = witness.seen
    ) -> dict[str, Graded]:
        host = warm_host(self._plan, self._rings)
        with tempfile.TemporaryDirectory() as room, host:
            paths = write_trials(Path(room), every)
            grader = Grader(self._plan, self._edition, self._frame, host, seen)
            ready = grade_all(grader.examine, paths, self._jobs)
            return {result.student: result for result in shown(ready, len(paths))}
