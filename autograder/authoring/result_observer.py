"""What the audit keeps of a trial besides its report: fingerprints and distances."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

import msgspec

from autograder.checks import request_batch
from autograder.checks.fingerprints import Fingerprint, fingerprint, fingerprints
from autograder.checks.suite import CaseResult
from autograder.core.assignment import Assignment
from autograder.core.model import Outcome

T = TypeVar("T")


class Seen(msgspec.Struct, frozen=True):
    """The fingerprint of every failed case, and by check the largest distance met in it.

    Distances are in units of the tolerance: a passed comparison is at 1 or below.
    """

    prints: dict[str, Fingerprint]
    passed: dict[str, float]
    failed: dict[str, float]


def seen(results: tuple[CaseResult, ...]) -> bytes:
    """Of one trial; a `Observer` of the grader."""
    passed: dict[str, float] = {}
    failed: dict[str, float] = {}
    for result in results:
        if result.distance is not None:
            side = passed if result.outcome is Outcome.PASSED else failed
            side[result.check] = max(result.distance, side.get(result.check, 0.0))
    return msgspec.msgpack.encode(Seen(fingerprints(results), passed, failed))


def asked(results: tuple[CaseResult, ...]) -> bytes:
    """What every check that passed asked, by check and case; a `Observer` of the grader."""
    return request_batch.encode(
        {
            result.key: tuple(exchange.requests for exchange in result.exchanges)
            for result in results
            if result.outcome is Outcome.PASSED
        }
    )


def everything(results: tuple[CaseResult, ...]) -> bytes:
    """The fingerprint of every case, passed or not; a `Observer` of the grader."""
    return msgspec.msgpack.encode({result.key: fingerprint(result) for result in results})


def read(data: bytes) -> Seen:
    """What `seen` wrote."""
    return msgspec.msgpack.decode(data, type=Seen)


def own(sight: Seen, part: str) -> Seen:
    """What was seen in the checks of one part."""
    return Seen(_of(sight.prints, part), _of(sight.passed, part), _of(sight.failed, part))


def _of(by_check: dict[str, T], part: str) -> dict[str, T]:
    return {key: value for key, value in sorted(by_check.items()) if key.startswith(f"{part}/")}


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
