"""A file that a student handed in: it may be replaced at any moment."""

import hashlib
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
