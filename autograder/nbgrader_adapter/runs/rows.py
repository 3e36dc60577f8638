"""The gradebook's rows for many submissions in one transaction; each one's autograded folder."""

import secrets
import shutil
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from nbgrader.api import Comment, Grade, Gradebook, Student, SubmittedAssignment, SubmittedNotebook
from sqlalchemy import bindparam, insert, select, update

from autograder.core.model import Report
from autograder.nbgrader_adapter.course_settings.assignment_rows import GradebookIds
from autograder.notebook.folder import look
from autograder.notebook.stamp import Stamp

CELL = ("notebook_id", "cell_id")
Rows = Mapping[tuple[str, str], Mapping[str, Any]]
"""New values of columns, by those of the two that identify a row; other columns stay."""


@dataclass(frozen=True)
class RecordEntry:
    """What to record for one submission.

    `waits`: nobody knows how late it is and being late costs, so a person has to confirm the points
    of the first part. `known`: the same notebook was recorded last.
    """

    student: str
    report: Report
    stamp: Stamp
    untouched: frozenset[str]
    waits: bool
    known: bool


def record(gradebook: Gradebook, ids: GradebookIds, entries: Sequence[RecordEntry]) -> None:
    """Add or update these rows, not what a human gave (scores, comments); the caller commits."""
    db, students = gradebook.db, [entry.student for entry in entries]
    enrolled = set(db.execute(select(Student.id).where(Student.id.in_(students))).scalars())
    new = [{"id": student} for student in students if student not in enrolled]
    if new:
        db.execute(insert(Student), new)
    stamps = {
        (entry.student, ids.assignment): {"timestamp": entry.stamp.at}
        if entry.stamp.at or entry.stamp.unknown
        else {}
        for entry in entries
    }
    work = SubmittedAssignment
    of_students = (work.assignment_id == ids.assignment) & work.student_id.in_(students)
    works = _upsert(db, work, ("student_id", "assignment_id"), stamps, of_students)
    # The penalty is computed anew after this.
    books = {(ids.notebook, id_): {"late_submission_penalty": None} for id_ in works.values()}
    of_works = SubmittedNotebook.assignment_id.in_(works.values())
    notebook_ids = _upsert(db, SubmittedNotebook, ("notebook_id", "assignment_id"), books, of_works)
    notebooks = {
        notebook_ids[ids.notebook, works[entry.student, ids.assignment]]: entry for entry in entries
    }
    _upsert(db, Grade, CELL, _grades(db, ids, notebooks), Grade.notebook_id.in_(notebooks))
    comments = {
        (notebook, cell): {"auto_comment": "No response." if name in entry.untouched else None}
        for notebook, entry in notebooks.items()
        for name, cell in (*ids.solutions.items(), *ids.tasks.items())
    }
    _upsert(db, Comment, CELL, comments, Comment.notebook_id.in_(notebooks))
    # For formgrader's "Flagged?"; only a person takes a flag away.
    flagged = SubmittedNotebook.id.in_([k for k, entry in notebooks.items() if entry.report.flags])
    db.execute(update(SubmittedNotebook).where(flagged).values(flagged=True))


def _upsert(db: Any, table: Any, by: tuple[str, str], rows: Rows, where: Any) -> dict[Any, str]:
    """Change the rows that differ among those of `where`, add what is missing; the ids of all."""
    names = sorted({name for row in rows.values() for name in row})
    columns = [getattr(table, name) for name in (*by, *names)]
    ids: dict[Any, str] = {}
    changed = []
    for id_, first, second, *values in db.execute(select(table.id, *columns).where(where)):
        if (first, second) in rows:
            ids[first, second] = id_
            before = dict(zip(names, values, strict=True))
            after = {**before, **rows[first, second]}
            changed += [{"key": id_, **after}] if after != before else []
    if changed:
        same = table.__table__.c.id == bindparam("key")
        db.connection().execute(update(table.__table__).where(same), changed)
    # As nbgrader's, but later ones are greater: random ones lie all over the indexes, and in a
    # class of thousands each transaction would write most pages of the gradebook anew.
    new = {key: f"{time.time_ns():016x}{secrets.token_hex(8)}" for key in rows if key not in ids}
    if new:
        blank = dict.fromkeys(names)
        added = [
            {"id": id_, **dict(zip(by, key, strict=True)), **blank, **rows[key]}
            for key, id_ in new.items()
        ]
        db.execute(insert(table), added)
    return ids | new


