"""A living worker as the host sees it: questions out, answers in, and its end."""

import os
import select
import signal
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum
from typing import TypeVar

from autograder.core.errors import GraderFault
from autograder.wire import codec, messages
from autograder.wire.frames import MAX_FRAME, Closed, Late, WireError, is_whole, receive, send
from autograder.worker.control import GRACE, STATUS, USED_UP, Finding, Order

Lending = Callable[[messages.Wanted], messages.Given | messages.Refused]
Numbered = TypeVar("Numbered", messages.NumberedReply, messages.NumberedReplies)
LENDING_FACTOR = 5
"""An answer that calls lent functions may take so many times its seconds in all, and what they
compute on this side counts: a right answer may make many calls."""

DEATH_SECONDS = 60.0
UNWATCHED_SECONDS = 0.2
"""Nearly every answer is there within so many seconds: the worker need not be watched."""

SOCKET_BYTES = 1 << 16
"""Bytes that a socket takes even if nobody reads them."""

LOOK_BYTES = 1 << 18
"""More than a socket holds."""

WALL_CLOCK_FACTOR = 100
"""A worker may wait for a processor, by the clock, so many times as long as it may compute; then
the machine is too busy to grade on. A twentieth of a processor has been seen."""


class LossCause(StrEnum):
    LATE = "late"
    ASLEEP = "asleep"
    EXITED = "exited"
    FULL = "used up its memory"
    STARVED = "got no processor"
    SIGNALLED = "signalled"
    KILLED = "killed from outside"
    UNCONFINED = "could not be confined"
    PROTOCOL_ERROR = "broke the protocol"
    VANISHED = "vanished"


class WorkerLost(Exception):
    def __init__(self, cause: LossCause) -> None:
        super().__init__(cause.value)
        self.cause = cause


