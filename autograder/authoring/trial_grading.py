"""Grading an assignment's trials on all cores, by any of its sets of numbers."""

import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from autograder import course
from autograder.authoring import batched, result_observer
from autograder.authoring.audit import WRONG, Trial, trials
from autograder.authoring.batched import BySet, Results
from autograder.authoring.make import NotebookBuilder
from autograder.cluster.assignment_bundle import AssignmentBundle
from autograder.core.assignment import Assignment, find, sets
from autograder.core.assignment.sets import Sets
from autograder.grading.grader import Grader, Observer
from autograder.grading.pool import Graded, grade_all
from autograder.notebook.build import source_notebook
from autograder.notebook.submission import Submission
from autograder.sandbox.host import Host, warm_host
from autograder.sandbox.isolation import Rings

Shown = Callable[[Iterable[Graded], int], Iterable[Graded]]
"""Wraps the results, whose number is given, to show progress."""


class TrialGrading:
    """The trials of one assignment, in one process for each of `jobs`."""

    def __init__(self, root: Path, assignment_id: str, rings: Rings, jobs: int) -> None:
        self.plan, self.edition = find(root, assignment_id)
        self.frame = course.released(root, self.plan, self.edition).read_bytes()
        self.solved = NotebookBuilder.of(source_notebook(self.plan, self.edition.language))
        self.trials = tuple(trials(self.plan, self.edition.language, self.frame))
        self.host = warm_host(self.plan, rings)
        self.jobs = jobs

    def sets(self) -> Sets:
        return sets.read(self.plan.folder / "hidden")

    def wrong(self) -> tuple[Trial, ...]:
        """The mistakes; with the solution, which says of a pack what its other parts come to."""
        return tuple(trial for trial in self.trials if trial.kind in ("reference", *WRONG))

    @contextmanager
    def copy(self, numbers: Sets) -> Iterator[Assignment]:
        """A copy of the assignment that has these numbers."""
        bundle = AssignmentBundle.of(self.plan, self.edition, self.frame)
        with tempfile.TemporaryDirectory() as room:
            plan = bundle.unpack(Path(room))
            numbers.write(plan.folder / "hidden")
            yield plan

    def packed(
        self, plan: Assignment, host: Host, numbers: Iterable[int], shown: Shown,
        some: tuple[Trial, ...] = (),
    ) -> Results:  # fmt: skip
        return batched.graded(
            some or self.trials,
            numbers,
            self.solved,
            lambda by_set: self.graded(plan, host, by_set, shown),
        )

    def graded(
        self, plan: Assignment, host: Host, by_set: BySet, shown: Shown,
        seen: Observer = result_observer.seen,
    ) -> Results:  # fmt: skip
        """What every trial comes to by the set that it is for, all of them in one pool."""
        wanted = [
            replace(one, id=f"{number} {one.id}") for number, some in by_set.items() for one in some
        ]
        found: Results = {number: {} for number in by_set}
        submissions = {one.id: Submission.of(one.id, one.data) for one in wanted}
        alone = ("pack", "mutant")
        packed = {one.id: frozenset(one.part.split("+")) for one in wanted if one.kind in alone}
        grader = Grader(
            plan, self.edition, self.frame, host, seen, _number, discloses=False,
            judged=packed.get,
        )  # fmt: skip
        ready = grade_all(grader.examine, submissions, self.jobs)
        for result in shown(ready, len(submissions)):
            number, _, trial = result.student.partition(" ")
            found[int(number)][trial] = replace(result, student=trial)
        return found


def _number(trial: str, _: str) -> int:
    return int(trial.partition(" ")[0])
