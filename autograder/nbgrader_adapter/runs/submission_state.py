"""How far the submissions of an edition are: which are graded, and which of those are recorded."""

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import msgspec
from traitlets.config import Config

from autograder.core import atomic_file
from autograder.core.errors import DAMAGED, GraderFault, remedy
from autograder.course import CourseAssignment
from autograder.grading.report_cache import STATE_FOLDER, ReportCache
from autograder.nbgrader_adapter.course_settings.plugins import late_rule
from autograder.nbgrader_adapter.runs.recorder import Recorder
from autograder.notebook.submission import Submission
from autograder.report.classroom.entries import Recorded

State = Literal["grade", "record", "done"]
"""The next step for a submission."""


class SubmissionStates:
    """Which kept reports of an edition are recorded."""

    def __init__(
        self, where: CourseAssignment, kept: ReportCache, recorder: Recorder, config: Config
    ) -> None:
        self._kept = kept
        self._recorder = recorder
        self._log = RecordLog(where.root, where.edition.id)
        self._late_rule = late_rule(config)

    def state(self, submission: Submission, row: Recorded | None) -> State:
        """The next step for a submission, whose gradebook entry is `row`."""
        report = self._kept.get(submission)
        if report is None:
            return "grade"
        scores = row.scores.items() if row else ()
        recorded = {part: score.auto for part, score in scores if score.by_hand is None}
        if row is None or recorded != {part.id: part.points for part in report.parts}:
            return "record"
        key, notebook = self._key(submission, row.seconds_late, row.due), self._notebook(submission)
        return "done" if self._log.holds(submission.student, key, notebook) else "record"

    def note(self, submissions: Iterable[Submission]) -> None:
        """Note that these are recorded, with the lateness that the gradebook has.

        Raises:
            GraderFault: there is no place to note it.
        """
        every = list(submissions)
        seconds = self._recorder.seconds_late([one.student for one in every])
        for one in every:
            key = self._key(one, seconds.get(one.student, 0), self._recorder.has_due_date)
            self._log.note(one.student, key, self._notebook(one))
        self._log.save()

    def _notebook(self, submission: Submission) -> Path:
        return self._recorder.autograded(submission.student)

    def _key(self, submission: Submission, seconds: float, due: bool) -> str:
        """The report, when it was handed in, and what the penalty depends on.

        An extension or a new due date changes the lateness, or a new rule what it costs.
        """
        stamp, late = submission.found.stamp, "in time"
        if seconds > 0:
            late = f"late {seconds:.3f} {self._late_rule}"
        elif stamp.unknown and due:
            late = f"unknown {self._late_rule}"
        return f"{self._kept.path(submission).stem} {stamp.said} {late}"


Entry = list[str | int]
"""A key, and of the autograded notebook the size and the time."""


class RecordLog:
    """What was recorded of each student, by the key of all that it depends on.

    An entry holds only while the autograded notebook is the file that was written then.
    """

    def __init__(self, course: Path, edition: str) -> None:
        self._file = course / STATE_FOLDER / "recorded" / f"{edition}.json"
        try:
            self._entries = msgspec.json.decode(self._file.read_bytes(), type=dict[str, Entry])
        except (OSError, *DAMAGED):
            # Without a ledger everything is recorded again, with the same result.
            self._entries = {}

    def holds(self, student: str, key: str, notebook: Path) -> bool:
        """Whether this very report is recorded, and its notebook still there."""
        return self._entries.get(student) == [key, *_facts(notebook)]

    def note(self, student: str, key: str, notebook: Path) -> None:
        """Remember that the report of this key is recorded."""
        self._entries[student] = [key, *_facts(notebook)]

    def save(self) -> None:
        """Write the ledger, whole or not at all.

        Raises:
            GraderFault: there is no place for it.
        """
        try:
            atomic_file.make_folder(self._file.parent)
            # It is written for each batch; one that is torn by a power cut is as good as none.
            atomic_file.write(self._file, msgspec.json.encode(self._entries), lasting=False)
        except OSError as error:
            raise GraderFault(
                f"what is recorded cannot be noted in {self._file} ({error.strerror}); "
                f"{remedy(error)} and run the command again"
            ) from None


def _facts(notebook: Path) -> list[int]:
    try:
        found = notebook.stat()
    except OSError:
        return []
    return [found.st_size, found.st_mtime_ns]
