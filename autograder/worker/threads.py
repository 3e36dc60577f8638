"""Whether a cell has left threads behind that go on computing."""

import _thread
import os
import sys
import time

from autograder.worker.timing import scaled

BUSY = 72
"""The exit code of a worker whose threads would take the time of all that comes after."""

SECONDS = 0.5
"""Of processor time: threads that are done by then may have been meant to be."""

TURN = 0.05
SHARE = 0.1
"""Of what this thread computes meanwhile: whoever computes beside it gets more than this, however
little of the machine is left for both of them."""

USUAL_INTERVAL = 0.005
"""Python's own: seconds until a thread that computes makes way for another."""


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
