"""Folders that others write to: looked at, and taken only once they are still."""

import hashlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from autograder.errors import AutograderError

MAX_BYTES = 100_000_000
"""What nbgrader's exchange takes at most, by its default."""
MARKS = frozenset({"timestamp.txt", "submission_secret.txt"})
"""nbgrader writes these last when a student submits."""

Signature = tuple[tuple[str, int, int, int], ...]
Contents = dict[str, str]


class Refused(AutograderError):
    """A folder in the exchange that must not be collected; the text says why."""


class Looks:
    """What each folder looked like at the last look."""

    def __init__(self) -> None:
        self._last: dict[Path, Signature | Contents] = {}

    def steady(self, folder: Path, seen: Signature | Contents) -> bool:
        """Whether `folder` looked the same at the last look."""
        before = self._last.get(folder)
        self._last[folder] = seen
        return before == seen


def signature(folder: Path) -> Signature:
    """Changes whenever a file in `folder` is written, replaced, added or removed."""
    found = []
    for path in sorted(folder.rglob("*")):
        state = path.stat()
        if stat.S_ISREG(state.st_mode):
            found.append((str(path), state.st_size, state.st_mtime_ns, state.st_ino))
    return tuple(found)


def contents(folder: Path) -> Contents:
    """The digest of every file in a student's folder, by its path inside the folder.

    Raises:
        Refused: there is something in it that collecting would follow, wait for or choke on.
    """
    room = MAX_BYTES
    found: Contents = {}
    for path in _files(folder):
        data = _bytes(path, room)
        room -= len(data)
        found[str(path.relative_to(folder))] = hashlib.sha256(data).hexdigest()
    return found


def complete(found: Contents) -> bool:
    """Whether nbgrader has written everything of a submission, down to its last two files."""
    return found.keys() >= MARKS


def whole_copy(copy: Contents, original: Contents) -> bool:
    """Whether `copy` is what nbgrader copies of `original`: it leaves some files out."""
    return complete(copy) and copy.items() <= original.items()


def _files(folder: Path) -> Iterator[Path]:
    for top, folders, files in os.walk(folder, onerror=_unreadable):
        for name in (*folders, *files):
            path = Path(top, name)
            mode = path.lstat().st_mode
            # nbgrader copies what a link points to with the instructor's rights.
            if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
                raise Refused(f"{name!r} in it is no plain file")
            if stat.S_ISREG(mode):
                yield path


def _unreadable(error: OSError) -> None:
    if isinstance(error, PermissionError):
        raise Refused("it cannot be read")
    raise error


def _bytes(path: Path, room: int) -> bytes:
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except PermissionError:
        raise Refused(f"{path.name!r} in it cannot be read") from None
    with os.fdopen(handle, "rb") as file:
        data = file.read(room + 1)
    if len(data) > room:
        raise Refused(f"it holds more than {MAX_BYTES // 1_000_000} MB")
    return data
