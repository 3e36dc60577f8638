"""The warm process's memory in huge pages, so that a fork has a hundredth of the pages to share.

Copying and freeing page tables of some 200 MB was two thirds of what a worker's birth and death
cost. A worker that writes to a huge page still copies 4 KiB of it alone. Where the kernel has no
MADV_COLLAPSE (before Linux 6.1), or no huge pages, everything stays as it was.
"""

import ctypes
import re
from collections.abc import Iterator
from pathlib import Path

SIZE = 2 << 20
MADV_HUGEPAGE, MADV_COLLAPSE = 14, 25
ANONYMOUS = re.compile(r"^(\w+)-(\w+) rw\S+ \S+ \S+ 0\s*(\[heap\])?$", re.MULTILINE)


def collapse() -> int:
    """Gather this process's anonymous memory into huge pages; how many there are now."""
    libc = ctypes.CDLL(None)
    libc.madvise.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    return sum(libc.madvise(place, SIZE, MADV_COLLAPSE) == 0 for place in _places())


def _places() -> Iterator[int]:
    """The address of every whole huge page's worth of anonymous memory."""
    for first, last, _ in ANONYMOUS.findall(Path("/proc/self/maps").read_text("ascii")):
        begin, end = -(-int(first, 16) // SIZE) * SIZE, int(last, 16) // SIZE * SIZE
        yield from range(begin, end, SIZE)
