"""What a watch must know after a restart and nothing else keeps: one small file; and one watch per
course, by a lock."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path

import msgspec

from autograder.core import atomic_file
from autograder.core.atomic_file import STATE_FOLDER
from autograder.core.errors import DAMAGED, CourseError


class StudentState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a watch stands with one student; a key names one submission."""

    handled: str | None = None
    """The submission that needs nothing more."""
    attempts: tuple[datetime, ...] = ()
    """When submissions were graded, recorded and answered with feedback."""
    told: str | None = None
    """The waiting submission whose student has been told so."""
    collecting: bool = False
    """A copy from the exchange has begun and was not seen to be whole."""


def journal_file(course: Path, edition: str) -> Path:
    return course / STATE_FOLDER / "watch" / f"{edition}.json"


class StateFile(dict[str, StudentState]):
    """The students of one assignment; every change is in the file before it is made."""

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
        return frozenset(n for n, one in self.items() if one.told and one.told != one.handled)

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
