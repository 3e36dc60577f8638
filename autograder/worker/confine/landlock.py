"""Landlock: only these paths, no TCP, no signals and no abstract sockets to the outside.

Numbers and rights are those of linux/landlock.h. Executing is granted nowhere, which leaves
mapping shared libraries alone. Everything the running kernel can deny is denied.
"""

import ctypes
import os
import stat
from collections.abc import Iterable
from dataclasses import dataclass

from autograder.worker.confine.syscalls import syscall

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
VERSION_FLAG = 1
PATH_BENEATH = 1
NEEDED_ABI = 3
"""Linux 6.2. With less, files of the same user can be truncated. What later versions add (TCP,
signals, abstract sockets) the seccomp filter denies too."""

WRITE_FILE, READ_FILE, READ_DIR, TRUNCATE = 1 << 1, 1 << 2, 1 << 3, 1 << 14
FILE_RIGHTS = WRITE_FILE | READ_FILE | TRUNCATE
"""Those that can be granted on a file; a rule with any other is refused as a whole."""

SCRATCH_RIGHTS = sum(1 << bit for bit in (1, 2, 3, 4, 5, 7, 8, 9, 10, 12, 13, 14))
"""Write, read, list, remove, make directories, files, sockets, fifos and links, move, truncate;
no devices, no execution."""

HARMLESS = ("/dev/zero", "/dev/urandom", "/dev/random", "/proc/cpuinfo", "/sys/devices/system/cpu")
SINK = "/dev/null"
"""Open to every worker: correct answers silence output there or draw numbers from there, and
torch asks for the processor when it first computes."""

KNOWN_RIGHTS = ((1, 13), (2, 14), (3, 15), (5, 16))
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


@dataclass(frozen=True)
class InForce:
    """What the kernel holds this process to."""

    abi: int
    tcp: bool
    scopes: bool


def abi() -> int:
    """The Landlock ABI of the running kernel; 0 where there is none."""
    try:
        return syscall(CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(VERSION_FLAG))
    except OSError:
        return 0


def restrict(readable: Iterable[str], writable: Iterable[str], least: int = NEEDED_ABI) -> InForce:
    """Put this process under the rules, for good. Paths that do not exist are passed over.

    Raises:
        OSError: the kernel has no Landlock of ABI `least`, or refuses.
    """
    version = abi()
    if version < least:
        raise OSError(0, f"Landlock ABI {least} is needed, the kernel has {version}")
    force = InForce(version, tcp=version >= 4, scopes=version >= 6)
    if version:
        _apply(force, readable, writable)
    return force


def _apply(force: InForce, readable: Iterable[str], writable: Iterable[str]) -> None:
    rights = _rights(force.abi)
    ruleset = _create(rights, force)
    for path in (*readable, *HARMLESS):
        _allow(ruleset, path, READ_FILE | READ_DIR)
    for path in (*writable, SINK):
        _allow(ruleset, path, SCRATCH_RIGHTS & rights)
    syscall(RESTRICT_SELF, ctypes.c_int(ruleset), ctypes.c_uint32(0))
    os.close(ruleset)


def _rights(version: int) -> int:
    """Every file right that this ABI knows: what is not named here is not denied."""
    return (1 << max(count for since, count in KNOWN_RIGHTS if since <= version)) - 1


def _create(rights: int, force: InForce) -> int:
    ruleset = _Ruleset(rights, 0b11 if force.tcp else 0, 0b11 if force.scopes else 0)
    # A kernel takes a longer structure as long as what it does not know is zero.
    size = ctypes.c_size_t(ctypes.sizeof(ruleset))
    return syscall(CREATE_RULESET, ctypes.byref(ruleset), size, ctypes.c_uint32(0))


def _allow(ruleset: int, path: str, rights: int) -> None:
    try:
        parent = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    if not stat.S_ISDIR(os.fstat(parent).st_mode):
        rights &= FILE_RIGHTS
    rule = ctypes.byref(_PathBeneath(rights, parent))
    kind = ctypes.c_int(PATH_BENEATH)
    syscall(ADD_RULE, ctypes.c_int(ruleset), kind, rule, ctypes.c_uint32(0))
    os.close(parent)
