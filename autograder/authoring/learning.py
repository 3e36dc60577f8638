"""What is found out with the solution and the specimens: requests, fingerprints, known pairs."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from autograder.authoring import catalogue, result_observer
from autograder.authoring.known_answers import known_answers
from autograder.authoring.named_by_rule import changed_by_rule, of_rules
from autograder.authoring.pairs import Pair, pairs
from autograder.authoring.trial_grading import Shown, TrialGrading
from autograder.authoring.trials import LAZY, Trial, part_of, trial_of
from autograder.core import atomic_file
from autograder.core.assignment import Assignment
from autograder.core.assignment.load import ANSWERS, FINGERPRINTS, PAIRS
from autograder.core.assignment.sets import EXAMPLE, Sets
from autograder.core.errors import CourseError
from autograder.core.model import PartResult, Report
from autograder.grading.grader import Grader
from autograder.grading.known_pairs import KnownPair, KnownPairs
from autograder.grading.naming import Catalogue
from autograder.sandbox.host import Host

AT_ONCE = 400
"""Pairs whose notebooks are held at once; there are ten thousand."""


class Learning(TrialGrading):
    """Finds out what an assignment's solution is asked and what its specimens do."""

    def completed(self, drawn: Sets) -> Sets:
        """The sets with the requests of the solution.

        Raises:
            CourseError: the solution cannot be graded.
        """
        solved = tuple(trial for trial in self.trials if trial.kind == "reference")
        by_set = dict.fromkeys((*range(len(drawn.sets)), EXAMPLE), solved)
        quietly: Shown = lambda ready, _: ready  # noqa: E731
        scripts = []
        with self.host as host, self.copy(drawn) as plan:
            for mine in self.graded(plan, host, by_set, quietly, result_observer.asked).values():
                (result,) = mine.values()
                if result.report is None:
                    raise CourseError(f"the solution of {self.plan.id}: {result.problem}")
                scripts.append(result.evidence)
        return drawn.with_scripts(scripts)

    def catalogue(self, shown: Shown) -> Catalogue:
        """The fingerprints of all mistakes, and of changes by rule, by the example numbers."""
        lazy = [trial for trial in self.trials if trial.kind == LAZY]
        by_rule: list[Trial] = []
        for one, is_small in changed_by_rule(self.plan):
            (by_rule if is_small else lazy).append(trial_of(one, "mistake", self.solved))
        solution = next(trial for trial in self.trials if trial.kind == "reference")
        with self.host as host:
            # By themselves: beside a changed answer that it uses, a specimen fails in another way.
            wrong = self.packed(self.plan, host, (EXAMPLE,), shown, self.wrong())[EXAMPLE]
            every = (solution, *lazy, *by_rule)
            results = self.packed(self.plan, host, (EXAMPLE,), shown, every)[EXAMPLE]
        known = catalogue.of_mistakes(wrong.values())
        rest = (results[one.id] for one in by_rule)
        return Catalogue(known.known, of_rules(known, (results[one.id] for one in lazy), rest))

    def with_mistake(self, id_: str, student: PartResult, shown: Shown) -> Catalogue:
        """The catalogue of the assignment with the fingerprints of this specimen too.

        Raises:
            CourseError: in the solution's place the answer does not fail as the `student`'s did.
        """
        mine = tuple(one for one in self.trials if one.specimen and one.specimen.id == id_)
        with self.host as host:
            grader = Grader(self.plan, self.edition, self.frame, host)
            _check_same(grader.grade(mine[0].data), student)
            results = self.graded(self.plan, host, {EXAMPLE: mine}, shown)[EXAMPLE]
        before = Catalogue.read(self.plan)
        known = (*before.known, *catalogue.of_mistakes(results.values()).known)
        return Catalogue(known, before.by_rule)

    def write(self, known: Catalogue) -> None:
        """Put the catalogue in the place of the one before, with the code of its mistakes."""
        file = self.plan.folder / "hidden" / FINGERPRINTS
        atomic_file.write(file, known.encode(), atomic_file.AS_OTHERS)
        self._write_answers()

    def write_pairs(self, known: KnownPairs) -> None:
        """Put the pairs in the place of those before, with their code."""
        file = self.plan.folder / "hidden" / PAIRS
        atomic_file.write(file, known.encode(), atomic_file.AS_OTHERS)
        self._write_answers(pairs(self.plan))

    def _write_answers(self, made: Iterable[Pair] | None = None) -> None:
        data = known_answers(self.plan, self.solved, self.frame, made).encode()
        atomic_file.write(self.plan.folder / "hidden" / ANSWERS, data, atomic_file.AS_OTHERS)

    def pairs(self, shown: Shown) -> KnownPairs:
        """What the specimens of a part do two at once, with the example numbers."""
        with self.host as host, self.copy(self.sets()) as plan:
            # What is known of pairs so far would name them.
            (plan.folder / "hidden" / PAIRS).unlink(missing_ok=True)
            found: dict[str, list[KnownPair]] = {}
            made = pairs(self.plan)
            while some := tuple(islice(made, AT_ONCE)):
                for part, pair in self._learned(plan, host, some, shown):
                    found.setdefault(part, []).append(pair)
        return KnownPairs({part: tuple(each) for part, each in sorted(found.items())})

    def _learned(
        self, plan: Assignment, host: Host, some: tuple[Pair, ...], shown: Shown
    ) -> Iterator[tuple[str, KnownPair]]:
        """What these pairs leave without a name; of errors alone nobody can say whose they are."""
        solution = next(trial for trial in self.trials if trial.kind == "reference")
        tried = {f"pair {number}": pair for number, pair in enumerate(some)}
        wanted = [
            replace(trial_of(pair.answer, "mistake", self.solved), id=id_)
            for id_, pair in tried.items()
        ]
        results = self.packed(plan, host, (EXAMPLE,), shown, (solution, *wanted))[EXAMPLE]
        for id_, pair in tried.items():
            report = results[id_].report
            left = part_of(report, pair.answer.part).unnamed if report else None
            if left and any(left.values):
                yield pair.answer.part, KnownPair(left, tuple(sorted(pair.made)))


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
