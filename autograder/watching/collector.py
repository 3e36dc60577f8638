"""From the exchange to submitted/, whole or not at all: folders are taken once they are still."""

import hashlib
import shutil
from pathlib import Path

from msgspec.structs import replace

from autograder.course import CourseAssignment
from autograder.notebook.folder import look, plain_files, read_plain
from autograder.watching.backend import Backend, Events
from autograder.watching.state_file import StateFile

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


class Collector:
    """Collects a student's newest submission once it is still; nbgrader's collect copies it."""

    def __init__(
        self, where: CourseAssignment, backend: Backend, journal: StateFile, events: Events
    ) -> None:
        self._room, self._edition = where.root / "submitted", where.edition.id
        self._backend, self._journal, self._events = backend, journal, events
        self._looks = Looks()
        self._seen: dict[str, tuple[str, ...]] = {}

    def inbound(self) -> dict[str, tuple[str, ...]]:
        """The students of whom something is in the exchange that was not there before."""
        every = self._backend.inbound().items()
        return {student: names for student, names in every if self._seen.get(student) != names}

    def fetch(self, student: str, names: tuple[str, ...]) -> bool:
        """Collect the student's newest submission, or refuse to; True if it is not still yet."""
        arrival = self._backend.arrival(student, self._journal[student].collecting)
        if arrival is None:
            self._seen[student] = names
            return False
        folder, handed_in = arrival
        before = contents(folder)
        if not self._looks.steady(folder, before) or not complete(before):
            return True
        state, copy = self._journal[student], self._room / student / self._edition
        if state.collecting:
            # nbgrader takes a torn copy that has its timestamp for a good one and leaves it.
            shutil.rmtree(copy, ignore_errors=True)
        self._journal[student] = replace(state, collecting=True)
        self._backend.collect(student)
        if not whole_copy(contents(copy), before):
            self._events.say(student, "changed while it was copied; it is copied again")
            return True
        self._journal[student] = replace(self._journal[student], collecting=False)
        self._seen[student] = names
        self._events.say(student, f"collected, handed in at {handed_in:%Y-%m-%d %H:%M:%S} UTC")
        return False
