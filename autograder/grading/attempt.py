"""One submission on its way to a report, as frozen values."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from autograder.checks.results import CaseResult
from autograder.core.assignment.plan import Part
from autograder.core.model import Text
from autograder.notebook.read import Code, ParsedNotebook

Results = tuple[CaseResult, ...]


@dataclass(frozen=True)
class Answer:
    """Parts, the code that answers them, and the earlier parts that something is lent for: a mask
    of truth values, or else of numbers, as an exercise leaves open which.
    """

    parts: tuple[Part, ...]
    code: tuple[Code, ...]
    lent: tuple[Part, ...] = ()
    mask_of_numbers: bool = False


@dataclass(frozen=True)
class Attempt:
    """A notebook, its code with the parts to be judged, and the set of numbers that judges them; it
    `discloses` why checks fail if somebody reads that.
    """

    notebook: ParsedNotebook
    digest: str
    answer: Answer
    repairs: tuple[Text, ...]
    set_index: int
    discloses: bool


class Judge(Protocol):
    """Judges other answers in the place of an attempt's."""

    attempt: Attempt

    def judge_anew(self, answer: Answer) -> Results:
        """What an answer comes to."""

    def by_example(
        self, answer: Answer, changed: Sequence[Answer], case: str
    ) -> Iterator[CaseResult]:
        """What a case comes to by the example numbers for each of many changed answers."""


def worst_cases(results: Iterable[CaseResult]) -> dict[str, CaseResult]:
    """By check the case that reports it: of the worst outcome, one with an example first."""
    worst: dict[str, CaseResult] = {}
    for case in sorted(results, key=lambda case: case.example is None):
        kept = worst.setdefault(case.check, case)
        if case.outcome.outranks(kept.outcome):
            worst[case.check] = case
    return worst
