"""Students in the gradebook: a roster entered, and more time for one of them."""

import math
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

from nbgrader.api import Assignment, Gradebook, MissingEntry, SubmittedAssignment
from sqlalchemy import select

from autograder.core.errors import CourseError
from autograder.course import known_students
from autograder.nbgrader_adapter.course_settings.database import open_gradebook
from autograder.nbgrader_adapter.course_settings.gradebook import (
    HANDED_IN,
    assignments_in,
    students_in,
)
from autograder.report.lms.sheets import LmsStudent


def enrol(root: Path, roster: Sequence[LmsStudent]) -> dict[str, list[str]]:
    """Add the students of a roster to the gradebook, update those who are there, remove nobody.

    An empty value of the roster leaves the gradebook's as it is. The ids of who was "added",
    "updated" or "unchanged"; of "strangers", who submitted unlisted, and of those who are "silent".
    """
    done: dict[str, list[str]] = {"added": [], "updated": [], "unchanged": []}
    with open_gradebook(root) as book:
        enrolled = {student.id: vars(student) for student in students_in(book)}
        for student in roster:
            values = {name: value for name, value in vars(student).items() if value}
            is_known = student.id in enrolled
            is_same = is_known and values.items() <= enrolled[student.id].items()
            done["unchanged" if is_same else "updated" if is_known else "added"].append(student.id)
            if not is_same:
                book.update_or_create_student(values.pop("id"), **values)
        # Everybody who has submitted anything, graded or not.
        places = (root / "submitted").glob("*/*")
        submitted = {p.parent.name for p in places if p.is_dir() and not p.is_symlink()}
        submitted |= set(book.db.scalars(select(SubmittedAssignment.student_id).where(HANDED_IN)))
    listed = {student.id for student in roster}
    return done | {"strangers": sorted(submitted - listed), "silent": sorted(listed - submitted)}


def extend(root: Path, student: str, days: float, named: str) -> tuple[str, datetime, datetime]:
    """Give a student days beyond the due date, in the place of those given before; 0 takes them.

    The assignment's name, and until when this student has time and others have, in UTC. A
    CourseError for an unknown student or assignment, one without a due date, or no number of days.
    """
    if not (math.isfinite(days) and 0 <= days <= 366):
        raise CourseError(f"{days:g} is no number of days: 0 to 366, and 0 takes them back")
    with open_gradebook(root) as book:
        chosen = _assignment(book, named)
        folders = (root / "submitted").glob(f"*/{chosen.name}")
        known = {row.id for row in students_in(book)} | {folder.parent.name for folder in folders}
        try:
            known_students([student], sorted(known))
        except CourseError as error:
            raise CourseError(f"{error}; `autograder roster FILE` adds students") from None
        _enter(book, chosen.name, student)
        submission = book.find_submission(chosen.name, student)
        # Not by `grant_extension`, which prints a traceback where the gradebook cannot be written.
        submission.extension = timedelta(minutes=round(days * 24 * 60)) or None
        book.db.commit()
        return chosen.name, submission.duedate, chosen.duedate


def extended(root: Path, named: str) -> tuple[str, datetime, list[tuple[str, datetime]]]:
    """The assignment's name and due date, and until when those have time who have more of it."""
    with open_gradebook(root) as book:
        chosen = _assignment(book, named)
        rows = sorted((row.student_id, row.duedate) for row in chosen.submissions if row.extension)
        return chosen.name, chosen.duedate, rows


def _assignment(book: Gradebook, name: str) -> Assignment:
    dated = select(Assignment).where(Assignment.duedate.isnot(None))
    rows = assignments_in(book, [name]) if name else book.db.scalars(dated).all()
    if len(rows) != 1:
        names = ", ".join(sorted(row.name for row in rows)) or "none has a due date"
        raise CourseError(f"say which assignment with --assignment ({names})")
    if rows[0].duedate is None:
        # nbgrader itself fails for everybody at an extension of no date.
        raise CourseError(
            f"{rows[0].name} has no due date to extend; set one with `nbgrader db assignment add"
            f' {rows[0].name} --duedate "2026-03-01 12:00:00 UTC"`'
        )
    return rows[0]


def _enter(book: Gradebook, assignment: str, student: str) -> None:
    """Make the row that holds the extension of somebody who has handed in nothing yet."""
    try:
        book.find_submission(assignment, student)
    except MissingEntry:
        book.update_or_create_student(student)
        with book.db.no_autoflush:
            submission = book.add_submission(assignment, student)
        for grade in (grade for notebook in submission.notebooks for grade in notebook.grades):
            # Formgrader would ask for a score by hand, for work that is not there.
            grade.needs_manual_grade = False
        book.db.commit()
