"""Runs of an answer and of its changed copies in a confined worker, with the example numbers, which
are no secret. What is told of a run is what the worker replied, never what student code printed.
"""

import re
from contextlib import suppress
from functools import cached_property
from typing import NamedTuple

import msgspec
import torch

from autograder.checks.compare import agree
from autograder.checks.facts import CheckFailed, Lost
from autograder.checks.results import CaseResult
from autograder.checks.suite import Oracle
from autograder.core.assignment.plan import Limits
from autograder.core.assignment.sets import EXAMPLE
from autograder.core.model import Outcome, Text
from autograder.grading.cell_runner import TimeBudget
from autograder.grading.session import Session
from autograder.report.phrases import Phrases
from autograder.sandbox.host import Host
from autograder.viva.answer import STOPPED, Answer
from autograder.wire import messages
from autograder.wire.frames import WireError
from autograder.wire.messages import Returned
from autograder.wire.tensors import pack, plain, unpack
from autograder.wire.values import Entries, Fields, Ref, TensorData, Value

phrase = Phrases("viva_phrases.toml")
CERTAIN = {Outcome.PASSED, Outcome.FAILED, Outcome.RAISED}
VAGUE = re.compile(r"\bworks?\b|torch's own settings|the same;")
"""Of a sentence: a sheet does not say what it takes to work, or the same as what."""
TYPE = re.compile("d?type of")
"""How a check begins to say it: whether a list is right where a tensor is nobody can say."""
ROUNDING, MOST_BYTES = 1e-3, 128
"""What is nearer than that is not plainly different; of whole numbers that are written down."""
RUNNING = messages.Call | messages.Gradients | messages.Travel | messages.StandIn
Requests = tuple[tuple[messages.Request, ...], ...]


class Run(NamedTuple):
    """What one source came to; `says` whether each statement that is certain holds, `failed` are
    the sentences of the checks that it does not pass.
    """

    results: tuple[CaseResult, ...]
    replies: list[messages.Reply]
    outcomes: list[Outcome]
    says: dict[Text, bool]
    failed: tuple[Text, ...]


class Call(NamedTuple):
    """A case's first call; the requests for it, and last for the same call with other numbers."""

    written: str
    requests: Requests


class Bench(Session):
    """A worker that runs an answer and its changed copies; once it is lost, nothing is certain."""

    def __init__(
        self, oracle: Oracle, host: Host, limits: Limits, budget: TimeBudget, answer: Answer
    ) -> None:
        super().__init__(host.spawn, answer.others, limits, budget=budget)
        self.answer, self._oracle = answer, oracle
        checks = (check for check in oracle.checks if check.part == answer.part.id)
        self.checks = {check.id: check for check in checks if not check.gate}
        """Those that judge what code does, and not how it is written."""
        values = (check for check in self.checks.values() if check.value)
        self._values = sorted(values, key=lambda check: -check.weight)

    @cached_property
    def base(self) -> Run | None:
        return self.of(self.answer.code.source)

    def of(self, source: str) -> Run | None:
        """What the checks say of the answer with this source; None if that is not certain."""
        id_, results = self.answer.part.id, tuple[CaseResult, ...]()
        if self._defined(source):
            results = self._oracle.judge(self, (id_,), {id_: ()}, frozenset(self.checks), EXAMPLE)
        replies = [exchange.reply for case in results for exchange in case.exchanges]
        outcomes = [case.outcome for case in results]
        typed = any(case.detail and TYPE.match(case.detail.en) for case in results)
        if not results or typed or not {*outcomes} <= CERTAIN:
            return None
        ends = {id_: {case.outcome for case in results if case.check == id_} for id_ in self.checks}
        checks = self.checks.values()
        failed = tuple(check.sentence for check in checks if ends[check.id] != {Outcome.PASSED})
        return Run(results, replies, outcomes, self._says(ends), failed)

    def _says(self, ends: dict[str, set[Outcome]]) -> dict[Text, bool]:
        """Whether each statement that is certain holds. The main checks of values have one for all
        of them, that every result is right, since their own sentences can be read in two ways.
        While they fail, no other is said to fail: by its words it might still hold.
        """
        main = [check for check in self._values if check.weight == self._values[0].weight]
        wrong = any(Outcome.FAILED in ends[check.id] for check in main)
        right = all(outcomes == {Outcome.PASSED} for outcomes in ends.values())
        says = {phrase("all_right"): right} if main and (right or wrong) else {}
        for check in self.checks.values():
            holds = ends[check.id] == {Outcome.PASSED}
            plain = holds or (Outcome.FAILED in ends[check.id] and not wrong)
            if plain and check not in main and not VAGUE.search(check.sentence.en):
                says[check.sentence] = holds
        return says

    def asked(self, source: str, call: Call) -> list[messages.Reply]:
        """The replies to a call with this source of the answer; none if that is not certain."""
        with suppress(Lost):
            if self._defined(source):
                return [self.ask(*requests) for requests in call.requests]
        return []

    @cached_property
    def calls(self) -> list[Call]:
        results = self.base.results if self.base else ()
        values = (result for result in results if self.checks[result.check].value)
        return [call for result in values if (call := _call(self.answer.part.name, result))]

    def _defined(self, source: str) -> bool:
        """Whether this source ran as the answer's cell: else the definitions before it may stay."""
        number, seconds = self.answer.code.number, self._limits.check_seconds
        with suppress(Lost):
            reply = self.ask(messages.RunCell(number, source, seconds))
            return isinstance(reply, messages.CellRan) and not reply.error
        return False


