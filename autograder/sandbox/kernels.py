"""What holds on which kernel: the table of `autograder doctor --kernels`."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Right:
    """Something that Landlock denies from an ABI on, and what denies it before."""

    abi: int
    linux: str
    denied: str
    before: str


@dataclass(frozen=True)
class Distribution:
    """A distribution, the kernel that it comes with, and that kernel's Landlock ABI."""

    name: str
    linux: str
    abi: int


RIGHTS = (
    Right(1, "5.13", "files outside what a worker may use", "private mounts inside bubblewrap"),
    Right(2, "5.19", "(allows moving files between folders)", "always denied: moving is copying"),
    Right(3, "6.2", "emptying a file by its path", "seccomp; read-only mounts in bubblewrap"),
    Right(4, "6.7", "TCP", "seccomp (no sockets); no network in bubblewrap"),
    Right(5, "6.10", "ioctl on devices", "only null, zero and random; seccomp for terminals"),
    Right(6, "6.12", "signals, abstract sockets", "seccomp; processes of their own in bubblewrap"),
)

DISTRIBUTIONS = (
    Distribution("Ubuntu 22.04", "5.15", 1),
    Distribution("Debian 12", "6.1", 2),
    Distribution("Ubuntu 24.04", "6.8", 4),
    Distribution("RHEL 9.6 and later", "5.14", 5),
    Distribution("Debian 13", "6.12", 6),
    Distribution("gVisor, or switched off", "–", 0),
)


def holds(abi: int) -> tuple[str, str]:
    """What grading has with this ABI: with bubblewrap, and without."""
    if abi:
        return "both rings", "inner ring"
    return "private mounts", "refused"
