"""A tensor that an answer has forgotten to fill holds no numbers.

The memory of a new process is all zeros: what is added to `torch.empty` would be right there, and
wrong in the notebook of somebody who has worked for an hour.
"""

import ctypes
from pathlib import Path

import torch

FLAG = "FLAGS_caffe2_cpu_allocator_do_junk_fill"
"""torch's own: what it allocates is filled with `wire.tensors.UNFILLED`."""


def spoil() -> bool:
    """Poison new uninitialised tensors. Returns False if this build of torch cannot."""
    library = Path(torch.__file__).parent / "lib" / "libc10.so"
    try:
        ctypes.c_bool.in_dll(ctypes.CDLL(str(library)), FLAG).value = True
    except (OSError, ValueError):
        return False
    return True
