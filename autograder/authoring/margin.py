"""How far right answers and mistakes are from the tolerance, and so from each other."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from autograder.authoring.result_observer import Seen
from autograder.core.assignment import Assignment


@dataclass(frozen=True)
class Sides:
    """Distances in units of the tolerance: the largest of a right answer, the smallest of a wrong
    one; between them lies 1.
    """

    right: float
    wrong: float

    @property
    def margin(self) -> float:
        """How many times farther away the nearest mistake is than the farthest right answer."""
        return self.wrong / self.right if self.right else math.inf


@dataclass(frozen=True)
class Margins:
    """The two sides of every part and of every check that compares values."""

    by_part: Mapping[str, Sides]
    by_check: Mapping[str, Sides]


def margins(assignment: Assignment, sights: Mapping[str, Seen]) -> Margins:
    """What the trials say; a mistake counts in its own part, by the check that is surest of it."""
    by_check: dict[str, Sides] = {}
    by_part: dict[str, Sides] = {}
    for part in assignment.parts:
        right = _right(part.id, sights)
        wrong = _wrong(part.id, sights)
        surest = [max(sight.values()) for sight in wrong if sight]
        by_part[part.id] = Sides(max(right.values(), default=0.0), min(surest, default=math.inf))
        for check, distance in right.items():
            mine = [max(sight.values()) for sight in wrong if check in sight]
            by_check[check] = Sides(distance, min(mine, default=math.inf))
    return Margins(by_part, by_check)


def _right(part: str, sights: Mapping[str, Seen]) -> dict[str, float]:
    """By check, the largest distance that any alternative (or the reference) has in it."""
    found: dict[str, float] = {}
    for trial, sight in sights.items():
        if trial.startswith((f"alternative:{part}/", "reference")):
            for check, distance in sight.passed.items():
                if check.startswith(f"{part}/"):
                    found[check] = max(distance, found.get(check, 0.0))
    return found


def _wrong(part: str, sights: Mapping[str, Seen]) -> list[dict[str, float]]:
    """For each mistake of the part, its distances in the checks that it fails by values."""
    return [
        {check: d for check, d in sight.failed.items() if check.startswith(f"{part}/") and d > 1}
        for trial, sight in sights.items()
        if trial.startswith(f"mistake:{part}/")
    ]
