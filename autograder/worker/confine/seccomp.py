"""A seccomp filter: no new processes, no sockets, no reach to other processes, no metadata.

It closes what any version of Landlock leaves, by the policy of calls.py. A denied call fails with
EPERM.
"""

import ctypes
import errno
import os
import platform
import struct
from collections.abc import Iterable

from autograder.worker.confine import calls

X32_BIT = 0x40000000
LOAD, JUMP_EQUAL, JUMP_GREATER_EQUAL, JUMP_SET, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
AND = 0x54
NUMBER, ARCHITECTURE, ARGUMENTS = 0, 4, 16
ALLOW, KILL_PROCESS, FAIL = 0x7FFF0000, 0x80000000, 0x00050000
SET_MODE_FILTER, ALL_THREADS = 1, 1


def restrict() -> None:
    """Filter this process and its threads, for good (needs no_new_privs); OSError if refused."""
    machine = platform.machine()
    code = program(machine, os.getpid())
    buffer = ctypes.create_string_buffer(code, len(code))
    header = struct.pack("@HxxxxxxQ", len(code) // 8, ctypes.addressof(buffer))
    (number,) = calls.numbers(calls.JUDGED, machine, "seccomp")
    # With ALL_THREADS a positive result is a thread that could not be put under the filter.
    flags = ctypes.c_uint(ALL_THREADS)
    if calls.syscall(number, ctypes.c_uint(SET_MODE_FILTER), flags, ctypes.c_char_p(header)):
        raise OSError(errno.EBUSY, "a thread escapes the filter")


def program(machine: str, pid: int) -> bytes:
    """The filter for a process of this machine; OSError if there is no table for it."""
    if machine not in calls.ARCHITECTURES:
        raise OSError(0, f"no seccomp table for {machine}")
    steps = _own_architecture(machine)
    steps += _answer(calls.numbers(calls.UNKNOWN, machine), FAIL | errno.ENOSYS)
    steps += _answer(calls.numbers(calls.DENIED, machine), FAIL | errno.EPERM)
    for call, flags in calls.TRUNCATING.items():
        for number in calls.numbers(calls.JUDGED, machine, call):
            steps += _no_truncating_reader(number, flags)
    for rule in calls.rules(pid):
        (number,) = calls.numbers(calls.JUDGED, machine, rule.call)
        steps += _judge(number, rule)
    return b"".join([*steps, _step(RETURN, ALLOW)])


def _step(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("<HBBI", code, if_true, if_false, value)


def _own_architecture(machine: str) -> list[bytes]:
    """Kill who calls through another table of numbers (32 bit, x32); then load the number."""
    return [
        _step(LOAD, ARCHITECTURE),
        _step(JUMP_EQUAL, calls.ARCHITECTURES[machine], 1, 0),
        _step(RETURN, KILL_PROCESS),
        _step(LOAD, NUMBER),
        _step(JUMP_GREATER_EQUAL, X32_BIT, 0, 1),
        _step(RETURN, KILL_PROCESS),
    ]


def _answer(numbers: Iterable[int], answer: int) -> list[bytes]:
    return [step for n in numbers for step in (_step(JUMP_EQUAL, n, 0, 1), _step(RETURN, answer))]


def _no_truncating_reader(number: int, flags: int) -> list[bytes]:
    """Fail an open that empties the file and may not write it; any other call goes on."""
    steps = [
        _step(LOAD, ARGUMENTS + 8 * flags),
        _step(JUMP_SET, calls.O_TRUNC, 0, 4),
        _step(AND, calls.O_ACCMODE),
        _step(JUMP_EQUAL, calls.O_WRONLY, 2, 0),
        _step(JUMP_EQUAL, calls.O_RDWR, 1, 0),
        _step(RETURN, FAIL | errno.EPERM),
        _step(LOAD, NUMBER),
    ]
    return [_step(JUMP_EQUAL, number, 0, len(steps)), *steps]


def _judge(number: int, rule: calls.Rule) -> list[bytes]:
    """The steps that fail this call by its argument; any other call jumps over them."""
    # Only the lower half of the register: the kernel takes these arguments as 32 bit numbers.
    steps = [_step(LOAD, ARGUMENTS + 8 * rule.argument)]
    test = JUMP_SET if rule.bits else JUMP_EQUAL
    deny = _step(RETURN, FAIL | errno.EPERM)
    for value in rule.values:
        steps += [_step(test, value, 0, 1), _step(RETURN, ALLOW) if rule.allows else deny]
    if rule.allows:
        steps += [deny]
    # The number again: a later rule compares it, and a call passes several rules.
    steps += [_step(LOAD, NUMBER)]
    return [_step(JUMP_EQUAL, number, 0, len(steps)), *steps]
