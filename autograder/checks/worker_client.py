"""What one check asks of a submission's worker, and how each failure to answer ends the check."""

import difflib
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec

from autograder.checks import facts
from autograder.checks.allowance import Allowance
from autograder.checks.handle import Handle
from autograder.checks.large import LargeValues
from autograder.checks.results import Exchange
from autograder.core.assignment.plan import Part
from autograder.core.model import Outcome, Text
from autograder.wire import messages
from autograder.wire.frames import MAX_FRAME, WireError
from autograder.wire.tensors import plain
from autograder.wire.values import MAX_ITEMS, Ref, Stored, TensorData, Value, in_sets, size

KEPT_BYTES = 64 << 20
"""Far more than right answers and known mistakes send, far less than a frame for every case."""
NO_ROOM = messages.Raised("not kept", "the replies before this one were too large", "")


class Port(Protocol):
    """The way to a worker for one check."""

    def ask(self, *requests: messages.Request) -> messages.Reply:
        """The reply to the last of the requests, or the first failure among them.

        Raises:
            Lost: the worker ran out of time or is gone.
        """

    def charge(self, seconds: float) -> None:
        """Take the grader's own work on a reply from the submission's time."""


class ClosingPort(Port, Protocol):
    """A way that ends."""

    def close(self) -> None:
        """End the worker."""


class Transport(Port, Protocol):
    """The way to a submission's worker."""

    def perform(self, groups: Sequence[msgspec.Raw]) -> list[bytes]:
        """Encoded replies to the first of a script's groups, to as many as it gets to."""

    def within(self, allowed: Allowance, part: Part | None) -> ClosingPort:
        """The way to a worker of its own that may cost no more, with the cells that the answer to
        `part` leads to (None: with all).
        """


@dataclass
class MemoryBudget:
    """What one submission's replies may still take of the grader's memory, in bytes."""

    left: int = KEPT_BYTES

    def kept(self, reply: messages.Reply) -> messages.Reply:
        """The reply, or a word in its place where there is no room left."""
        if isinstance(reply, messages.Returned):
            self.left -= size(reply.value)
        return reply if self.left >= 0 else NO_ROOM


class Conversation:
    """A check's requests and the replies to them; the Line of its handles.

    `others` are the names of the contract: none of them is another name's misspelling.
    """

    def __init__(
        self, port: Port, others: Collection[str], seconds: float, budget: MemoryBudget
    ) -> None:
        self.seconds = seconds
        self.exchanges: list[Exchange] = []
        self._port = port
        self._others = others
        self._budget = budget
        self._posted: list[messages.Request] = [messages.Forget()]
        self._large = LargeValues(self._now)

    def post(self, request: messages.Request) -> None:
        # First: what is sent ahead takes all that was posted before with it.
        request = self._large.sent(request)
        self._posted.append(request)
        if isinstance(request, messages.Load) and _bytes(self._posted) > MAX_FRAME // 2:
            # Each fits into a frame, all of them together might not.
            self.settle()

    def settle(self) -> None:
        """Send what was posted and not yet sent, so that its failure fails the check."""
        if any(not isinstance(request, messages.Forget) for request in self._posted):
            self.ask(messages.State())

    def ask(self, request: messages.Request) -> Any:
        """The value that a request is answered with, as plain data; CheckEnded if there is none."""
        request = self._large.sent(request)
        posted, self._posted = self._posted, []
        sent = (*posted, request)
        reply = self._reply(sent)
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
        posted, self._posted = self._posted, []
        reply = self._reply((*posted, request))
        if isinstance(reply, messages.Raised):
            raise self._failure(reply)
        return reply

    def _reply(self, sent: tuple[messages.Request, ...]) -> messages.Reply:
        try:
            return self._port.ask(*sent)
        except facts.Lost as lost:
            # Kept without a reply of its own: an instructor wants to see what lost the worker.
            silence = messages.Raised("no reply", lost.detail.en, "")
            self.exchanges.append(Exchange(sent, silence))
            raise

    def _failure(self, reply: messages.Raised) -> Exception:
        if reply.timed_out:
            limit = f"{self.seconds:g}"
            said = Text(f"it did not finish within {limit} s", f"在 {limit} 秒内没有结束")
            return facts.Lost(Outcome.TIMED_OUT, said)
        if reply.missing:
            return facts.NotDefined(self._missing(reply.message))
        return facts.StudentRaised(reply.kind, reply.message, reply.where)

    def _missing(self, name: str) -> Text:
        reply = self._port.ask(messages.Names())
        found = self._plain(reply.value) if isinstance(reply, messages.Returned) else []
        every = facts.taken(list[facts.Sentence], found)
        names = [other for other in every if other not in self._others]
        for close in difflib.get_close_matches(name, names, n=1, cutoff=0.75):
            return Text(f"found {close}, expected {name}", f"找到的是 {close}，应为 {name}")
        return Text(f"{name} is not defined", f"没有定义 {name}")

    def _plain(self, value: Value) -> Any:
        try:
            if in_sets(value) > MAX_ITEMS:
                # One set of items chosen for it is slow to put together, and a reply has room for
                # many.
                raise WireError("its sets hold too many items")
            return plain(value, self._handle)
        except WireError as error:
            said = Text(f"the result cannot be read: {error}", f"无法读取结果：{error}")
            raise facts.CheckFailed(said) from None

    def _handle(self, kept: Ref | Stored) -> Handle | Stored:
        return Handle(self, kept.handle, kept.kind) if isinstance(kept, Ref) else kept


def _bytes(requests: list[messages.Request]) -> int:
    loads = (request for request in requests if isinstance(request, messages.Load))
    every = (data for load in loads for _, data in load.tensors)
    return sum(len(data.data) for data in every if isinstance(data, TensorData))
