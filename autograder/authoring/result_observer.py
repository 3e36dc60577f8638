"""What the audit keeps of a trial besides its report: fingerprints and distances."""

from typing import TypeVar

import msgspec

from autograder.checks import request_batch
from autograder.checks.fingerprints import Fingerprint, fingerprint, fingerprints
from autograder.checks.suite import CaseResult
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
