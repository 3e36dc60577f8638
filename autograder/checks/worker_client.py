"""What one check asks of a worker, and how values cross; each failure to answer ends the check."""

import difflib
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from types import FunctionType
from typing import Any, Protocol, cast

import msgspec
import numpy as np
import torch

from autograder.checks import facts
from autograder.checks.allowance import Allowance
from autograder.checks.facts import ParameterFacts, TravelFacts, taken
from autograder.checks.large import LargeValues
from autograder.checks.results import Exchange
from autograder.core.assignment.plan import Part
from autograder.core.model import Outcome, Text
from autograder.wire import messages, tensors, values
from autograder.wire.frames import WireError
from autograder.wire.tensors import pack
from autograder.wire.values import Ref, Stored, Value

KEPT_BYTES = 64 << 20
"""Far more than right answers and known mistakes send, far less than a frame for every case."""
NO_ROOM = messages.Raised("not kept", "the replies before this one were too large", "")
SENT = (bool, int, float, str)
"""Exactly: a subclass, such as a number of NumPy's, would arrive as something else."""
Requests = tuple[messages.Request, ...]
MAX_KIND = 80
"""Letters of a type's name; it goes back with every handle, and a frame has its limit."""


class Port(Protocol):
    def ask(self, *requests: messages.Request) -> messages.Reply:
        """The reply to the last request, or the first failure; Lost if the worker is."""

    def charge(self, seconds: float, /) -> None:
        """Take the grader's own work on a reply from the submission's time."""


class Transport(Port, Protocol):
    def perform(self, groups: Sequence[msgspec.Raw]) -> list[bytes]:
        """Encoded replies to the first of a script's groups, to as many as it gets to."""

    def within(self, allowed: Allowance, part: Part | None) -> "Transport":
        """The way to a worker that may cost no more, with the cells for `part` (None: with all)."""

    def close(self) -> None:
        """End the worker."""


@dataclass
class MemoryBudget:
    """What one submission's replies may still take of the grader's memory, in bytes."""

    left: int = KEPT_BYTES

    def kept(self, reply: messages.Reply) -> messages.Reply:
        """The reply, or a word in its place where there is no room left."""
        if isinstance(reply, messages.Returned):
            self.left -= values.size(reply.value)
        return reply if self.left >= 0 else NO_ROOM


class Handle:
    """An object that stays in the worker, usually a module."""

    def __init__(self, line: "Conversation", number: int, kind: str) -> None:
        self.number = number
        self.kind = kind[:MAX_KIND]
        self._line = line

    def __call__(self, *args: object, **keywords: object) -> Any:
        return self._line.call(self.number, args, keywords)

    def train(self) -> None:
        """Put the module in training mode."""
        self._line.post(messages.Train(self.number, True))

    def eval(self) -> None:
        """Put the module in evaluation mode."""
        self._line.post(messages.Train(self.number, False))

    def load(self, tensors: dict[str, torch.Tensor]) -> None:
        """Copy values in place into the tensors at these dotted paths."""
        packed = [(path, pack(tensor)) for path, tensor in tensors.items()]
        self._line.post(messages.Load(self.number, packed))

    def read(self, path: str) -> Any:
        """The attribute at a dotted path."""
        return self._line.ask(messages.Read(self.number, path))

    def method(self, name: str, /, *args: object, **keywords: object) -> Any:
        """What a method of the object gives."""
        attribute = self.read(name)
        if not isinstance(attribute, Handle):
            # Called here, a value under this name would be the check's own error.
            facts.fail(f"`{name}` is no method", f"`{name}` 不是方法")
        return attribute(*args, **keywords)

    def value(self) -> Any:
        """What a kept value is now."""
        return self._line.ask(messages.Read(self.number, ""))

    def step(self, rate: float) -> None:
        """Take `rate` from every number that an optimiser would be given to train."""
        self._line.post(messages.Step(self.number, rate))

    def parameter(self, path: str) -> ParameterFacts:
        """Existence, shape, trainability and registration of the tensor at `path`."""
        return taken(ParameterFacts, self._line.ask(messages.Describe(self.number, path)))

    def gradients(
        self, *args: object, upstream: torch.Tensor, of: tuple[str, ...]
    ) -> dict[str, Any]:
        """Gradients at the paths after forward on `args` and backward from `upstream`."""
        inputs, above = [to_value(arg) for arg in args], pack(upstream)
        request = messages.Gradients(self.number, inputs, above, list(of), self._line.seconds)
        gradients = taken(dict[str, Any], self._line.ask(request))
        return {path: gradients.get(path) for path in of}

    def length(self, path: str) -> int:
        """How many items lie at `path`, by iterating and by indexing."""
        return taken(facts.Count, self._line.ask(messages.Measure(self.number, path)))

    def parameter_count(self) -> int:
        """The number of values in all the module's parameters, frozen ones among them."""
        return self.length("")

    def travel(self, shape: tuple[int, ...]) -> TravelFacts:
        """Move the module to the meta device (for good) and run it there."""
        request = messages.Travel(self.number, list(shape), self._line.seconds)
        return taken(TravelFacts, self._line.ask(request))


