"""A polite end to code that does not end: an exception from an alarm."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType


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
    sleeps uses no processor time; the warm process sees it (`idle`) and sends the same signal.
    """
    _alarm.rang, _alarm.armed = False, True
    signal.setitimer(signal.ITIMER_PROF, scaled(seconds), 1.0)
    try:
        yield _alarm
    finally:
        _alarm.armed = False
        signal.setitimer(signal.ITIMER_PROF, 0)
