"""What the gradebook holds of an assignment, as plain values: for reports, exports and feedback."""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from nbgrader.api import (
    Assignment,
    BaseCell,
    Comment,
    Grade,
    Gradebook,
    Notebook,
    Student,
    SubmittedAssignment,
    SubmittedNotebook,
)
from nbgrader.coursedir import CourseDirectory
from sqlalchemy import func, select
from traitlets.config import Config

from autograder.core.assignment.load import find
from autograder.core.errors import CourseError, meant
from autograder.course import CourseAssignment
from autograder.nbgrader_adapter.course_settings.assignment_rows import GradebookIds
from autograder.nbgrader_adapter.course_settings.database import open_gradebook, sqlite_file
from autograder.nbgrader_adapter.course_settings.settings import course_config
from autograder.report.lms.sheets import LmsStudent, Recorded, Score, Sheet

HAN = re.compile("[\u3400-\u9fff]")
"""In whose names the surname comes first, and no space."""
TEST = "test_"
GRADED = Grade.needs_manual_grade | func.coalesce(Grade.auto_score, Grade.manual_score).isnot(None)
HANDED_IN = SubmittedAssignment.timestamp.isnot(None) | SubmittedAssignment.id.in_(
    select(SubmittedNotebook.assignment_id).join(SubmittedNotebook.grades).where(GRADED)
)
"""Untrue of a row that only holds the extension of somebody who has handed in nothing."""


def recorded(
    where: CourseAssignment, config: Config | None = None, *, as_planned: bool = False
) -> dict[str, Recorded]:
    """What is recorded by student id; empty without a gradebook. A CourseError if it cannot be
    read, or has other points, where they must be `as_planned`.
    """
    config = config or course_config(where.root)
    file = sqlite_file(CourseDirectory(config=config).db_url)
    # Opening it would make one.
    if file and not file.is_file():
        return {}
    with open_gradebook(where.root, config) as book:
        names = {one.id: _full_name(one.first_name, one.last_name) for one in students_in(book)}
        row = book.db.scalar(select(Assignment).where(Assignment.name == where.edition.id))
        if as_planned and row and row.notebooks:
            GradebookIds(book, row.name).check_points(*where)
        return _of_assignment(book, row, names)


def _full_name(first: str, last: str) -> str:
    eastern = HAN.search(first + last)
    return last + first if eastern else " ".join(filter(None, (first, last)))


def _of_assignment(book: Gradebook, row: Any, names: Mapping[str, str]) -> dict[str, Recorded]:
    if row is None:
        return {student: Recorded(name) for student, name in names.items()}
    scores: dict[str, dict[str, Score]] = {}
    maxima = _maxima(row)
    # Mostly of the cell with the answer, whose part has its score in another one.
    cells = _cells(book, row, names, Comment, Comment.manual_comment)
    written = (comment for comment in cells if (comment.manual_comment or "").strip())
    comments = {(who, _part(row, notebook, cell)): text for who, notebook, cell, text in written}
    columns = Grade.auto_score, Grade.manual_score, Grade.extra_credit, Grade.needs_manual_grade
    graded = _cells(book, row, names, Grade, *columns)
    for student, notebook, cell, auto, manual, extra, needs_grade in graded:
        part = _part(row, notebook, cell)
        by_hand = None if cell.startswith(TEST) else maxima.get(part, 0.0)
        text = comments.get((student, part), "")
        score = Score(auto, manual, extra or 0, by_hand, bool(needs_grade), text)
        scores.setdefault(student, {})[part] = score
    late, in_time = lateness(book, row.name, names), Recorded(due=row.duedate)
    return {
        student: replace(late.get(student, in_time), name=name, scores=scores.get(student, {}))
        for student, name in names.items()
    }


def lateness(book: Gradebook, assignment_id: str, students: Iterable[str]) -> dict[str, Recorded]:
    """By their due dates as they are now, how late those of these students are who submitted."""
    # What was read before is read anew: another process may have changed a due date.
    book.db.rollback()
    query = (
        select(SubmittedAssignment)
        .join(SubmittedAssignment.assignment)
        .where(Assignment.name == assignment_id)
        .where(SubmittedAssignment.student_id.in_(students))
    )
    rows = dict[str, Recorded]()
    for work in book.db.scalars(query):
        usual = work.assignment.duedate
        # nbgrader fails at an extension of a due date that is gone.
        due, late = (work.duedate, work.total_seconds_late) if usual else (None, 0)
        taken, is_extended = work.late_submission_penalty, due != usual
        rows[work.student_id] = Recorded("", {}, taken, late, due, is_extended)
    book.db.rollback()
    return rows


