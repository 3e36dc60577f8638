"""One run over a class: what is new is graded, what is not recorded is recorded."""

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from nbgrader.coursedir import CourseDirectory
from sqlalchemy.exc import SQLAlchemyError
from traitlets.config import Config

from autograder import course
from autograder.core.assignment import Assignment, Edition
from autograder.core.bulkhead import Bulkhead
from autograder.core.errors import AutograderError, GraderFault
from autograder.grading.pool import Graded
from autograder.grading.report_cache import KeptReports
from autograder.grading.schedule import in_order
from autograder.nbgrader_adapter.database import is_locked, locked
from autograder.nbgrader_adapter.gradebook import recorded
from autograder.nbgrader_adapter.pipeline import check_pipeline
from autograder.nbgrader_adapter.points import check_points
from autograder.nbgrader_adapter.recorder import Judged, NbgraderRecorder, Recorder, has_other_steps
from autograder.nbgrader_adapter.settings import course_config, share_rooms
from autograder.nbgrader_adapter.snapshot import alike, content, content_of
from autograder.nbgrader_adapter.submission_state import Standing, State
from autograder.nbgrader_adapter.timestamp import check_timestamp
from autograder.notebook.find import handed_in_as

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
    problems: Mapping[str, str] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.to_grade) + len(self.to_record)


