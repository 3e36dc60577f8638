"""The parts of a submission with their points: by checks, by proven slips, or as corrected.

What an answer comes to with a change made by rule is found out like the answer itself. The change
that brings most is kept, and then perhaps a second one.
"""

from collections.abc import Iterable, Mapping
from itertools import islice
from pathlib import Path

from msgspec.structs import replace

from autograder.checks.suite import CaseResult, Oracle
from autograder.core.assignment import Assignment, Part
from autograder.core.assignment.sets import EXAMPLE
from autograder.core.marks import Costs, by_checks
from autograder.core.model import Outcome, PartResult, Slip
from autograder.grading.attempt import Attempt
from autograder.grading.corrections import Correction, corrections
from autograder.grading.known_pairs import KnownPairs
from autograder.grading.naming import Catalogue
from autograder.grading.proven_slips import ProvenSlips
from autograder.grading.reevaluation import Answer
from autograder.grading.score import part_results
from autograder.notebook.answers import Code
from autograder.sandbox.host import Host
from autograder.wire.places import PLACE

Results = tuple[CaseResult, ...]
MOST_TRIED = 12
"""Changes judged for one answer; each takes a worker, and hostile code has room for thousands."""
UNFINISHED = (Outcome.RAISED, Outcome.MISSING)
MOST_CHANGES = 4
"""An answer that needs more of them is not right but for a slip."""


class Marking:
    """Names the mistakes of an assignment, and marks what is right beside them."""

    def __init__(
        self, assignment: Assignment, oracle: Oracle, host: Host, kept: Path | None
    ) -> None:
        self._assignment = assignment
        self._checks = oracle.checks
        self._catalogue = Catalogue.read(assignment)
        self._pairs = KnownPairs.read(assignment)
        self._proven = ProvenSlips(assignment, oracle, host, self._catalogue, kept)
        self._costs = Costs.read(assignment)

    def parts(
        self, attempt: Attempt, results: Results, forms: Mapping[str, str]
    ) -> tuple[PartResult, ...]:
        """Every part with its points; `forms` are those of the student's own lines, by part.

        Raises:
            GraderFault: a part could not be judged.
        """
        found = self._named(results, forms)
        # Where nobody is told why checks fail, nothing is known of mistakes either.
        if attempt.discloses and attempt.number != EXAMPLE:
            judged = {part.id for part in attempt.parts}
            found = tuple(
                self._marked(attempt, part, results) if part.id in judged else part
                for part in found
            )
        return tuple(self._costs.priced(part) for part in found)

    def _named(
        self, results: Iterable[CaseResult], forms: Mapping[str, str]
    ) -> tuple[PartResult, ...]:
        parts = part_results(self._assignment, self._checks, results, self._catalogue, forms)
        return tuple(self._pairs.applied(part, self._catalogue) for part in parts)

    def _marked(self, attempt: Attempt, part: PartResult, results: Results) -> PartResult:
        """The part with its slips, or as it is judged with a change."""
        faults = any(check.outcome is Outcome.GRADER_FAULT for check in part.checks)
        if faults or part.points == part.max_points:
            return part
        mine = self._with_slips(part, results, attempt.number)
        return mine if mine.slips else self._corrected(attempt, mine)

    def _with_slips(self, part: PartResult, results: Results, number: int) -> PartResult:
        found = self._proven.of(part, results, number)
        return replace(part, slips=tuple(map(Slip, found)))

    def _corrected(self, attempt: Attempt, part: PartResult) -> PartResult:
        plan = next(one for one in attempt.parts if one.id == part.id)
        best, code, changes = part, attempt.code, list[Slip]()
        while len(changes) < MOST_CHANGES and not _explained(best):
            found = self._next(attempt, plan, code, best)
            if found is None:
                break
            best, change = found
            code = change.code
            changes.append(change.slip(plan))
        return replace(part, slips=tuple(changes), corrected=best) if changes else part

    def _next(
        self, attempt: Attempt, plan: Part, code: tuple[Code, ...], part: PartResult
    ) -> tuple[PartResult, Correction] | None:
        """What the best further change brings; None if none brings anything."""
        best, kept = part, None
        raised = any(check.outcome in UNFINISHED for check in part.checks)
        right = self._proven.answers.part(plan.id).right
        every = corrections(code, plan, self._assignment.parts, right, raised=raised)
        for change in islice(every, MOST_TRIED):
            results = attempt.again(Answer((plan,), change.code))
            named = next(one for one in self._named(results, {}) if one.id == plan.id)
            found = self._with_slips(named, results, attempt.number)
            if _rank(found, change.sure) > _rank(best, change.sure):
                best, kept = found, change
            if _explained(best):
                break
        return (best, kept) if kept else None


def _explained(part: PartResult) -> bool:
    return part.points == part.max_points or bool(part.slips)


def _rank(part: PartResult, sure: bool) -> tuple[bool, bool, float, int, int]:
    """How much of a part is right, or at least can be judged, whatever mistakes cost.

    Behind a `sure` change another error is the next mistake, if its line comes later.
    """
    outcomes = [check.outcome for check in part.checks]
    full = all(one is Outcome.PASSED for one in outcomes)
    reached = sum(one in (Outcome.PASSED, Outcome.FAILED) for one in outcomes)
    lines = (PLACE.search(one.detail.en) for one in part.checks if sure and one.detail)
    later = sum(int(place[2]) for place in lines if place)
    return full, bool(part.slips), by_checks(part), reached, later
