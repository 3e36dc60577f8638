"""A polite end to code that does not end: an exception from an alarm."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from autograder.wire import WALL


class OutOfTime(BaseException):
    """Raised in the student's code; BaseException, so that `except Exception` lets it through."""


def _raise(signum: int, frame: FrameType | None) -> None:
    raise OutOfTime


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise OutOfTime in the block after `seconds` of processor time, or WALL times that by the
    clock; and again each second if it is swallowed.

    By the clock alone a right answer would fail on a machine that is busy with something else.
    """
    signal.signal(signal.SIGPROF, _raise)
    signal.signal(signal.SIGALRM, _raise)
    signal.setitimer(signal.ITIMER_PROF, seconds, 1.0)
    signal.setitimer(signal.ITIMER_REAL, seconds * WALL, 1.0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
