"""nbgrader's gradebook read into the plain values of an export."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from nbgrader.api import (
    Assignment,
    BaseCell,
    Comment,
    Grade,
    Gradebook,
    GradeCell,
    Notebook,
    SubmittedAssignment,
    SubmittedNotebook,
    TaskCell,
)
from nbgrader.api import Student as Row
from sqlalchemy import select

from autograder.core.assignment import find
from autograder.core.errors import CourseError
from autograder.report.lms.sheets import LmsStudent, Mark, PartMark, Sheet

TEST = "test_"


def students_in(gradebook: Gradebook) -> list[LmsStudent]:
    """Everybody in the gradebook, in the order of their names."""
    columns = (Row.id, Row.first_name, Row.last_name, Row.email, Row.lms_user_id)
    found = [
        LmsStudent(*(value or "" for value in row))
        for row in gradebook.db.execute(select(*columns))
    ]
    return sorted(found, key=lambda student: (student.last_name, student.first_name, student.id))


def sheet_of(gradebook: Gradebook, root: Path, assignment: Any, only: str | None = None) -> Sheet:
    """The marks of all who submitted an assignment, or `only` of one student."""
    parts = _in_order(root, assignment.name, _parts(gradebook, assignment))
    penalties = _penalties(gradebook, assignment, only)
    found: dict[str, dict[str, PartMark]] = {student: {} for student in penalties}
    comments = _comments(gradebook, assignment, only)
    for student, notebook, cell, auto, manual, extra, needs in _grades(gradebook, assignment, only):
        part = _part(assignment, notebook, cell)
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
    return Sheet(assignment.name, parts, marks)


def _part(assignment: Any, notebook: str, cell: str) -> str:
    """A part's name: its cell's, with the notebook's where there are several."""
    name = cell.removeprefix(TEST)
    return name if len(assignment.notebooks) == 1 else f"{notebook}/{name}"


def _parts(gradebook: Gradebook, assignment: Any) -> dict[str, float]:
    found: dict[str, float] = {}
    for kind in (GradeCell, TaskCell):
        query = (
            select(Notebook.name, kind.name, kind.max_score)
            .join(Notebook, Notebook.id == kind.notebook_id)
            .where(Notebook.assignment_id == assignment.id)
        )
        for notebook, cell, points in gradebook.db.execute(query):
            found[_part(assignment, notebook, cell)] = points
    return found


def _in_order(root: Path, assignment_id: str, parts: Mapping[str, float]) -> dict[str, float]:
    """The parts in the order of the assignment's plan; those of other assignments by name."""
    try:
        plan = [part.id for part in find(root, assignment_id)[0].parts]
    except CourseError:
        plan = []
    return {part: parts[part] for part in (*plan, *sorted(set(parts) - set(plan))) if part in parts}


def _submitted(query: Any, assignment: Any, only: str | None) -> Any:
    found = query.join(
        SubmittedAssignment, SubmittedAssignment.id == SubmittedNotebook.assignment_id
    ).where(SubmittedAssignment.assignment_id == assignment.id)
    return found if only is None else found.where(SubmittedAssignment.student_id == only)


def _penalties(gradebook: Gradebook, assignment: Any, only: str | None) -> dict[str, float]:
    """Everybody who submitted, with the sum of their late penalties."""
    query = _submitted(
        select(
            SubmittedAssignment.student_id, SubmittedNotebook.late_submission_penalty
        ).select_from(SubmittedNotebook),
        assignment,
        only,
    )
    found: dict[str, float] = {}
    for student, penalty in gradebook.db.execute(query):
        found[student] = found.get(student, 0.0) + (penalty or 0.0)
    return found


def _grades(gradebook: Gradebook, assignment: Any, only: str | None) -> Sequence[Any]:
    query = _submitted(
        select(
            SubmittedAssignment.student_id,
            Notebook.name,
            BaseCell.name,
            Grade.auto_score,
            Grade.manual_score,
            Grade.extra_credit,
            Grade.needs_manual_grade,
        )
        .select_from(Grade)
        .join(BaseCell, BaseCell.id == Grade.cell_id)
        .join(SubmittedNotebook, SubmittedNotebook.id == Grade.notebook_id)
        .join(Notebook, Notebook.id == SubmittedNotebook.notebook_id),
        assignment,
        only,
    )
    return gradebook.db.execute(query).all()


def _comments(
    gradebook: Gradebook, assignment: Any, only: str | None
) -> dict[tuple[str, str], str]:
    """What humans wrote, by student and part."""
    query = _submitted(
        select(SubmittedAssignment.student_id, Notebook.name, BaseCell.name, Comment.manual_comment)
        .select_from(Comment)
        .join(BaseCell, BaseCell.id == Comment.cell_id)
        .join(SubmittedNotebook, SubmittedNotebook.id == Comment.notebook_id)
        .join(Notebook, Notebook.id == SubmittedNotebook.notebook_id)
        .where(Comment.manual_comment.is_not(None)),
        assignment,
        only,
    )
    return {
        (student, _part(assignment, notebook, cell)): comment
        for student, notebook, cell, comment in gradebook.db.execute(query)
        if comment.strip()
    }


def assignments_in(gradebook: Gradebook, wanted: Sequence[str]) -> list[Any]:
    """The wanted assignments; if none is named, all with submissions.

    Raises:
        CourseError: the gradebook has no such assignment, or nobody has submitted any.
    """
    rows = gradebook.db.scalars(select(Assignment).order_by(Assignment.name)).all()
    unknown = sorted(set(wanted) - {row.name for row in rows})
    if unknown:
        names = ", ".join(row.name for row in rows) or "none"
        raise CourseError(f"the gradebook has no assignment {unknown[0]!r} (found: {names})")
    chosen = [row for row in rows if row.name in wanted or (not wanted and row.submissions)]
    if not chosen:
        raise CourseError("the gradebook holds no submission: run `nbgrader autograde` first")
    return chosen
