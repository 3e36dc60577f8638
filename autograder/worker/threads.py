"""Whether a cell has left threads behind that go on computing."""

import _thread
import os
import sys
import time

BUSY = 72
"""The exit code of a worker whose threads would take the time of all that comes after."""

LOOKS, LOOK_SECONDS = 10, 0.05
"""Threads that are done by then may have been meant to be."""

SHARE = 0.2
"""Of the time that passes: whoever computes gets more of a processor than this."""

USUAL_INTERVAL = 0.005
"""Python's own: seconds until a thread that computes makes way for another."""


def end_with_busy(known: int) -> int:
    """How many threads there are beside this one; ends the process if one of more than were
    `known` goes on computing: every answer would wait for it."""
    if _thread._count() > known:
        sys.setswitchinterval(USUAL_INTERVAL)
        if all(_computing() for _ in range(LOOKS)):
            os._exit(BUSY)
    return _thread._count()


def _computing() -> bool:
    """Whether other threads compute while this one sleeps."""
    began, used = time.monotonic(), time.process_time()
    time.sleep(LOOK_SECONDS)
    return time.process_time() - used > SHARE * (time.monotonic() - began)
