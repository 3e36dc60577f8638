"""What a watch must know after a restart and nothing else keeps: one small file."""

from datetime import datetime
from pathlib import Path

import msgspec

from autograder.core import atomic_file
from autograder.core.errors import DAMAGED, CourseError
from autograder.grading.report_cache import STATE_FOLDER


class Attempt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A submission that was graded, recorded and answered with feedback."""

    key: str
    at: datetime


class StudentState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a watch stands with one student; a key names one submission."""

    handled: str | None = None
    """The submission that needs nothing more."""
    attempts: tuple[Attempt, ...] = ()
    told: str | None = None
    """The waiting submission whose student has been told so."""
    collecting: bool = False
    """A copy from the exchange has begun and was not seen to be whole."""


def journal_file(course: Path, edition: str) -> Path:
    """Where the journal of an edition lies."""
    return course / STATE_FOLDER / "watch" / f"{edition}.json"


class StateFile:
    """The students of one assignment; every change is in the file before `put` returns."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._students = _read(path)

    def student(self, student: str) -> StudentState | None:
        """What is known of a student; None: never seen by a watch."""
        return self._students.get(student)

    def waiting(self) -> frozenset[str]:
        """The students of whom a submission waits because their attempts are used up."""
        every = self._students.items()
        return frozenset(name for name, one in every if one.told and one.told != one.handled)

    def put(self, student: str, state: StudentState) -> None:
        """Replace what is known of a student."""
        self._students[student] = state
        atomic_file.make_folder(self._path.parent)
        atomic_file.write(self._path, msgspec.json.format(msgspec.json.encode(self._students)))


def _read(path: Path) -> dict[str, StudentState]:
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, StudentState])
    except FileNotFoundError:
        return {}
    except DAMAGED as error:
        raise CourseError(
            f"{path} is damaged ({error}); move it away to start afresh: "
            "what nbgrader has recorded is not graded again, but attempts are counted anew"
        ) from None
