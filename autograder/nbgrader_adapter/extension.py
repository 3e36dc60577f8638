"""More time for one student, in nbgrader's own column: every penalty follows from it."""

import math
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from nbgrader.api import Assignment, Gradebook, GradeCell, MissingEntry
from sqlalchemy import select

from autograder.core.errors import CourseError
from autograder.course import known_students
from autograder.nbgrader_adapter.database import open_gradebook
from autograder.nbgrader_adapter.lms_sheets import students_in


@dataclass(frozen=True)
class Extension:
    """What was granted: until when one student has time, in UTC, and what others have."""

    assignment: str
    duedate: datetime
    others: datetime


def extend(root: Path, student: str, days: float, assignment: str = "") -> Extension:
    """Give a student days beyond the due date, in the place of those given before; 0 takes them.

    Raises:
        CourseError: there is no such student or assignment, it has no due date, or the days are
            no number of days.
    """
    if not (math.isfinite(days) and 0 <= days <= 366):
        raise CourseError(f"{days:g} is no number of days: 0 to 366, and 0 takes them back")
    with open_gradebook(root) as book:
        chosen = _assignment(book, assignment)
        known = {one.id for one in students_in(book)} | _handed_in(root, chosen.name)
        known_students([student], sorted(known))
        _enter(book, chosen.name, student)
        submission = book.find_submission(chosen.name, student)
        # Not by `grant_extension`, which prints a traceback where the gradebook cannot be written.
        minutes = round(days * 24 * 60)
        submission.extension = timedelta(minutes=minutes) if minutes else None
        book.db.commit()
        return Extension(chosen.name, submission.duedate, chosen.duedate)


def _assignment(book: Gradebook, name: str) -> Assignment:
    every = list(book.db.scalars(select(Assignment).order_by(Assignment.name)))
    dated = [row for row in every if row.duedate]
    found = [row for row in every if row.name == name] if name else dated
    if len(found) != 1:
        names = ", ".join(row.name for row in (every if name else dated)) or "none"
        what = f"the gradebook has no assignment {name!r}" if name else "say which assignment"
        raise CourseError(f"{what} with --assignment (found: {names})")
    if found[0].duedate is None:
        # nbgrader itself fails for everybody at an extension of no date.
        raise CourseError(
            f"{found[0].name} has no due date to extend; set one with `nbgrader db assignment add"
            f' {found[0].name} --duedate "2026-03-01 12:00:00 UTC"`'
        )
    return found[0]


def _handed_in(root: Path, assignment: str) -> set[str]:
    return {folder.parent.name for folder in (root / "submitted").glob(f"*/{assignment}")}


def _enter(book: Gradebook, assignment: str, student: str) -> None:
    """Make the row that holds the extension of somebody who has handed in nothing yet."""
    try:
        book.find_submission(assignment, student)
    except MissingEntry:
        book.update_or_create_student(student)
        with book.db.no_autoflush:
            submission = book.add_submission(assignment, student)
        cells = {cell.id for one in submission.assignment.notebooks for cell in one.grade_cells}
        for grade in (grade for notebook in submission.notebooks for grade in notebook.grades):
            # Formgrader would ask for a score by hand, for work that is not there.
            if grade.cell_id in cells and isinstance(grade.cell, GradeCell):
                grade.needs_manual_grade = False
        book.db.commit()
