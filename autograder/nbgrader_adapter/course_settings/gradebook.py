"""What the gradebook holds of an assignment, as plain values: for reports, exports and feedback."""

import re
from collections.abc import Sequence
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
from sqlalchemy import select
from traitlets.config import Config

from autograder.core.assignment.load import find
from autograder.core.errors import CourseError, meant
from autograder.course import CourseAssignment
from autograder.nbgrader_adapter.course_settings.assignment_rows import (
    HANDED_IN,
    GradebookIds,
    Lateness,
    lateness,
)
from autograder.nbgrader_adapter.course_settings.database import (
    in_one_sentence,
    open_gradebook,
    sqlite_file,
)
from autograder.nbgrader_adapter.course_settings.settings import course_config
from autograder.report.classroom.entries import Entry, Recorded, Score
from autograder.report.lms.sheets import LmsStudent, Mark, PartMark, Sheet

HAN = re.compile("[\u3400-\u9fff]")
"""In whose names the surname comes first, and no space."""
TEST = "test_"


def recorded(
    where: CourseAssignment, config: Config | None = None, *, as_planned: bool = False
) -> dict[str, Recorded]:
    """What is recorded by student id; empty without a gradebook. A CourseError if it cannot be
    read, or has other points, where they must be `as_planned`.
    """
    config = config or course_config(where.root)
    url = CourseDirectory(config=config).db_url
    file = sqlite_file(url)
    # Opening it would make one.
    if file and not file.is_file():
        return {}
    with in_one_sentence(url), open_gradebook(where.root, config) as book:
        columns = Student.id, Student.first_name, Student.last_name
        found = {
            student: Recorded(name=_full_name(first or "", last or ""))
            for student, first, last in book.db.execute(select(*columns))
        }
        row = book.db.scalar(select(Assignment).where(Assignment.name == where.edition.id))
        if as_planned and row and row.notebooks:
            GradebookIds(book, row.name).check_points(*where)
        return _of_assignment(book, row, found) if row else found


def _full_name(first: str, last: str) -> str:
    eastern = HAN.search(first + last)
    return last + first if eastern else " ".join(filter(None, (first, last)))


def _of_assignment(book: Gradebook, row: Any, known: dict[str, Recorded]) -> dict[str, Recorded]:
    scores: dict[str, dict[str, Score]] = {}
    maxima = _maxima(row)
    for student, notebook, cell, auto, manual, extra, needs in _grades(book, row):
        part, is_ours = _part(row, notebook, cell), cell.startswith(TEST)
        by_hand = None if is_ours else maxima.get(part, 0.0)
        looks = bool(needs and is_ours and auto is not None)
        scores.setdefault(student, {})[part] = Score(auto, manual, extra or 0, by_hand, looks)
    late, in_time = lateness(book, row.name, known), Lateness(row.duedate)
    return {
        student: replace(
            one,
            scores=scores.get(student, {}),
            penalty=late.get(student, in_time).points,
            seconds_late=late.get(student, in_time).seconds,
            due=late.get(student, in_time).due,
            is_extended=late.get(student, in_time).due != row.duedate,
        )
        for student, one in known.items()
    }


def recorded_beside(where: CourseAssignment, config: Config) -> dict[str, Recorded]:
    """What is recorded of an edition, with the totals of who handed in another one, too."""
    found = recorded(where, config)
    for other in where.assignment.editions:
        rows = recorded(where._replace(edition=other), config) if other != where.edition else {}
        for student, row in rows.items():
            if row.scores and student in found and found[student].scores:
                # As in an export: no total while a single cell has no points.
                is_open = any(s.auto is None and s.manual is None for s in row.scores.values())
                total = None if is_open else Entry("", recorded=row).total
                elsewhere = {**found[student].elsewhere, other.id: total}
                found[student] = replace(found[student], elsewhere=elsewhere)
    return found


