"""Giving up what the process has and must not keep: descriptors, environment, powers."""

import ctypes
import itertools
import os
import random
import re
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
CAPABILITIES = re.compile(rb"^Cap(?:Eff|Bnd):\s*(\w+)", re.MULTILINE)
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
    wanted = ENVIRONMENT | {"HOME": home}
    for name in list(os.environ):
        if name not in wanted:
            del os.environ[name]
    for name, value in wanted.items():
        if os.environ.get(name) != value:
            os.environ[name] = value


def die_with_parent() -> None:
    """Be killed when the warm process ends. Changing the user undoes this: call it after."""
    prctl(PR_SET_PDEATHSIG, SIGKILL)


def drop_bounds() -> None:
    """Give up what could ever be gained: the bounding set, and root's special treatment."""
    effective, bounding = _capabilities()
    if not effective >> CAP_SETPCAP & 1:
        # Only who has this power can give up the others; no_new_privs keeps them out of reach.
        return
    for capability in range(bounding.bit_length()):
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


def _capabilities() -> tuple[int, int]:
    """The capabilities in effect, and those that could be gained, as bits."""
    effective, bounding = CAPABILITIES.findall(Path("/proc/self/status").read_bytes())
    return int(effective, 16), int(bounding, 16)
