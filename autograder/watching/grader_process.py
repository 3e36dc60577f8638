"""The grader that stays warm for as long as a watch runs."""

from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from autograder import course
from autograder.core.assignment import Assignment, Edition, find
from autograder.core.errors import GraderFault
from autograder.core.model import Report
from autograder.grading.bounds import BOUNDS
from autograder.grading.grader import Examined, Grader
from autograder.grading.report_cache import KeptReports
from autograder.sandbox.host import warm_host
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


class Bench:
    """Reports on submissions; use as a context manager."""

    def __init__(self, root: Path, assignment_id: str, rings: Rings) -> None:
        self._root = root
        self._assignment_id = assignment_id
        self._rings = rings
        self._stack = ExitStack()
        self._setting: Setting | None = None

    def __enter__(self) -> Self:
        self._grader_for(self.setting())
        return self

    def __exit__(self, *_: object) -> None:
        self._cool()

    def setting(self) -> Setting:
        """The assignment as it is now, which is how the next submission is graded."""
        return Setting.of(self._root, self._assignment_id)

    def kept(self, setting: Setting) -> KeptReports:
        """Where reports made in this setting are kept."""
        return KeptReports(self._root, setting.plan, setting.edition, setting.frame)

    def report(self, student: str, data: bytes) -> Report:
        """The report on a student's submission: the kept one, or a new one, which is kept.

        Raises:
            SubmissionUnreadable: there is no notebook in `data`.
            GraderFault: the grader failed; the next report is made by a fresh one.
        """
        setting = self.setting()
        kept = self.kept(setting)
        report = kept.get(student, data)
        if report is None:
            examined = self._graded(setting, student, data)
            report = examined.report
            kept.put(student, data, report, examined.evidence)
        return report

    def _graded(self, setting: Setting, student: str, data: bytes) -> Examined:
        grader = self._grader_for(setting)
        try:
            with BOUNDS.kept():
                return grader.examine(student, data)
        except GraderFault:
            self._cool()
            raise

    def _grader_for(self, setting: Setting) -> Grader:
        if self._setting != setting:
            self._cool()
            host = self._stack.enter_context(warm_host(setting.plan, self._rings))
            self._grader = Grader(setting.plan, setting.edition, setting.frame, host)
            self._setting = setting
        return self._grader

    def _cool(self) -> None:
        self._stack.close()
        self._setting = None
