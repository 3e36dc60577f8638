"""A file that a student handed in: it may be replaced at any moment."""

import hashlib
from collections.abc import Mapping
from pathlib import Path

from autograder.model import Report


def content(path: Path) -> bytes | None:
    """The file's bytes; None where nbgrader is just putting a newer submission in its place."""
    try:
        return path.read_bytes()
    except OSError:
        return None


def content_of(path: Path, report: Report) -> bytes | None:
    """The file's bytes if they are those that the report is on."""
    data = content(path)
    # Handed in again since: the report would be kept, or recorded, as that of the new bytes.
    same = data is not None and hashlib.sha256(data).hexdigest() == report.submission_digest
    return data if same else None


def alike(files: Mapping[str, Path]) -> dict[str, list[str]]:
    """The students by the first of those who handed in the very same bytes, the first included."""
    found: dict[bytes | str, list[str]] = {}
    for student, path in files.items():
        data = content(path)
        key = student if data is None else hashlib.sha256(data).digest()
        found.setdefault(key, []).append(student)
    return {students[0]: students for students in found.values()}
