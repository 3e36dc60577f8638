"""Runs of an answer and of its changed copies in a confined worker, judged by the example numbers.

They judge nobody and are no secret: code that is asked about here learns nothing. What is told of
a run is what the worker's process replied to requests, never what student code has printed.
"""

import re
from contextlib import suppress
from functools import cached_property
from typing import NamedTuple

import msgspec
import torch

from autograder.checks.facts import Lost
from autograder.checks.results import CaseResult
from autograder.checks.suite import Oracle
from autograder.core.assignment.plan import Limits
from autograder.core.assignment.sets import EXAMPLE
from autograder.core.model import Outcome
from autograder.grading.cell_runner import TimeBudget
from autograder.grading.session import Session
from autograder.sandbox.host import Host
from autograder.viva.answer import Answer
from autograder.wire import messages
from autograder.wire.frames import WireError
from autograder.wire.tensors import pack, unpack
from autograder.wire.values import Entries, Fields, Items, Ref, TensorData, Value

CERTAIN = (Outcome.PASSED, Outcome.FAILED, Outcome.RAISED)
TYPE = re.compile("d?type of")
"""How a check begins to say it: whether a list is right where a tensor is nobody can say."""
RUNNING = messages.Call | messages.Gradients | messages.Travel | messages.StandIn
Requests = tuple[tuple[messages.Request, ...], ...]


class Run(NamedTuple):
    """What one text came to, and by check how its cases ended."""

    results: tuple[CaseResult, ...]
    ends: dict[str, set[Outcome]]

    @property
    def replies(self) -> list[messages.Reply]:
        """All of them, in order."""
        return [each.reply for one in self.results for each in one.exchanges]

    @property
    def raised(self) -> bool:
        """Whether any case met an error."""
        return any(Outcome.RAISED in every for every in self.ends.values())


class Call(NamedTuple):
    """A case's first call, with its shapes; requests for it and the like with other numbers."""

    written: str
    case: str
    shapes: list[str]
    requests: Requests


class Bench(Session):
    """A worker in which the text of one answer is run again and again, each time in other words.

    Only what stands before it is run in a worker that replaces a lost one: there its part is
    missing, and nothing is certain of this text.
    """

    def __init__(
        self, answer: Answer, oracle: Oracle, host: Host, limits: Limits, budget: TimeBudget
    ) -> None:
        super().__init__(host.spawn, answer.others, limits, budget=budget)
        self.answer, self._oracle, self._error = answer, oracle, ""
        every = (one for one in oracle.checks if one.part == answer.part.id)
        self.checks = {one.id: one for one in every if not one.gate}
        """Those that judge what code does, and not how it is written."""

    @cached_property
    def base(self) -> Run | None:
        """What the answer comes to as it is."""
        return self.of(self.answer.code.source)

    def of(self, source: str) -> Run | None:
        """What the answer comes to in these words; None if that is not certain."""
        id_, results = self.answer.part.id, tuple[CaseResult, ...]()
        if self._defined(source):
            results = self._oracle.judge(self, (id_,), {id_: ()}, frozenset(self.checks), EXAMPLE)
        run = Run(results, {one: set() for one in self.checks})
        for one in results:
            run.ends[one.check].add(one.outcome)
        # An error of the check's own, such as weights that do not fit: to use the code is none.
        strange = any(isinstance(one, messages.Raised) and not one.where for one in run.replies)
        typed = any(one.detail and TYPE.match(one.detail.en) for one in results)
        certain = results and all(one.outcome in CERTAIN for one in results)
        return run if certain and not strange and not typed else None

    def seen(self, stopped: str, token: str, call: Call) -> dict[str, str]:
        """What can be told of what a stopped copy returns in a call, whatever the numbers."""
        found = list[dict[str, str]]()
        with suppress(Lost):
            for requests in call.requests if self._defined(stopped) else ():
                reply = self.ask(*requests)
                value = reply.value if isinstance(reply, messages.Returned) else None
                pair = value.items if isinstance(value, Fields) else []
                found.append(_told(pair[1]) if len(pair) == 2 and pair[0] == token else {})
        return found[-1] if len(found) > 1 and found[-1] == found[-2] else {}

    @cached_property
    def calls(self) -> list[Call]:
        """The calls that checks of values make of the answer."""
        results = self.base.results if self.base else ()
        found = (
            _call(self.answer.part.name, one) for one in results if self.checks[one.check].value
        )
        return [one for one in found if one]

    def _defined(self, source: str) -> bool:
        """Run its cell in these words. After another error than the answer's own the definitions
        may be those of the words before.
        """
        own = self.answer.code
        with suppress(Lost):
            reply = self.ask(messages.RunCell(own.number, source, self._limits.check_seconds))
            error = reply.error or "" if isinstance(reply, messages.CellRan) else "no cell"
            self._error = error if source == own.source else self._error
            return error == self._error
        return False


def _told(value: Value) -> dict[str, str]:
    """A value's shape and how much of it is hidden, or the number."""
    if type(value) in (int, float):
        return {"number": f"{value:.5g}" if isinstance(value, float) else str(value)}
    with suppress(WireError):
        tensor = unpack(value) if isinstance(value, TensorData) else torch.empty(0)
        flags = tensor if tensor.dtype is torch.bool else tensor == -torch.inf
        count, kind = int(flags.sum()), "true" if flags is tensor else "infinite"
        some = {kind: str(count)} if 0 < count < flags.numel() else {}
        return {"shape": str(tuple(tensor.shape))} | some if flags.numel() else {}
    return {}


def _call(name: str, result: CaseResult) -> Call | None:
    """The first call of a name, or of an object that it has made; none if it does more before."""
    target: str | int = name
    written, shapes, asked, last = name, list[str](), Requests(), Requests()
    for exchange in result.exchanges:
        if target == -1:
            break
        asked += (exchange.requests,)
        for request in (one for one in exchange.requests if isinstance(one, RUNNING)):
            value = exchange.reply.value if isinstance(exchange.reply, messages.Returned) else None
            if not isinstance(request, messages.Call) or request.target != target or value is None:
                return None
            named = [("", one) for one in request.args] + request.keywords
            written += f"({', '.join(f'{n}={_argument(v)}'.lstrip('=') for n, v in named)})"
            shapes += [str(tuple(v.shape)) for _, v in named if isinstance(v, TensorData)]
            # After a function there is nothing to call, after a class what it has made.
            target = value.handle if isinstance(value, Ref) else -1
            others = msgspec.structs.replace(request, args=[_redrawn(one) for one in request.args])
            last = (*asked, (others,))
    made = Call(written, result.key, shapes, last)
    return made if target == -1 and "?" not in written else None


def _argument(value: Value) -> str:
    """An argument as one would write it, a tensor by its shape; `?` for what takes a long text."""
    if isinstance(value, TensorData):
        given = ", ".join(map(str, value.shape))
        whole = f"torch.zeros({given}, dtype=torch.{value.dtype})"
        return f"torch.rand({given})" if "float" in value.dtype else whole
    if isinstance(value, Entries):
        return f"{{{', '.join(f'{key!r}: {_argument(one)}' for key, one in value.entries)}}}"
    if isinstance(value, Items | Fields):
        inner = ", ".join(map(_argument, value.items))
        return f"[{inner}]" if isinstance(value, Items) else f"({inner},)"
    return repr(value) if value is None or type(value) in (bool, int, float) else "?"


def _redrawn(value: Value) -> Value:
    """A tensor of floating point with other numbers."""
    if not isinstance(value, TensorData) or "float" not in value.dtype:
        return value
    return pack(torch.rand(value.shape).to(unpack(value).dtype))
