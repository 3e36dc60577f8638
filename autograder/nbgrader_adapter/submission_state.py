"""How far the submissions of an edition are: which are graded, and which of those are recorded."""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from traitlets.config import Config

from autograder.core.assignment import Assignment, Edition
from autograder.core.model import Report
from autograder.grading.report_cache import ReportCache
from autograder.nbgrader_adapter import late
from autograder.nbgrader_adapter.recorder import Recorder, RecordLog
from autograder.nbgrader_adapter.timestamp import FILE, MAX_BYTES
from autograder.notebook.folder import read_plain
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
        self._late_rule = late.rule(config)

    def state(self, submission: Submission, row: Recorded | None, autograded: Path) -> State:
        """The next step for a submission, whose gradebook entry is `row`."""
        report = self.kept.get(submission)
        if report is None:
            return "grade"
        if row is None or not _same(report, row):
            return "record"
        noted = f"{self.key(submission)} {self._lateness(row.seconds_late)}"
        return "done" if self._ledger.holds(submission.student, noted, autograded) else "record"

    def key(self, submission: Submission) -> str:
        """What of the course folder is recorded: the report, and when it was handed in."""
        try:
            when = read_plain(submission.path.with_name(FILE), MAX_BYTES).decode("utf-8", "replace")
        except FileNotFoundError:
            when = ""
        return f"{self.kept.path(submission).stem} {when.strip()}"

    def note(self, keys: Mapping[str, str], recorder: Recorder) -> None:
        """Note that what has these keys is recorded, with the lateness that the gradebook has.

        Raises:
            GraderFault: there is no place to note it.
        """
        seconds = recorder.seconds_late(keys)
        for student, key in keys.items():
            noted = f"{key} {self._lateness(seconds.get(student, 0))}"
            self._ledger.note(student, noted, recorder.autograded(student))
        self._ledger.save()

    def _lateness(self, seconds: float) -> str:
        """What the penalty depends on: an extension or a new due date changes it, or a new rule."""
        return f"late {seconds:.3f} {self._late_rule}" if seconds > 0 else "in time"


def _same(report: Report, row: Recorded) -> bool:
    scores = {part.id: part.points for part in report.parts}
    recorded = {part: score.auto for part, score in row.scores.items() if score.by_hand is None}
    return recorded == scores
