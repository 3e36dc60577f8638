"""What a watch does through nbgrader: collect, record, feedback, one student at a time."""

import re
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from nbgrader.apps import NbGraderAPI
from nbgrader.coursedir import CourseDirectory
from nbgrader.utils import temp_attrs

from autograder.core import atomic_file
from autograder.core.errors import OURS, UNREADABLE, CourseError, GraderFault, SubmissionUnreadable
from autograder.core.model import Graded
from autograder.course import CourseAssignment
from autograder.nbgrader_adapter.course_settings.settings import check, course_config
from autograder.nbgrader_adapter.runs.class_run import ClassRun
from autograder.nbgrader_adapter.runs.feedback_run import FeedbackRun
from autograder.notebook.folder import read_plain
from autograder.notebook.stamp import Stamp
from autograder.notebook.submission import Submission
from autograder.report.classroom.entries import Entry
from autograder.watching import MARKS

NOTICES = f"{atomic_file.STATE_FOLDER}/notices"
SECRET = "submission_secret.txt"
MAX_MARK = 1000


class NbgraderBackend:
    """A watch's backend on nbgrader's default exchange, gradebook and apps.

    It lists the exchange itself: nbgrader's own listing opens every notebook ever handed in at
    each look, and one that cannot be read ends it for everybody. Which of a student's submissions
    counts, and the copying, are nbgrader's. Raises as `ClassRun`.
    """

    def __init__(self, where: CourseAssignment) -> None:
        self._config = config = course_config(where.root)
        self._where, self._assignment_id = where, where.edition.id
        self.courses = CourseDirectory(config=config)
        ClassRun(where, config)  # What it cannot record for is said before anything arrives.
        self._api = NbGraderAPI(self.courses, config=config)
        edition = re.escape(self._assignment_id)
        self._name = re.compile(rf"(?P<student>.+?)\+{edition}\+[^+]+(\+[^+]*)?")

    @property
    def inbound_folder(self) -> Path | None:
        """Where students' submissions arrive; None: nowhere that is a folder here."""
        root = getattr(self._collector(), "root", None)
        if root is None or not self.courses.course_id:
            return None
        folder = Path(root, self.courses.course_id, "inbound")
        return folder if folder.is_dir() else None

    def inbound(self) -> dict[str, tuple[str, ...]]:
        """The names of every student's submissions in the exchange; empty where there is none."""
        submissions: dict[str, list[str]] = {}
        folder = self.inbound_folder
        for name in sorted(path.name for path in folder.iterdir()) if folder else ():
            match = self._name.fullmatch(name)
            # A folder named "..+attention+..." would be collected outside submitted/.
            if match and not match["student"].startswith("."):
                submissions.setdefault(match["student"], []).append(name)
        return {student: tuple(names) for student, names in submissions.items()}

    def arrival(self, student: str, again: bool) -> tuple[Path, datetime] | None:
        """What nbgrader's collect would take next, with `again` even if it was taken before: the
        folder in the exchange and when it was handed in; a CourseError if it must not be collected.
        """
        collector = self._collector()
        with temp_attrs(self.courses, student_id=student, assignment_id=self._assignment_id):
            try:
                collector.init_src()
            except Exception as error:
                # Whatever nbgrader raises at a name that somebody made up concerns this student.
                raise CourseError(f"nbgrader cannot collect: {error}") from None
        if not collector.src_records:
            return None
        record = collector.src_records[0]
        folder, at = Path(collector.inbound_path, record["filename"]), record["timestamp"]
        if collector.check_owner:
            _check_owner(folder, student)
        return (folder, at) if again or self._wanted(student, at, collector) else None

    def collect(self, student: str) -> None:
        with temp_attrs(self.courses, student_id=student):
            check(self._api.collect(self._assignment_id, update=True), "collect")

    def record(
        self, student: str, grade: Callable[[Submission], Graded]
    ) -> tuple[bool, float, float | None]:
        """Grade and record what is in submitted/: whether it was not recorded, the checks' points,
        and the total that counts (None: a person has to give points). A SubmissionUnreadable or a
        GraderFault where it was not.
        """
        run = ClassRun(CourseAssignment.find(self._where.root, self._assignment_id))
        work = run.work(run.submissions([student]))
        for problem in work.problems.values():
            # Otherwise nothing would be recorded, and feedback asked for all the same.
            raise SubmissionUnreadable(problem.removeprefix(UNREADABLE))
        for result in run.run(work, lambda submissions: map(grade, submissions.values())):
            if result.problem and result.problem.startswith(UNREADABLE):
                raise SubmissionUnreadable(result.problem.removeprefix(UNREADABLE))
            if result.problem:
                raise GraderFault(result.problem.removeprefix(OURS))
        entry = Entry(student, recorded=run.recorded()[student])
        return len(work) > 0, round(sum(entry.checked.values()), 2), entry.total

    def give_feedback(self, student: str, attempt: int) -> bool:
        """Generate feedback on this attempt; whether it could be released through the exchange."""
        run = FeedbackRun(
            self._where, force=True, config=self._config, student=student, attempt=attempt
        )
        for page in run.write([student]):
            if page.problem:
                raise GraderFault(page.problem)
        return self._release(student, self.courses.feedback_directory)

    def give_notice(self, student: str, page: str) -> None:
        """Release a page in place of feedback, which stays as it is, where there is a way to."""
        folder = self.folder(NOTICES, student)
        atomic_file.make_folder(folder)
        for name in MARKS:
            source = self.folder(self.courses.submitted_directory, student) / name
            # A link would be followed, and a pipe waited for: who makes one has no notice.
            with suppress(FileNotFoundError, SubmissionUnreadable):
                atomic_file.write(folder / name, read_plain(source, MAX_MARK))
        file = folder / f"{self._where.assignment.id}.html"
        atomic_file.write(file, page.encode())
        # nbgrader copies the mode as well, and the student reads it as somebody else.
        file.chmod(0o644)
        self._release(student, NOTICES)

    def _release(self, student: str, directory: str) -> bool:
        if not self.inbound_folder or not (self.folder(directory, student) / SECRET).is_file():
            return False
        with temp_attrs(self.courses, feedback_directory=directory):
            check(self._api.release_feedback(self._assignment_id, student), "release feedback")
        return True

    def _wanted(self, student: str, at: datetime, collector: Any) -> bool:
        stamp = Stamp.read(self.folder(self.courses.submitted_directory, student))
        if stamp.unknown:
            # nbgrader's own collect would end in an AttributeError.
            raise CourseError(stamp.unknown.en)
        return not stamp.at or at > stamp.at or (collector.before_duedate and at != stamp.at)

    def _collector(self) -> Any:
        return self._api.exchange.Collect(
            coursedir=self.courses, authenticator=self._api.authenticator, parent=self._api
        )

    def folder(self, directory: str, student: str) -> Path:
        return Path(self.courses.format_path(directory, student, self._assignment_id))


def _check_owner(folder: Path, student: str) -> None:
    try:
        owner = folder.owner()
    except KeyError:
        owner = "an unknown user"
    if owner != student:
        raise CourseError(
            f"{folder.name!r} in the exchange is owned by {owner}: nothing under this name is "
            "collected before it is removed (or set c.ExchangeCollect.check_owner = False)"
        )
