"""Whether a folder is still and complete, and a copy whole."""

import hashlib
from pathlib import Path

from autograder.notebook.folder import look, plain_files, read_plain

MARKS = frozenset({"timestamp.txt", "submission_secret.txt"})
"""nbgrader writes these last when a student submits."""

Signature = tuple[tuple[str, int, int, int], ...]
Contents = dict[str, str]


class Looks(dict[Path, Signature | Contents]):
    """What each folder looked like at the last look."""

    def steady(self, folder: Path, seen: Signature | Contents) -> bool:
        before, self[folder] = self.get(folder), seen
        return before == seen


def signature(folder: Path) -> Signature:
    """Changes whenever a plain file in `folder` is written, replaced, added or removed."""
    return tuple((str(f.path), f.size, f.changed, f.inode) for f in look(folder).files)


def contents(folder: Path) -> Contents:
    """The digest of each file by its path; SubmissionUnreadable for what would choke a collect."""
    return {
        str(file.path.relative_to(folder)): hashlib.sha256(read_plain(file.path)).hexdigest()
        for file in plain_files(folder)
    }


def complete(found: Contents) -> bool:
    """Whether nbgrader has written everything of a submission, down to its last two files."""
    return found.keys() >= MARKS


def whole_copy(copy: Contents, original: Contents) -> bool:
    """Whether `copy` is what nbgrader copies of `original`: it leaves some files out."""
    return complete(copy) and copy.items() <= original.items()