def _grades(
    db: Any, ids: GradebookIds, entries: Mapping[str, RecordEntry]
) -> dict[tuple[str, str], dict[str, Any]]:
    columns = Grade.auto_score, Grade.manual_score, Grade.needs_manual_grade
    query = select(Grade.notebook_id, Grade.cell_id, *columns)
    earlier = {
        (notebook, cell): values
        for notebook, cell, *values in db.execute(query.where(Grade.notebook_id.in_(entries)))
    }
    rows: dict[tuple[str, str], dict[str, Any]] = {
        (notebook, cell): {"auto_score": None, "needs_manual_grade": True}
        for notebook in entries
        for cell in ids.tasks.values()
        if earlier.get((notebook, cell), (None, None))[1] is None
    }
    for notebook, entry in entries.items():
        for cell, score, waits in _scores(ids, entry):
            before, manual, pending = earlier.get((notebook, cell), (None, None, False))
            # A person's score is confirmed again after another notebook, or other points.
            changed = pending or score != before or not entry.known
            needed = waits or (manual is not None and changed)
            rows[notebook, cell] = {"auto_score": score, "needs_manual_grade": needed}
    return rows


def _scores(ids: GradebookIds, entry: RecordEntry) -> Iterator[tuple[str, float | None, bool]]:
    """The automatic scores, and whether a person has to look: there is none, or being late costs.

    What is left as it was released has 0: there is nothing to see.
    """
    points = {f"test_{part.id}": part.points for part in entry.report.parts}
    first = next(iter(points), "")
    for name, cell in ids.grades.items():
        if name in points:
            yield cell.id, points[name], entry.waits and name == first
        elif name in ids.solutions:
            score = 0.0 if name in entry.untouched else None
            yield cell.id, score, score is None


ABANDONED = 3600
"""Age in seconds at which a staging folder is considered abandoned."""


class Staged:
    """A new folder for `place`, beside it; what was there can come back until `settle`."""

    def __init__(self, place: Path) -> None:
        # What a recorder that was killed has left.
        for leftover in place.parent.glob(f".{place.name}.*"):
            if leftover.stat().st_mtime < time.time() - ABANDONED:
                _remove(leftover)
        # A second recorder may be at the same student.
        mark = f".{place.name}.{secrets.token_hex(4)}"
        self._fresh, self._old = place.with_name(f"{mark}.new"), place.with_name(f"{mark}.old")
        self._place = place
        self._fresh.mkdir(parents=True)

    def put(self, inner: Path, data: bytes) -> None:
        target = self._fresh / inner
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)

    def take_place(self) -> None:
        if self._place.exists():
            self._place.rename(self._old)
        self._fresh.rename(self._place)

    def put_back(self) -> None:
        """Undo what was done, as far as it was."""
        if self._old.exists() or not self._fresh.exists():
            _remove(self._place)
        if self._old.exists():
            self._old.rename(self._place)
        _remove(self._fresh)

    def settle(self) -> None:
        _remove(self._old)


def _remove(folder: Path) -> None:
    if folder.exists():
        shutil.rmtree(folder)


def copied(folder: Path, ignored: Iterable[str]) -> list[tuple[Path, Path]]:
    """The files of a submission that nbgrader copies, and their places below the folder.

    nbgrader's own search lists the folder anew for each file in it: 5,000 files take a minute.
    """
    patterns = tuple(ignored)

    def is_ignored(name: str) -> bool:
        # As in glob, a star does not match a hidden name.
        return any(fnmatchcase(name, p) and (name[0] != "." or p[0] == ".") for p in patterns)

    files = [(file.path, file.path.relative_to(folder)) for file in look(folder).files]
    return [(path, inner) for path, inner in files if not any(map(is_ignored, inner.parts))]
