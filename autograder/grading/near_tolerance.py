"""Same bytes, same verdict: what comes near the tolerance is judged by every set of numbers.

An answer that is a little beside the formula may pass by one set and fail by another, and which set
judges a student is drawn from the bytes of the file: saving it again would draw once more.
"""

from collections.abc import Callable, Iterable

from autograder.checks.suite import CaseResult
from autograder.core.model import Outcome

Results = tuple[CaseResult, ...]
NEAR = (0.1, 100.0)
"""Distances, in tolerances, that another set of numbers may carry over the border."""


def by_every_set(
    results: Results, others: Iterable[int], judge: Callable[[int, frozenset[str]], Results]
) -> Results:
    """The results; of a part that comes near the tolerance, the worst by any set of numbers."""
    least, most = NEAR
    parts = {
        one.part for one in results if one.distance is not None and least < one.distance < most
    }
    near = frozenset(one.check for one in results if one.part in parts)
    worst = {one.key: one for one in results}
    for number in others if near else ():
        for found in judge(number, near):
            known = worst[found.key]
            if Outcome.worst([known.outcome, found.outcome]) is not known.outcome:
                worst[found.key] = found
    return tuple(worst.values())
