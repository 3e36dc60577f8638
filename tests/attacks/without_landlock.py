"""Runs a command on a machine that has no Landlock: python without_landlock.py COMMAND...

A seccomp filter answers its system calls as a kernel without it does; the filter is inherited.
"""

import ctypes
import errno
import os
import platform
import struct
import sys

from autograder.worker.confine import calls, landlock, privileges, seccomp
from autograder.worker.confine.syscalls import prctl, syscall


def program(machine: str) -> bytes:
    """A filter that knows no Landlock."""
    numbers = (landlock.CREATE_RULESET, landlock.ADD_RULE, landlock.RESTRICT_SELF)
    lines = seccomp._own_architecture(machine)
    lines += seccomp._answer(numbers, seccomp.FAIL | errno.ENOSYS)
    return b"".join([*lines, seccomp._step(seccomp.RETURN, seccomp.ALLOW)])


if __name__ == "__main__":
    machine = platform.machine()
    code = program(machine)
    buffer = ctypes.create_string_buffer(code, len(code))
    header = struct.pack("@HxxxxxxQ", len(code) // 8, ctypes.addressof(buffer))
    prctl(privileges.PR_SET_NO_NEW_PRIVS, 1)
    syscall(calls.number("seccomp", machine), ctypes.c_uint(1), ctypes.c_uint(0),
            ctypes.c_char_p(header))  # fmt: skip
    os.execv(sys.argv[1], sys.argv[1:])
