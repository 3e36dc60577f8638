"""Calling the kernel by number, where the C library has no wrapper."""

import ctypes
import os

_libc = ctypes.CDLL(None, use_errno=True)
_libc.syscall.restype = ctypes.c_long


def syscall(number: int, *arguments: object) -> int:
    """The call's result.

    Raises:
        OSError: the kernel refused.
    """
    result = int(_libc.syscall(ctypes.c_long(number), *arguments))
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
    return result


def prctl(option: int, *arguments: int) -> None:
    """prctl(2) with unsigned long arguments.

    Raises:
        OSError: the kernel refused.
    """
    words = [ctypes.c_ulong(word) for word in (*arguments, 0, 0, 0, 0)[:4]]
    if _libc.prctl(option, *words):
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
