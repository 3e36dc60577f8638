"""How far the submissions of an edition are: which are graded, and which of those are recorded."""

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import msgspec
from traitlets.config import Config

from autograder.core import atomic_file
from autograder.core.assignment import Assignment, Edition
from autograder.core.errors import DAMAGED, GraderFault, remedy
from autograder.core.model import Report
from autograder.grading.report_cache import STATE_FOLDER, ReportCache
from autograder.nbgrader_adapter.course_settings.plugins import late_rule
from autograder.nbgrader_adapter.runs.recorder import Recorder
from autograder.notebook.submission import Submission
from autograder.report.classroom.entries import Recorded

State = Literal["grade", "record", "done"]
"""The next step for a submission."""


class SubmissionStates:
    """Kept reports, and the ledger of those that are recorded."""

    def __init__(
        self, root: Path, assignment: Assignment, edition: Edition, frame: bytes, config: Config
    ) -> None:
        self.kept = ReportCache(root, assignment, edition, frame)
        self._ledger = RecordLog(root, edition.id)
        self._late_rule = late_rule(config)

    def state(self, submission: Submission, row: Recorded | None, autograded: Path) -> State:
        """The next step for a submission, whose gradebook entry is `row`."""
        report = self.kept.get(submission)
        if report is None:
            return "grade"
        if row is None or not _same(report, row):
            return "record"
        noted = self._noted(submission, row.seconds_late, row.due)
        return "done" if self._ledger.holds(submission.student, noted, autograded) else "record"

    def note(self, submissions: Iterable[Submission], recorder: Recorder) -> None:
        """Note that these are recorded, with the lateness that the gradebook has.

        Raises:
            GraderFault: there is no place to note it.
        """
        every = {one.student: one for one in submissions}
        seconds = recorder.seconds_late(every)
        for student, one in every.items():
            noted = self._noted(one, seconds.get(student, 0), recorder.has_due_date)
            self._ledger.note(student, noted, recorder.autograded(student))
        self._ledger.save()

    def _noted(self, submission: Submission, seconds: float, due: bool) -> str:
        """The report, when it was handed in, and what the penalty depends on.

        An extension or a new due date changes the lateness, or a new rule what it costs.
        """
        stamp, late = submission.found.stamp, "in time"
        if seconds > 0:
            late = f"late {seconds:.3f} {self._late_rule}"
        elif stamp.unknown and due:
            late = f"unknown {self._late_rule}"
        return f"{self.kept.path(submission).stem} {stamp.said} {late}"


def _same(report: Report, row: Recorded) -> bool:
    scores = {part.id: part.points for part in report.parts}
    recorded = {part: score.auto for part, score in row.scores.items() if score.by_hand is None}
    return recorded == scores


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
