"""When a submission was handed in, by the file that nbgrader puts beside it."""

from contextlib import suppress
from datetime import datetime
from pathlib import Path

from nbgrader.utils import parse_utc

from autograder.core.errors import SubmissionUnreadable
from autograder.notebook.folder import read_plain, shown

FILE = "timestamp.txt"
MAX_BYTES = 200


def check_timestamp(folder: Path) -> datetime | None:
    """The time in UTC; None if there is no timestamp.

    Raises:
        SubmissionUnreadable: the file says something else. Recorded all the same, the submission
            would be in time however late it was.
    """
    try:
        said = read_plain(folder / FILE, MAX_BYTES).decode("utf-8", "replace").strip()
    except FileNotFoundError:
        return None
    # What dateutil raises at a text that is no time is not to be foreseen.
    with suppress(Exception):
        at: datetime | None = parse_utc(said) if said else None
        return at
    raise SubmissionUnreadable(
        f"{shown(folder / FILE)} says {said[:60]!r}, which is no time; write it as "
        "2026-03-01 12:00:00 UTC, or remove the file if the submission is in time"
    )
