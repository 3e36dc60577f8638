"""How long a submission is waited for, in all of its sessions together."""

import time
from collections.abc import Callable
from typing import Self, TypeVar

from autograder.model import Outcome, Text
from autograder.oracle import Lost
from autograder.sandbox.worker import Cause, WorkerLost
from autograder.wire import WALL

Answer = TypeVar("Answer")

LEAST_CHARGE = 1 / 6
"""Of a submission's time: what it takes at least to be found asleep."""

GRACE = 2.0
"""Seconds beyond the worker's own alarm before the host ends it from outside."""


class Patience:
    """The seconds that a submission has by the clock, counted from now on.

    Whoever is found asleep is charged with all the time for which it might have been waited, and
    with no less than `LEAST_CHARGE` of the whole. What sleeps at one request does so at others: its
    next workers are looked at sooner (`slept`).
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._until = time.monotonic() + seconds
        self.slept = False

    @property
    def left(self) -> float:
        """How many seconds are left."""
        return max(0.0, self._until - time.monotonic())

    def at_least(self, seconds: float) -> Self:
        """This one; where less than so many seconds are left, another one that has as many."""
        if self.left >= seconds:
            return self
        more = type(self)(self._seconds)
        more.slept, more._until = self.slept, time.monotonic() + seconds
        return more

    def check(self) -> None:
        """Go on only if time is left.

        Raises:
            Lost: it is used up.
        """
        if time.monotonic() > self._until:
            limit = f"{self._seconds:g}"
            raise Lost(
                Outcome.TIMED_OUT,
                Text(f"the notebook used up its {limit} s", f"笔记本用完了 {limit} 秒的时限"),
            )

    def wait(self, ask: Callable[[float], Answer], seconds: float) -> Answer:
        """What `ask` gives, of a worker that may compute for so many seconds.

        By the clock never beyond the submission's own time: many answers that are each in time
        would take hours, and the warm process would kill the worker in the middle of one.

        Raises:
            WorkerLost: as `ask` does.
        """
        began = time.monotonic()
        until = began + self.by_the_clock(seconds)
        try:
            return ask(until - time.monotonic())
        except WorkerLost as lost:
            if lost.cause is Cause.ASLEEP:
                self.slept = True
                # What it was not waited for: to lose a worker must not be cheaper in its sleep.
                until = max(until, began + self._seconds * LEAST_CHARGE)
                self._until -= max(0.0, until - time.monotonic())
            raise

    def by_the_clock(self, seconds: float) -> float:
        """How long an answer that may compute for so many seconds may take by the clock."""
        return min(seconds * WALL, self.left) + GRACE
