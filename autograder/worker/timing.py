"""Limits of time: an alarm inside a worker, and the watch over one that does not heed it."""

import contextlib
import os
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from autograder.worker.control import GRACE, Finding

LOOK_SECONDS = 0.1
AWAKE = frozenset({b"R", b"D"})
"""States of a thread that computes or waits for a processor, or for a slow disk."""

SHARE = 0.02
"""Of a processor: a process that computes gets more than this."""


class OutOfTime(BaseException):
    """Raised in the student's code; BaseException, so that `except Exception` lets it through."""


@dataclass
class Alarm:
    """Whether a block with a time limit is under way, and whether its alarm rang; one second of a
    limit is `pace` seconds on this machine.
    """

    pace: float = 1.0
    armed: bool = False
    rang: bool = False

    def ring(self, signum: int, frame: FrameType | None) -> None:
        """The processor time is used up, or the warm process has seen it asleep for too long."""
        # Beyond the block the exception would end the worker's own loop.
        if self.armed:
            self.rang = True
            raise OutOfTime


alarm = Alarm()


def scaled(seconds: float) -> float:
    """Seconds of a limit in seconds of this machine."""
    return seconds * alarm.pace


def listen() -> None:
    """Set the alarm's handler again, whatever the student's code has made of the signal."""
    signal.signal(signal.SIGPROF, alarm.ring)
    # An alarm that a cell has set for itself would end the worker later.
    signal.setitimer(signal.ITIMER_REAL, 0)


@contextlib.contextmanager
def time_limit(seconds: float) -> Iterator[Alarm]:
    """Raise OutOfTime in the block after `seconds` of processor time, of all threads together, and
    again each second if that is swallowed. Who sleeps gets the same signal by `IdleWatch`.
    """
    alarm.rang, alarm.armed = False, True
    signal.setitimer(signal.ITIMER_PROF, scaled(seconds), 1.0)
    try:
        yield alarm
    finally:
        alarm.armed = False
        signal.setitimer(signal.ITIMER_PROF, 0)


def processor_time(pid: int) -> float:
    """Seconds of processor time of all threads of a process; OSError if it has ended."""
    # As clock_getcpuclockid(3) makes it.
    return time.clock_gettime((~pid << 3) | 2)


class IdleWatch:
    """One process, which from now on may compute for `seconds`, and sleep for as many."""

    def __init__(self, pid: int, seconds: float) -> None:
        self._pid, self._seconds = pid, seconds
        self._used = 0.0  # for a process that has ended
        self._before = self._used = self._processor_time()
        self._next = time.monotonic() + LOOK_SECONDS
        self._alarmed = False
        self.idled = 0.0

    @property
    def computed(self) -> float:
        return self._processor_time() - self._before

    def finding(self) -> Finding | None:
        now = time.monotonic()
        if now < self._next:
            return None
        # A machine that was suspended or busy took no looks meanwhile: they are not made up.
        self._next = now + LOOK_SECONDS
        before, self._used = self._used, self._processor_time()
        states = _states(self._pid)
        # Some machines hide processes (hidepid): the processor time has to tell.
        idle = AWAKE.isdisjoint(states) if states else self._used - before < SHARE * LOOK_SECONDS
        self.idled += LOOK_SECONDS * idle
        if self.idled > self._seconds and not self._alarmed:
            self._alarmed = True
            os.kill(self._pid, signal.SIGPROF)
        limit = self._seconds + scaled(GRACE)
        if self.idled > limit:
            return Finding.ASLEEP
        return Finding.OVERDUE if self.computed > limit else None

    def _processor_time(self) -> float:
        try:
            return processor_time(self._pid)
        except OSError:  # it has ended
            return self._used


def _states(pid: int) -> set[bytes]:
    """The letters for the states of a process's threads; none if they cannot be read."""
    states = set()
    with contextlib.suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            with contextlib.suppress(OSError):
                # Behind the thread's name, which is in brackets and may hold some itself.
                states.add((task / "stat").read_bytes().rpartition(b")")[2][1:2])
    return states
