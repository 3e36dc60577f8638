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
        landlock: The least Landlock ABI that a worker must find (see Policy).
        lost: What is given up, in a sentence; None if nothing is.
    """

    outer: Literal["bubblewrap"] | None
    inner: Literal["landlock", "seccomp"] = "landlock"
    landlock: int = landlock.NEEDED_ABI
    lost: str | None = None


def choose(*, accept_weaker: bool = False) -> Rings:
    """The strongest rings of this machine, proven by confining a process in them.

    Raises:
        SandboxUnavailable: a layer that nothing makes up for is missing.
    """
    rings = _possible(bubblewrap.usable(), landlock.abi())
    if rings.landlock < landlock.NEEDED_ABI and not accept_weaker:
        raise SandboxUnavailable(
            f"{rings.lost}: grade on Linux 6.2 or newer, or accept this with {FLAG} "
            f"(in nbgrader_config.py: {TRAIT}); `autograder doctor` says more"
        )
    reason = inner.refused(ring=rings.outer is not None, least_landlock=rings.landlock)
    if reason:
        raise SandboxUnavailable(
            f"student code cannot be confined here: {reason}; `autograder doctor` says more"
        )
    return rings


def _possible(reason: str | None, version: int) -> Rings:
    """What can be built from what there is, were it accepted.

    Raises:
        SandboxUnavailable: neither layer can keep files from student code.
    """
    outer: Literal["bubblewrap"] | None = None if reason else "bubblewrap"
    if version >= landlock.NEEDED_ABI:
        return Rings(outer, lost=reason)
    has = f"this kernel has Landlock ABI {version}, and {landlock.NEEDED_ABI} is needed"
    if version:
        return Rings(outer, landlock=version, lost=f"{has} so that no file can be emptied")
    if outer:
        return Rings(outer, "seccomp", 0, f"{has} to keep workers out of each other's scratch")
    raise SandboxUnavailable(
        f"{has} to keep files from student code ({reason}); no flag accepts less: install "
        "bubblewrap or grade on Linux 6.2 or newer; `autograder doctor` says more"
    )
