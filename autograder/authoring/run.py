"""Running the audit's trials on all cores."""

import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from autograder import course
from autograder.authoring import batched, result_observer
from autograder.authoring.audit import (
    WRONG,
    Trial,
    fresh_catalogue,
    in_another_hand,
    judge,
    stale,
    trials,
)
from autograder.authoring.batched import BySet, Results
from autograder.authoring.make import Frame
from autograder.authoring.rows import Audit
from autograder.cluster.assignment_bundle import Parcel
from autograder.core.assignment import Assignment, find, sets
from autograder.core.assignment.sets import EXAMPLE, Sets
from autograder.core.errors import CourseError
from autograder.grading.grader import Grader, Witness
from autograder.grading.pool import Graded, grade_all
from autograder.notebook.build import source_notebook
from autograder.notebook.submission import Submission
from autograder.sandbox.host import Host, warm_host
from autograder.sandbox.isolation import Rings

Shown = Callable[[Iterable[Graded], int], Iterable[Graded]]
"""Wraps the results, whose number is given, to show progress."""


class Bench:
    """The trials of one assignment, in one process for each of `jobs`."""

    def __init__(self, root: Path, assignment_id: str, rings: Rings, jobs: int) -> None:
        self._plan, self._edition = find(root, assignment_id)
        self._frame = course.released(root, self._plan, self._edition).read_bytes()
        self._solved = Frame.of(source_notebook(self._plan, self._edition.language))
        self._trials = tuple(trials(self._plan, self._edition.language, self._frame))
        self._host = warm_host(self._plan, rings)
        self._jobs = jobs

    def audit(self, shown: Shown) -> Audit:
        """Grade every specimen by the first set of numbers, packs of them by the other sets."""
        every = self._sets()
        with self._host as host:
            (alone,) = self._graded(self._plan, host, {0: self._trials}, shown).values()
            others = self._packed(
                self._plan, host, range(1, len(every.sets)), shown, self._in_another_hand()
            )
        return self._judged(every, {0: alone} | others)

    def quick_audit(self, shown: Shown) -> Audit:
        """The audit by packs of specimens, by every set."""
        every = self._sets()
        with self._host as host:
            results = self._packed(self._plan, host, range(len(every.sets)), shown)
        return self._judged(every, results)

    def completed(self, drawn: Sets, shown: Shown) -> Sets:
        """The sets with the requests of the solution and the fingerprints of the mistakes.

        Raises:
            CourseError: the solution cannot be graded.
        """
        numbers = range(len(drawn.sets))
        with self._host as host:
            with self._copy(drawn) as plan:
                asking = drawn.with_each(script=self._asked(plan, host, (*numbers, EXAMPLE)))
            with self._copy(asking) as plan:
                results = self._packed(plan, host, numbers, shown, self._wrong())
        known = (fresh_catalogue(self._wrong(), results[number]).encode() for number in numbers)
        return asking.with_each(fingerprints=(*known, b""))

    def _asked(self, plan: Assignment, host: Host, numbers: Iterable[int]) -> Iterator[bytes]:
        """What the solution is asked, by each set."""
        solved = tuple(trial for trial in self._trials if trial.kind == "reference")
        quietly: Shown = lambda ready, _: ready  # noqa: E731
        by_set = self._graded(
            plan, host, dict.fromkeys(numbers, solved), quietly, result_observer.asked
        )
        for (result,) in (tuple(mine.values()) for mine in by_set.values()):
            if result.report is None:
                raise CourseError(f"the solution of {self._plan.id}: {result.problem}")
            yield result.evidence

    def _sets(self) -> Sets:
        return sets.read(self._plan.folder / "hidden")

    def _in_another_hand(self) -> tuple[Trial, ...]:
        return tuple(in_another_hand(trial, self._solved) for trial in self._trials)

    def _wrong(self) -> tuple[Trial, ...]:
        """The mistakes; with the solution, which says of a pack what its other parts come to."""
        return tuple(trial for trial in self._trials if trial.kind in ("reference", *WRONG))

    @contextmanager
    def _copy(self, numbers: Sets) -> Iterator[Assignment]:
        """A copy of the assignment that has these numbers."""
        parcel = Parcel.of(self._plan, self._edition, self._frame)
        with tempfile.TemporaryDirectory() as room:
            plan = parcel.unpack(Path(room))
            numbers.write(plan.folder / "hidden")
            yield plan

    def _judged(self, every: Sets, results: Results) -> Audit:
        """The audit of the first set, and the problems of all."""
        found = {number: judge(self._plan, self._trials, mine) for number, mine in results.items()}
        said = [
            f"set {number + 1}: {line}"
            for number, one in found.items()
            for line in (
                *one.problems,
                *stale(every.sets[number], self._trials, results[number]),
            )
        ]
        return replace(found[0], problems=tuple(said))

    def _packed(
        self, plan: Assignment, host: Host, numbers: Iterable[int], shown: Shown,
        some: tuple[Trial, ...] = (),
    ) -> Results:  # fmt: skip
        return batched.graded(
            some or self._trials,
            numbers,
            self._solved,
            lambda by_set: self._graded(plan, host, by_set, shown),
        )

    def _graded(
        self, plan: Assignment, host: Host, by_set: BySet, shown: Shown,
        seen: Witness = result_observer.seen,
    ) -> Results:  # fmt: skip
        """What every trial comes to by the set that it is for, all of them in one pool."""
        wanted = [
            replace(one, id=f"{number} {one.id}") for number, some in by_set.items() for one in some
        ]
        found: Results = {number: {} for number in by_set}
        submissions = {one.id: Submission.of(one.id, one.data) for one in wanted}
        grader = Grader(plan, self._edition, self._frame, host, seen, _number, tells=False)
        ready = grade_all(grader.examine, submissions, self._jobs)
        for result in shown(ready, len(submissions)):
            number, _, trial = result.student.partition(" ")
            found[int(number)][trial] = replace(result, student=trial)
        return found


def _number(trial: str, _: str) -> int:
    return int(trial.partition(" ")[0])