def close(old: messages.Reply, new: messages.Reply) -> bool:
    """Whether two values may be the same, but for rounding or type; nan is close to nothing."""
    try:
        pair = [plain(reply.value, repr) for reply in (old, new) if isinstance(reply, Returned)]
        agree(pair[0], pair[-1], atol=ROUNDING)
    except CheckFailed as failed:
        return TYPE.match(failed.detail.en) is not None
    except (WireError, IndexError):
        return False
    return True


def told(reply: messages.Reply) -> dict[str, str]:
    """What a stopped copy returned: a tensor's shape and how much of it is hidden, or a number."""
    match reply:
        case Returned(Fields([word, value])) if word == STOPPED:
            if type(value) in (int, float):
                return {"number": f"{value:.5g}" if isinstance(value, float) else str(value)}
            with suppress(WireError):
                tensor = unpack(value) if isinstance(value, TensorData) else torch.empty(0)
                flags = tensor if tensor.dtype is torch.bool else tensor == -torch.inf
                count, kind = int(flags.sum()), "true" if flags is tensor else "infinite"
                hidden = {kind: str(count)} if 0 < count < flags.numel() else {}
                return {"shape": str(tuple(tensor.shape))} | hidden if flags.numel() else {}
    return {}


def _call(name: str, result: CaseResult) -> Call | None:
    """The first call of a name, or of an object that it has made; none if it does more before."""
    target: str | int = name
    written, requests = name, Requests()
    for exchange in result.exchanges:
        requests += (exchange.requests,)
        reply = exchange.reply
        for request in (request for request in exchange.requests if isinstance(request, RUNNING)):
            if not isinstance(request, messages.Call) or not isinstance(reply, Returned):
                return None
            if (request.target, request.keywords, exchange.requests[-1]) != (target, [], request):
                return None
            written += f"({', '.join(map(_argument, request.args))})"
            if not isinstance(reply.value, Ref):
                redrawn = msgspec.structs.replace(request, args=[*map(_redrawn, request.args)])
                return Call(written, (*requests, (redrawn,))) if "?" not in written else None
            target = reply.value.handle
    return None


def _argument(value: Value) -> str:
    """An argument as one would write it, fractions by their shape; `?` for what takes long."""
    if isinstance(value, TensorData):
        if "float" in value.dtype:
            return f"torch.rand({', '.join(map(str, value.shape))})"
        return f"torch.tensor({unpack(value).tolist()})" if len(value.data) <= MOST_BYTES else "?"
    if isinstance(value, Entries):
        return f"{{{', '.join(f'{key!r}: {_argument(item)}' for key, item in value.entries)}}}"
    return repr(value) if value is None or type(value) in (bool, int, float) else "?"


def _redrawn(value: Value) -> Value:
    if not isinstance(value, TensorData) or "float" not in value.dtype:
        return value
    return pack(torch.rand(value.shape).to(unpack(value).dtype))
