"""Landlock: only these paths, no TCP, no signals and no abstract sockets to the outside.

Numbers and rights are those of linux/landlock.h. To execute is granted nowhere, which leaves
mapping shared libraries alone.
"""

import contextlib
import ctypes
import os
import stat
import struct
from collections.abc import Iterable, Iterator

from autograder.worker.confine.calls import syscall

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
VERSION_FLAG = 1
PATH_BENEATH = 1
TCP_ABI, SCOPES_ABI = 4, 6
"""Any ABI will do: what the first (Linux 5.13) cannot deny, seccomp denies on every kernel."""

WRITE_FILE, READ_FILE, READ_DIR, TRUNCATE = 1 << 1, 1 << 2, 1 << 3, 1 << 14
READ = READ_FILE | READ_DIR
FILE_RIGHTS = WRITE_FILE | READ_FILE | TRUNCATE
"""Those that can be granted on a file; a rule with any other is refused as a whole."""

SCRATCH_RIGHTS = sum(1 << bit for bit in (1, 2, 3, 4, 5, 7, 8, 9, 10, 12, 13, 14))
"""Write, read, list, remove, make directories, files, sockets, fifos and links, move, truncate;
no devices, no execution."""

HARMLESS = ("/dev/zero", "/dev/urandom", "/dev/random", "/proc/cpuinfo", "/sys/devices/system/cpu")
SINK = "/dev/null"
"""Open to every worker: answers silence output there or draw numbers from there, and torch asks for
the processor when it first computes."""

KNOWN_RIGHTS = ((0, 0), (1, 13), (2, 14), (3, 15), (5, 16))
"""How many file rights an ABI knows, from the ABI where the number grew."""


def abi() -> int:
    """The Landlock ABI of the running kernel; 0 where there is none."""
    try:
        return syscall(CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(VERSION_FLAG))
    except OSError:
        return 0


class Ruleset:
    """The rules for one process: gathered while it may still open files, then put in force. Paths
    that do not exist are passed over; a kernel with less than the ABI is an error, and with ABI 0
    there are no rules.
    """

    def __init__(self, readable: Iterable[str], writable: Iterable[str], version: int) -> None:
        # At once: another user may not be able to open them.
        self._readable = tuple(_opened((*readable, *HARMLESS), READ))
        self._writable = tuple(writable)
        self._abi = version
        self._descriptor = -1

    @property
    def descriptors(self) -> tuple[int, ...]:
        """Of the paths, until the rules are gathered."""
        return tuple(descriptor for descriptor, _ in self._readable)

    def gather(self) -> None:
        """Make the rules, and close the paths; OSError if the kernel lacks the ABI, or refuses."""
        if abi() < self._abi:
            raise OSError(0, f"Landlock ABI {self._abi} is needed, the kernel has {abi()}")
        # Every file right that this ABI knows: what is not named is not denied.
        bits = max(count for since, count in KNOWN_RIGHTS if since <= self._abi)
        rights = (1 << bits) - 1
        if self._abi:
            tcp, scopes = (0b11 if self._abi >= since else 0 for since in (TCP_ABI, SCOPES_ABI))
            # A kernel takes a longer structure as long as what it does not know is zero.
            denied = struct.pack("=3Q", rights, tcp, scopes)
            size, no_flags = ctypes.c_size_t(len(denied)), ctypes.c_uint32(0)
            self._descriptor = syscall(CREATE_RULESET, ctypes.c_char_p(denied), size, no_flags)
        writable = _opened((*self._writable, SINK), SCRATCH_RIGHTS & rights)
        for descriptor, granted in (*self._readable, *writable):
            if self._abi:
                beneath = ctypes.c_char_p(struct.pack("=Qi", granted, descriptor))
                kind = ctypes.c_int(PATH_BENEATH)
                syscall(ADD_RULE, ctypes.c_int(self._descriptor), kind, beneath, ctypes.c_uint32(0))
            os.close(descriptor)

    def restrict(self) -> None:
        """Put this process under the rules, for good (needs no_new_privs); OSError if refused."""
        if self._abi:
            syscall(RESTRICT_SELF, ctypes.c_int(self._descriptor), ctypes.c_uint32(0))
            os.close(self._descriptor)


def _opened(paths: Iterable[str], rights: int) -> Iterator[tuple[int, int]]:
    """Descriptors of those of the paths that exist, with the rights that can be granted there."""
    for path in paths:
        with contextlib.suppress(OSError):
            descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
            folder = stat.S_ISDIR(os.fstat(descriptor).st_mode)
            yield descriptor, rights if folder else rights & FILE_RIGHTS
