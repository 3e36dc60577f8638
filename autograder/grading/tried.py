"""What a part comes to with changes of its answer, and which of two is better."""

from collections.abc import Container
from dataclasses import dataclass
from typing import NamedTuple

from msgspec.structs import replace

from autograder.core.marks import by_checks
from autograder.core.model import Outcome, PartResult
from autograder.grading.attempt import Results
from autograder.notebook.read import Code
from autograder.wire.places import PLACE

WITHOUT_VALUES = (Outcome.RAISED, Outcome.MISSING)


class Rank(NamedTuple):
    """How much of a part is right, or at least can be judged, whatever mistakes cost."""

    full: bool
    proven: float
    """1 / the number of proven mistakes; 0 if none is proven."""
    points: float
    reached: int
    line: int


@dataclass(frozen=True)
class Tried:
    """An answer with the changes that were made so far: its part, its results and its code."""

    part: PartResult
    results: Results
    code: tuple[Code, ...]

    def rank(self, sure: bool) -> Rank:
        """Behind a `sure` change another error is the next mistake, if its line comes later. Any
        other one is a guess, which an error or a wrong shape behind it refutes.
        """
        part = self.part
        outcomes = [check.outcome for check in part.checks]
        full = all(outcome is Outcome.PASSED for outcome in outcomes)
        reached = sum(outcome in (Outcome.PASSED, Outcome.FAILED) for outcome in outcomes)
        compared = (r.compared for r in self.results if r.part == part.id and r.compared)
        misshapen = any(actual.shape != right.shape for _, actual, right in compared)
        if not sure and (reached < len(outcomes) or misshapen):
            reached = 0
        lines = (PLACE.search(check.detail.en) for check in part.checks if sure and check.detail)
        later = sum(int(place[2]) for place in lines if place)
        return Rank(full, 1 / len(part.slips) if part.slips else 0, by_checks(part), reached, later)


def errors(part: PartResult) -> tuple[str, ...]:
    """The error of each check that raised one or found no answer."""
    failed = (check for check in part.checks if check.outcome in WITHOUT_VALUES)
    return tuple(check.detail.en if check.detail else "" for check in failed)


def unnamed(part: PartResult, sure: Container[str]) -> PartResult:
    """The part without names for errors that a `sure` change should have put right: none did."""
    checks = (
        replace(check, mistakes=())
        if check.outcome is Outcome.RAISED
        and any(mistake.kind in sure for mistake in check.mistakes)
        else check
        for check in part.checks
    )
    return replace(part, checks=tuple(checks))


def is_full(part: PartResult) -> bool:
    return part.points == part.max_points


def explained(part: PartResult) -> bool:
    return is_full(part) or bool(part.slips)


def kept_right(part: PartResult, before: PartResult) -> PartResult:
    """What was right before an error of the student's own was left out is right."""
    passed = {check.id: check for check in before.checks if check.outcome is Outcome.PASSED}
    kept = replace(part, checks=tuple(passed.get(check.id, check) for check in part.checks))
    return replace(kept, points=by_checks(kept))
