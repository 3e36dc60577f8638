"""Giving up what the process has and must not keep: descriptors, environment, powers."""

import ctypes
import itertools
import os
import random
import struct
from pathlib import Path

from autograder.worker.confine.policy import Policy
from autograder.worker.confine.syscalls import prctl, syscall

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_KEEPCAPS, PR_SET_NO_NEW_PRIVS = 1, 4, 8, 38
PR_CAPBSET_DROP, PR_SET_SECUREBITS = 24, 28
PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL = 47, 4
CAPSET = {"x86_64": 126, "aarch64": 91}
CAPABILITY_VERSION_3 = 0x20080522
CAP_DAC_READ_SEARCH, CAP_SETPCAP = 2, 8
LAST_CAPABILITY = Path("/proc/sys/kernel/cap_last_cap")
NO_ROOT_LOCKED, NO_AMBIENT_LOCKED = 0b11, 0b1100_0000
SIGKILL = 9
ENVIRONMENT = {"LANG": "C.UTF-8", "OMP_NUM_THREADS": "1", "PATH": "/nowhere"}


def close_all_but(keep: tuple[int, ...]) -> None:
    """Close every descriptor but 0, 1, 2 and `keep`."""
    edges = [2, *sorted(keep), os.sysconf("SC_OPEN_MAX")]
    for low, high in itertools.pairwise(edges):
        os.closerange(low + 1, high)


def clear_environment(home: str) -> None:
    """Leave nothing of the environment but what libraries look for."""
    os.environ.clear()
    os.environ.update(ENVIRONMENT, HOME=home)


def die_with_parent() -> None:
    """Be killed when the warm process ends. Changing the user undoes this: call it after."""
    prctl(PR_SET_PDEATHSIG, SIGKILL)


def drop_bounds() -> None:
    """Give up what could ever be gained: the bounding set, and root's special treatment."""
    if not _effective() >> CAP_SETPCAP & 1:
        # Only who has this power can give up the others; no_new_privs keeps them out of reach.
        return
    for capability in range(int(LAST_CAPABILITY.read_text()) + 1):
        prctl(PR_CAPBSET_DROP, capability)
    prctl(PR_SET_SECUREBITS, NO_ROOT_LOCKED | NO_AMBIENT_LOCKED)


def become(policy: Policy) -> None:
    """Change to an unprivileged user for good, where one is given."""
    if policy.uid is None:
        return
    # SystemRandom: workers forked from one process share the state of the other generator.
    uid = policy.uid + random.SystemRandom().randrange(policy.uids)
    prctl(PR_SET_KEEPCAPS, int(policy.reads_any))
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)


def drop_powers(policy: Policy) -> None:
    """No capabilities (at most reading), no new privileges, and closed to others' eyes."""
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL)
    kept = 1 << CAP_DAC_READ_SEARCH if policy.reads_any else 0
    header = struct.pack("=Ii", CAPABILITY_VERSION_3, 0)
    sets = struct.pack("=6I", kept, kept, 0, 0, 0, 0)
    syscall(CAPSET[os.uname().machine], ctypes.c_char_p(header), ctypes.c_char_p(sets))
    # /proc/<pid>/mem and ptrace are then closed to processes of the same user.
    prctl(PR_SET_DUMPABLE, 0)


def _effective() -> int:
    """The capabilities in effect, as bits."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1], 16) for line in lines if line.startswith("CapEff"))
