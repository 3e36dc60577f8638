"""The audit: every specimen graded, what becomes of mutants, and what mistakes cost."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from autograder.authoring import catalogue, mutants, trials
from autograder.authoring.audit import Audit, judge, problems
from autograder.authoring.handwriting import disguised
from autograder.authoring.make import notebook_with
from autograder.authoring.mutants import Mutant
from autograder.authoring.trial_grading import PACK, Shown, TrialGrading
from autograder.authoring.visible import figures, visible_results
from autograder.checks.suite import Oracle
from autograder.core.assignment.plan import Assignment
from autograder.core.assignment.sets import EXAMPLE
from autograder.core.errors import CourseError
from autograder.core.marks import Costs, by_checks
from autograder.grading.naming import Catalogue


class AuditRun(TrialGrading):
    def audit(self, parts: frozenset[str], shown: Shown) -> Audit:
        """Grade every specimen of these parts by the first set of numbers, or of all parts by every
        set, in packs; a CourseError if there is no such part.
        """
        chosen = self._chosen(parts)
        mine = tuple(trial for trial in self.trials if not trial.part or trial.part in chosen)
        others = () if parts else range(1, len(self.sets().sets))
        # In another student's hand: what a mistake comes to must not hang on how it is written.
        every = tuple(self._disguised(one) for one in mine if one.kind != trials.LAZY)
        with self.host:
            results = self.graded({0: mine}, shown)
            results |= self.packed(others, shown, every) | self._by_example(every, shown)
            return self._judged(results, parts, shown)

    def _by_example(self, every: Iterable[trials.Trial], shown: Shown) -> trials.Results:
        """By the example numbers, which name mistakes, only those."""
        named = (*trials.WRONG, "reference")
        return self.packed((EXAMPLE,), shown, tuple(one for one in every if one.kind in named))

    def _disguised(self, one: trials.Trial) -> trials.Trial:
        if not one.specimen:
            return one
        return replace(trials.trial_of(disguised(one.specimen), one.kind, self.solved), id=one.id)

    def quick_audit(self, shown: Shown) -> Audit:
        with self.host:
            results = self.packed(range(len(self.sets().sets)), shown, self.trials)
            results |= self._by_example(self.trials, shown)
            return self._judged(results, frozenset(), shown)

    def _judged(self, results: trials.Results, parts: frozenset[str], shown: Shown) -> Audit:
        chosen = self._chosen(parts)
        found = judge(self.assignment, results, chosen)
        said = self._too_narrow(chosen, shown)
        if not parts:
            said += trials.constant_cases(self.assignment, self.sets())
        fresh = catalogue.of_mistakes(results[EXAMPLE].values())
        stale = catalogue.stale(Catalogue.read(self.assignment), fresh)
        if changed := [id_ for id_ in stale if id_.partition("/")[0] in chosen]:
            which = f"{', '.join(changed[:3])} ({len(changed)} in all)"
            said.append(f"outdated fingerprints: {which}; `autograder learn` makes them anew")
        return replace(found, problems=(*found.problems, *said))

    def _too_narrow(self, chosen: frozenset[str], shown: Shown) -> list[str]:
        """The right answers that need more than half of what a case allows: all of it elsewhere."""
        limited = chosen.intersection(Oracle(self.assignment).limited.values())
        if not limited:
            return []
        others = (trial for trial in self.of_kind("alternative") if trial.part in limited)
        right = (*self.of_kind("reference"), *others)
        found = self.graded({0: right}, shown, share=1 / 2)[0]
        every = (line for one in found.values() for line in problems(one))
        return [f"with half of what is allowed {line}" for line in every]

    def _chosen(self, parts: frozenset[str]) -> frozenset[str]:
        known = [part.id for part in self.assignment.parts]
        if unknown := parts.difference(known):
            said = f"there is no part {', '.join(sorted(unknown))} (found: {', '.join(known)})"
            raise CourseError(said)
        return parts or frozenset(known)

    def with_visible_checks(self, found: Audit, parts: frozenset[str]) -> Audit:
        visible = figures(self.assignment, visible_results(self.assignment, parts))
        said = [
            f"the visible check of {row.part}: {line}"
            for row in visible.values()
            for line in (*row.missed, *row.refused)
        ]
        return replace(found, visible=visible, problems=(*found.problems, *said))

    def marks(self, shown: Shown) -> tuple[trials.TrialResult, ...]:
        """Every mistake graded as a student's answer is, by the first set of numbers."""
        own = tuple(replace(trial, kind=PACK) for trial in self.of_kind("mistake"))
        with self.host:
            found = self.graded({0: own}, shown, discloses=True)
        return tuple(found[0].values())

    def mutation(
        self, parts: frozenset[str], most: int, shown: Shown
    ) -> tuple[mutants.MutationRow, ...]:
        """What becomes of the mutants of these parts (none: of all), at most so many of a part; a
        CourseError if there is no such part.
        """
        chosen = self._chosen(parts)
        why = mutants.explained(self.assignment)
        ids = [part.id for part in self.assignment.parts if part.id in chosen]
        with self.host:
            return tuple(self._mutants_of(part, most, why, shown) for part in ids)

    def _mutants_of(
        self, part: str, most: int, why: Mapping[str, str], shown: Shown
    ) -> mutants.MutationRow:
        every = mutants.mutants(self.assignment, part, most)
        right = self.of_kind("reference", "alternative")
        bases = [one for one in right if one.part in ("", part)]

        def graded(numbers: Iterable[int], some: Iterable[Mutant]) -> trials.Results:
            made = (
                trials.Trial(one.id, "mutant", part, notebook_with(self.solved, one.answer).bytes())
                for one in some
            )
            return self.graded(dict.fromkeys(numbers, (*bases, *made)), shown, trials.everything)

        results = graded((0,), every)
        if left := mutants.with_full_points(every, results[0]):
            results |= graded(range(1, len(self.sets().sets)), left)
        return mutants.row(part, every, results, why)


def marks_table(assignment: Assignment, results: Iterable[trials.TrialResult]) -> str:
    """What every mistake costs and why, with its marks by checks and by costs, in Markdown."""
    costs = Costs.read(assignment)
    rows = ["| mistake | takes, if proven | of | checks alone | mark | why |"]
    rows.append("| --- | ---: | ---: | ---: | ---: | --- |")
    for result in results:
        part, id_ = result.part, result.trial.specimen.id if result.trial.specimen else ""
        if part:
            cost, kind = costs.of(id_, part.max_points), costs.kind(id_)
            points = (cost, part.max_points, by_checks(part), part.points)
            figures = ("–" if each is None else f"{each:g}" for each in points)
            cells = (id_, *figures, kind.because.en if kind else "")
            rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)
