"""Giving up what the process has and must not keep: descriptors, environment, powers."""

import ctypes
import itertools
import os
import struct

from autograder.worker.confine.syscalls import prctl, syscall

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS, PR_CAPBSET_DROP = 1, 4, 38, 24
PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL = 47, 4
CAPSET = {"x86_64": 126, "aarch64": 91}
CAPABILITY_VERSION_3 = 0x20080522
LAST_CAPABILITY = 63
SIGKILL = 9


def close_all_but(keep: tuple[int, ...]) -> None:
    """Close every descriptor but 0, 1, 2 and `keep`."""
    edges = [2, *sorted(keep), os.sysconf("SC_OPEN_MAX")]
    for low, high in itertools.pairwise(edges):
        os.closerange(low + 1, high)


def die_with_parent() -> None:
    """Be killed when the warm process ends."""
    prctl(PR_SET_PDEATHSIG, SIGKILL)


def become(uid: int | None) -> None:
    """Change to an unprivileged user for good, where one is given."""
    if uid is not None:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)


def drop_powers() -> None:
    """No capabilities, none to be gained, no new privileges by executing anything."""
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    for capability in range(LAST_CAPABILITY + 1):
        try:
            prctl(PR_CAPBSET_DROP, capability)
        except OSError:
            # The kernel knows fewer capabilities, or we never had the right to drop them.
            break
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL)
    header = struct.pack("=Ii", CAPABILITY_VERSION_3, 0)
    number = CAPSET[os.uname().machine]
    syscall(number, ctypes.c_char_p(header), ctypes.c_char_p(struct.pack("=6I", *[0] * 6)))
