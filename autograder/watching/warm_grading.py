"""Reports for as long as a watch runs: kept ones, and new ones of a warm grader."""

from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from autograder import course
from autograder.core.assignment import Assignment, Edition, find
from autograder.core.model import Report
from autograder.grading.report_cache import KeptReports
from autograder.grading.service import GraderService
from autograder.notebook.submission import Submission
from autograder.sandbox.isolation import Rings


@dataclass(frozen=True)
class Setting:
    """Everything besides a submission that its grade depends on, as it is now."""

    plan: Assignment
    edition: Edition
    frame: bytes

    @classmethod
    def of(cls, root: Path, assignment_id: str) -> Self:
        """Read it from the course folder."""
        plan, edition = find(root, assignment_id)
        return cls(plan, edition, course.released(root, plan, edition).read_bytes())


class WarmGrading:
    """Reports on submissions by the assignment as it is now; use as a context manager."""

    def __init__(self, root: Path, assignment_id: str, rings: Rings) -> None:
        self._root = root
        self._assignment_id = assignment_id
        self._rings = rings
        self._stack = ExitStack()
        self._setting: Setting | None = None

    def __enter__(self) -> Self:
        self._service_for(self.setting())
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def setting(self) -> Setting:
        """The assignment as it is now, which is how the next submission is graded."""
        return Setting.of(self._root, self._assignment_id)

    def kept(self, setting: Setting) -> KeptReports:
        """Where reports made in this setting are kept."""
        return KeptReports(self._root, setting.plan, setting.edition, setting.frame)

    def report(self, submission: Submission) -> Report:
        """The report on a submission: the kept one, or a new one, which is kept.

        Raises:
            SubmissionUnreadable: there is no notebook in its file.
            GraderFault: the grader failed more than once.
        """
        setting = self.setting()
        kept = self.kept(setting)
        report = kept.get(submission)
        if report is None:
            examined = self._service_for(setting).examine(submission)
            report = examined.report
            kept.put(submission, report, examined.evidence)
        return report

    def _service_for(self, setting: Setting) -> GraderService:
        if self._setting != setting:
            self._stack.close()
            self._setting = None
            made = GraderService(setting.plan, setting.edition, setting.frame, self._rings)
            self._service = self._stack.enter_context(made)
            self._setting = setting
        return self._service
