"""The warm process's memory, arranged for its forks.

Page tables of some 200 MB are two thirds of what a fork and its end cost; in huge pages there is a
hundredth of them. And a worker allocates above the end of the heap, in huge pages that are empty:
in the holes between what the warm process keeps, it would copy a page for each object. Where the
kernel has no huge pages or no MADV_COLLAPSE (before Linux 6.1), or the C library is not glibc,
everything stays as it was.
"""

import contextlib
import ctypes
import re
from collections.abc import Iterator
from pathlib import Path

import numpy
import torch

SIZE = 2 << 20
MADV_HUGEPAGE, MADV_COLLAPSE = 14, 25
ANONYMOUS = re.compile(r"^(\w+)-(\w+) rw\S+ \S+ \S+ 0\s*(\[heap\])?$", re.MULTILINE)

ROOM = 64 << 20
"""What a worker finds above the end of the heap; untouched, it takes no memory."""

SPARE = 64 << 10
"""For the warm process itself, which would otherwise write to the pages kept for workers."""

HEADER = 64
SMALLEST, EVEN_STEPS, STEP = 24, 1040, 16
"""Sizes of chunks: up to `EVEN_STEPS` glibc keeps a list of holes for each `STEP`."""

M_TRIM_THRESHOLD, M_TOP_PAD, M_MMAP_THRESHOLD, M_MXFAST = -1, -2, -3, 1
USUAL_PAD, USUAL_LARGEST = 128 << 10, 32 << 20
"""glibc's own: by what a heap grows, and the largest chunks that lie in it."""

BUFFERED = 128
"""The rows of a product for which OpenBLAS takes a buffer."""

JUNK_FILL = "FLAGS_caffe2_cpu_allocator_do_junk_fill"
"""torch's own: what it allocates is filled with `wire.tensors.UNFILLED`."""


def spoil() -> None:
    """Let a tensor that an answer has forgotten to fill hold no numbers, if this torch can.

    The memory of a new process is all zeros: what is added to `torch.empty` would be right there,
    and wrong in the notebook of somebody who has worked for an hour.
    """
    library = Path(torch.__file__).parent / "lib" / "libc10.so"
    with contextlib.suppress(OSError, ValueError):
        ctypes.c_bool.in_dll(ctypes.CDLL(str(library)), JUNK_FILL).value = True


def collapse() -> int:
    """Gather this process's anonymous memory into huge pages; how many there are now."""
    libc, gathered = _libc(), 0
    for first, last, _ in ANONYMOUS.findall(Path("/proc/self/maps").read_text("ascii")):
        begin, end = -(-int(first, 16) // SIZE) * SIZE, int(last, 16) // SIZE * SIZE
        pages = range(begin, end, SIZE)
        gathered += sum(libc.madvise(page, SIZE, MADV_COLLAPSE) == 0 for page in pages)
    return gathered


def make_room() -> None:
    """Fill all holes below the end of this process's heap for good, and make room above it."""
    libc = _libc()
    if not hasattr(libc, "mallinfo2"):
        return
    libc.mallinfo2.restype = _Info
    _fill_holes(libc)
    end = libc.sbrk(0)
    begin = (end // SIZE + 1) * SIZE
    libc.mallopt(M_TOP_PAD, ROOM)
    # Ends where the room begins: a huge page below would be shared with the warm process.
    libc.malloc(libc.mallinfo2().keepcost + begin - end - HEADER)
    # The room stays, and beyond it the heap grows by what is asked for: in steps of `ROOM`, a
    # worker whose memory is nearly used up would be refused what there is.
    libc.mallopt(M_TRIM_THRESHOLD, 2 * ROOM)
    libc.mallopt(M_TOP_PAD, USUAL_PAD)
    # The settings above end glibc's own adjustment of this one: large tensors would be mapped anew.
    libc.mallopt(M_MMAP_THRESHOLD, USUAL_LARGEST)
    libc.madvise(begin, (libc.sbrk(0) - begin) // SIZE * SIZE, MADV_HUGEPAGE)


def trim() -> None:
    """Give back what is free above the end of this process's heap, and later every larger chunk.

    And have NumPy's BLAS map its buffer, of 32 MiB: an answer that multiplies would be charged it.
    """
    square = numpy.ones((BUFFERED, BUFFERED), numpy.float32)
    square @= square
    libc = _libc()
    if hasattr(libc, "malloc_trim"):
        libc.malloc_trim(0)
        libc.mallopt(M_MMAP_THRESHOLD, USUAL_LARGEST)
        # An aligned tensor fits into the hole that one of its size left only if the hole's edges
        # were joined to it, and glibc joins no small chunks that it keeps in lists.
        libc.mallopt(M_MXFAST, 0)


class _Info(ctypes.Structure):
    """glibc's `struct mallinfo2`."""

    _fields_ = [
        (name, ctypes.c_size_t)
        for name in (
            "arena", "ordblks", "smblks", "hblks", "hblkhd",
            "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost",
        )
    ]  # fmt: skip


def _libc() -> ctypes.CDLL:
    libc = ctypes.CDLL(None)
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
