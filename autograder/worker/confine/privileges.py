"""What a process gives up (descriptors, environment, powers), and how much it may use."""

import contextlib
import itertools
import os
import random
import re
import resource
import struct
from dataclasses import dataclass
from pathlib import Path

from autograder.worker.confine.calls import PR_SET_DUMPABLE, PR_SET_PDEATHSIG, checked, libc, prctl

PR_SET_KEEPCAPS, PR_SET_NO_NEW_PRIVS = 8, 38
PR_CAPBSET_DROP, PR_SET_SECUREBITS = 24, 28
PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL = 47, 4
CAPABILITY_VERSION_3 = 0x20080522
CAP_DAC_READ_SEARCH, CAP_SETPCAP = 2, 8
CAPABILITIES = re.compile(rb"^Cap(?:Eff|Bnd):\s*(\w+)", re.MULTILINE)
NO_ROOT_LOCKED, NO_AMBIENT_LOCKED = 0b11, 0b1100_0000
SIGKILL = 9
STATM = Path("/proc/self/statm")
STACK_BYTES = 8 << 20
NOTHING_OF = (
    resource.RLIMIT_CORE, resource.RLIMIT_MEMLOCK, resource.RLIMIT_MSGQUEUE, resource.RLIMIT_NICE,
    resource.RLIMIT_RTPRIO,
)  # fmt: skip
UID, THREADS = (re.compile(rb"^%b:\s*(\d+)" % name, re.MULTILINE) for name in (b"Uid", b"Threads"))
ENVIRONMENT = {"LANG": "C.UTF-8", "OMP_NUM_THREADS": "1", "PATH": "/nowhere"}


@dataclass(frozen=True)
class Policy:
    """What one worker may do: plain data from the host. Sizes are in bytes.

    Attributes:
        readable: Paths that it may read, with everything below.
        memory_bytes: How far its address space may grow beyond that of the warm process.
        threads: How many threads it may add.
        landlock: The Landlock ABI whose rules it is held to; 0 for none.
        uid: The user it becomes, where the warm process is root; None to stay who it is.
        uids: It becomes one of so many users from `uid` on, drawn at random, so that workers
            cannot use up each other's number of threads.
        reads_any: Whether it may read files of other users, where `uid` cannot read the Python
            installation: Landlock alone then decides what may be read.
        scratch: Where it makes a writable directory of its own (see scratch.py), if any.
        holds: Whether `memory_bytes` are all that it may hold anywhere: it writes no file.
        private_mounts: Whether it gets mounts of its own in Landlock's place (see mounts.py).
    """

    readable: tuple[str, ...]
    memory_bytes: int
    threads: int
    open_files: int
    file_bytes: int
    cpu_seconds: int
    landlock: int
    uid: int | None = None
    uids: int = 1
    reads_any: bool = False
    scratch: str = ""
    private_mounts: bool = False
    holds: bool = False


def close_all_but(keep: tuple[int, ...]) -> None:
    edges = [2, *sorted(keep), os.sysconf("SC_OPEN_MAX")]
    for low, high in itertools.pairwise(edges):
        os.closerange(low + 1, high)


def clear_environment(home: str) -> None:
    os.environ.clear()
    os.environ.update(ENVIRONMENT, HOME=home)


def die_with_parent() -> None:
    """Be killed when the warm process ends. Changing the user undoes this: call it after."""
    prctl(PR_SET_PDEATHSIG, SIGKILL)


def drop_bounds() -> None:
    """Give up the capability bounding set, and root's special treatment."""
    status = Path("/proc/self/status").read_bytes()
    effective, bounding = (int(digits, 16) for digits in CAPABILITIES.findall(status))
    if not effective >> CAP_SETPCAP & 1:
        # Without this one the others cannot be given up; no_new_privs keeps them out of reach.
        return
    for capability in range(bounding.bit_length()):
        prctl(PR_CAPBSET_DROP, capability)
    prctl(PR_SET_SECUREBITS, NO_ROOT_LOCKED | NO_AMBIENT_LOCKED)


def become(policy: Policy) -> None:
    if policy.uid is None:
        return
    # SystemRandom: forks share the state of the other generator.
    uid = policy.uid + random.SystemRandom().randrange(policy.uids)
    prctl(PR_SET_KEEPCAPS, int(policy.reads_any))
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)


def drop_powers(policy: Policy) -> None:
    """No capabilities (at most reading), no new privileges, and closed to others' eyes."""
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL)
    powers = 1 << CAP_DAC_READ_SEARCH if policy.reads_any else 0
    header = struct.pack("=Ii", CAPABILITY_VERSION_3, 0)
    sets = struct.pack("=6I", powers, powers, 0, 0, 0, 0)
    checked(libc.capset(header, sets))
    # /proc/<pid>/mem and ptrace are then closed to processes of the same user.
    prctl(PR_SET_DUMPABLE, 0)


def limit_resources(policy: Policy) -> None:
    """Set hard and soft limits, never above what holds; OSError or ValueError if one is refused."""
    # Beyond what torch's libraries map already.
    sizes = [int(pages) * resource.getpagesize() for pages in STATM.read_text().split()]
    mapped, data = sizes[0], sizes[5]
    limits = {
        resource.RLIMIT_AS: mapped + policy.memory_bytes,
        resource.RLIMIT_NPROC: _tasks(os.getuid()) + policy.threads,
        resource.RLIMIT_NOFILE: policy.open_files,
        resource.RLIMIT_FSIZE: policy.file_bytes,
        resource.RLIMIT_CPU: policy.cpu_seconds,
        resource.RLIMIT_STACK: STACK_BYTES,
        resource.RLIMIT_SIGPENDING: 64,
        **dict.fromkeys(NOTHING_OF, 0),
    }
    if policy.holds:
        # Beside the address space: a worker can give libraries back, and map other memory.
        limits |= {resource.RLIMIT_DATA: data + policy.memory_bytes, resource.RLIMIT_FSIZE: 0}
    for kind, value in limits.items():
        if value < 0:
            # The kernel would read it as no limit at all.
            raise ValueError(f"limit {kind} cannot be {value}")
        _, hard = resource.getrlimit(kind)
        bound = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(kind, (bound, bound))


def _tasks(uid: int) -> int:
    """How many threads this user runs: the limit is on all of them, and never on root's.

    By the status of each process: the directory of a worker, which is not dumpable, is root's.
    """
    count = 0
    for process in Path("/proc").glob("[0-9]*") if uid else ():
        with contextlib.suppress(OSError):  # it has ended since
            status = (process / "status").read_bytes()
            user, threads = UID.search(status), THREADS.search(status)
            count += int(threads[1]) if user and threads and int(user[1]) == uid else 0
    return count
