"""What is found out about a piece of code once is kept for the next reader, until it is forgotten.

The cells that a release gives are the same in every submission, and each of a submission's own is
read by half a dozen readers. But a tree takes some 300 times the memory of its text: what is kept
of one submission after the other would be more than a machine has.
"""

import functools
from collections.abc import Callable
from typing import Any, TypeVar

Found = TypeVar("Found")

MOST = 1 << 16
"""Letters of code, of all submissions since the last time that was forgotten."""

ENTRIES = 1 << 15
"""Of each kind: more than the statements of the largest notebook, or each reader begins anew; and a
bound for a process that reads many notebooks and never forgets."""

_KEPT: list["functools._lru_cache_wrapper[Any]"] = []


def kept(find: Callable[..., Found]) -> "functools._lru_cache_wrapper[Found]":
    """`find`, which is asked only once about the same text or node; nobody may change either."""
    found = functools.lru_cache(ENTRIES)(find)
    _KEPT.append(found)
    return found


def forget() -> None:
    """Let go of everything."""
    for found in _KEPT:
        found.cache_clear()
