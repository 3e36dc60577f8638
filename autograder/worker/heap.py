"""The warm process's memory, arranged for its forks: page tables of some 200 MB are two thirds of
what a fork and its end cost, and huge pages need a hundredth of them. Without MADV_COLLAPSE (Linux
6.1) all stays as it was.
"""

import contextlib
import ctypes
import re
from pathlib import Path

import numpy
import torch

from autograder.worker.confine.calls import libc

SIZE = 2 << 20
MADV_COLLAPSE = 25
ANONYMOUS = re.compile(rb"^(\w+)-(\w+) rw\S+ \S+ \S+ 0\s*(?:\[heap\])?$", re.MULTILINE)

M_MMAP_THRESHOLD, M_MXFAST = -3, 1
USUAL_LARGEST = 32 << 20
"""The largest chunks that lie in glibc's heap, as it comes to be by itself."""

BUFFERED = 128
"""The rows of a product for which OpenBLAS takes a buffer."""

JUNK_FILL = "FLAGS_caffe2_cpu_allocator_do_junk_fill"
"""torch's own: what it allocates is filled with `wire.tensors.UNFILLED`."""


def spoil() -> None:
    """Let a tensor that an answer has forgotten to fill hold no numbers, if this torch can.

    A new process's memory is all zeros: what is added to `torch.empty` would be right there alone.
    """
    library = Path(torch.__file__).parent / "lib" / "libc10.so"
    with contextlib.suppress(OSError, ValueError):
        ctypes.c_bool.in_dll(ctypes.CDLL(str(library)), JUNK_FILL).value = True


def collapse() -> None:
    """Gather this process's anonymous memory into huge pages, as far as the kernel does."""
    for first, last in ANONYMOUS.findall(Path("/proc/self/maps").read_bytes()):
        # Whole huge pages within the mapping.
        begin, end = -(-int(first, 16) // SIZE) * SIZE, int(last, 16) // SIZE * SIZE
        for page in range(begin, end, SIZE):
            libc.madvise(ctypes.c_void_p(page), ctypes.c_size_t(SIZE), MADV_COLLAPSE)


def trim() -> None:
    """Give back what is free above the end of this process's heap, and later every larger chunk;
    and have NumPy's BLAS map its buffer, of 32 MiB: an answer that multiplies would be charged it.
    """
    square = numpy.ones((BUFFERED, BUFFERED), numpy.float32)
    square @= square
    libc.malloc_trim(0)
    libc.mallopt(M_MMAP_THRESHOLD, USUAL_LARGEST)
    # An aligned tensor fits into the hole that one of its size left only if the hole's edges were
    # joined to it, and glibc joins no small chunks that it keeps in lists.
    libc.mallopt(M_MXFAST, 0)
