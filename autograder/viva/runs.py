"""Runs of an answer and of its changed copies in a confined worker, judged by the example numbers.

They judge nobody and are no secret: code that is asked about here learns nothing. What is told of
a run is what the worker's process replied to requests, never what student code has printed.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

import msgspec
import torch

from autograder.checks import Lost
from autograder.checks.suite import CaseResult, Oracle
from autograder.core.assignment import Limits, Part
from autograder.core.assignment.sets import EXAMPLE
from autograder.core.model import Outcome
from autograder.grading.session import Session
from autograder.grading.time_budget import TimeBudget
from autograder.sandbox.host import Host
from autograder.viva.answer import Answer
from autograder.wire import Ref, TensorData, Value, WireError, messages
from autograder.wire.tensors import pack, unpack
from autograder.wire.values import Fields

CERTAIN = (Outcome.PASSED, Outcome.FAILED, Outcome.RAISED)
RUNNING = (messages.Call, messages.Gradients, messages.Travel, messages.StandIn)


@dataclass(frozen=True)
class Run:
    """What one text came to: by check how it ended, the first of its cases that did not pass."""

    results: tuple[CaseResult, ...]
    endings: dict[str, Outcome]

    def same(self, other: "Run") -> bool:
        """Whether both gave the same replies, to the last bit."""
        replies = [
            [each.reply for one in run.results for each in one.exchanges] for run in (self, other)
        ]
        return replies[0] == replies[1]


@dataclass(frozen=True)
class Call:
    """The one call of a check, as one would write it: requests that lead to it, and it once more
    with other numbers.
    """

    written: str
    shapes: frozenset[str]
    requests: tuple[tuple[messages.Request, ...], ...]


class Bench(Session):
    """A worker in which the text of one answer is run again and again, each time in other words.

    Only what stands before it is run in a worker that replaces a lost one: there its part is
    missing, and nothing is certain of this text.
    """

    def __init__(
        self, answer: Answer, oracle: Oracle, host: Host, limits: Limits, budget: TimeBudget
    ) -> None:
        super().__init__(host.spawn, answer.others, limits, budget=budget)
        self._answer, self._oracle, self._error = answer, oracle, ""
        every = (one for one in oracle.checks if one.part == answer.part.id)
        self.checks = {one.id: one for one in every if not one.gate}
        """Those that judge what code does, and not how it is written."""

    def of(self, source: str) -> Run | None:
        """What the answer comes to in these words; None if that is not certain."""
        id_, results = self._answer.part.id, tuple[CaseResult, ...]()
        if self._defined(source):
            results = self._oracle.judge(self, (id_,), {id_: ()}, frozenset(self.checks), EXAMPLE)
        if not results or any(one.outcome not in CERTAIN for one in results):
            return None
        others = (one for one in reversed(results) if one.outcome is not Outcome.PASSED)
        endings = dict.fromkeys((one.check for one in results), Outcome.PASSED)
        return Run(results, endings | {one.check: one.outcome for one in others})

    def seen(self, stopped: str, token: str, call: Call) -> Value:
        """What a stopped copy returns in a call, if it is the like with other numbers."""
        values = list[Value]()
        with suppress(Lost):
            for requests in call.requests if self._defined(stopped) else ():
                reply = self.ask(*requests)
                values.append(reply.value if isinstance(reply, messages.Returned) else None)
        found = [one.items[1] for one in values[-2:] if isinstance(one, Fields)
                 if len(one.items) == 2 and one.items[0] == token]  # fmt: skip
        return found[0] if len(found) == 2 and told(found[0]) == told(found[1]) else None

    def calls(self, base: Run) -> list[Call]:
        """The calls that checks of values make in a run of the answer."""
        results = (one for one in base.results if self.checks[one.check].value)
        return [call for one in results for call in _call(self._answer.part, one)]

    def _defined(self, source: str) -> bool:
        """Run its cell in these words. After another error than the answer's own the definitions
        may be those of the words before.
        """
        own = self._answer.code
        with suppress(Lost):
            reply = self.ask(messages.RunCell(own.number, source, self._limits.check_seconds))
            error = reply.error or "" if isinstance(reply, messages.CellRan) else "no cell"
            self._error = error if source == own.source else self._error
            return error == self._error
        return False


def told(value: Value) -> dict[str, str]:
    """What can be asked about a value: its shape, how much of it is hidden, or the number."""
    if type(value) in (int, float):
        return {"number": f"{value:.5g}" if isinstance(value, float) else str(value)}
    with suppress(WireError):
        tensor = unpack(value) if isinstance(value, TensorData) else torch.empty(0)
        flags = tensor if tensor.dtype is torch.bool else tensor == -torch.inf
        count, kind = int(flags.sum()), "true" if flags is tensor else "infinite"
        some = {kind: str(count)} if 0 < count < flags.numel() else {}
        return {"shape": str(tuple(tensor.shape))} | some if flags.numel() else {}
    return {}


def _call(part: Part, result: CaseResult) -> Iterator[Call]:
    """The one call of the part or of an object that it has made of it; else none."""
    target: str | int = part.name
    written, tensors, asked = part.name, list[TensorData](), list[tuple[messages.Request, ...]]()
    for exchange in result.exchanges:
        asked.append(exchange.requests)
        for request in (one for one in exchange.requests if isinstance(one, RUNNING)):
            value = exchange.reply.value if isinstance(exchange.reply, messages.Returned) else None
            if not isinstance(request, messages.Call) or request.target != target or value is None:
                return
            named = [("", one) for one in request.args] + request.keywords
            words = [f"{name}{'=' * bool(name)}{_argument(one)}" for name, one in named]
            written += f"({', '.join(words)})"
            tensors += [one for _, one in named if isinstance(one, TensorData)]
            # After a function there is nothing to call, after a class what it has made.
            target = value.handle if isinstance(value, Ref) else -1
            last = (*asked, (_redrawn(request),))
    if target == -1 and "?" not in written:
        yield Call(written, frozenset(str(tuple(one.shape)) for one in tensors), last)


def _argument(value: Value) -> str:
    """An argument as one would write it, a tensor by its shape; `?` for what takes a long text."""
    if isinstance(value, TensorData):
        given = ", ".join(map(str, value.shape))
        whole = f"torch.zeros({given}, dtype=torch.{value.dtype})"
        return f"torch.rand({given})" if "float" in value.dtype else whole
    return repr(value) if type(value) in (bool, int, float) else "?"


def _redrawn(call: messages.Call) -> messages.Call:
    """The same call with other numbers in its tensors."""
    args = [
        pack(torch.rand(one.shape).to(unpack(one).dtype))
        if isinstance(one, TensorData) and "float" in one.dtype
        else one
        for one in call.args
    ]
    return msgspec.structs.replace(call, args=args)
