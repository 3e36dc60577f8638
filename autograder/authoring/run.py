"""Running the audit's trials on all cores."""

import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from pathlib import Path

from msgspec.structs import replace as replace_

from autograder import course
from autograder.authoring import batched, result_observer
from autograder.authoring.audit import (
    WRONG,
    Trial,
    fresh_catalogue,
    in_another_hand,
    judge,
    part_of,
    stale,
    trials,
)
from autograder.authoring.batched import BySet, Results
from autograder.authoring.breeding import Bred, bred, explained
from autograder.authoring.make import NotebookBuilder, notebook_with
from autograder.authoring.mutation import MutationRow, full_by_first, row, trial
from autograder.authoring.pairs import Pair, pairs
from autograder.authoring.rows import Audit
from autograder.cluster.assignment_bundle import AssignmentBundle
from autograder.core.assignment import Assignment, find, sets
from autograder.core.assignment.files import PAIRS
from autograder.core.assignment.sets import EXAMPLE, Sets
from autograder.core.errors import CourseError
from autograder.core.model import PartResult, Report
from autograder.grading.grader import Grader, Witness
from autograder.grading.known_pairs import KnownPair, KnownPairs
from autograder.grading.naming import Catalogue
from autograder.grading.pool import Graded, grade_all
from autograder.notebook.build import source_notebook
from autograder.notebook.submission import Submission
from autograder.sandbox.host import Host, warm_host
from autograder.sandbox.isolation import Rings

AT_ONCE = 400
"""Pairs whose notebooks are held at once; there are ten thousand."""

Shown = Callable[[Iterable[Graded], int], Iterable[Graded]]
"""Wraps the results, whose number is given, to show progress."""


