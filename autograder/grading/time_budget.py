"""The time of a submission, in all of its sessions and tries together."""

from collections.abc import Callable
from typing import TypeVar

from autograder.checks import Lost
from autograder.core.model import Outcome, Text
from autograder.sandbox.worker import Cause, Worker, WorkerLost

Answer = TypeVar("Answer")

LEAST_CHARGE = 1 / 120
"""Of a submission's time: what losing a worker costs at least. Making another takes time too."""

ASLEEP_CHARGE = 1 / 6
"""The same where the worker was killed in its sleep."""


class TimeBudget:
    """The seconds that a submission's workers may compute and sleep.

    They do not pass while a worker waits for a processor, nor while the grader itself is at work,
    but for its work on what a worker has sent.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = self._left = seconds

    @property
    def left(self) -> float:
        """How many seconds are left."""
        return max(0.0, self._left)

    def charge(self, seconds: float) -> None:
        """Take so many seconds from it."""
        self._left -= seconds

    def check(self) -> None:
        """Go on only if time is left.

        Raises:
            Lost: it is used up.
        """
        if not self.left:
            limit = f"{self._seconds:g}"
            raise Lost(
                Outcome.TIMED_OUT,
                Text(f"the notebook used up its {limit} s", f"笔记本用完了 {limit} 秒的时限"),
            )

    def run(self, worker: Worker, ask: Callable[[float], Answer], seconds: float) -> Answer:
        """What `ask` returns from a worker that may take `seconds` for it.

        Raises:
            WorkerLost: as `ask` does.
        """
        before, least = worker.spent, 0.0
        try:
            return ask(min(seconds, self.left))
        except WorkerLost as lost:
            share = ASLEEP_CHARGE if lost.cause is Cause.ASLEEP else LEAST_CHARGE
            least = share * self._seconds
            raise
        finally:
            self._left -= max(worker.spent - before, least)
