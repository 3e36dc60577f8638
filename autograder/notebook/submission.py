"""The file that a student handed in: read once, when a command begins."""

import hashlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from msgspec.structs import replace

from autograder.core.errors import SubmissionUnreadable
from autograder.core.model import Report
from autograder.notebook.find import Found
from autograder.notebook.folder import read_plain

CHANGED = "changed while it was graded; run the command again"
HELD_BYTES = 1 << 20
"""Larger files are read again when they are needed: a class of them would fill the memory."""
HELD_IN_ALL = 256 << 20
"""Of a class; the files of whoever comes behind are read again as well."""

NOWHERE = Found(Path())
"""Of bytes that lie in no folder."""


@dataclass(frozen=True)
class Submission:
    """A student's notebook file as it was read; it may be replaced at any moment."""

    student: str
    digest: str
    state: tuple[int, ...]
    """Of the file when it was read: which one it is, its size and its times."""
    held: bytes | None = field(repr=False)
    found: Found = NOWHERE

    @classmethod
    def read(cls, student: str, found: Found, most: int = HELD_BYTES) -> Self:
        """Read the file, and hold it if it has at most `most` bytes; SubmissionUnreadable if it is
        no plain file, or too large, OSError if it cannot be opened.
        """
        state, data = _state(found.path), read_plain(found.path)
        held = data if len(data) <= most else None
        return cls(student, hashlib.sha256(data).hexdigest(), state, held, found)

    @classmethod
    def of(cls, student: str, data: bytes) -> Self:
        return cls(student, hashlib.sha256(data).hexdigest(), (), data)

    @property
    def data(self) -> bytes:
        """The bytes of the file; SubmissionUnreadable if it was replaced, or cannot be opened."""
        if self.held is not None:
            return self.held
        try:
            data = read_plain(self.found.path)
        except OSError as error:
            raise SubmissionUnreadable(f"the file cannot be opened: {error}") from None
        if hashlib.sha256(data).hexdigest() != self.digest:
            raise SubmissionUnreadable(CHANGED)
        return data

    def on(self, report: Report) -> Report:
        """The report on these bytes, with what is said of the folder that they lie in."""
        repairs, flags = self.found.repairs + report.repairs, self.found.flags + report.flags
        return replace(report, repairs=repairs, flags=flags)

    def is_unchanged(self) -> bool:
        try:
            return _state(self.found.path) == self.state
        except OSError:
            return False


def _state(path: Path) -> tuple[int, ...]:
    state = path.lstat()
    return (state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns, state.st_ctime_ns)
