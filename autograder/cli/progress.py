"""Progress on standard error, for work that takes longer than a moment."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from rich.console import Console
from rich.progress import track

T = TypeVar("T")


def shown(what: str) -> Callable[[Iterable[T], int], Iterable[T]]:
    """A wrapper of results, whose number is given, that draws a bar."""

    def wrapped(ready: Iterable[T], total: int) -> Iterable[T]:
        return track(ready, what, total=total, console=Console(stderr=True))

    return wrapped
