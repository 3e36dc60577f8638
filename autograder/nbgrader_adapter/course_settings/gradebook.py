"""What the gradebook holds of an assignment: scores, a person's changes, penalties for lateness."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from nbgrader.api import (
    Assignment as Row,
)
from nbgrader.api import (
    BaseCell,
    Grade,
    Student,
    SubmittedAssignment,
    SubmittedNotebook,
)
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from autograder.core.assignment import Assignment, Edition
from autograder.nbgrader_adapter.course_settings.database import (
    in_one_sentence,
    open_gradebook,
    sqlite_file,
)
from autograder.nbgrader_adapter.course_settings.settings import course_config
from autograder.report.classroom.entries import Entry, Recorded, Score

TEST_CELL = "test_"


def recorded(course: Path, assignment_id: str, config: Config | None = None) -> dict[str, Recorded]:
    """What is recorded by student id; empty if the course has no gradebook yet.

    `config` is the course's, where it is known.

    Raises:
        CourseError: the gradebook cannot be read.
    """
    config = config or course_config(course)
    url = CourseDirectory(config=config).db_url
    file = sqlite_file(url)
    # Opening it would make one.
    if file and not file.is_file():
        return {}
    with in_one_sentence(url):
        return _read(course, assignment_id, config)


def recorded_beside(
    course: Path, assignment: Assignment, edition: Edition, config: Config | None = None
) -> dict[str, Recorded]:
    """What is recorded of an edition, with the totals of who handed in another one, too."""
    config = config or course_config(course)
    found = recorded(course, edition.id, config)
    for other in assignment.editions:
        rows = recorded(course, other.id, config) if other != edition else {}
        for student, row in rows.items():
            if row.scores and student in found and found[student].scores:
                elsewhere = {**found[student].elsewhere, other.id: _total(row)}
                found[student] = replace(found[student], elsewhere=elsewhere)
    return found


def _total(row: Recorded) -> float | None:
    """What counts, as in an export: nothing while a single cell has no points."""
    open_cells = [one for one in row.scores.values() if one.auto is None and one.manual is None]
    return None if open_cells else Entry("", recorded=row).total


def seconds_late(book: Any, assignment_id: str, students: Iterable[str]) -> dict[str, float]:
    """How late each of these students handed in, in seconds, by the due date as it is now."""
    # What was read before is read anew: another process may have changed a due date.
    book.db.rollback()
    found = (
        book.db.query(SubmittedAssignment)
        .join(Row, SubmittedAssignment.assignment_id == Row.id)
        .filter(Row.name == assignment_id)
        .filter(SubmittedAssignment.student_id.in_(students))
    )
    late = {one.student_id: one.total_seconds_late for one in found}
    book.db.rollback()
    return late


def _read(course: Path, assignment_id: str, config: Config) -> dict[str, Recorded]:
    """Few queries for the whole class: one per student is seconds in a large course."""
    with open_gradebook(course, config) as book:
        students = book.db.query(Student.id, Student.first_name, Student.last_name).all()
        submissions = (
            book.db.query(SubmittedAssignment)
            .join(Row, SubmittedAssignment.assignment_id == Row.id)
            .filter(Row.name == assignment_id)
        )
        due = book.db.query(Row.duedate).filter(Row.name == assignment_id).scalar()
        late = {sub.student_id: sub.total_seconds_late for sub in submissions}
        rows = (
            book.db.query(
                SubmittedAssignment.student_id, BaseCell.name, Grade.auto_score,
                Grade.manual_score, Grade.extra_credit, SubmittedNotebook.late_submission_penalty,
                Grade.max_score, Grade.needs_manual_grade,
            )
            .join(SubmittedNotebook, Grade.notebook_id == SubmittedNotebook.id)
            .join(SubmittedAssignment, SubmittedNotebook.assignment_id == SubmittedAssignment.id)
            .join(Row, SubmittedAssignment.assignment_id == Row.id)
            .join(BaseCell, Grade.cell_id == BaseCell.id)
            .filter(Row.name == assignment_id)
            .all()
        )  # fmt: skip
    scores: dict[str, dict[str, Score]] = {}
    penalties: dict[str, float] = {}
    for student, cell, auto, manual, extra, penalty, most, needs in rows:
        part, is_ours = cell.removeprefix(TEST_CELL), cell.startswith(TEST_CELL)
        by_hand = None if is_ours else most
        looks = bool(needs and is_ours and auto is not None)
        scores.setdefault(student, {})[part] = Score(auto, manual, extra or 0, by_hand, looks)
        penalties[student] = penalty or 0
    return {
        student: Recorded(
            name=" ".join(filter(None, (first, last))),
            scores=scores.get(student, {}),
            penalty=penalties.get(student, 0),
            seconds_late=late.get(student, 0),
            due=due is not None,
        )
        for student, first, last in students
    }
