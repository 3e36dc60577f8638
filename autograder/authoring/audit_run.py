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
from autograder.core.marks import Costs, by_checks
from autograder.grading.naming import Catalogue


class AuditRun(TrialGrading):
    def audit(self, parts: frozenset[str], shown: Shown) -> Audit:
        """Grade every specimen of these parts by the first set of numbers, or of all parts by every
        set, in packs.
        """
        chosen = self._chosen(parts)
        plain = tuple(trial for trial in self.trials if not trial.part or trial.part in chosen)
        numbers = () if parts else range(1, len(self.sets().sets))
        # In another hand: what a mistake comes to must not hang on how it is written.
        changed = tuple(self._disguised(trial) for trial in plain if trial.kind != trials.LAZY)
        with self.host:
            results = self.graded({0: plain}, shown)
            results |= self.packed(numbers, shown, changed) | self._by_example(changed, shown)
            return self._judged(results, parts, shown)

    def _by_example(self, tried: Iterable[trials.Trial], shown: Shown) -> trials.Results:
        """Wrong answers by the example numbers, which name mistakes."""
        wrong = tuple(one for one in tried if one.kind in (*trials.WRONG, "reference"))
        return self.packed((EXAMPLE,), shown, wrong)

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
        audit = judge(self.assignment, results, chosen)
        lines = self._too_narrow(chosen, shown)
        if not parts:
            lines += trials.constant_cases(self.assignment, self.sets())
        fresh = catalogue.of_mistakes(results[EXAMPLE].values())
        stale = catalogue.stale(Catalogue.read(self.assignment), fresh)
        if changed := [id_ for id_ in stale if id_.partition("/")[0] in chosen]:
            which = f"{', '.join(changed[:3])} ({len(changed)} in all)"
            lines.append(f"outdated fingerprints: {which}; `autograder learn` makes them anew")
        return replace(audit, problems=(*audit.problems, *lines))

    def _too_narrow(self, chosen: frozenset[str], shown: Shown) -> list[str]:
        """The right answers that need more than half of what a case allows: all of it elsewhere."""
        limited = chosen.intersection(Oracle(self.assignment).limited.values())
        if not limited:
            return []
        alternatives = (trial for trial in self.of_kind("alternative") if trial.part in limited)
        right = (*self.of_kind("reference"), *alternatives)
        results = self.graded({0: right}, shown, share=1 / 2)[0]
        lines = (line for result in results.values() for line in problems(result))
        return [f"with half of what is allowed {line}" for line in lines]

    def _chosen(self, parts: frozenset[str]) -> frozenset[str]:
        return parts or frozenset(part.id for part in self.assignment.parts)

    def with_visible_checks(self, audit: Audit, parts: frozenset[str]) -> Audit:
        visible = figures(self.assignment, visible_results(self.assignment, parts))
        lines = [
            f"the visible check of {row.part}: {line}"
            for row in visible.values()
            for line in (*row.missed, *row.refused)
        ]
        return replace(audit, visible=visible, problems=(*audit.problems, *lines))

    def marks(self, shown: Shown) -> tuple[trials.TrialResult, ...]:
        """Every mistake graded as a student's answer is, by the first set of numbers."""
        mistakes = tuple(replace(trial, kind=PACK) for trial in self.of_kind("mistake"))
        with self.host:
            results = self.graded({0: mistakes}, shown, discloses=True)
        return tuple(results[0].values())

    def mutation(
        self, parts: frozenset[str], most: int, shown: Shown
    ) -> tuple[mutants.MutationRow, ...]:
        """What becomes of the mutants of these parts (none: of all), at most so many of a part."""
        chosen = self._chosen(parts)
        reasons = mutants.explained(self.assignment)
        ids = [part.id for part in self.assignment.parts if part.id in chosen]
        with self.host:
            return tuple(self._mutants_of(part, most, reasons, shown) for part in ids)

    def _mutants_of(
        self, part: str, most: int, reasons: Mapping[str, str], shown: Shown
    ) -> mutants.MutationRow:
        candidates = mutants.mutants(self.assignment, part, most)
        right = self.of_kind("reference", "alternative")
        bases = [trial for trial in right if trial.part in ("", part)]

        def graded(numbers: Iterable[int], chosen: Iterable[Mutant]) -> trials.Results:
            made = (
                trials.Trial(one.id, "mutant", part, notebook_with(self.solved, one.answer).bytes())
                for one in chosen
            )
            return self.graded(dict.fromkeys(numbers, (*bases, *made)), shown, trials.everything)

        results = graded((0,), candidates)
        if full := mutants.with_full_points(candidates, results[0]):
            results |= graded(range(1, len(self.sets().sets)), full)
        return mutants.row(part, candidates, results, reasons)


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
            figures = ("–" if value is None else f"{value:g}" for value in points)
            cells = (id_, *figures, kind.because.en if kind else "")
            rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)