def to_value(thing: object) -> Value:
    """What a check sends, as it crosses the line; TypeError if it is nothing that crosses."""
    if isinstance(thing, np.ndarray) and tensors.packs_array(thing):
        return tensors.pack_array(thing)
    if isinstance(thing, torch.Tensor):
        return pack(thing)
    if isinstance(thing, Handle):
        return Ref(thing.number, thing.kind)
    if isinstance(thing, list):
        return values.Items([to_value(item) for item in thing])
    if isinstance(thing, tuple):
        return values.Fields([to_value(item) for item in thing])
    if isinstance(thing, dict):
        return values.Entries([(_key(key), to_value(item)) for key, item in thing.items()])
    if isinstance(thing, set | frozenset):
        return values.members(map(to_value, thing), fixed=isinstance(thing, frozenset))
    return _single(thing)


def _single(thing: object) -> Value:
    if thing is None or type(thing) in SENT:
        return cast("Value", thing)
    if isinstance(thing, bytes):
        return values.Octets(thing)
    if isinstance(thing, torch.dtype | PurePath):
        return tensors.named(thing)
    if isinstance(thing, FunctionType | type):
        raise TypeError(
            f"a hidden check cannot send the {type(thing).__name__} {thing.__name__}: define it in"
            f" hidden/provided.py, and pass student.provided({thing.__name__!r})"
        )
    raise TypeError(f"a hidden check cannot send {type(thing).__name__}")


def _key(key: object) -> values.Key:
    if type(key) not in (str, bool, int):
        reason = f"a hidden check cannot send a dict with the key {key!r}"
        raise TypeError(f"{reason}: keys are text or whole numbers")
    return cast("values.Key", key)


class Conversation:
    """A check's requests and the replies to them; none of `names`, those of the contract, is
    another's misspelling.
    """

    def __init__(
        self, port: Port, names: Collection[str], seconds: float, budget: MemoryBudget
    ) -> None:
        self.seconds = seconds
        self.exchanges: list[Exchange] = []
        self._port = port
        self._others = names
        self._budget = budget
        self._posted: list[messages.Request] = [messages.Forget()]
        self._large = LargeValues(self._now)

    def post(self, request: messages.Request) -> None:
        # First: what is sent ahead takes all that was posted before with it.
        request = self._large.sent(request)
        self._posted.append(request)

    def call(self, target: str | int, args: Sequence[object], keywords: dict[str, object]) -> Any:
        named = [(name, to_value(value)) for name, value in keywords.items()]
        return self.ask(messages.Call(target, [to_value(arg) for arg in args], self.seconds, named))

    def settle(self) -> None:
        """Send what was posted and not yet sent, so that its failure fails the check."""
        if any(not isinstance(request, messages.Forget) for request in self._posted):
            self.ask(messages.State())

    def ask(self, request: messages.Request) -> Any:
        """The value that a request is answered with, as plain data; CheckEnded if there is none."""
        sent, reply = self._sent(self._large.sent(request))
        self._large.inline = values.INLINE_BYTES
        began = time.thread_time()
        try:
            if isinstance(reply, messages.Returned):
                reply = messages.Returned(self._large.whole(reply.value))
            self.exchanges.append(Exchange(sent, self._budget.kept(reply)))
            if isinstance(reply, messages.Raised):
                raise self._failure(reply)
            if not isinstance(reply, messages.Returned):
                raise facts.nonsense()
            return self._plain(reply.value)
        finally:
            # The submission pays for it: a reply may hold millions of items.
            self._port.charge(time.thread_time() - began)

    def _now(self, request: messages.Request) -> messages.Reply:
        """The reply to a request for a piece of a value; no exchange is kept of it."""
        _, reply = self._sent(request)
        if isinstance(reply, messages.Raised):
            raise self._failure(reply)
        return reply

    def _sent(self, request: messages.Request) -> tuple[Requests, messages.Reply]:
        """The request behind all that was posted, and the reply."""
        sent, self._posted = (*self._posted, request), []
        try:
            return sent, self._port.ask(*sent)
        except facts.Lost as lost:
            # Kept without a reply of its own: an instructor wants to see what lost the worker.
            self.exchanges.append(Exchange(sent, messages.Raised("no reply", lost.detail.en, "")))
            raise

    def _failure(self, reply: messages.Raised) -> Exception:
        if reply.timed_out:
            limit = f"{self.seconds:g}"
            detail = Text(f"it did not finish within {limit} s", f"在 {limit} 秒内没有结束")
            return facts.Lost(Outcome.TIMED_OUT, detail)
        if reply.missing:
            return facts.NotDefined(self._missing(reply.message))
        return facts.StudentRaised(reply.kind, reply.message, reply.where)

    def _missing(self, name: str) -> Text:
        reply = self._port.ask(messages.Names())
        listed = self._plain(reply.value) if isinstance(reply, messages.Returned) else []
        defined = taken(list[facts.Sentence], listed)
        names = [other for other in defined if other not in self._others]
        for close in difflib.get_close_matches(name, names, n=1, cutoff=0.75):
            return Text(f"found {close}, expected {name}", f"找到的是 {close}，应为 {name}")
        return Text(f"{name} is not defined", f"没有定义 {name}")

    def _plain(self, value: Value) -> Any:
        try:
            if values.in_sets(value) > values.MAX_ITEMS:
                # One set of items chosen for it is slow to put together; a reply may hold many.
                raise WireError("its sets hold too many items")
            return tensors.plain(value, self._handle)
        except WireError as error:
            detail = Text(f"the result cannot be read: {error}", f"无法读取结果：{error}")
            raise facts.CheckFailed(detail) from None

    def _handle(self, kept: Ref | Stored) -> Handle | Stored:
        return Handle(self, kept.handle, kept.kind) if isinstance(kept, Ref) else kept
