"""Whether a process that keeps others waiting sleeps, or has computed for too long.

A process that waits for a processor does not sleep: on a machine that is busy with something else
nobody is ended for what others take.
"""

import os
import signal
import time
from pathlib import Path

from autograder.worker.control import Finding
from autograder.worker.timing import scaled

LOOK_SECONDS = 0.1
GRACE = 1.0
"""Seconds beyond its time in which a worker may heed its alarm before it is killed."""

AWAKE = frozenset({b"R", b"D"})
"""States of a thread that computes or waits for a processor, and of one that the kernel works for
(reading a page from a slow disk, for instance)."""

SHARE = 0.02
"""Of the time that passes: whoever computes gets more of a processor than this."""


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
        # Without /proc what was computed since the last look has to tell.
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
    states = [_state(task) for task in _tasks(pid)]
    return not AWAKE.intersection(states) if any(states) else otherwise


def _tasks(pid: int) -> list[Path]:
    try:
        return list(Path(f"/proc/{pid}/task").iterdir())
    except OSError:
        return []


def _state(task: Path) -> bytes:
    """The letter for a thread's state; nothing if it has ended."""
    try:
        # A thread's name comes before it, in brackets, and may hold whatever it likes.
        return (task / "stat").read_bytes().rpartition(b")")[2][1:2]
    except OSError:
        return b""
