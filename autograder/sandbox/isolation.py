"""Which rings of isolation this machine has."""

from dataclasses import dataclass
from typing import Literal

from autograder.sandbox import bubblewrap, inner
from autograder.sandbox.errors import SandboxUnavailable
from autograder.worker.confine import landlock

FLAG = "--accept-weaker-isolation"
TRAIT = "c.GradeOutside.accept_weaker_isolation = True"


@dataclass(frozen=True)
class Rings:
    """What stands around the warm process (maybe nothing) and around each worker.

    Attributes:
        landlock: The Landlock ABI whose rules every worker is held to; 0 where there is none.
        private_mounts: Whether workers get mounts of their own in Landlock's place (see Policy).
        lost: What is given up, in a sentence; None if nothing is.
    """

    outer: Literal["bubblewrap"] | None
    landlock: int
    private_mounts: bool = False
    lost: str | None = None

    @property
    def inner(self) -> str:
        """What keeps a worker to its own files."""
        if self.landlock:
            return f"Landlock ABI {self.landlock}"
        return "private mounts" if self.private_mounts else "seccomp alone"


def likely() -> Rings:
    """The strongest rings that may work here, not proven: nobody's code may run in them yet.

    Raises:
        SandboxUnavailable: neither layer is there.
    """
    return _possible(bubblewrap.missing(), landlock.abi())


def choose(*, accept_weaker: bool = False) -> Rings:
    """The strongest rings of this machine, proven by confining a process in them.

    Raises:
        SandboxUnavailable: a layer that nothing makes up for is missing.
    """
    rings = likely()
    reason = _refused(rings)
    if reason and rings.outer and (unusable := bubblewrap.usable()):
        rings = _possible(unusable, landlock.abi())
        reason = _refused(rings)
    if reason and rings.private_mounts:
        rings = _without_mounts(reason, accept_weaker=accept_weaker)
        reason = _refused(rings)
    if reason:
        raise SandboxUnavailable(
            f"student code cannot be confined here: {reason}; `autograder doctor` says more"
        )
    return rings


def _refused(rings: Rings) -> str | None:
    ring = rings.outer is not None
    return inner.refused(ring=ring, abi=rings.landlock, private_mounts=rings.private_mounts)


def _possible(reason: str | None, version: int) -> Rings:
    """What can be built from what there is.

    Raises:
        SandboxUnavailable: neither layer can keep files from student code.
    """
    outer: Literal["bubblewrap"] | None = None if reason else "bubblewrap"
    if not version and not outer:
        raise SandboxUnavailable(
            f"this kernel has no Landlock, and {reason}: nothing would keep files from student "
            "code, and no flag accepts less; install bubblewrap or grade on Linux 5.13 or newer; "
            "`autograder doctor` says more"
        )
    return Rings(outer, version, private_mounts=not version, lost=reason)


def _without_mounts(reason: str, *, accept_weaker: bool) -> Rings:
    """Bubblewrap and seccomp alone.

    Raises:
        SandboxUnavailable: nobody has accepted that.
    """
    lost = (
        "this kernel has no Landlock, and workers get no mounts of their own that would keep them "
        f"out of each other's scratch ({reason})"
    )
    if not accept_weaker:
        raise SandboxUnavailable(
            f"{lost}: grade on Linux 5.13 or newer with Landlock, or accept this with {FLAG} "
            f"(in nbgrader_config.py: {TRAIT}); `autograder doctor` says more"
        )
    return Rings("bubblewrap", 0, lost=lost)
