"""The inner ring: what every worker does to itself before it reads its first request."""

from autograder.worker.confine import landlock, privileges, rlimits, seccomp
from autograder.worker.confine.policy import Policy

__all__ = ["NotConfined", "Policy", "confine"]


class NotConfined(Exception):
    """A step could not be put in force; the worker must not go on."""


def confine(policy: Policy, keep: tuple[int, ...]) -> None:
    """Every step in order; the filter comes last, for it denies what the others need.

    Raises:
        NotConfined: a step was refused.
    """
    steps = (
        lambda: privileges.close_all_but(keep),
        lambda: rlimits.restrict(policy),
        lambda: privileges.become(policy.uid),
        privileges.die_with_parent,
        privileges.drop_powers,
        lambda: landlock.restrict(policy.readable, policy.writable),
        seccomp.restrict,
    )
    for step in steps:
        try:
            step()
        except OSError as error:
            raise NotConfined(str(error)) from error
