"""How the process of a command ends: at once."""

import atexit
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager


@contextmanager
def ends_at_once() -> Iterator[None]:
    """Have this process end behind all that is done at its exit, with the status of the block.

    Python would take apart all that was imported: behind torch that takes a third as long again. It
    is for the block that is all of a program. What ends in a traceback ends as ever.
    """
    status: list[int] = []
    # What is registered first is called last.
    atexit.register(_leave, status)
    try:
        yield
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            status.append(end.code or 0)
        raise
    status.append(0)


def _leave(status: Sequence[int]) -> None:
    try:
        for stream in filter(None, (sys.stdout, sys.stderr)):
            stream.flush()
    except (OSError, ValueError):
        # Nobody reads any more, or the disk is full: Python says so.
        return
    if status:
        os._exit(status[0])
