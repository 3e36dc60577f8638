"""Folders that others write to: looked at, and taken only once they are still."""

import hashlib
from pathlib import Path

from autograder.core.errors import AutograderError, SubmissionUnreadable
from autograder.notebook.folder import look, plain_files, read_plain

MARKS = frozenset({"timestamp.txt", "submission_secret.txt"})
"""nbgrader writes these last when a student submits."""

Signature = tuple[tuple[str, int, int, int], ...]
Contents = dict[str, str]


class CollectionRefused(AutograderError):
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
    """Changes whenever a plain file in `folder` is written, replaced, added or removed.

    Raises:
        SubmissionUnreadable: it cannot be looked into.
    """
    files = look(folder).files
    return tuple((str(file.path), file.size, file.changed, file.inode) for file in files)


def contents(folder: Path) -> Contents:
    """The digest of every file in a student's folder, by its path inside the folder.

    Raises:
        CollectionRefused: it holds something that collecting would follow, wait for or choke on.
    """
    try:
        files = [file.path for file in plain_files(folder)]
        return {str(path.relative_to(folder)): _digest(path) for path in files}
    except (SubmissionUnreadable, PermissionError) as error:
        raise CollectionRefused(str(error)) from None


def complete(found: Contents) -> bool:
    """Whether nbgrader has written everything of a submission, down to its last two files."""
    return found.keys() >= MARKS


def whole_copy(copy: Contents, original: Contents) -> bool:
    """Whether `copy` is what nbgrader copies of `original`: it leaves some files out."""
    return complete(copy) and copy.items() <= original.items()


def _digest(path: Path) -> str:
    return hashlib.sha256(read_plain(path)).hexdigest()
