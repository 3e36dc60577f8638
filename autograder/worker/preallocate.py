"""Fresh room, in huge pages, for what a worker allocates.

What the warm process has freed lies in thousands of holes between what it keeps. A worker that is
given them copies a page of 4 KiB for each; above the end of the heap, 2 MiB come at once, empty.
Where the C library is not glibc, or the kernel has no huge pages, everything stays as it was.
"""

import ctypes
from collections.abc import Iterator

from autograder.worker.hugepages import MADV_HUGEPAGE, SIZE

ROOM = 64 << 20
"""What a worker finds above the end of the heap; untouched, it takes no memory."""

SPARE = 64 << 10
"""For the warm process itself, which would otherwise write to its workers' room."""

HEADER = 64
SMALLEST, EVEN_STEPS, STEP = 24, 1040, 16
"""Sizes of chunks: up to `EVEN_STEPS` glibc keeps a list of holes for each `STEP`."""

M_TRIM_THRESHOLD, M_TOP_PAD, M_MMAP_THRESHOLD = -1, -2, -3
USUAL_PAD, USUAL_LARGEST = 128 << 10, 32 << 20
"""By what a heap grows, and the chunks that may come to lie in it, if nobody sets anything."""


class _Info(ctypes.Structure):
    """glibc's `struct mallinfo2`."""

    _fields_ = [
        (name, ctypes.c_size_t)
        for name in (
            "arena", "ordblks", "smblks", "hblks", "hblkhd",
            "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost",
        )
    ]  # fmt: skip


def make_room() -> bool:
    """Fill all holes below the end of this process's heap for good; whether there is room above."""
    try:
        libc = _glibc()
    except AttributeError:
        return False
    _fill_holes(libc)
    end = libc.sbrk(0)
    begin = (end // SIZE + 1) * SIZE
    libc.mallopt(M_TOP_PAD, ROOM)
    # Ends where the room begins: a huge page below would be shared with the warm process.
    libc.malloc(libc.mallinfo2().keepcost + begin - end - HEADER)
    _go_on_as_usual(libc)
    return libc.madvise(begin, (libc.sbrk(0) - begin) // SIZE * SIZE, MADV_HUGEPAGE) == 0


def _go_on_as_usual(libc: ctypes.CDLL) -> None:
    """Have the heap keep its room, and grow beyond it by no more than is asked for: in steps of
    `ROOM` a worker whose memory is nearly used up would be refused what there is."""
    libc.mallopt(M_TRIM_THRESHOLD, 2 * ROOM)
    libc.mallopt(M_TOP_PAD, USUAL_PAD)
    # Each setting ends glibc's own adjustment of this one, and large tensors would be mapped anew.
    libc.mallopt(M_MMAP_THRESHOLD, USUAL_LARGEST)


def _glibc() -> ctypes.CDLL:
    """The C library, if it is glibc.

    Raises:
        AttributeError: it is not, or is too old.
    """
    libc = ctypes.CDLL(None)
    libc.mallinfo2.restype = _Info
    libc.malloc.restype = libc.sbrk.restype = ctypes.c_void_p
    libc.malloc.argtypes = (ctypes.c_size_t,)
    libc.sbrk.argtypes = (ctypes.c_ssize_t,)
    libc.free.argtypes = (ctypes.c_void_p,)
    libc.madvise.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    return libc


def _fill_holes(libc: ctypes.CDLL) -> None:
    """Take every hole, the largest first, until only the end of the heap has anything to give."""
    info = libc.mallinfo2()
    top = libc.sbrk(0) - info.keepcost - HEADER
    spare = libc.malloc(SPARE)
    for size in _sizes(info.fordblks - info.keepcost):
        # None where there is no memory at all.
        while (place := libc.malloc(size)) and place < top:
            pass
        libc.free(place)
    libc.free(spare)


def _sizes(largest: int) -> Iterator[int]:
    size = max(SMALLEST, largest)
    while size >= SMALLEST:
        yield size
        size = size - STEP if size <= EVEN_STEPS else max(EVEN_STEPS - STEP // 2, size * 9 // 10)
