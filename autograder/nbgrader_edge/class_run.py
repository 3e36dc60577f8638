"""One run over a class: what is new is graded, what is not recorded is recorded."""

import hashlib
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from nbgrader.coursedir import CourseDirectory
from sqlalchemy.exc import SQLAlchemyError
from traitlets.config import Config

from autograder import course
from autograder.assignment import Assignment, Edition
from autograder.classroom.entry import Recorded
from autograder.errors import GraderFault
from autograder.grading.kept import KeptReports
from autograder.grading.pool import Graded
from autograder.model import Report
from autograder.nbgrader_edge import late
from autograder.nbgrader_edge.gradebook import recorded, seconds_late
from autograder.nbgrader_edge.recorder import (
    Judged,
    Ledger,
    NbgraderRecorder,
    Recorder,
    has_other_steps,
)
from autograder.nbgrader_edge.settings import course_config
from autograder.notebook.find import handed_in_as

NO_NOTEBOOK = "unreadable: the folder holds no notebook, or several that could be meant"
CHANGED = "changed while it was graded; run the command again"
BATCH = 25
"""Submissions recorded in one transaction: what a crash can cost at most."""

Grade = Callable[[Mapping[str, Path]], Iterable[Graded]]


@dataclass(frozen=True)
class Work:
    """The class sorted by what is left to do for each student."""

    to_grade: dict[str, Path] = field(default_factory=dict)
    to_record: dict[str, Path] = field(default_factory=dict)
    done: tuple[str, ...] = ()
    without_notebook: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.to_grade) + len(self.to_record)


