"""A seccomp filter: no new processes, no sockets, no reach to other processes, no metadata.

Landlock rules files, TCP and signals; this closes what it leaves: UDP and every other socket
family, forking, ptrace, System V IPC, and changing modes, owners and times of files that are
only readable. A denied call fails with EPERM. Made by hand because the one binding on PyPI is
unmaintained; the program is a plain list of comparisons.
"""

import ctypes
import errno
import os
import platform
import struct

from autograder.worker.confine.syscalls import syscall

ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
SECCOMP_CALL = {"x86_64": 317, "aarch64": 277}
CLONE = {"x86_64": 56, "aarch64": 220}
CLONE3 = 435
PRLIMIT = {"x86_64": 302, "aarch64": 261}
X32_BIT = 0x40000000
CLONE_THREAD = 0x00010000

DENIED = {
    "x86_64": (
        57, 58,  # fork, vfork
        59, 322,  # execve, execveat
        41,  # socket
        101, 310, 311, 312, 434, 438, 440,  # ptrace, process_vm_*, kcmp, pidfd_*, process_madvise
        272, 308,  # unshare, setns
        165, 166, 155, 161, 428, 429, 430, 431, 432, 433, 442,  # mounts and roots
        248, 249, 250,  # keys
        321, 298, 323, 425, 426, 427,  # bpf, perf_event_open, userfaultfd, io_uring_*
        175, 176, 313, 246, 320, 169, 167, 168,  # modules, kexec, reboot, swap
        170, 171, 164, 227, 159, 305,  # host name, domain name, clocks
        90, 91, 268, 452,  # chmod, fchmod, fchmodat, fchmodat2
        92, 93, 94, 260,  # chown, fchown, lchown, fchownat
        132, 235, 261, 280,  # utime, utimes, futimesat, utimensat
        188, 189, 190, 197, 198, 199, 463, 466,  # setting and removing extended attributes
        29, 30, 31, 64, 65, 66, 68, 69, 70, 71,  # System V shared memory, semaphores, queues
        240, 241,  # POSIX message queues
        141, 142, 144, 203, 251, 314,  # priorities and affinities of others
        129, 297, 424,  # queueing signals, pidfd_send_signal
        300, 301, 303, 304, 163, 103, 179, 135, 134, 154, 172, 173, 139,
    ),
    "aarch64": (
        221, 281, 198,
        117, 270, 271, 272, 434, 438, 440,
        97, 268,
        40, 39, 41, 51, 428, 429, 430, 431, 432, 433, 442,
        217, 218, 219,
        280, 241, 282, 425, 426, 427,
        105, 106, 273, 104, 294, 142, 224, 225,
        161, 162, 170, 112, 171, 266,
        52, 53, 452,
        54, 55,
        88,
        5, 6, 7, 14, 15, 16, 463, 466,
        194, 195, 196, 197, 190, 191, 192, 193, 186, 187, 188, 189,
        180, 181,
        140, 118, 119, 122, 30, 274,
        138, 240, 424,
        262, 263, 264, 265, 89, 116, 60, 92,
    ),
}  # fmt: skip
"""Numbers of asm/unistd.h; unused numbers deny nothing."""

SIGNALS = {"x86_64": (62, 200, 234), "aarch64": (129, 130, 131)}
"""kill, tkill, tgkill: allowed to this process itself (abort raises that way)."""

LOAD, JUMP_EQUAL, JUMP_SET, JUMP_GREATER_EQUAL, RETURN = 0x20, 0x15, 0x45, 0x35, 0x06
NUMBER, ARCHITECTURE, FIRST = 0, 4, 16
ALLOW, KILL = 0x7FFF0000, 0x80000000


class UnsupportedArchitecture(OSError):
    """There is no table of system calls for this machine."""


def deny() -> int:
    """The filter's answer to a denied call."""
    return 0x00050000 | errno.EPERM


def program(machine: str, pid: int) -> bytes:
    """The filter for a machine and for the process that it will confine.

    Raises:
        UnsupportedArchitecture: no table for `machine`.
    """
    if machine not in ARCHITECTURES:
        raise UnsupportedArchitecture(0, f"no seccomp table for {machine}")
    lines = [_step(LOAD, ARCHITECTURE), _step(JUMP_EQUAL, ARCHITECTURES[machine], 1, 0),
             _step(RETURN, KILL), _step(LOAD, NUMBER)]  # fmt: skip
    if machine == "x86_64":
        lines += [_step(JUMP_GREATER_EQUAL, X32_BIT, 0, 1), _step(RETURN, KILL)]
    # clone3 hides its flags behind a pointer; ENOSYS sends the C library back to clone.
    lines += [_step(JUMP_EQUAL, CLONE3, 0, 1), _step(RETURN, 0x00050000 | errno.ENOSYS)]
    for number in sorted(set(DENIED[machine])):
        lines += [_step(JUMP_EQUAL, number, 0, 1), _step(RETURN, deny())]
    lines += _if_first(CLONE[machine], JUMP_SET, CLONE_THREAD)
    for number in SIGNALS[machine]:
        lines += _if_first(number, JUMP_EQUAL, pid)
    lines += _prlimit(PRLIMIT[machine], pid)
    return b"".join([*lines, _step(RETURN, ALLOW)])


def _step(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("<HBBI", code, if_true, if_false, value & 0xFFFFFFFF)


def _if_first(number: int, test: int, value: int) -> list[bytes]:
    """Deny the call unless its first argument passes the test."""
    return [_step(JUMP_EQUAL, number, 0, 4), _step(LOAD, FIRST), _step(test, value, 1, 0),
            _step(RETURN, deny()), _step(LOAD, NUMBER)]  # fmt: skip


def _prlimit(number: int, pid: int) -> list[bytes]:
    """Deny prlimit on any process but this one (0 means this one)."""
    return [_step(JUMP_EQUAL, number, 0, 5), _step(LOAD, FIRST), _step(JUMP_EQUAL, 0, 2, 0),
            _step(JUMP_EQUAL, pid, 1, 0), _step(RETURN, deny()), _step(LOAD, NUMBER)]  # fmt: skip


def restrict() -> None:
    """Put this process and its threads under the filter, for good (needs no_new_privs).

    Raises:
        OSError: the kernel refuses, or this machine has no table.
    """
    machine = platform.machine()
    code = program(machine, os.getpid())
    buffer = ctypes.create_string_buffer(code, len(code))
    header = struct.pack("@HxxxxxxQ", len(code) // 8, ctypes.addressof(buffer))
    syscall(SECCOMP_CALL[machine], ctypes.c_uint(1), ctypes.c_uint(1), ctypes.c_char_p(header))
