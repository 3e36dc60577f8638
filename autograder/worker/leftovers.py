"""What a cell has left for those after it: memory, and a processor without its threads."""

import _thread
import gc
import os
import sys
import time
from mmap import MAP_ANONYMOUS, MAP_PRIVATE, PROT_READ, mmap

from autograder.worker.control import BUSY, USED_UP
from autograder.worker.timing import scaled

SECONDS = 0.5
"""Of processor time: threads that are done by then may have been meant to be."""

TURN = 0.05
SHARE = 0.1
"""Of what this thread computes meanwhile: whoever computes beside it gets more than this, however
little of the machine is left for both of them."""

USUAL_INTERVAL = 0.005
"""Python's own: seconds until a thread that computes makes way for another."""


def end_without_memory(size: int) -> None:
    """End this process unless so many bytes can still be had: without, it could answer nothing."""
    if not (_available(size) or (gc.collect() and _available(size))):
        os._exit(USED_UP)


def _available(size: int) -> bool:
    try:
        # Readable alone: what a machine that commits no more than it has refuses is nobody's doing.
        mmap(-1, size, flags=MAP_PRIVATE | MAP_ANONYMOUS, prot=PROT_READ).close()
    except OSError:
        return False
    return True


def end_with_busy(known: int) -> int:
    """How many threads there are beside this one; ends the process if one of more than were
    `known` goes on computing: every answer would wait for it."""
    if _thread._count() > known:
        sys.setswitchinterval(USUAL_INTERVAL)
        # A thread that waits for its turn already does so by the cell's own interval, maybe for
        # seconds, and would look idle; a turn that is given up lets it look again.
        time.sleep(0.001)
        left = scaled(SECONDS)
        while left > 0:
            computed = _computed_by_others()
            if computed < SHARE * TURN:
                return _thread._count()
            left -= computed
        os._exit(BUSY)
    return _thread._count()


def _computed_by_others() -> float:
    """Seconds of processor time of the other threads while this one computes for a `TURN`.

    It computes rather than sleeps: beside a sleeping thread those that have come to rest look the
    same as those that get no processor.
    """
    began, mine = time.process_time(), time.thread_time()
    while (turn := time.thread_time() - mine) < TURN:
        pass
    return time.process_time() - began - turn
