"""The audit: every specimen graded, and what becomes of mutants."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from autograder.authoring import result_observer
from autograder.authoring.audit import (
    LAZY,
    WRONG,
    fresh_catalogue,
    in_another_hand,
    judge,
    killers,
    problems,
    stale,
    unneeded,
)
from autograder.authoring.audit_table import Audit
from autograder.authoring.batched import Results
from autograder.authoring.lazy import constant_cases
from autograder.authoring.mutants import (
    MutatedAnswer,
    MutationRow,
    explained,
    mutated_answers,
    row,
    trial,
    with_full_points,
)
from autograder.authoring.trial_grading import Shown, TrialGrading
from autograder.core.assignment.sets import EXAMPLE
from autograder.core.errors import CourseError
from autograder.grading.naming import Catalogue
from autograder.sandbox.host import Host


class AuditRun(TrialGrading):
    """The audit of one assignment."""

    def audit(self, shown: Shown) -> Audit:
        """Grade every specimen by the first set of numbers, packs of them by the other sets."""
        numbers = (*range(1, len(self.sets().sets)), EXAMPLE)
        named = [trial for trial in self.trials if trial.kind != LAZY]
        other_hand = tuple(in_another_hand(trial, self.solved) for trial in named)
        with self.host as host:
            alone = self.graded(self.plan, host, {0: self.trials}, shown)
            others = self.packed(self.plan, host, numbers, shown, other_hand)
        return self._judged(alone | others)

    def audit_of(self, parts: frozenset[str], shown: Shown) -> Audit:
        """Grade the specimens of these parts alone, by the first set of numbers.

        Raises:
            CourseError: the assignment has no such part.
        """
        self._check_known(parts)
        mine = tuple(trial for trial in self.trials if not trial.part or trial.part in parts)
        with self.host as host:
            wrong = tuple(trial for trial in mine if trial.kind in WRONG)
            results = self.graded(self.plan, host, {0: mine, EXAMPLE: wrong}, shown)
        found = judge(self.plan, mine, results[0], results[EXAMPLE], parts)
        return replace(
            found, problems=(*found.problems, *unneeded(results[0], (found.killers,), parts))
        )

    def _check_known(self, parts: frozenset[str]) -> None:
        unknown = parts - self._every_part
        if unknown:
            known = ", ".join(part.id for part in self.plan.parts)
            raise CourseError(f"there is no part {', '.join(sorted(unknown))} (found: {known})")

    @property
    def _every_part(self) -> frozenset[str]:
        return frozenset(part.id for part in self.plan.parts)

    def mutation(self, parts: frozenset[str], most: int, shown: Shown) -> tuple[MutationRow, ...]:
        """What becomes of the mutants of these parts (none: of all), at most so many of a part.

        Raises:
            CourseError: the assignment has no such part.
        """
        self._check_known(parts)
        why = explained(self.plan)
        chosen = [part.id for part in self.plan.parts if not parts or part.id in parts]
        with self.host as host:
            return tuple(self._mutants_of(part, most, host, why, shown) for part in chosen)

    def _mutants_of(
        self, part: str, most: int, host: Host, why: Mapping[str, str], shown: Shown
    ) -> MutationRow:
        every = mutated_answers(self.plan, part, most)
        right = tuple(
            one
            for one in self.trials
            if one.kind == "reference" or (one.kind, one.part) == ("alternative", part)
        )
        made = {one.mutant.id: trial(one, self.solved) for one in every}

        def graded(numbers: Iterable[int], some: Iterable[MutatedAnswer]) -> Results:
            wanted = (*right, *(made[one.mutant.id] for one in some))
            by_set = dict.fromkeys(numbers, wanted)
            return self.graded(self.plan, host, by_set, shown, result_observer.everything)

        results = graded((0,), every)
        left = with_full_points(every, results[0])
        if left:
            results |= graded(range(1, len(self.sets().sets)), left)
        return row(part, every, results, why)

    def quick_audit(self, shown: Shown) -> Audit:
        """The audit by packs of specimens, by every set."""
        numbers = (*range(len(self.sets().sets)), EXAMPLE)
        with self.host as host:
            return self._judged(self.packed(self.plan, host, numbers, shown))

    def _judged(self, results: Results) -> Audit:
        """The audit of the first set, and the problems of all."""
        examples = results[EXAMPLE]
        hidden = {number: mine for number, mine in results.items() if number != EXAMPLE}
        found = judge(self.plan, self.trials, hidden[0], examples, self._every_part)
        said = [
            f"set {number + 1}: {line}"
            for number, mine in hidden.items()
            if number
            for line in problems((t for t in self.trials if t.id in mine), mine)
        ]
        said += stale(Catalogue.read(self.plan), fresh_catalogue(self.trials, examples))
        # By the numbers of one set another check may see a mistake, too, that only this one is for.
        killed = [killers(self.trials, mine) for mine in hidden.values()]
        said += unneeded(hidden[0], killed, self._every_part)
        said += constant_cases(self.plan, self.sets())
        return replace(found, problems=(*found.problems, *said))
