"""Landlock: only these paths, no TCP, no signals and no abstract sockets to the outside.

Numbers and rights are those of linux/landlock.h. Executing is granted nowhere.
"""

import ctypes
import os
import stat
from collections.abc import Iterable

from autograder.worker.confine.syscalls import syscall

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
VERSION_FLAG = 1
NEEDED_ABI = 6
"""Scoped signals and abstract sockets; with less, another process of the same user is in reach."""

READ_FILE, READ_DIR = 1 << 2, 1 << 3
SCRATCH = sum(1 << bit for bit in (1, 2, 3, 4, 5, 7, 8, 9, 10, 12, 14))
"""Write, read, list, remove, make directories, files, sockets, fifos, symlinks, truncate."""

FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 5: 16}
"""How many file rights an ABI knows, from the ABI where the number grew."""


class _Ruleset(ctypes.Structure):
    _fields_ = (
        ("fs", ctypes.c_uint64),
        ("net", ctypes.c_uint64),
        ("scoped", ctypes.c_uint64),
    )


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


def abi() -> int:
    """The Landlock ABI of the running kernel; 0 where there is none."""
    try:
        return syscall(CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(VERSION_FLAG))
    except OSError:
        return 0


def restrict(readable: Iterable[str], writable: Iterable[str]) -> None:
    """Put this process under the rules, for good. Paths that do not exist are passed over.

    Raises:
        OSError: the kernel has no Landlock of NEEDED_ABI or refuses.
    """
    version = abi()
    if version < NEEDED_ABI:
        raise OSError(0, f"Landlock ABI {NEEDED_ABI} is needed, the kernel has {version}")
    rights = (1 << max(n for since, n in FILE_RIGHTS.items() if since <= version)) - 1
    ruleset = _Ruleset(rights, 0b11, 0b11)
    size = ctypes.c_size_t(ctypes.sizeof(ruleset))
    fd = syscall(CREATE_RULESET, ctypes.byref(ruleset), size, ctypes.c_uint32(0))
    for path in readable:
        _allow(fd, path, READ_FILE | READ_DIR)
    for path in writable:
        _allow(fd, path, SCRATCH & rights)
    syscall(RESTRICT_SELF, ctypes.c_int(fd), ctypes.c_uint32(0))
    os.close(fd)


def _allow(ruleset: int, path: str, rights: int) -> None:
    try:
        parent = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    if not stat.S_ISDIR(os.fstat(parent).st_mode):
        # A rule for a file that names rights of directories is refused as a whole.
        rights &= ~READ_DIR
    rule = _PathBeneath(rights, parent)
    syscall(
        ADD_RULE, ctypes.c_int(ruleset), ctypes.c_int(1), ctypes.byref(rule), ctypes.c_uint32(0)
    )
    os.close(parent)
