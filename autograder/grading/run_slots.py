"""Turns: a semaphore that admits as many submissions at once as there are cores.

With more submissions than cores, workers compete and each takes longer. With only as many processes
as cores, a few sleeping notebooks would hold up a class. So there are more processes, each acquires
a slot first, and a submission that takes long releases its slot.
"""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.context import ForkContext

LONG = 0.4
"""Seconds for which a submission keeps its turn: several times what most of them take. For so long
one that sleeps leaves a core with nothing to do."""


def cores() -> int:
    """The processors that this process may use."""
    return len(os.sched_getaffinity(0))


def lanes() -> int:
    """Three processes for each core: two of them may wait for notebooks that sleep, of which a
    mixed class has one in a hundred. A fourth was measured to gain nothing.
    """
    return 3 * cores()


class RunSlots:
    """A semaphore for the processes that inherit it; each takes one turn at a time."""

    def __init__(self, context: ForkContext, count: int) -> None:
        self._free = context.Semaphore(count)
        self._mine = False

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for a turn and keep it for the block, at most for `LONG`; in a main thread."""
        self._free.acquire()
        self._mine = True
        before = signal.signal(signal.SIGALRM, lambda *_: self._give_up())
        signal.setitimer(signal.ITIMER_REAL, LONG)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            self._give_up()
            signal.signal(signal.SIGALRM, before)

    def _give_up(self) -> None:
        # In one step: the alarm may ring between a question and its answer.
        mine, self._mine = self._mine, False
        if mine:
            self._free.release()
