"""Resource limits: what one worker may use up."""

import os
import re
import resource
from pathlib import Path

from autograder.worker.confine.policy import Policy

STATM = Path("/proc/self/statm")
STACK_BYTES = 8 << 20
SIGNALS = 64
UID, THREADS = (re.compile(rb"^%b:\s*(\d+)" % name, re.MULTILINE) for name in (b"Uid", b"Threads"))


def restrict(policy: Policy) -> None:
    """Set the limits, hard and soft alike, never above what already holds.

    Raises:
        OSError, ValueError: a limit cannot be set.
    """
    for kind, value in _limits(policy).items():
        if value < 0:
            # The kernel would read it as no limit at all.
            raise ValueError(f"limit {kind} cannot be {value}")
        _, hard = resource.getrlimit(kind)
        bound = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(kind, (bound, bound))


def _limits(policy: Policy) -> dict[int, int]:
    return {
        resource.RLIMIT_AS: _address_space() + policy.memory_bytes,
        resource.RLIMIT_NPROC: _tasks(os.getuid()) + policy.threads,
        resource.RLIMIT_NOFILE: policy.open_files,
        resource.RLIMIT_FSIZE: policy.file_bytes,
        resource.RLIMIT_CPU: policy.cpu_seconds,
        resource.RLIMIT_STACK: STACK_BYTES,
        resource.RLIMIT_SIGPENDING: SIGNALS,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_MEMLOCK: 0,
        resource.RLIMIT_MSGQUEUE: 0,
        resource.RLIMIT_NICE: 0,
        resource.RLIMIT_RTPRIO: 0,
    }


def _address_space() -> int:
    """What torch's libraries already map, in bytes: a limit below it would kill any import."""
    return int(STATM.read_text().split()[0]) * resource.getpagesize()


def _tasks(uid: int) -> int:
    """How many threads this user already runs: the kernel counts all of them together.

    It counts none of root's, and never limits them.
    """
    entries = Path("/proc").iterdir() if uid else ()
    return sum(_threads(entry, uid) for entry in entries if entry.name.isdecimal())


def _threads(process: Path, uid: int) -> int:
    """The threads of this process if it is the user's.

    By its status and not by the owner of its directory: that is root for other workers, which
    have closed themselves to others' eyes.
    """
    try:
        status = (process / "status").read_bytes()
    except OSError:  # it has ended since
        return 0
    own = UID.search(status)
    threads = THREADS.search(status) if own and int(own[1]) == uid else None
    return int(threads[1]) if threads else 0
