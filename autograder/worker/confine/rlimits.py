"""Resource limits: what one worker may use up."""

import resource

from autograder.worker.confine.policy import Policy

STATM = "/proc/self/statm"


def restrict(policy: Policy) -> None:
    """Set the limits, hard and soft alike."""
    space = _address_space() + policy.memory_bytes
    limits = {
        resource.RLIMIT_AS: space,
        resource.RLIMIT_NOFILE: policy.open_files,
        resource.RLIMIT_FSIZE: policy.file_bytes,
        resource.RLIMIT_CPU: policy.cpu_seconds,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_MEMLOCK: 0,
        resource.RLIMIT_MSGQUEUE: 0,
        resource.RLIMIT_NICE: 0,
        resource.RLIMIT_RTPRIO: 0,
    }
    for kind, value in limits.items():
        _, hard = resource.getrlimit(kind)
        bound = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(kind, (bound, bound))


def _address_space() -> int:
    """What torch's libraries already map, in bytes: a limit below it would kill any import."""
    with open(STATM) as file:  # noqa: PTH123  (pathlib costs an import in every worker)
        return int(file.read().split()[0]) * resource.getpagesize()
