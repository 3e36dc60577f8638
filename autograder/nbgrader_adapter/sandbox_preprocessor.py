"""The step in nbgrader's autograde pipeline that takes the place of Execute."""

import os
from typing import TYPE_CHECKING, Any

from nbformat.notebooknode import NotebookNode
from nbgrader.api import Gradebook
from nbgrader.preprocessors import NbGraderPreprocessor
from traitlets import Bool, default

from autograder.core.assignment.sets import ACCEPTING, refuse_published
from autograder.core.model import Report
from autograder.course import LoadedAssignment
from autograder.grading.report_cache import ReportCache
from autograder.nbgrader_adapter.context import SubmissionContext
from autograder.nbgrader_adapter.outputs import write_outputs
from autograder.nbgrader_adapter.settings import share_rooms
from autograder.notebook.find import handed_in_as
from autograder.notebook.submission import Submission

if TYPE_CHECKING:
    from autograder.grading.grader import Examined


class GradeOutside(NbGraderPreprocessor):
    """Grades the submission in the sandbox and writes an explicit score into every grade cell.

    It is no nbgrader `Execute`, so `--no-execute` does not switch it off.
    """

    use_kept = Bool(
        False, help="Record the report kept for these very bytes instead of grading again."
    ).tag(config=True)

    accept_weaker_isolation = Bool(
        False, help="Grade even where the machine lacks a layer of isolation."
    ).tag(config=True)

    accept_published_numbers = Bool(
        help="Grade even by hidden numbers that anybody can look up; for trying out alone."
    ).tag(config=True)

    @default("accept_published_numbers")  # type: ignore[untyped-decorator]
    def _accepted(self) -> bool:
        return bool(os.environ.get(ACCEPTING))

    def preprocess(self, nb: NotebookNode, resources: Any) -> tuple[NotebookNode, Any]:
        """Fill the outputs of all code cells from the report.

        Raises:
            GraderFault: nothing is recorded for this submission; nbgrader logs it and goes on.
        """
        place = SubmissionContext.of(self, resources)
        share_rooms(place.root, self.config)
        report = self._report(place)
        write_outputs(nb, report)
        if report.flags:
            _flag(place, resources["nbgrader"]["db_url"])
        return nb, resources

    def _report(self, place: SubmissionContext) -> Report:
        submission = Submission.read(place.student, place.submitted)
        loaded = place.loaded()
        kept = ReportCache(place.root, loaded.assignment, loaded.edition, loaded.released)
        report = kept.get(submission) if self.use_kept else None
        if report is None:
            examined = self._examined(loaded, submission)
            report = examined.report
            kept.put(submission, report, examined.evidence)
        return report.after(handed_in_as(place.submitted))

    def _examined(self, loaded: LoadedAssignment, submission: Submission) -> "Examined":
        # Imported when needed: every command of nbgrader's reads the configuration that names us.
        from autograder.nbgrader_adapter.warm_service import WARM, ServiceKey

        if not self.accept_published_numbers:
            refuse_published(loaded.assignment)
        wanted = ServiceKey(loaded, self.accept_weaker_isolation)
        return WARM.service(wanted).examine(submission)


def _flag(place: SubmissionContext, url: str) -> None:
    """Flag the notebook for formgrader's "Flagged?", as our own recorder does."""
    with Gradebook(url) as book:
        found = book.find_submission_notebook(place.notebook_id, place.assignment_id, place.student)
        found.flagged = True
        book.db.commit()