class Worker:
    """One worker, dead for good after WorkerLost. Replies come by `connection`, its end by the pipe
    `status`; `order` reaches the warm process, which knows it by `name`.
    """

    def __init__(
        self, connection: socket.socket, status: int, name: str, order: Callable[[Order], None],
        pace: float = 1.0,
    ) -> None:  # fmt: skip
        self._connection, self._status = connection, status
        self._name, self._order, self._pace = name, order, pace
        self._began: float | None = None
        self._watched: float | None = None
        self._ended_with: int | None = None
        self._number = 0
        self._lender: Lending | None = None
        self.ended = False
        self.spent = 0.0
        """Seconds for which it has computed and slept, at an ordinary machine's pace."""

    def ask(self, requests: list[messages.Request], seconds: float) -> messages.Reply:
        """The reply to the last of the requests, or the first failure. The worker may compute for
        so many `seconds` of processor time, and sleep for as many. WorkerLost if no proper reply
        came (it is ended then), GraderFault if the requests are too large.
        """
        limit = self.spent + LENDING_FACTOR * seconds
        reply = self._exchange(self._numbered(requests), codec.decode_reply, seconds)
        while isinstance(reply.body, messages.Wanted):
            if self._lender is None:
                raise self._lost(LossCause.PROTOCOL_ERROR)
            began = time.thread_time()
            answer = messages.NumberedRequest(self._number, self._lender(reply.body))
            limit -= (time.thread_time() - began) / self._pace
            budget = min(seconds, limit - self.spent)
            reply = self._exchange(codec.encode(answer), codec.decode_reply, budget)
        return reply.body

    def perform(self, script: messages.Script, seconds: float) -> list[bytes]:
        """Encoded replies to a script's first groups; `seconds` and errors are those of `ask`."""
        reply = self._exchange(self._numbered(script), codec.decode_replies, seconds)
        if len(reply.replies) > len(script.groups):
            raise self._lost(LossCause.PROTOCOL_ERROR)
        return list(map(bytes, reply.replies))

    def cpu_time(self) -> float:
        """Seconds of processor time that it has ever used, at an ordinary machine's pace."""
        self._order(Order("cpu_time", self._name))
        computed, _ = self._read_status() or (0.0, 0.0)
        return computed / self._pace

    def _numbered(self, requests: list[messages.Request] | messages.Script) -> bytes:
        self._number += 1
        data = codec.encode(messages.NumberedRequest(self._number, requests))
        if len(data) > MAX_FRAME:
            raise GraderFault(f"a hidden check sends {len(data)} bytes at once, over {MAX_FRAME}")
        return data

    def lend(self, names: list[tuple[str, list[str]]], lender: Lending, seconds: float) -> None:
        """Have `lender` answer for these names, each with its arguments; raises as `ask` does."""
        self._lender = lender
        self.ask([messages.Lend(names)], seconds)

    def _exchange(
        self, data: bytes, decode: Callable[[bytes], Numbered], seconds: float
    ) -> Numbered:
        """The answer to `data`, for which the worker may compute and sleep for so long."""
        if seconds <= 0:
            raise self._lost(LossCause.LATE)
        self._began, self._watched = time.monotonic(), None
        deadline = self._began + WALL_CLOCK_FACTOR * (seconds + GRACE) * self._pace
        try:
            if len(data) > SOCKET_BYTES:
                # It may not fit into the socket's buffer, and the worker may not read it.
                self._watch_over(seconds)
            send(self._connection, data, deadline)
            if self._watched is None and not self._answers_soon():
                self._watch_over(seconds)
            reply = decode(receive(self._connection, deadline))
        except Late:
            # If it had computed or slept for too long, it would have been killed.
            raise self._lost(LossCause.STARVED) from None
        except WireError as error:
            closed = isinstance(error, Closed)
            raise self._lost(LossCause.EXITED if closed else LossCause.PROTOCOL_ERROR) from None
        if reply.number != self._number:
            raise self._lost(LossCause.PROTOCOL_ERROR)
        self._account()
        return reply

    def _watch_over(self, seconds: float) -> None:
        self._watched = time.monotonic()
        self._order(Order("watch", self._name, seconds * self._pace))

    def _answers_soon(self) -> bool:
        """Whether all of a short answer is there soon; or the worker is gone."""
        if not _readable(self._connection.fileno(), UNWATCHED_SECONDS):
            return False
        data = b""
        with suppress(OSError):
            data = self._connection.recv(LOOK_BYTES, socket.MSG_PEEK)
        return not data or is_whole(data)

    def _account(self) -> None:
        """Add what the exchange took; by the clock while the worker was not watched."""
        if self._began is None:
            return
        if self._watched is None:
            seconds = time.monotonic() - self._began
        else:
            self._order(Order("answered", self._name))
            seconds = self._watched - self._began + sum(self._read_status() or ())
        self._began = None
        self.spent += seconds / self._pace

    def close(self) -> None:
        if self.ended:
            return
        self.ended = True
        self._connection.close()
        self._order(Order("end", self._name))
        os.close(self._status)

    def _lost(self, cause: LossCause) -> WorkerLost:
        self._account()
        if cause is LossCause.EXITED:
            while self._ended_with is None and self._read_status():
                pass
            cause = _cause_of(self._ended_with)
        self.close()
        return WorkerLost(cause)

    def _read_status(self) -> tuple[float, float] | None:
        """How long it computed and slept, as the warm process says next; None if no more comes."""
        ready = _readable(self._status, DEATH_SECONDS)
        data = os.read(self._status, STATUS.size) if ready else b""
        if len(data) != STATUS.size:
            return None
        code, computed, idled = STATUS.unpack(data)
        if code != Finding.ALIVE:
            self._ended_with = code
        return computed, idled


def _readable(descriptor: int, seconds: float) -> bool:
    """Whether there is something to read within so many seconds, or the other side is gone."""
    # Not select, which takes no descriptor beyond a thousand.
    poller = select.poll()
    poller.register(descriptor, select.POLLIN)
    return bool(poller.poll(1000 * seconds))


def _cause_of(status: int | None) -> LossCause:
    if status is None:
        return LossCause.VANISHED
    if status < 0:
        causes = {Finding.ASLEEP: LossCause.ASLEEP, Finding.UNCONFINED: LossCause.UNCONFINED}
        return causes.get(Finding(status), LossCause.LATE)
    if os.WIFSIGNALED(status):
        killed = os.WTERMSIG(status) == signal.SIGKILL
        return LossCause.KILLED if killed else LossCause.SIGNALLED
    return LossCause.FULL if os.WEXITSTATUS(status) == USED_UP else LossCause.EXITED
