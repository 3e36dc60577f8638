"""Records graded submissions as `nbgrader autograde --force` would, without its cost for each."""

import os
from collections.abc import Iterable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, Self

import nbformat
from nbgrader.api import SubmittedAssignment, SubmittedNotebook
from nbgrader.converters import Autograde
from nbgrader.coursedir import CourseDirectory
from nbgrader.utils import find_all_files, temp_attrs
from sqlalchemy import select
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError
from traitlets.config import Config

from autograder.core.errors import is_machine_fault, problem
from autograder.core.model import Report
from autograder.course import CourseAssignment
from autograder.nbgrader_adapter.autograded.notebook import NotebookWriter
from autograder.nbgrader_adapter.course_settings.assignment_rows import GradebookIds
from autograder.nbgrader_adapter.course_settings.database import open_gradebook
from autograder.nbgrader_adapter.course_settings.gradebook import lateness
from autograder.nbgrader_adapter.course_settings.plugins import DAY, points_taken
from autograder.nbgrader_adapter.runs.rows import RecordEntry, Staged, copied, record
from autograder.notebook.folder import read_plain
from autograder.notebook.submission import Submission
from autograder.report.lms.sheets import Recorded

GradedSubmission = tuple[Submission, Report, bool]
"""The last says whether the same notebook was recorded last."""


