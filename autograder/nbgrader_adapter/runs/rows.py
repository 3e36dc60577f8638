"""The gradebook's rows for many submissions in one transaction."""

import secrets
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from nbgrader.api import (
    Comment,
    Grade,
    Gradebook,
    Student,
    SubmittedAssignment,
    SubmittedNotebook,
)
from sqlalchemy import bindparam, insert, select, update

from autograder.core.model import Report
from autograder.nbgrader_adapter.course_settings.gradebook_ids import GradebookIds

NO_RESPONSE = "No response."


@dataclass(frozen=True)
class RecordEntry:
    """What to record for one submission."""

    student: str
    report: Report
    timestamp: datetime | None
    untouched: frozenset[str]


def record(gradebook: Gradebook, frame: GradebookIds, entries: Sequence[RecordEntry]) -> None:
    """Add or update the rows of these submissions; the caller commits.

    What a human gave (manual scores, comments, extra credit) is not touched.
    """
    db = gradebook.db
    _add_students(db, [entry.student for entry in entries])
    submissions = _submissions(db, frame, entries)
    notebooks = _notebooks(db, frame, submissions)
    by_notebook = {notebooks[entry.student]: entry for entry in entries}
    _grades(db, frame, by_notebook)
    _comments(db, frame, by_notebook)
    _flag(db, [notebook for notebook, entry in by_notebook.items() if entry.report.flags])


def _new_id() -> str:
    """An id of 32 digits, as nbgrader's are, but later ones are greater.

    Rows with nbgrader's ids, which are random, lie all over the indexes: in a class of thousands
    each transaction would write most pages of the gradebook anew.
    """
    return f"{time.time_ns():016x}{secrets.token_hex(8)}"


def _add_students(db: Any, students: list[str]) -> None:
    known = set(db.execute(select(Student.id).where(Student.id.in_(students))).scalars())
    new = [{"id": student} for student in students if student not in known]
    if new:
        db.execute(insert(Student), new)


def _submissions(db: Any, frame: GradebookIds, entries: Sequence[RecordEntry]) -> dict[str, str]:
    """The ids of the submitted assignments by student, each with its timestamp."""
    table = SubmittedAssignment
    students = [entry.student for entry in entries]
    wanted = select(table.student_id, table.id, table.timestamp).where(
        table.assignment_id == frame.assignment, table.student_id.in_(students)
    )
    rows = db.execute(wanted).all()
    found = {student: id_ for student, id_, _ in rows}
    old = {student: timestamp for student, _, timestamp in rows}
    new = [
        {
            "id": _new_id(),
            "assignment_id": frame.assignment,
            "student_id": entry.student,
            "timestamp": entry.timestamp,
        }
        for entry in entries
        if entry.student not in found
    ]
    changed = [
        {"key": found[entry.student], "timestamp": entry.timestamp}
        for entry in entries
        if entry.timestamp and entry.student in old and old[entry.student] != entry.timestamp
    ]
    if new:
        db.execute(insert(table), new)
    if changed:
        same = table.__table__.c.id == bindparam("key")
        db.connection().execute(update(table.__table__).where(same), changed)
    return found | {row["student_id"]: row["id"] for row in new}


def _notebooks(db: Any, frame: GradebookIds, submissions: Mapping[str, str]) -> dict[str, str]:
    """The ids of the submitted notebooks by student; penalties are recomputed after this."""
    table = SubmittedNotebook
    owners = {id_: student for student, id_ in submissions.items()}
    mine = (table.notebook_id == frame.notebook, table.assignment_id.in_(owners))
    found = {
        owners[assignment]: id_
        for id_, assignment in db.execute(select(table.id, table.assignment_id).where(*mine))
    }
    new = {student: _new_id() for student in submissions if student not in found}
    if new:
        db.execute(
            insert(table),
            [
                {"id": id_, "notebook_id": frame.notebook, "assignment_id": submissions[student]}
                for student, id_ in new.items()
            ],
        )
    db.execute(update(table).where(*mine).values(late_submission_penalty=None))
    return found | new


def _flag(db: Any, notebooks: Sequence[str]) -> None:
    """Flag them for formgrader's "Flagged?"; only a person takes a flag away."""
    if notebooks:
        table = SubmittedNotebook
        db.execute(update(table).where(table.id.in_(notebooks)).values(flagged=True))


def _grades(db: Any, frame: GradebookIds, entries: Mapping[str, RecordEntry]) -> None:
    scores = {
        (notebook, cell): score
        for notebook, entry in entries.items()
        for cell, score in _scores(frame, entry)
    }
    tasks = {(notebook, cell) for notebook in entries for cell in frame.tasks.values()}
    table = Grade
    wanted = select(
        table.id, table.notebook_id, table.cell_id, table.manual_score,
        table.auto_score, table.needs_manual_grade,
    ).where(table.notebook_id.in_(entries))  # fmt: skip
    changed = []
    for id_, notebook, cell, manual, auto, needs in db.execute(wanted):
        tasks.discard((notebook, cell))
        if (notebook, cell) not in scores:
            continue
        score = scores.pop((notebook, cell))
        # A human who has given a score looks at it again when the automatic one is new.
        waits = manual is not None or score is None
        if (auto, needs) != (score, waits):
            changed.append({"key": id_, "auto_score": score, "needs_manual_grade": waits})
    if changed:
        same = table.__table__.c.id == bindparam("key")
        db.connection().execute(update(table.__table__).where(same), changed)
    new = [
        {
            "id": _new_id(),
            "notebook_id": notebook,
            "cell_id": cell,
            "auto_score": score,
            "needs_manual_grade": score is None,
        }
        for (notebook, cell), score in {**scores, **dict.fromkeys(tasks)}.items()
    ]
    if new:
        db.execute(insert(table), new)


def _scores(frame: GradebookIds, entry: RecordEntry) -> Iterator[tuple[str, float | None]]:
    """The automatic scores: None where a person has to look, 0 where there is nothing to see."""
    points = {f"test_{part.id}": part.points for part in entry.report.parts}
    for name, cell in frame.grades.items():
        if name in points:
            yield cell.id, points[name]
        elif name in frame.solutions:
            yield cell.id, 0.0 if name in entry.untouched else None


def _comments(db: Any, frame: GradebookIds, entries: Mapping[str, RecordEntry]) -> None:
    comments = {
        (notebook, cell): NO_RESPONSE if name in entry.untouched else None
        for notebook, entry in entries.items()
        for name, cell in (*frame.solutions.items(), *frame.tasks.items())
    }
    table = Comment
    wanted = select(table.id, table.notebook_id, table.cell_id, table.auto_comment)
    changed = []
    for id_, notebook, cell, old in db.execute(wanted.where(table.notebook_id.in_(entries))):
        comment = comments.pop((notebook, cell), None)
        if comment != old:
            changed.append({"key": id_, "auto_comment": comment})
    if changed:
        same = table.__table__.c.id == bindparam("key")
        db.connection().execute(update(table.__table__).where(same), changed)
    new = [
        {"id": _new_id(), "notebook_id": notebook, "cell_id": cell, "auto_comment": comment}
        for (notebook, cell), comment in comments.items()
    ]
    if new:
        db.execute(insert(table), new)
