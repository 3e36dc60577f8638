"""What is kept of a trial besides its report: observers of the grader."""

import msgspec

from autograder.checks import request_batch
from autograder.checks.fingerprints import Fingerprint, fingerprint, fingerprints
from autograder.checks.suite import CaseResult
from autograder.core.model import Outcome


class Seen(msgspec.Struct, frozen=True):
    """The fingerprint of every failed case, and by check the largest distance met in it.

    Distances are in units of the tolerance: a passed comparison is at 1 or below. `dear` are the
    cases that were ended by what they allow an answer to cost.
    """

    prints: dict[str, Fingerprint]
    passed: dict[str, float]
    failed: dict[str, float]
    dear: dict[str, str] = {}

    def of(self, part: str) -> "Seen":
        """What was seen in the checks of one part."""
        mine = [
            {key: value for key, value in sorted(each.items()) if key.startswith(f"{part}/")}
            for each in msgspec.structs.astuple(self)
        ]
        return Seen(*mine)


def seen(results: tuple[CaseResult, ...]) -> bytes:
    """Fingerprints and distances, as a `Seen`."""
    passed: dict[str, float] = {}
    failed: dict[str, float] = {}
    for result in results:
        if result.distance is not None:
            side = passed if result.outcome is Outcome.PASSED else failed
            side[result.check] = max(result.distance, side.get(result.check, 0.0))
    dear = {result.key: result.outcome.value for result in results if result.dear}
    return msgspec.msgpack.encode(Seen(fingerprints(results), passed, failed, dear))


def asked(results: tuple[CaseResult, ...]) -> bytes:
    """What every check that passed asked, by check and case."""
    return request_batch.encode(
        {
            result.key: tuple(exchange.requests for exchange in result.exchanges)
            for result in results
            if result.outcome is Outcome.PASSED
        }
    )


def everything(results: tuple[CaseResult, ...]) -> bytes:
    """The fingerprint of every case, passed or not."""
    return msgspec.msgpack.encode({result.key: fingerprint(result) for result in results})
