"""A roster entered in nbgrader's gradebook."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from nbgrader.api import Gradebook, SubmittedAssignment
from sqlalchemy import select

from autograder.nbgrader_adapter.database import open_gradebook
from autograder.nbgrader_adapter.lms_sheets import students_in
from autograder.report.lms.sheets import LmsStudent


@dataclass(frozen=True)
class Enrolment:
    """What entering a roster changed, and who is on one side only. All are student ids."""

    added: tuple[str, ...]
    updated: tuple[str, ...]
    unchanged: tuple[str, ...]
    strangers: tuple[str, ...]
    silent: tuple[str, ...]


def enrol(root: Path, roster: Sequence[LmsStudent]) -> Enrolment:
    """Add the students of a roster to the gradebook, update those who are there, remove nobody.

    An empty value of the roster leaves the gradebook's as it is.

    Raises:
        CourseError: the gradebook is of another nbgrader or cannot be opened.
    """
    with open_gradebook(root) as gradebook:
        there = {student.id: student for student in students_in(gradebook)}
        added = [student for student in roster if student.id not in there]
        updated = [student for student in roster if _news(student, there.get(student.id))]
        for student in (*added, *updated):
            gradebook.update_or_create_student(student.id, **_values(student))
        submitted = _submitted(root, gradebook)
    listed = {student.id for student in roster}
    return Enrolment(
        added=_ids(added),
        updated=_ids(updated),
        unchanged=_ids(s for s in roster if s not in added and s not in updated),
        strangers=tuple(sorted(submitted - listed)),
        silent=tuple(sorted(listed - submitted)),
    )


def _ids(students: Iterable[LmsStudent]) -> tuple[str, ...]:
    return tuple(student.id for student in students)


def _values(student: LmsStudent) -> dict[str, str]:
    return {name: value for name, value in vars(student).items() if value and name != "id"}


def _news(student: LmsStudent, known: LmsStudent | None) -> bool:
    return known is not None and not _values(student).items() <= vars(known).items()


def _is_plain(folder: Path) -> bool:
    return folder.is_dir() and not folder.is_symlink()


def _submitted(root: Path, gradebook: Gradebook) -> set[str]:
    """Everybody who has submitted anything, graded or not."""
    folders = {place.parent.name for place in (root / "submitted").glob("*/*") if _is_plain(place)}
    return folders | set(gradebook.db.scalars(select(SubmittedAssignment.student_id)))
