"""Limits of time: an alarm inside a worker, and the watch over one that does not heed it.

The alarm is an exception in the student's code. A process that waits for a processor does not
sleep: on a machine that is busy with something else nobody is ended for what others take.
"""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from autograder.worker.control import GRACE, Finding

LOOK_SECONDS = 0.1
AWAKE = frozenset({b"R", b"D"})
"""States of a thread that computes or waits for a processor, and of one that the kernel works for
(reading a page from a slow disk, for instance)."""


SHARE = 0.02
"""Of the time that passes: whoever computes gets more of a processor than this."""


class OutOfTime(BaseException):
    """Raised in the student's code; BaseException, so that `except Exception` lets it through."""


@dataclass
class Alarm:
    """Whether a block with a time limit is under way, and whether its alarm rang.

    `pace` is how many seconds of this machine's one second of a limit is worth.
    """

    pace: float = 1.0
    armed: bool = False
    rang: bool = False

    def ring(self, signum: int, frame: FrameType | None) -> None:
        """The processor time is used up, or the warm process has seen it asleep for too long."""
        # Beyond the block the signal belongs to nothing: it would end the worker's own loop.
        if self.armed:
            self.rang = True
            raise OutOfTime


_alarm = Alarm()


def keep(pace: float) -> None:
    """Set the pace for this process and those that it forks."""
    _alarm.pace = pace


def scaled(seconds: float) -> float:
    """So many seconds of a limit in seconds of this machine."""
    return seconds * _alarm.pace


def listen() -> None:
    """Let the alarm be heard, whatever the student's code has made of the signal.

    Once for each message from the host: setting a handler takes longer than many a call.
    """
    signal.signal(signal.SIGPROF, _alarm.ring)
    # An alarm that a cell has set for itself would end the worker in the midst of what comes later.
    signal.setitimer(signal.ITIMER_REAL, 0)


@contextmanager
def time_limit(seconds: float) -> Iterator[Alarm]:
    """Raise OutOfTime in the block after `seconds` of processor time, of all threads together, and
    again each second if that is swallowed.

    Not by the clock: a right answer would fail on a machine that is busy with something else. Who
    sleeps uses no processor time; the warm process sees it (`IdleWatch`) and sends the same signal.
    """
    _alarm.rang, _alarm.armed = False, True
    signal.setitimer(signal.ITIMER_PROF, scaled(seconds), 1.0)
    try:
        yield _alarm
    finally:
        _alarm.armed = False
        signal.setitimer(signal.ITIMER_PROF, 0)


class IdleWatch:
    """One process that has a question to answer, from now on.

    It may compute for so many `seconds` of processor time, and sleep for as many.
    """

    def __init__(self, pid: int, seconds: float) -> None:
        self._pid = pid
        # The kernel's number for the processor time of another process (clock_getcpuclockid).
        self._clock = (~pid << 3) | 2
        self._seconds = seconds
        self._before = self._used = self._time(0.0)
        self._next = time.monotonic() + LOOK_SECONDS
        self._told = False
        self.idled = 0.0

    @property
    def computed(self) -> float:
        """Seconds of processor time that it has used since."""
        return self._time(self._used) - self._before

    def finding(self) -> Finding | None:
        """Why it is to be killed; None as long as it is not."""
        now = time.monotonic()
        if now < self._next:
            return None
        # A machine that was asleep itself, or busy, took no looks meanwhile: they are not made up.
        self._next = now + LOOK_SECONDS
        self._look()
        limit = self._seconds + scaled(GRACE)
        if self.idled > limit:
            return Finding.ASLEEP
        return Finding.OVERDUE if self.computed > limit else None

    def _look(self) -> None:
        used = self._time(self._used)
        # Where processes are hidden, what was computed since the last look has to tell.
        idle = _asleep(self._pid, otherwise=used - self._used < SHARE * LOOK_SECONDS)
        self._used = used
        self.idled += LOOK_SECONDS * idle
        if self.idled > self._seconds and not self._told:
            self._told = True
            os.kill(self._pid, signal.SIGPROF)

    def _time(self, otherwise: float) -> float:
        try:
            return time.clock_gettime(self._clock)
        except OSError:
            # It has ended, and nobody waits for it any more.
            return otherwise


def _asleep(pid: int, *, otherwise: bool) -> bool:
    """Whether no thread of a process computes or would like to."""
    try:
        states = [_state(task) for task in Path(f"/proc/{pid}/task").iterdir()]
    except OSError:
        return otherwise
    return not AWAKE.intersection(states) if any(states) else otherwise


def _state(task: Path) -> bytes:
    """The letter for a thread's state; nothing if it has ended."""
    try:
        # A thread's name comes before it, in brackets, and may hold whatever it likes.
        return (task / "stat").read_bytes().rpartition(b")")[2][1:2]
    except OSError:
        return b""
