"""Runs a command on a machine that has no Landlock: python without_landlock.py COMMAND...

A seccomp filter answers its system calls as a kernel without it does; the filter is inherited.
With --nor-mounts no worker gets mounts of its own either; bubblewrap uses another call.
"""

import ctypes
import errno
import os
import platform
import struct
import sys

from autograder.worker.confine import calls, landlock, privileges, seccomp
from autograder.worker.confine.calls import prctl, syscall


def program(machine: str, *, mounts: bool) -> bytes:
    """A filter that knows no Landlock, and maybe denies mounts of one's own."""
    numbers = (landlock.CREATE_RULESET, landlock.ADD_RULE, landlock.RESTRICT_SELF)
    lines = seccomp._own_architecture(machine)
    lines += seccomp._answer(numbers, seccomp.FAIL | errno.ENOSYS)
    if not mounts:
        unshare = calls.numbers(calls.DENIED, machine, "unshare")
        lines += seccomp._answer(unshare, seccomp.FAIL | errno.EPERM)
    return b"".join([*lines, seccomp._step(seccomp.RETURN, seccomp.ALLOW)])


if __name__ == "__main__":
    machine = platform.machine()
    mounts = sys.argv[1] != "--nor-mounts"
    command = sys.argv[1 if mounts else 2 :]
    code = program(machine, mounts=mounts)
    buffer = ctypes.create_string_buffer(code, len(code))
    header = struct.pack("@HxxxxxxQ", len(code) // 8, ctypes.addressof(buffer))
    prctl(privileges.PR_SET_NO_NEW_PRIVS, 1)
    syscall(*calls.numbers(calls.JUDGED, machine, "seccomp"), ctypes.c_uint(1), ctypes.c_uint(0),
            ctypes.c_char_p(header))  # fmt: skip
    os.execv(command[0], command)
