"""A polite end to code that does not end: an exception from an alarm."""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import NoReturn

from autograder.wire import WALL
from autograder.worker.idle import SHARE


class OutOfTime(BaseException):
    """Raised in the student's code; BaseException, so that `except Exception` lets it through."""


@dataclass
class Alarm:
    """What the block under way may use, for the handlers of its alarms; whether one rang."""

    seconds: float = 0.0
    began: float = 0.0
    used: float = 0.0
    rang: bool = False

    def used_up(self, signum: int, frame: FrameType | None) -> None:
        """The processor time is used up."""
        self._ring()

    def looked_at(self, signum: int, frame: FrameType | None) -> None:
        """So much time has passed by the clock: too much for one that sleeps."""
        passed = time.monotonic() - self.began
        slept = time.process_time() - self.used < SHARE * passed
        if slept or passed >= self.seconds * WALL:
            self._ring()

    def _ring(self) -> NoReturn:
        self.rang = True
        raise OutOfTime


_alarm = Alarm()


def listen() -> None:
    """Let the alarms be heard, whatever the student's code has made of the signals.

    Once for each message from the host: setting a handler takes longer than many a call.
    """
    signal.signal(signal.SIGPROF, _alarm.used_up)
    signal.signal(signal.SIGALRM, _alarm.looked_at)


@contextmanager
def time_limit(seconds: float) -> Iterator[Alarm]:
    """Raise OutOfTime in the block after `seconds` of processor time, or by the clock: after as
    many if it sleeps, after WALL times as many if it computes. And again each second if that is
    swallowed.

    By the clock alone a right answer would fail on a machine that is busy with something else.
    """
    _alarm.seconds, _alarm.began, _alarm.used = seconds, time.monotonic(), time.process_time()
    _alarm.rang = False
    signal.setitimer(signal.ITIMER_PROF, seconds, 1.0)
    signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)
    try:
        yield _alarm
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