class Recorder:
    """The one writer of a class's results; use as a context manager.

    A submission's folder is written beside the earlier one and takes its place just before the rows
    of its batch are committed: a batch that was interrupted is recorded anew by the next run.
    A CourseError where the gradebook does not know the assignment.
    """

    def __init__(self, where: CourseAssignment, config: Config) -> None:
        self._root, self._assignment, self._edition = where
        self._config = config
        self._released = where.released()
        self._courses = CourseDirectory(config=config)
        self._converter = Autograde(coursedir=self._courses, config=config)
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        self._gradebook = self._stack.enter_context(open_gradebook(self._root, self._config))
        self._ids = GradebookIds(self._gradebook, self._edition.id)
        self.due = self._ids.duedate
        released = nbformat.reads(self._released.decode(), as_version=4)
        parts = self._assignment.parts
        self._notebooks = NotebookWriter(self._ids, released, parts, self._converter)
        # Files beside the source notebook take the place of what a student handed in.
        folder = self._place(self._courses.source_directory, ".")
        excluded = self._converter.exclude_overwriting.get(self._edition.id, [])
        kept = {str(folder / name) for name in excluded}
        files = find_all_files(str(folder), [*self._courses.ignore, "*.ipynb"])
        sources = (Path(file) for file in files if file not in kept)
        self._sources = [(path, path.relative_to(folder)) for path in sources]
        return self

    def __exit__(self, *error: Any) -> None:
        self._stack.__exit__(*error)

    def autograded(self, student: str) -> Path:
        folder = self._place(self._courses.autograded_directory, student)
        return folder / f"{self._assignment.id}.ipynb"

    def written(self, student: str) -> tuple[int, ...]:
        """The size and the time of a student's autograded notebook; nothing where there is none."""
        try:
            status = self.autograded(student).stat()
        except OSError:
            return ()
        return status.st_size, status.st_mtime_ns

    def lateness(self, students: Iterable[str]) -> dict[str, Recorded]:
        return lateness(self._gradebook, self._edition.id, students)

    def waits(self, submission: Submission) -> bool:
        """Whether its time of submission is unknown though lateness would cost points."""
        untimed = bool(self.due and submission.found.stamp.unknown)
        return untimed and points_taken(self._config, submission.student, 100.0, 1000.0 * DAY) > 0

    def record(self, judged: Sequence[GradedSubmission]) -> dict[str, str]:
        """Write the folders and rows of a batch; why one could not be recorded, by student.

        Where a batch fails, each of its submissions is recorded by itself; who cannot be recorded
        keeps folder and rows. An SQLAlchemyError or OSError where gradebook or course folder cannot
        be written to.
        """
        problems: dict[str, str] = {}
        if not self._converter.create_student:
            enrolled = {row.id for row in self._gradebook.students}
            message = "No student with ID '{}' exists in the database"
            unknown = sorted({submission.student for submission, *_ in judged} - enrolled)
            problems = {student: message.format(student) for student in unknown}
        rest = [one for one in judged if one[0].student not in problems]
        try:
            self._batch(rest)
        except Exception as error:
            if self._is_course_fault(error):
                raise
            if len(rest) == 1:
                return problems | {rest[0][0].student: problem(error, "recorded")}
            for one in rest:
                problems |= self.record([one])
        return problems

    def _is_course_fault(self, error: Exception) -> bool:
        """Whether the gradebook or the course folder is at fault, and no submission."""
        folder = self._place(self._courses.autograded_directory, ".").parent
        existing = folder if folder.exists() else folder.parent
        usable = existing.is_dir() and os.access(existing, os.W_OK | os.X_OK)
        # What SQLAlchemy raises where the gradebook is locked, full or gone.
        gone = isinstance(error, DBAPIError) and error.connection_invalidated
        return gone or isinstance(error, OperationalError) or is_machine_fault(error) or not usable

    def _batch(self, judged: Sequence[GradedSubmission]) -> None:
        staged: list[Staged] = []
        try:
            entries = [self._staged(staged, *one) for one in judged]
            try:
                record(self._gradebook, self._ids, entries)
            except IntegrityError:
                # Another recorder added rows of the same students in between; now they are there.
                self._gradebook.db.rollback()
                record(self._gradebook, self._ids, entries)
            # Just before the rows are committed.
            for folder in staged:
                folder.take_place()
            self._penalize([entry.student for entry in entries if entry.stamp.at])
            for entry in entries:
                self._converter.set_permissions(self._edition.id, entry.student)
            self._gradebook.db.commit()
        except BaseException:
            for folder in staged:
                folder.put_back()
            self._gradebook.db.rollback()
            raise
        for folder in staged:
            folder.settle()
        for entry in entries:
            # The course's own hook, as nbgrader calls it.
            self._converter.notebooks = [str(self.autograded(entry.student))]
            names = {"assignment_id": self._edition.id, "student_id": entry.student}
            with temp_attrs(self._courses, **names):
                self._converter.run_post_convert_hook()

    def _staged(
        self, staged: list[Staged], submission: Submission, report: Report, is_known: bool
    ) -> RecordEntry:
        report, stamp = submission.on(report), submission.found.stamp
        text, untouched = self._notebooks.write(submission.data, report)
        submitted = self._place(self._courses.submitted_directory, submission.student)
        place = self.autograded(submission.student).parent
        folder = Staged(place)
        staged.append(folder)
        if self._courses.groupshared:
            # nbgrader opens the folders above and below this one, and not the student's own.
            with suppress(PermissionError):
                place.parent.chmod(0o2770)
        for source, inner in copied(submitted, [*self._courses.ignore, "*.ipynb"]):
            folder.put(inner, read_plain(source))
        for source, inner in self._sources:
            folder.put(inner, source.read_bytes())
        folder.put(Path(f"{self._assignment.id}.ipynb"), text.encode())
        waits = self.waits(submission)
        return RecordEntry(submission.student, report, stamp, untouched, waits, is_known)

    def _place(self, directory: str, student: str) -> Path:
        return Path(self._courses.format_path(directory, student, self._edition.id))

    def _penalize(self, students: Sequence[str]) -> None:
        if not self.due:
            return
        # Read as the rows are now, with what is not committed yet.
        self._gradebook.db.expire_all()
        query = select(SubmittedNotebook).join(SubmittedAssignment)
        of_students = SubmittedAssignment.student_id.in_(students)
        of_notebook = SubmittedNotebook.notebook_id == self._ids.notebook
        for notebook in self._gradebook.db.scalars(query.where(of_notebook, of_students)):
            if late := notebook.assignment.total_seconds_late:
                taken = points_taken(self._config, notebook.student.id, notebook.score, late)
                notebook.late_submission_penalty = taken
