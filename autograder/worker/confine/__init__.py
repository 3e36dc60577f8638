"""The inner ring: what every worker does to itself before it reads its first request."""

from collections.abc import Mapping

from autograder.worker.confine import landlock, mounts, privileges, scratch, seccomp
from autograder.worker.confine.privileges import Policy

__all__ = ["NotConfined", "Policy", "confine"]


class NotConfined(Exception):
    """A step could not be put in force; the worker must not go on."""


def confine(policy: Policy, keep: tuple[int, ...], given: Mapping[str, bytes] = {}) -> None:
    """Keep these descriptors, and put the given files into the scratch. The filter comes last, as
    it denies what other steps need; NotConfined if a step is refused.
    """
    home = scratch.place(policy.scratch) if policy.scratch else ""
    writable = [home] if home else []
    rules = landlock.Ruleset(policy.readable, writable, policy.landlock)
    visible = (*landlock.HARMLESS, landlock.SINK, *writable)
    steps = {
        "close descriptors": lambda: privileges.close_all_but((*keep, *rules.descriptors)),
        "drop bounds": privileges.drop_bounds,
        "become another user": lambda: privileges.become(policy),
        "make a scratch": lambda: scratch.make(policy.scratch, given),
        "lock the scratch": lambda: scratch.lock(policy.scratch),
        # Before the limits: it takes more descriptors than a worker may have.
        "gather rules": rules.gather,
        "clear the environment": lambda: privileges.clear_environment(home or "/nonexistent"),
        "limit resources": lambda: privileges.limit_resources(policy),
        # Behind the limits: they are read from /proc, and they bound the new namespace too.
        "hide what is not its own": lambda: mounts.hide_all_but(visible, policy.scratch),
        "die with the parent": privileges.die_with_parent,
        "drop powers": lambda: privileges.drop_powers(policy),
        "restrict files": rules.restrict,
        "filter system calls": seccomp.restrict,
    }
    if not policy.private_mounts:
        del steps["hide what is not its own"]
    if not policy.holds:
        del steps["lock the scratch"]
    for name, step in steps.items():
        try:
            step()
        except (OSError, ValueError) as error:
            raise NotConfined(f"{name}: {error}") from error
