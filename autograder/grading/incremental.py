"""Reuses the parts of an earlier report whose own checks have not changed since.

A part is judged only by its own checks. So after a check changes, only its part is judged again for
each submission, and the rest is carried over. The exception is a verdict that depends on another
part: if a part was re-evaluated, or might have to be now, or if time or memory ran out, the
submission is graded in full.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from autograder.checks.suite import CaseResult
from autograder.core.assignment import Part
from autograder.core.model import Outcome, PartResult, Text
from autograder.grading import evidence
from autograder.grading.reevaluation import STUCK
from autograder.grading.report_cache import PreviousReport

GAVE_OUT = (Outcome.TIMED_OUT, Outcome.CRASHED)

Failing = tuple[frozenset[str], frozenset[str]]
"""The parts that failed, and those that got stuck: what second hearings depend on."""


class NotReusable(Exception):
    """The earlier report cannot be reused: the submission must be graded in full."""


@dataclass(frozen=True)
class ReusableParts:
    """Parts that are carried over from an earlier report, and how its others stood there."""

    parts: Mapping[str, PartResult]
    others: Failing
    said: tuple[Text, ...]
    evidence: bytes

    @classmethod
    def of(cls, earlier: PreviousReport | None, digests: Mapping[str, str]) -> "ReusableParts":
        """What may be carried over where a part is judged by what has this digest."""
        if earlier is None:
            return NOTHING
        report, concerned = earlier.report, earlier.concerned(digests)
        kept = {part.id: part for part in report.parts if part.id not in concerned}
        if _gave_out(kept.values()):
            return NOTHING
        others = _results(part for part in report.parts if part.id in concerned)
        told = evidence.without(earlier.evidence, concerned)
        return cls(kept, _failing(others), (*report.repairs, *report.flags), told)

    @property
    def results(self) -> tuple[CaseResult, ...]:
        """What is carried over, as results: how each check ended, without its cases."""
        return _results(self.parts.values())

    def rest(self, parts: tuple[Part, ...]) -> tuple[Part, ...]:
        """The parts that are not carried over."""
        return tuple(part for part in parts if part.id not in self.parts)

    def stands(self, said: tuple[Text, ...]) -> None:
        """See that nothing but this was said of the notebook before: more is said after hearings.

        Raises:
            Unfit: something was.
        """
        if said != self.said:
            raise NotReusable

    def fits(self, rest: Iterable[CaseResult]) -> None:
        """See that the verdict on the rest leaves what is carried over as it is.

        Raises:
            Unfit: a part that is carried over may have to be heard now, or not any more.
        """
        failed, _ = _failing(self.results)
        if failed and _failing(rest) != self.others:
            raise NotReusable

    def over(self, parts: tuple[PartResult, ...]) -> tuple[PartResult, ...]:
        """The parts, those that are carried over in their places."""
        return tuple(self.parts.get(part.id, part) for part in parts)

    def and_evidence(
        self, observe: Callable[[tuple[CaseResult, ...]], bytes], results: Iterable[CaseResult]
    ) -> bytes:
        """The evidence of all parts: that of before, and what `observe` keeps of the rest.

        Raises:
            Unfit: together it is more than is kept of one submission.
        """
        fresh = observe(tuple(one for one in results if _part(one) not in self.parts))
        if not self.parts:
            return fresh
        if len(fresh) + len(self.evidence) > evidence.KEPT_PER_SUBMISSION:
            raise NotReusable
        return evidence.joined(self.evidence, fresh)


NOTHING = ReusableParts({}, (frozenset(), frozenset()), (), b"")


def _gave_out(parts: Iterable[PartResult]) -> bool:
    return any(check.outcome in GAVE_OUT for part in parts for check in part.checks)


def _results(parts: Iterable[PartResult]) -> tuple[CaseResult, ...]:
    return tuple(
        CaseResult(check.id, "", check.outcome, check.detail)
        for part in parts
        for check in part.checks
    )


def _failing(results: Iterable[CaseResult]) -> Failing:
    found = [(_part(one), one.outcome) for one in results]
    failed = frozenset(part for part, outcome in found if outcome is not Outcome.PASSED)
    return failed, frozenset(part for part, outcome in found if outcome in STUCK)


def _part(result: CaseResult) -> str:
    return result.check.partition("/")[0]
