"""A student's autograded folder, written beside the earlier one until it may take its place."""

import secrets
import shutil
import time
from collections.abc import Iterable
from fnmatch import fnmatchcase
from pathlib import Path

from autograder.notebook.folder import look

ABANDONED = 3600
"""Age in seconds at which a staging folder is considered abandoned."""


class Staged:
    """A new folder for `place`, beside it; what was there can come back until `settle`."""

    def __init__(self, place: Path) -> None:
        # What a recorder that was killed has left.
        for leftover in place.parent.glob(f".{place.name}.*"):
            if leftover.stat().st_mtime < time.time() - ABANDONED:
                _remove(leftover)
        # A second recorder may be at the same student.
        mark = f".{place.name}.{secrets.token_hex(4)}"
        self._fresh, self._old = place.with_name(f"{mark}.new"), place.with_name(f"{mark}.old")
        self._place = place
        self._fresh.mkdir(parents=True)

    def put(self, inner: Path, data: bytes) -> None:
        target = self._fresh / inner
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)

    def take_place(self) -> None:
        if self._place.exists():
            self._place.rename(self._old)
        self._fresh.rename(self._place)

    def put_back(self) -> None:
        """Undo what was done, as far as it was."""
        if self._old.exists() or not self._fresh.exists():
            _remove(self._place)
        if self._old.exists():
            self._old.rename(self._place)
        _remove(self._fresh)

    def settle(self) -> None:
        _remove(self._old)


def _remove(folder: Path) -> None:
    if folder.exists():
        shutil.rmtree(folder)


def copied(folder: Path, ignored: Iterable[str]) -> list[tuple[Path, Path]]:
    """The files of a submission that nbgrader copies, and their places below the folder.

    nbgrader's own search lists the folder anew for each file in it: 5,000 files take a minute.
    """
    patterns = tuple(ignored)

    def is_ignored(name: str) -> bool:
        # As in glob, a star does not match a hidden name.
        return any(fnmatchcase(name, p) and (name[0] != "." or p[0] == ".") for p in patterns)

    found = [(file.path, file.path.relative_to(folder)) for file in look(folder).files]
    return [(path, inner) for path, inner in found if not any(map(is_ignored, inner.parts))]
