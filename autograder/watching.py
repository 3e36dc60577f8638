"""What `autograder watch` decides by: whether a folder still changes, how many attempts a student
has had, what was said before. After a restart it goes on from one small file; a lock keeps a second
watch out of the course.
"""

import fcntl
import hashlib
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import msgspec

from autograder.core import atomic_file
from autograder.core.atomic_file import STATE_FOLDER
from autograder.core.errors import DAMAGED, CourseError, SubmissionUnreadable
from autograder.notebook.folder import look, read_plain, shown
from autograder.report.plain_text import one_line

MARKS = frozenset({"timestamp.txt", "submission_secret.txt"})
"""nbgrader writes these last when a student submits."""

Signature = tuple[tuple[str, int, int, int], ...]
Contents = dict[str, str]


class Looks(dict[Path, Signature | Contents]):
    """What each folder looked like at the last look."""

    def steady(self, folder: Path, current: Signature | Contents) -> bool:
        before, self[folder] = self.get(folder), current
        return before == current


def signature(folder: Path) -> Signature:
    """Changes whenever a plain file in `folder` is written, replaced, added or removed."""
    return tuple((str(f.path), f.size, f.changed, f.inode) for f in look(folder).files)


def contents(folder: Path) -> Contents:
    """The digest of each file by its path; SubmissionUnreadable for what would choke a collect."""
    listing = look(folder)
    for inner, reason in listing.left_out.items():
        raise SubmissionUnreadable(f"{shown(folder / inner)} {reason.en}")
    return {
        str(file.path.relative_to(folder)): hashlib.sha256(read_plain(file.path)).hexdigest()
        for file in listing.files
    }


def whole_copy(copy: Contents, original: Contents) -> bool:
    """Whether `copy` is what nbgrader copies of `original`: it leaves some files out."""
    return copy.keys() >= MARKS and copy.items() <= original.items()


@dataclass(frozen=True)
class Allowance:
    """At most `number` submissions of a student are graded within any `hours` hours.

    What comes beyond that waits; of several that wait, the newest is graded. The hours are counted
    by the time of grading, as the time of a submission is written by the student's own machine.
    """

    number: int
    hours: float

    def free_at(self, graded: Iterable[datetime], now: datetime) -> datetime | None:
        """When the next may be graded (None: now): after 9:00 and 15:00, 2 in 24 hours, at 9:00."""
        window = timedelta(hours=self.hours)
        counted = sorted(time for time in graded if time + window > now)
        return counted[-self.number] + window if len(counted) >= self.number else None


class Events:
    def __init__(self, print_line: Callable[[str], None]) -> None:
        self._print = print_line
        self._found: dict[str, set[str]] = {}

    def say(self, student: str, event: str) -> None:
        """Tell of an event, on one line whatever the student or nbgrader put into it."""
        self._found[student] = {event}
        self._print(one_line(f"{student}: {event}", 400))

    def once(self, student: str, event: str) -> None:
        """Tell of an event that each look finds again: once, until the student has another."""
        events = self._found.get(student, set())
        if event not in events:
            self.say(student, event)
            self._found[student] |= events


class StudentState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a watch stands with one student; a key names one submission."""

    handled: str | None = None
    attempts: tuple[datetime, ...] = ()
    """When submissions were graded, recorded and answered with feedback."""
    told: str | None = None
    """The waiting submission whose student has been told so."""
    collecting: bool = False
    """A copy from the exchange has begun and was not seen to be whole."""


def journal_file(course: Path, edition: str) -> Path:
    return course / STATE_FOLDER / "watch" / f"{edition}.json"


class StateFile(dict[str, StudentState]):
    """The students of one assignment; every change is written to the file at once."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            data = path.read_bytes()
            super().__init__(msgspec.json.decode(data, type=dict[str, StudentState]))
        except FileNotFoundError:
            pass
        except DAMAGED as error:
            raise CourseError(
                f"{path} is damaged ({error}); move it away to start afresh: "
                "what nbgrader has recorded is not graded again, but attempts are counted anew"
            ) from None

    def __missing__(self, student: str) -> StudentState:
        return StudentState()

    def waiting(self) -> frozenset[str]:
        """The students of whom a submission waits because their attempts are used up."""
        return frozenset(name for name, row in self.items() if row.told and row.told != row.handled)

    def __setitem__(self, student: str, state: StudentState) -> None:
        super().__setitem__(student, state)
        atomic_file.make_folder(self._path.parent)
        atomic_file.write(self._path, msgspec.json.format(msgspec.json.encode(self)))


@contextmanager
def only_watch(path: Path) -> Iterator[None]:
    """Hold the lock file at `path` while this process lives; a CourseError names another holder."""
    atomic_file.make_folder(path.parent)
    with path.open("a+", encoding="ascii") as file:
        if atomic_file.is_shared(path.parent):
            # The next watch may be somebody else's of the group; only its owner can open it.
            with suppress(PermissionError):
                path.chmod(atomic_file.GROUPS)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            pid = file.read().strip() or "unknown"
            raise CourseError(
                f"this course is already watched by process {pid}; "
                f"wait for it or stop it (kill {pid}) first"
            ) from None
        # The file stays when the watch ends: removing it would let two hold locks of one name.
        file.truncate(0)
        file.write(f"{os.getpid()}\n")
        file.flush()
        yield
