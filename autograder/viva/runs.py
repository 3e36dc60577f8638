"""Runs of an answer and of its changed copies in a confined worker, judged by the example numbers.

They judge nobody and are no secret: code that is asked about here learns nothing. What is told of
a run is what the worker's process replied to requests, never what student code has printed.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

import msgspec
import torch

from autograder.checks import Lost
from autograder.checks.fingerprints import fingerprint
from autograder.checks.items import CheckInfo
from autograder.checks.suite import CaseResult, Oracle
from autograder.core.assignment import Limits, Part
from autograder.core.assignment.sets import EXAMPLE
from autograder.core.model import Outcome, Text
from autograder.grading.session import Session
from autograder.grading.time_budget import TimeBudget
from autograder.sandbox.host import Host
from autograder.viva.answer import Answer
from autograder.wire import Ref, TensorData, Value, WireError, messages
from autograder.wire.tensors import UNFILLED, pack, unpack
from autograder.wire.values import Fields

CERTAIN = (Outcome.PASSED, Outcome.FAILED, Outcome.RAISED)
RUNNING = (messages.Call, messages.Gradients, messages.Travel, messages.StandIn)


@dataclass(frozen=True)
class Run:
    """What one text came to, case by case."""

    results: tuple[CaseResult, ...]

    @cached_property
    def endings(self) -> dict[str, Outcome]:
        """How each check ended, by the first of its cases that did not pass."""
        passed = dict.fromkeys((one.check for one in self.results), Outcome.PASSED)
        return passed | {one.check: one.outcome for one in self._others}

    @cached_property
    def said(self) -> dict[str, Text]:
        """What is said of each check that did not pass."""
        return {one.check: one.detail for one in self._others if one.detail}

    @property
    def raised(self) -> bool:
        """Whether there was an error anywhere."""
        return Outcome.RAISED in self.endings.values()

    @property
    def certain(self) -> bool:
        """Whether it came to its end, and nothing that nobody has written to was read."""
        ended = all(one.outcome in CERTAIN for one in self.results)
        replies = (each.reply for one in self.results for each in one.exchanges)
        junk = UNFILLED.to_bytes(4, "little")
        return ended and not any(junk in msgspec.msgpack.encode(each) for each in replies)

    def same(self, other: "Run") -> bool:
        """Whether both gave the same values everywhere."""
        pairs = zip(self.results, other.results, strict=True)
        return all(fingerprint(a).agrees(fingerprint(b)) for a, b in pairs)

    @property
    def _others(self) -> list[CaseResult]:
        return [one for one in reversed(self.results) if one.outcome is not Outcome.PASSED]


@dataclass(frozen=True)
class Call:
    """The one call of a check, as one would write it, and the requests that lead to it."""

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
        self._answer, self._oracle = answer, oracle
        every = (one for one in oracle.checks if one.part == answer.part.id)
        self.checks: dict[str, CheckInfo] = {one.id: one for one in every if not one.gate}
        """Those that judge what code does, and not how it is written."""
        self._error: str | None = None

    def of(self, source: str) -> Run | None:
        """What the answer comes to in these words; None if that is not certain."""
        id_, results = self._answer.part.id, tuple[CaseResult, ...]()
        if self._defined(source):
            results = self._oracle.judge(self, (id_,), {id_: ()}, frozenset(self.checks), EXAMPLE)
        run = Run(results)
        return run if results and run.certain else None

    def seen(self, stopped: str, token: str, call: Call) -> Value:
        """What a stopped copy returns in a call, if it is the like with other numbers."""
        values = list[Value]()
        for requests in (*call.requests, (_redrawn(call.requests[-1][-1]),)):
            with suppress(Lost):
                reply = self.ask(*requests) if values or self._defined(stopped) else None
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
            error = reply.error if isinstance(reply, messages.CellRan) else "no cell"
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
    written, tensors = part.name, list[TensorData]()
    for exchange in result.exchanges:
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
    if target == -1 and "?" not in written:
        asked = tuple(each.requests for each in result.exchanges)
        ends = [n for n, one in enumerate(asked, 1) if isinstance(one[-1], messages.Call)]
        known = frozenset(str(tuple(one.shape)) for one in tensors)
        yield Call(written, known, asked[: ends[-1]])


def _argument(value: Value) -> str:
    """An argument as one would write it, a tensor by its shape; `?` for what takes a long text."""
    if isinstance(value, TensorData):
        given = ", ".join(map(str, value.shape))
        whole = f"torch.zeros({given}, dtype=torch.{value.dtype})"
        return f"torch.rand({given})" if "float" in value.dtype else whole
    return repr(value) if type(value) in (bool, int, float) else "?"


def _redrawn(request: messages.Request) -> messages.Request:
    """The same call with other numbers in its tensors."""
    if not isinstance(request, messages.Call):
        return request
    args = [_others(one) for one in request.args]
    keywords = [(name, _others(one)) for name, one in request.keywords]
    return msgspec.structs.replace(request, args=args, keywords=keywords)


def _others(value: Value) -> Value:
    if not isinstance(value, TensorData) or "float" not in value.dtype:
        return value
    return pack(torch.rand(value.shape).to(unpack(value).dtype))
