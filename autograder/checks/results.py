"""What the oracle says of a submission: plain values for whoever marks or reports it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from autograder.core.model import Outcome, Text
from autograder.wire import messages

if TYPE_CHECKING:
    # Who reads a result need not wait for torch.
    import torch


@dataclass(frozen=True)
class CheckInfo:
    """A hidden check as collected: what it judges, for how much, in which words."""

    id: str
    part: str
    sentence: Text
    weight: float
    gate: bool
    hint: Text | None
    value: bool = False


@dataclass(frozen=True)
class Exchange:
    """Requests and the reply to them, kept for naming mistakes and for explaining a verdict."""

    requests: tuple[messages.Request, ...]
    reply: messages.Reply


@dataclass(frozen=True)
class CaseResult:
    """What became of one check on one case.

    `told` are the forbidden calls that the check was told of; `distance` is the largest from an
    expected value, in units of its tolerance. It was too `dear` if the case's limits ended it.
    `example` is the same case on the example numbers; None if it ended there in another way.
    """

    check: str
    case: str
    outcome: Outcome
    detail: Text | None
    exchanges: tuple[Exchange, ...] = ()
    compared: "tuple[Text, torch.Tensor, torch.Tensor] | None" = None
    told: tuple[str, ...] = ()
    distance: float | None = None
    example: "CaseResult | None" = None
    dear: bool = False

    @property
    def key(self) -> str:
        return case_key(self.check, self.case)

    @property
    def passed(self) -> bool:
        return self.outcome is Outcome.PASSED

    @property
    def part(self) -> str:
        return self.check.partition("/")[0]


def case_key(check: str, case: str) -> str:
    return f"{check}|{case}"


def check_of(key: str) -> str:
    return key.partition("|")[0]
