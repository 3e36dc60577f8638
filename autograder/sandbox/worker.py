"""A living worker as the host sees it: questions out, answers in, and its end."""

import os
import select
import signal
import socket
import time
from collections.abc import Callable
from enum import StrEnum
from typing import TypeVar

from autograder.errors import GraderFault
from autograder.wire import MAX_FRAME, WALL, Late, WireError, messages, receive, send
from autograder.worker.idle import LOOKING
from autograder.worker.memory import USED_UP
from autograder.worker.orders import STATUS, Finding
from autograder.worker.threads import BUSY

Lender = Callable[[messages.Wanted], messages.Given | messages.Refused]
Said = TypeVar("Said", messages.NumberedReply, messages.NumberedReplies)
DEATH_SECONDS = 5.0
SOON = 0.2
"""Nearly every answer is there within so many seconds: the worker need not be suspected."""

AGAIN = 1.0
"""Seconds until a worker is suspected again that was found innocent, and still does not answer."""

REST_SECONDS = 5.0
"""For the rest of an answer that has begun to arrive."""


class Cause(StrEnum):
    """Why a worker was lost."""

    LATE = "late"
    ASLEEP = "asleep"
    EXITED = "exited"
    FULL = "used up its memory"
    BUSY = "left threads that compute"
    SIGNALLED = "signalled"
    KILLED = "killed from outside"
    MISSPOKE = "misspoke"
    VANISHED = "vanished"


EXITS = {USED_UP: Cause.FULL, BUSY: Cause.BUSY}
"""What a worker's own exit codes mean."""


class WorkerLost(Exception):
    """The worker cannot answer any more."""

    def __init__(self, cause: Cause) -> None:
        super().__init__(cause.value)
        self.cause = cause


class Worker:
    """One worker. After WorkerLost it is dead and stays so."""

    def __init__(
        self,
        connection: socket.socket,
        status: int,
        end: Callable[[], None],
        suspect: Callable[[float], None],
        acquit: Callable[[], None],
    ) -> None:
        self._connection = connection
        self._status = status
        self._end = end
        self._suspect = suspect
        self._acquit = acquit
        self._waited = 0.0
        self._number = 0
        self._lender: Lender | None = None
        self.ended = False
        self.wary = False
        """Whether this worker is looked at soon: another of its submission slept."""

    def ask(self, requests: list[messages.Request], seconds: float) -> messages.Reply:
        """The reply to the last of the requests, or the first failure, within `seconds`.

        Raises:
            WorkerLost: no proper reply came; the worker has been ended.
            GraderFault: the requests are too large to send.
        """
        deadline = time.monotonic() + seconds
        reply = self._exchange(self._numbered(requests), messages.decode_reply, deadline)
        while isinstance(reply.body, messages.Wanted):
            if self._lender is None:
                raise self._lost(Cause.MISSPOKE)
            answer = messages.NumberedRequest(self._number, [self._lender(reply.body)])
            reply = self._exchange(messages.encode(answer), messages.decode_reply, deadline)
        return reply.body

    def perform(self, script: messages.Script, seconds: float) -> list[bytes]:
        """The encoded replies to the first groups of a script, within `seconds`.

        Raises:
            WorkerLost, GraderFault: as in `ask`.
        """
        deadline = time.monotonic() + seconds
        reply = self._exchange(self._numbered(script), messages.decode_replies, deadline)
        if len(reply.body.replies) > len(script.groups):
            raise self._lost(Cause.MISSPOKE)
        return [bytes(each) for each in reply.body.replies]

    def read(self, reply: bytes) -> messages.Reply:
        """One of the replies that `perform` gave.

        Raises:
            WorkerLost: it is none.
        """
        try:
            return messages.decode_one(reply)
        except WireError:
            raise self._lost(Cause.MISSPOKE) from None

    def _numbered(self, requests: list[messages.Request] | messages.Script) -> bytes:
        self._number += 1
        data = messages.encode(messages.NumberedRequest(self._number, requests))
        if len(data) > MAX_FRAME:
            raise GraderFault(f"a hidden check sends {len(data)} bytes at once, over {MAX_FRAME}")
        return data

    def lend(self, names: list[tuple[str, list[str]]], lender: Lender, seconds: float) -> None:
        """Have `lender` answer for these names (each with its arguments) from now on.

        Raises:
            WorkerLost: as in `ask`.
        """
        self._lender = lender
        self.ask([messages.Lend(names)], seconds)

    def _exchange(self, data: bytes, decode: Callable[[bytes], Said], deadline: float) -> Said:
        try:
            send(self._connection, data, deadline)
            reply = decode(receive(self._connection, self._begun(deadline)))
        except Late:
            raise self._lost(Cause.LATE) from None
        except WireError as error:
            closed = type(error) is not WireError
            raise self._lost(Cause.EXITED if closed else Cause.MISSPOKE) from None
        if reply.number != self._number:
            raise self._lost(Cause.MISSPOKE)
        return reply

    def _begun(self, deadline: float) -> float:
        """Wait until an answer begins to arrive; by when all of it must be there.

        Whoever sleeps, or computes beyond the reach of the worker's own alarm, is not waited for
        to the end: that is three times as long as it may compute.
        """
        began = time.monotonic()
        may = (deadline - began) / WALL
        pause = 0.0 if self.wary else max(SOON, may - LOOKING)
        suspected = False
        while (left := deadline - time.monotonic()) > 0:
            if _readable(self._connection.fileno(), min(left, pause)):
                break
            # What it has computed before is no more than what it has been waited for.
            self._suspect(self._waited + may)
            suspected, pause = True, AGAIN
        if suspected:
            # It sleeps with good reason until it is asked again.
            self._acquit()
        self._waited += time.monotonic() - began
        return min(deadline, time.monotonic() + REST_SECONDS)

    def close(self) -> None:
        """End the worker and let go of it."""
        if self.ended:
            return
        self.ended = True
        self._connection.close()
        self._end()
        os.close(self._status)

    def _lost(self, cause: Cause) -> WorkerLost:
        if cause is Cause.EXITED:
            cause = _cause_of(self._wait())
        self.close()
        return WorkerLost(cause)

    def _wait(self) -> int | None:
        """The wait status, once the warm process has told it; None if nobody does."""
        told = _readable(self._status, DEATH_SECONDS)
        data = os.read(self._status, STATUS.size) if told else b""
        return STATUS.unpack(data)[0] if len(data) == STATUS.size else None


def _readable(descriptor: int, seconds: float) -> bool:
    """Whether there is something to read within so many seconds, or the other side is gone."""
    # Not select: a server with more than a thousand files open has descriptors beyond its reach.
    waiting = select.poll()
    waiting.register(descriptor, select.POLLIN)
    return bool(waiting.poll(1000 * seconds))


def _cause_of(status: int | None) -> Cause:
    if status is None:
        return Cause.VANISHED
    if status < 0:
        return Cause.ASLEEP if status == Finding.ASLEEP else Cause.LATE
    if os.WIFSIGNALED(status):
        killed = os.WTERMSIG(status) == signal.SIGKILL
        return Cause.KILLED if killed else Cause.SIGNALLED
    return EXITS.get(os.waitstatus_to_exitcode(status), Cause.EXITED)