class ClassRun:
    """A run over the submissions of one edition."""

    def __init__(self, root: Path, assignment: Assignment, edition: Edition) -> None:
        self._root = root
        self._assignment = assignment
        self._edition = edition
        self._frame = course.released(root, assignment, edition).read_bytes()
        self._kept = KeptReports(root, assignment, edition, self._frame)
        self._ledger = Ledger(root, edition.id)
        config = course_config(root)
        self._recorder = _recorder(root, assignment, edition, config)
        self._late_rule = late.rule(config)
        self._excluded = CourseDirectory(config=config).student_id_exclude.split(",")

    def work(self, regrade: bool = False, only: Sequence[str] = ()) -> Work:
        """What there is to do for the class, or for `only` these students.

        With `regrade` kept reports count for nothing.

        Raises:
            CourseError: nobody has submitted anything.
        """
        every = course.submissions(self._root, self._assignment, self._edition, only=only)
        found = {student: path for student, path in every.items() if student not in self._excluded}
        rows = recorded(self._root, self._edition.id)
        work: dict[str, dict[str, Path]] = {"grade": {}, "record": {}, "done": {}}
        for student, path in found.items():
            if path is not None:
                state = "grade" if regrade else self._state(student, path, rows)
                work[state][student] = path
        without = tuple(student for student, path in found.items() if path is None)
        return Work(work["grade"], work["record"], tuple(work["done"]), without)

    def _state(self, student: str, path: Path, rows: Mapping[str, Recorded]) -> str:
        data = _bytes(path)
        report = None if data is None else self._kept.get(data)
        if data is None or report is None:
            return "grade"
        row = rows.get(student)
        if row is None or not _same(report, row):
            return "record"
        key = f"{self._key(student, data)} {self._lateness(row.seconds_late)}"
        held = self._ledger.holds(student, key, self._autograded(student))
        return "done" if held else "record"

    def run(self, work: Work, grade: Grade) -> Iterator[Graded]:
        """Grade and record; each student is yielded once recorded, or with a problem."""
        with self._recorder:
            yield from self._in_batches(work, grade)

    def _in_batches(self, work: Work, grade: Grade) -> Iterator[Graded]:
        waiting: list[Graded] = []
        try:
            for result in itertools.chain(self._from_kept(work), self._fresh(work, grade)):
                if result.report is None:
                    yield result
                    continue
                waiting.append(result)
                if len(waiting) == BATCH:
                    yield from self._recorded(waiting)
                    waiting = []
        except (KeyboardInterrupt, GeneratorExit):
            # What was graded before the run was interrupted is recorded all the same.
            self._record(waiting)
            raise
        yield from self._recorded(waiting)

    def _from_kept(self, work: Work) -> Iterator[Graded]:
        for student, path in work.to_record.items():
            data = _bytes(path)
            report = None if data is None else self._kept.get(data)
            yield Graded(student, report, None if report else CHANGED)

    def _fresh(self, work: Work, grade: Grade) -> Iterator[Graded]:
        for result in grade(work.to_grade) if work.to_grade else ():
            if result.report is None:
                yield result
                continue
            data = _judged_bytes(work.to_grade[result.student], result.report)
            if data is None:
                yield Graded(result.student, None, CHANGED)
                continue
            self._kept.put(data, result.report, result.evidence)
            yield result

    def _recorded(self, graded: list[Graded]) -> Iterator[Graded]:
        problems = self._record(graded)
        for result in graded:
            problem = problems.get(result.student)
            yield Graded(result.student, None, problem) if problem else result

    def _record(self, graded: list[Graded]) -> dict[str, str]:
        """Record what is still as it was graded; what is not recorded and why, by student."""
        judged = [one for result in graded if (one := self._judged(result))]
        changed = {result.student for result in graded} - {one.student for one in judged}
        problems = dict.fromkeys(changed, CHANGED)
        if not judged:
            return problems
        # Made beforehand: what arrives while these are recorded is no part of what is noted.
        keys = {one.student: self._key(one.student, one.data) for one in judged}
        try:
            problems |= self._recorder.record(judged)
        except (SQLAlchemyError, OSError) as error:
            raise GraderFault(
                f"the results could not be recorded ({_reason(error)}); the reports are kept, "
                "and the same command records them once that is put right"
            ) from error
        seconds = seconds_late(self._root, self._edition.id, keys)
        for student in keys.keys() - problems.keys():
            noted = f"{keys[student]} {self._lateness(seconds.get(student, 0))}"
            self._ledger.note(student, noted, self._autograded(student))
        # A run that is killed later has this batch noted.
        self._ledger.save()
        return problems

    def _judged(self, result: Graded) -> Judged | None:
        path = self._submitted(result.student)
        data = _judged_bytes(path, result.report) if result.report else None
        if data is None or result.report is None:
            return None
        return Judged(result.student, data, result.report.after(handed_in_as(path)))

    def _submitted(self, student: str) -> Path:
        folder = self._root / "submitted" / student / self._edition.id
        return folder / f"{self._assignment.id}.ipynb"

    def _autograded(self, student: str) -> Path:
        return self._recorder.autograded(student)

    def _key(self, student: str, data: bytes) -> str:
        """What of the course folder is recorded: the report, and when it was handed in."""
        stamp = self._submitted(student).with_name("timestamp.txt")
        when = stamp.read_text("utf-8", "replace") if stamp.is_file() else ""
        return f"{self._kept.path(data).stem} {when.strip()}"

    def _lateness(self, seconds: float) -> str:
        """What the penalty depends on: an extension or a new due date changes it, or a new rule."""
        return f"late {seconds:.3f} {self._late_rule}" if seconds > 0 else "in time"


def _recorder(
    root: Path, assignment: Assignment, edition: Edition, config: Config
) -> Recorder | NbgraderRecorder:
    if has_other_steps(config):
        return NbgraderRecorder(root, assignment, edition, config)
    return Recorder(root, assignment, edition, config)


def _judged_bytes(path: Path, report: Report) -> bytes | None:
    """The file's bytes if they are those that the report is on."""
    data = _bytes(path)
    # Handed in again since: the report would be kept, or recorded, as that of the new bytes.
    same = data is not None and hashlib.sha256(data).hexdigest() == report.submission_digest
    return data if same else None


def _bytes(path: Path) -> bytes | None:
    """None where nbgrader is just putting a newer submission in the folder's place."""
    try:
        return path.read_bytes()
    except OSError:
        return None


def _reason(error: Exception) -> str:
    # Of a database error the cause alone: the whole of it holds the statement and its values.
    return str(getattr(error, "orig", None) or error).splitlines()[0]


def _same(report: Report, row: Recorded) -> bool:
    scores = {part.id: part.points for part in report.parts}
    return {part: score.auto for part, score in row.scores.items()} == scores
