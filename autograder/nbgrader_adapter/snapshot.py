"""A file that a student handed in: it may be replaced at any moment."""

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path

from autograder.core.errors import SubmissionUnreadable
from autograder.core.model import Report
from autograder.notebook.folder import read_plain


def content(path: Path) -> bytes | None:
    """The file's bytes; None where nbgrader is just putting a newer submission in its place."""
    try:
        return read_plain(path)
    except (OSError, SubmissionUnreadable):
        return None


def content_of(path: Path, report: Report) -> bytes | None:
    """The file's bytes if they are those that the report is on."""
    data = content(path)
    # Handed in again since: the report would be kept, or recorded, as that of the new bytes.
    same = data is not None and hashlib.sha256(data).hexdigest() == report.submission_digest
    return data if same else None


def alike(files: Mapping[str, Path], number: Callable[[str, bytes], int]) -> dict[str, list[str]]:
    """The students by the first of those with the very same bytes, the first included.

    Of one group are those alone whose bytes are judged by the same `number` of a set.
    """
    found: dict[tuple[bytes, int] | str, list[str]] = {}
    for student, path in files.items():
        data = content(path)
        key = student if data is None else (hashlib.sha256(data).digest(), number(student, data))
        found.setdefault(key, []).append(student)
    return {students[0]: students for students in found.values()}