def recorded_beside(where: CourseAssignment, config: Config) -> dict[str, Recorded]:
    """What is recorded of an edition, with the totals of who handed in another one, too."""
    joined = recorded(where, config)
    for edition in where.assignment.editions:
        rows = recorded(where._replace(edition=edition), config) if edition != where.edition else {}
        for student, row in rows.items():
            if row.scores and student in joined and joined[student].scores:
                elsewhere = {**joined[student].elsewhere, edition.id: row.total}
                joined[student] = replace(joined[student], elsewhere=elsewhere)
    return joined


def students_in(book: Gradebook) -> list[LmsStudent]:
    """Everybody in the gradebook, in the order of their names."""
    names = ("id", "first_name", "last_name", "email", "lms_user_id")
    rows = book.db.execute(select(*(getattr(Student, name) for name in names)))
    students = [LmsStudent(*(value or "" for value in row)) for row in rows]
    return sorted(students, key=lambda student: (student.last_name, student.first_name, student.id))


def assignments_in(book: Gradebook, wanted: Sequence[str]) -> list[Any]:
    """The wanted assignments, or all with submissions; a CourseError where there are none."""
    rows = book.db.scalars(select(Assignment).order_by(Assignment.name)).all()
    names = [row.name for row in rows]
    if unknown := sorted({*wanted} - {*names}):
        text = f"the gradebook has no assignment {unknown[0]!r}{meant(unknown[0], names)}"
        raise CourseError(f"{text} (found: {', '.join(names) or 'none'})")
    chosen = [row for row in rows if row.name in wanted or (not wanted and row.submissions)]
    if not chosen:
        raise CourseError("the gradebook holds no submission: run `nbgrader autograde` first")
    return chosen


def sheet_of(book: Gradebook, root: Path, row: Any, only: str | None = None) -> Sheet:
    """The marks of all who submitted an assignment, or `only` of one student."""
    parts = _maxima(row)
    try:
        # In the order of the assignment's plan; those of other assignments by name.
        planned = [part.id for part in find(root, row.name)[0].parts]
    except CourseError:
        planned = []
    order = (*planned, *sorted(set(parts) - set(planned)))
    parts = {part: parts[part] for part in order if part in parts}
    students = [only] if only else [student.id for student in students_in(book)]
    rows = _of_assignment(book, row, dict.fromkeys(students, ""))
    marks = {
        student: replace(mark, scores={part: mark.scores.get(part, Score()) for part in parts})
        for student, mark in rows.items()
        if mark.scores
    }
    return Sheet(row.name, parts, marks)


def _part(row: Any, notebook: str, cell: str) -> str:
    """A part's name: its cell's, with the notebook's where there are several."""
    name = cell.removeprefix(TEST)
    return name if len(row.notebooks) == 1 else f"{notebook}/{name}"


def _maxima(row: Any) -> dict[str, float]:
    return {
        _part(row, notebook.name, cell.name): cell.max_score
        for notebook in row.notebooks
        for cell in (*notebook.grade_cells, *notebook.task_cells)
    }


def _cells(
    book: Gradebook, row: Any, students: Iterable[str], table: Any, *columns: Any
) -> Sequence[Any]:
    """Student, notebook, cell and `columns` of each row of Grade or Comment, in one quick query."""
    work = SubmittedAssignment
    query = (
        select(work.student_id, Notebook.name, BaseCell.name, *columns)
        .select_from(table)
        .join(BaseCell, BaseCell.id == table.cell_id)
        .join(SubmittedNotebook, SubmittedNotebook.id == table.notebook_id)
        .join(Notebook, Notebook.id == SubmittedNotebook.notebook_id)
        .join(work, work.id == SubmittedNotebook.assignment_id)
        .where(work.assignment_id == row.id, HANDED_IN, work.student_id.in_(students))
    )
    return book.db.execute(query).all()