class ClassRun:
    """A run over the submissions of one edition."""

    def __init__(self, root: Path, assignment: Assignment, edition: Edition) -> None:
        self._root = root
        self._assignment = assignment
        self._edition = edition
        frame = course.released(root, assignment, edition).read_bytes()
        config = course_config(root)
        check_pipeline(root, edition.id, config)
        self._url = CourseDirectory(config=config).db_url
        check_points(root, assignment, edition.id, self._url)
        share_rooms(root, config)
        self._standing = Standing(root, assignment, edition, frame, config)
        self._recorder = _recorder(root, assignment, edition, config)
        self._excluded = CourseDirectory(config=config).student_id_exclude.split(",")

    def work(self, regrade: bool = False, only: Sequence[str] = ()) -> Work:
        """What there is to do for the class, or for `only` these students.

        With `regrade` kept reports count for nothing.

        Raises:
            CourseError: nobody has submitted anything.
        """
        every = course.submissions(self._root, self._assignment, self._edition, only=only)
        found = {student: one for student, one in every.items() if student not in self._excluded}
        rows = recorded(self._root, self._edition.id)
        work: dict[State, dict[str, Path]] = {"grade": {}, "record": {}, "done": {}}
        bulkhead = Bulkhead()
        bulkhead.problems |= {name: one.problem for name, one in found.items() if one.problem}
        for student, path in ((name, one.notebook) for name, one in found.items() if one.notebook):
            with bulkhead.around(student, "compared with what is recorded"):
                check_timestamp(path.parent)
                there = self._recorder.autograded(student)
                state = self._standing.state(student, path, rows.get(student), there)
                work["grade" if regrade else state][student] = path
        return Work(work["grade"], work["record"], tuple(work["done"]), bulkhead.problems)

    @property
    def kept(self) -> KeptReports:
        """The reports that earlier runs have kept."""
        return self._standing.kept

    def concerned(self, work: Work) -> list[frozenset[str]]:
        """Of each submission that is to be graded the parts that have to be judged."""
        if self.kept.is_empty:
            return []
        bulkhead, found = Bulkhead(), []
        for student, path in work.to_grade.items():
            # Only counted here: whatever is wrong is told when the submission is graded.
            with bulkhead.around(student, "compared with earlier reports"):
                data = content(path)
                found += [] if data is None else [self.kept.concerned(student, data)]
        return found

    def run(self, work: Work, grade: Grade) -> Iterator[Graded]:
        """Grade and record; each student is yielded once recorded, or with a problem."""
        with self._recorder:
            yield from self._in_batches(work, grade)

    def _in_batches(self, work: Work, grade: Grade) -> Iterator[Graded]:
        waiting: list[Graded] = []
        try:
            for result in itertools.chain(self._from_kept(work), self._fresh(work.to_grade, grade)):
                if result.report is None:
                    yield result
                    continue
                waiting.append(result)
                if len(waiting) == BATCH:
                    batch, waiting = waiting, []
                    yield from self._recorded(batch)
        except (KeyboardInterrupt, GeneratorExit, AutograderError):
            # What was graded before the run was interrupted, or its cluster went away, is recorded.
            self._record(waiting)
            raise
        yield from self._recorded(waiting)

    def _from_kept(self, work: Work) -> Iterator[Graded]:
        for student, path in work.to_record.items():
            yield _guarded(student, "recorded", partial(self._report_kept, student, path))

    def _report_kept(self, student: str, path: Path) -> Graded:
        data = content(path)
        report = None if data is None else self.kept.get(student, data)
        return Graded(student, report, None if report else CHANGED)

    def _fresh(self, files: Mapping[str, Path], grade: Grade) -> Iterator[Graded]:
        """Grade the same bytes once by the same numbers, for all who handed them in."""
        students = alike(files, self.kept.number)
        left: dict[str, Path] = {}
        distinct = in_order({first: files[first] for first in students})
        for result in grade(distinct) if files else ():
            for student in students[result.student]:
                mine = replace(result, student=student)
                keep = partial(self._kept, files[student], mine)
                own = _guarded(student, "kept", keep)
                if own.problem == CHANGED and student != result.student:
                    # It was the first one's file that changed, perhaps.
                    left[student] = files[student]
                else:
                    yield own
        if left:
            yield from self._fresh(left, grade)

    def _kept(self, path: Path, graded: Graded) -> Graded:
        """The result, its report kept; a problem if the file is no longer what it is on."""
        if graded.report is None:
            return graded
        data = content_of(path, graded.report)
        if data is None:
            return Graded(graded.student, None, CHANGED)
        self.kept.put(graded.student, data, graded.report, graded.evidence)
        return graded

    def _recorded(self, graded: list[Graded]) -> Iterator[Graded]:
        problems = self._record(graded)
        for result in graded:
            problem = problems.get(result.student)
            yield Graded(result.student, None, problem) if problem else result

    def _record(self, graded: list[Graded]) -> dict[str, str]:
        """Record what is still as it was graded; what is not recorded and why, by student."""
        bulkhead, judged = Bulkhead(), list[Judged]()
        # Made beforehand: what arrives while these are recorded is no part of what is noted.
        keys: dict[str, str] = {}
        for result in graded:
            with bulkhead.around(result.student, "recorded"):
                if one := self._judged(result):
                    path = self._submitted(result.student)
                    keys[one.student] = self._standing.key(one.student, path, one.data)
                    judged.append(one)
        problems = {result.student: CHANGED for result in graded if result.student not in keys}
        problems |= bulkhead.problems
        if not judged:
            return problems
        try:
            problems |= self._recorder.record(judged)
        except (SQLAlchemyError, OSError) as error:
            reason = locked(self._url) if is_locked(error) else _reason(error)
            raise GraderFault(
                f"the results could not be recorded ({reason}); the reports are kept, "
                "and the same command records them once that is put right"
            ) from error
        done = {student: key for student, key in keys.items() if student not in problems}
        # At once: a run that is killed later has this batch noted.
        self._standing.note(done, self._recorder)
        return problems

    def _judged(self, result: Graded) -> Judged | None:
        path = self._submitted(result.student)
        data = content_of(path, result.report) if result.report else None
        if data is None or result.report is None:
            return None
        return Judged(result.student, data, result.report.after(handed_in_as(path)))

    def _submitted(self, student: str) -> Path:
        folder = self._root / "submitted" / student / self._edition.id
        return folder / f"{self._assignment.id}.ipynb"


def _guarded(student: str, done: str, step: Callable[[], Graded]) -> Graded:
    """What `step` gives for a student, or as a problem why it cannot be `done`."""
    bulkhead = Bulkhead()
    with bulkhead.around(student, done):
        return step()
    return Graded(student, None, bulkhead.problems[student])


def _recorder(
    root: Path, assignment: Assignment, edition: Edition, config: Config
) -> Recorder | NbgraderRecorder:
    if has_other_steps(config):
        return NbgraderRecorder(root, assignment, edition, config)
    return Recorder(root, assignment, edition, config)


def _reason(error: Exception) -> str:
    # Of a database error the cause alone: the whole of it holds the statement and its values.
    return str(getattr(error, "orig", None) or error).splitlines()[0]
