"""Whether code has left memory for what comes after it."""

import gc
import os
from mmap import MAP_ANONYMOUS, MAP_PRIVATE, PROT_READ, mmap

USED_UP = 71
"""The exit code of a worker that has no memory left."""


def end_without(room: int) -> None:
    """End this process unless so many bytes can still be had: without, it could answer nothing."""
    if not (_left(room) or (gc.collect() and _left(room))):
        os._exit(USED_UP)


def _left(room: int) -> bool:
    try:
        # Readable alone: what a machine that commits no more than it has refuses is nobody's doing.
        mmap(-1, room, flags=MAP_PRIVATE | MAP_ANONYMOUS, prot=PROT_READ).close()
    except OSError:
        return False
    return True