class AuditRun:
    """The trials of one assignment, in one process for each of `jobs`."""

    def __init__(self, root: Path, assignment_id: str, rings: Rings, jobs: int) -> None:
        self._plan, self._edition = find(root, assignment_id)
        self._frame = course.released(root, self._plan, self._edition).read_bytes()
        self._solved = NotebookBuilder.of(source_notebook(self._plan, self._edition.language))
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

    def audit_of(self, parts: frozenset[str], shown: Shown) -> Audit:
        """Grade the specimens of these parts alone, by the first set of numbers.

        Raises:
            CourseError: the assignment has no such part.
        """
        self._check_known(parts)
        mine = tuple(trial for trial in self._trials if not trial.part or trial.part in parts)
        with self._host as host:
            (results,) = self._graded(self._plan, host, {0: mine}, shown).values()
        return judge(self._plan, mine, results, parts)

    def _check_known(self, parts: frozenset[str]) -> None:
        unknown = parts - self._every_part
        if unknown:
            known = ", ".join(part.id for part in self._plan.parts)
            raise CourseError(f"there is no part {', '.join(sorted(unknown))} (found: {known})")

    @property
    def _every_part(self) -> frozenset[str]:
        return frozenset(part.id for part in self._plan.parts)

    def mutation(self, parts: frozenset[str], most: int, shown: Shown) -> tuple[MutationRow, ...]:
        """What becomes of the mutants of these parts (none: of all), at most so many of a part.

        Raises:
            CourseError: the assignment has no such part.
        """
        self._check_known(parts)
        why = explained(self._plan)
        chosen = [part.id for part in self._plan.parts if not parts or part.id in parts]
        with self._host as host:
            return tuple(self._mutants_of(part, most, host, why, shown) for part in chosen)

    def _mutants_of(
        self, part: str, most: int, host: Host, why: Mapping[str, str], shown: Shown
    ) -> MutationRow:
        every = bred(self._plan, part, most)
        right = tuple(
            one
            for one in self._trials
            if one.kind == "reference" or (one.kind, one.part) == ("alternative", part)
        )
        made = {one.mutant.id: trial(one, self._solved) for one in every}

        def graded(numbers: Iterable[int], some: Iterable[Bred]) -> Results:
            wanted = (*right, *(made[one.mutant.id] for one in some))
            by_set = dict.fromkeys(numbers, wanted)
            return self._graded(self._plan, host, by_set, shown, result_observer.everything)

        results = graded((0,), every)
        left = full_by_first(every, results[0])
        if left:
            results |= graded(range(1, len(self._sets().sets)), left)
        return row(part, every, results, why)

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

    def with_mistake(self, id_: str, student: PartResult, shown: Shown) -> Sets:
        """The sets, each with the fingerprints of this specimen too.

        Raises:
            CourseError: in the solution's place the answer does not fail as the `student`'s did.
        """
        mine = tuple(one for one in self._trials if one.specimen and one.specimen.id == id_)
        every = self._sets()
        numbers = range(len(every.sets))
        with self._host as host:
            grader = Grader(self._plan, self._edition, self._frame, host)
            _check_same(grader.grade(mine[0].data), student)
            by_set = self._graded(self._plan, host, dict.fromkeys(numbers, mine), shown)
        known = (
            Catalogue(
                (
                    *Catalogue.decode(every.sets[number].fingerprints).known,
                    *fresh_catalogue(mine, by_set[number]).known,
                )
            ).encode()
            for number in numbers
        )
        return every.with_each(fingerprints=(*known, every.example.fingerprints))

    def pairs(self, shown: Shown) -> KnownPairs:
        """What the specimens of a part do two at once, with the example numbers."""
        with self._host as host:
            alone = self._packed(self._plan, host, (EXAMPLE,), shown, self._wrong())[EXAMPLE]
            known = fresh_catalogue(self._wrong(), alone).encode()
            every = self._sets()
            taught = replace_(every, example=replace_(every.example, fingerprints=known))
            with self._copy(taught) as plan:
                # What is known of pairs so far would name them.
                (plan.folder / "hidden" / PAIRS).unlink(missing_ok=True)
                found: dict[str, list[KnownPair]] = {}
                made = pairs(plan)
                while some := tuple(islice(made, AT_ONCE)):
                    for part, pair in self._learned(plan, host, some, shown):
                        found.setdefault(part, []).append(pair)
        return KnownPairs({part: tuple(each) for part, each in sorted(found.items())})

    def _learned(
        self, plan: Assignment, host: Host, some: tuple[Pair, ...], shown: Shown
    ) -> Iterator[tuple[str, KnownPair]]:
        """What these pairs leave without a name; of errors alone nobody can say whose they are."""
        solution = next(trial for trial in self._trials if trial.kind == "reference")
        tried = {f"pair {number}": pair for number, pair in enumerate(some)}
        wanted = [
            Trial(
                id_, "mistake", pair.answer.part,
                notebook_with(self._solved, pair.answer).bytes(), pair.answer,
            )
            for id_, pair in tried.items()
        ]  # fmt: skip
        results = self._packed(plan, host, (EXAMPLE,), shown, (solution, *wanted))[EXAMPLE]
        for id_, pair in tried.items():
            report = results[id_].report
            left = part_of(report, pair.answer.part).unnamed if report else None
            if left and any(left.values):
                yield pair.answer.part, KnownPair(left, tuple(sorted(pair.made)))

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
        bundle = AssignmentBundle.of(self._plan, self._edition, self._frame)
        with tempfile.TemporaryDirectory() as room:
            plan = bundle.unpack(Path(room))
            numbers.write(plan.folder / "hidden")
            yield plan

    def _judged(self, every: Sets, results: Results) -> Audit:
        """The audit of the first set, and the problems of all."""
        found = {
            number: judge(self._plan, self._trials, mine, self._every_part)
            for number, mine in results.items()
        }
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
        alone = ("pack", "mutant")
        packed = {one.id: frozenset(one.part.split("+")) for one in wanted if one.kind in alone}
        grader = Grader(
            plan, self._edition, self._frame, host, seen, _number, tells=False,
            concerned=packed.get,
        )  # fmt: skip
        ready = grade_all(grader.examine, submissions, self._jobs)
        for result in shown(ready, len(submissions)):
            number, _, trial = result.student.partition(" ")
            found[int(number)][trial] = replace(result, student=trial)
        return found


def _check_same(report: Report, student: PartResult) -> None:
    """See that the answer fails as a student's did, and costs no other part anything.

    Raises:
        CourseError: it does not.
    """
    part_id = student.id
    if not _fails_alike(part_of(report, part_id), student):
        raise CourseError(
            f"in the solution's place this answer to {part_id} does not fail as it did for the "
            "student (it needs something else of that notebook); choose another with --student"
        )
    lost = [one.id for one in report.parts if one.id != part_id and one.points < one.max_points]
    if lost:
        raise CourseError(
            f"in the solution's place this answer costs {', '.join(lost)} points too; choose "
            "another with --student"
        )


def _fails_alike(part: PartResult, student: PartResult) -> bool:
    """Whether both fail the same checks, with the same numbers if there are any."""
    mine, theirs = part.unnamed, student.unnamed
    ended = [(check.id, check.outcome) for check in part.checks]
    if ended != [(check.id, check.outcome) for check in student.checks]:
        return False
    # Of errors alone the form of the code is compared, which is written anew in a specimen.
    if mine is None or theirs is None:
        return False
    return mine.agrees(theirs) or not any(theirs.values)


def _number(trial: str, _: str) -> int:
    return int(trial.partition(" ")[0])