def students_in(book: Gradebook) -> list[LmsStudent]:
    """Everybody in the gradebook, in the order of their names."""
    names = ("id", "first_name", "last_name", "email", "lms_user_id")
    rows = book.db.execute(select(*(getattr(Student, name) for name in names)))
    found = [LmsStudent(*(value or "" for value in row)) for row in rows]
    return sorted(found, key=lambda student: (student.last_name, student.first_name, student.id))


def assignments_in(book: Gradebook, wanted: Sequence[str]) -> list[Any]:
    """The wanted assignments, or all with submissions; a CourseError where there are none."""
    rows = book.db.scalars(select(Assignment).order_by(Assignment.name)).all()
    names = [row.name for row in rows]
    if unknown := sorted({*wanted} - {*names}):
        said = f"the gradebook has no assignment {unknown[0]!r}{meant(unknown[0], names)}"
        raise CourseError(f"{said} (found: {', '.join(names) or 'none'})")
    chosen = [row for row in rows if row.name in wanted or (not wanted and row.submissions)]
    if not chosen:
        raise CourseError("the gradebook holds no submission: run `nbgrader autograde` first")
    return chosen


def sheet_of(book: Gradebook, root: Path, row: Any, only: str | None = None) -> Sheet:
    """The marks of all who submitted an assignment, or `only` of one student."""
    parts = _maxima(row)
    try:
        # In the order of the assignment's plan; those of other assignments by name.
        assignment = [part.id for part in find(root, row.name)[0].parts]
    except CourseError:
        assignment = []
    order = (*assignment, *sorted(set(parts) - set(assignment)))
    parts = {part: parts[part] for part in order if part in parts}
    penalties = _penalties(book, row, only)
    cells = _cells(book, row, only, Comment, Comment.manual_comment)
    comments = {
        (student, _part(row, notebook, cell)): comment
        for student, notebook, cell, comment in cells
        if comment and comment.strip()
    }
    found: dict[str, dict[str, PartMark]] = {student: {} for student in penalties}
    for student, notebook, cell, auto, manual, extra, needs in _grades(book, row, only):
        part = _part(row, notebook, cell)
        points = auto if manual is None else manual
        found[student][part] = PartMark(
            None if points is None else points + (extra or 0.0),
            needs,
            manual is not None or bool(extra),
            comments.get((student, part), ""),
        )
    marks = {
        student: Mark({part: given.get(part, PartMark(None)) for part in parts}, penalties[student])
        for student, given in found.items()
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


def _penalties(book: Gradebook, row: Any, only: str | None) -> dict[str, float]:
    """Everybody who submitted, with the sum of their late penalties."""
    work = SubmittedAssignment
    query = select(work.student_id, work.late_submission_penalty)
    query = query.where(work.assignment_id == row.id, work.notebooks.any(), HANDED_IN)
    query = query if only is None else query.where(work.student_id == only)
    return dict(book.db.execute(query).all())


def _grades(book: Gradebook, row: Any, only: str | None = None) -> Sequence[Any]:
    columns = Grade.auto_score, Grade.manual_score, Grade.extra_credit, Grade.needs_manual_grade
    return _cells(book, row, only, Grade, *columns)


def _cells(book: Gradebook, row: Any, only: str | None, table: Any, *columns: Any) -> Sequence[Any]:
    """Student, notebook, cell and `columns` of each row of Grade or Comment, in one quick query."""
    work = SubmittedAssignment
    query = (
        select(work.student_id, Notebook.name, BaseCell.name, *columns)
        .select_from(table)
        .join(BaseCell, BaseCell.id == table.cell_id)
        .join(SubmittedNotebook, SubmittedNotebook.id == table.notebook_id)
        .join(Notebook, Notebook.id == SubmittedNotebook.notebook_id)
        .join(work, work.id == SubmittedNotebook.assignment_id)
        .where(work.assignment_id == row.id, HANDED_IN)
    )
    return book.db.execute(query if only is None else query.where(work.student_id == only)).all()
