"""One warm process for many commands: each would start one of its own, and wait for its torch."""

import functools
import importlib
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

from autograder.core.assignment.load import find
from autograder.core.assignment.plan import Assignment
from autograder.core.errors import SandboxUnavailable
from autograder.sandbox.host import Host, warm_host
from autograder.sandbox.isolation import Rings, choose

USERS = ("sandbox.host", "grading.grader", "grading.pool")
"""Modules of the engine that start a warm process."""
MADE_WITH = ("rings", "_limits", "_preload")
"""What one has of those who asked for it."""


class Lent:
    """A warm process, which who is lent it neither starts nor ends."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def __getattr__(self, name: str) -> Any:
        return getattr(self._host, name)

    def __enter__(self) -> "Lent":
        return self

    def __exit__(self, *_: object) -> None:
        """It goes on."""

    start = close = __exit__


def alike(one: Host | Lent, other: Host | Lent) -> bool:
    return all(getattr(one, name) == getattr(other, name) for name in MADE_WITH)


def lending(host: Callable[[], Host | Lent]) -> Callable[[Assignment, Rings], Host | Lent]:
    """In the place of `warm_host`: this one, if it has all that an own one would have."""

    def warm(assignment: Assignment, rings: Rings) -> Host | Lent:
        fresh, ours = warm_host(assignment, rings), host()
        return Lent(ours) if alike(fresh, ours) else fresh

    return warm


@functools.cache
def warm() -> Host | None:
    """That of a process whose children are commands; none where nothing isolates it."""
    # It has children of its own, and would inherit that none is waited for.
    before = signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    try:
        host = warm_host(find(Path(__file__).parents[1], "attention")[0], choose()).__enter__()
    except SandboxUnavailable:
        return None
    finally:
        signal.signal(signal.SIGCHLD, before)
    # A command that ends would remove the folder below which all workers have theirs.
    host._scratch._finalizer.atexit = False
    return host


def lend() -> None:
    """In such a child: nothing that it runs starts another one like it."""
    if host := warm():
        for user in USERS:
            importlib.import_module(f"autograder.{user}").warm_host = lending(lambda: host)


def end() -> None:
    """Where it was started, when no command is to come."""
    if host := warm():
        host.close()
