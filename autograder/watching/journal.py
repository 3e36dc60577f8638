"""What a watch must know after a restart and nothing else keeps: one small file."""

from datetime import datetime
from pathlib import Path

import msgspec

from autograder import wholly
from autograder.errors import CourseError


class Attempt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A submission that was graded, recorded and answered with feedback."""

    key: str
    at: datetime


class Student(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a watch stands with one student; a key names one submission."""

    handled: str | None = None
    """The submission that needs nothing more."""
    attempts: tuple[Attempt, ...] = ()
    told: str | None = None
    """The waiting submission whose student has been told so."""
    collecting: bool = False
    """A copy from the exchange has begun and was not seen to be whole."""


class Journal:
    """The students of one assignment; every change is in the file before `put` returns."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._students = _read(path)

    def student(self, student: str) -> Student | None:
        """What is known of a student; None: never seen by a watch."""
        return self._students.get(student)

    def put(self, student: str, state: Student) -> None:
        """Replace what is known of a student."""
        self._students[student] = state
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        wholly.write(self._path, msgspec.json.format(msgspec.json.encode(self._students)))


def _read(path: Path) -> dict[str, Student]:
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, Student])
    except FileNotFoundError:
        return {}
    except msgspec.DecodeError as error:
        raise CourseError(
            f"{path} is damaged ({error}); move it away to start afresh: "
            "what nbgrader has recorded is not graded again, but attempts are counted anew"
        ) from None
