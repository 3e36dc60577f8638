"""Reports for as long as a watch runs: kept ones, and new ones of a warm grader."""

from contextlib import ExitStack
from pathlib import Path
from typing import Self

from autograder.core.model import Report
from autograder.course import LoadedAssignment, load_assignment
from autograder.grading.report_cache import ReportCache
from autograder.grading.service import GraderService
from autograder.notebook.submission import Submission
from autograder.sandbox.isolation import Rings


class WarmGrading:
    """Reports on submissions by the assignment as it is now; use as a context manager."""

    def __init__(self, root: Path, assignment_id: str, rings: Rings) -> None:
        self._root = root
        self._assignment_id = assignment_id
        self._rings = rings
        self._stack = ExitStack()
        self._loaded: LoadedAssignment | None = None

    def __enter__(self) -> Self:
        self._service_for(self.loaded())
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def loaded(self) -> LoadedAssignment:
        """The assignment as it is now, which is how the next submission is graded."""
        return load_assignment(self._root, self._assignment_id)

    def kept(self, loaded: LoadedAssignment) -> ReportCache:
        """Where reports by this assignment are kept."""
        return ReportCache(self._root, loaded.assignment, loaded.edition, loaded.released)

    def report(self, submission: Submission) -> Report:
        """The report on a submission: the kept one, or a new one, which is kept.

        Raises:
            SubmissionUnreadable: there is no notebook in its file.
            GraderFault: the grader failed more than once.
        """
        loaded = self.loaded()
        kept = self.kept(loaded)
        report = kept.get(submission)
        if report is None:
            examined = self._service_for(loaded).examine(submission)
            report = examined.report
            kept.put(submission, report, examined.evidence)
        return report

    def _service_for(self, loaded: LoadedAssignment) -> GraderService:
        if self._loaded != loaded:
            self._stack.close()
            self._loaded = None
            self._service = self._stack.enter_context(GraderService(loaded, self._rings))
            self._loaded = loaded
        return self._service
