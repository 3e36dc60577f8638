"""A polite end to code that does not end: an exception from an alarm."""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from autograder.wire import WALL
from autograder.worker.idle import SHARE


class OutOfTime(BaseException):
    """Raised in the student's code; BaseException, so that `except Exception` lets it through."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise OutOfTime in the block after `seconds` of processor time, or by the clock: after as
    many if it sleeps, after WALL times as many if it computes. And again each second if that is
    swallowed.

    By the clock alone a right answer would fail on a machine that is busy with something else.
    """
    began, used = time.monotonic(), time.process_time()

    def used_up(signum: int, frame: FrameType | None) -> None:
        raise OutOfTime

    def looked_at(signum: int, frame: FrameType | None) -> None:
        passed = time.monotonic() - began
        if passed >= seconds * WALL or time.process_time() - used < SHARE * passed:
            raise OutOfTime

    signal.signal(signal.SIGPROF, used_up)
    signal.signal(signal.SIGALRM, looked_at)
    signal.setitimer(signal.ITIMER_PROF, seconds, 1.0)
    signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
