"""Which rings of isolation this machine has."""

from dataclasses import dataclass

from autograder.sandbox import bubblewrap
from autograder.sandbox.errors import SandboxUnavailable
from autograder.worker.confine import landlock

FLAG = "--accept-weaker-isolation"


@dataclass(frozen=True)
class Rings:
    """The outer ring is bubblewrap or none; the inner ring is always there."""

    outer: bool
    lost: str | None = None


def choose(*, accept_weaker: bool = False) -> Rings:
    """The strongest rings of this machine.

    Raises:
        SandboxUnavailable: a layer that nothing makes up for is missing.
    """
    version = landlock.abi()
    reason = bubblewrap.usable()
    if version >= landlock.NEEDED_ABI:
        return Rings(outer=reason is None, lost=reason)
    raise SandboxUnavailable(
        f"this kernel has Landlock ABI {version}, and {landlock.NEEDED_ABI} (Linux 6.12) is needed "
        f"to keep one student's code from another's; grade on a newer kernel"
    )
