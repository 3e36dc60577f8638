"""The step in nbgrader's autograde pipeline that takes the place of Execute."""

from typing import TYPE_CHECKING, Any

from nbformat.notebooknode import NotebookNode
from nbgrader.preprocessors import NbGraderPreprocessor
from traitlets import Bool

from autograder.errors import GraderFault
from autograder.grading.kept import KeptReports
from autograder.model import Report
from autograder.nbgrader_edge.outputs import write_outputs
from autograder.nbgrader_edge.place import Place
from autograder.notebook.find import handed_in_as

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

    def preprocess(self, nb: NotebookNode, resources: Any) -> tuple[NotebookNode, Any]:
        """Fill the outputs of all code cells from the report.

        Raises:
            GraderFault: nothing is recorded for this submission; nbgrader logs it and goes on.
        """
        report = self._report(Place.of(self, resources))
        write_outputs(nb, report)
        return nb, resources

    def _report(self, place: Place) -> Report:
        data = place.submitted.read_bytes()
        kept = KeptReports(place.root, *place.assignment(), place.released().read_bytes())
        report = kept.get(data) if self.use_kept else None
        if report is None:
            examined = self._examined(place, data)
            report = examined.report
            kept.put(data, report, examined.evidence)
        return report.after(handed_in_as(place.submitted))

    def _examined(self, place: Place, data: bytes) -> "Examined":
        """A fault of the grader's is tried once more before it is reported."""
        # Imported when needed: every command of nbgrader's reads the configuration that names us.
        from autograder.nbgrader_edge.warm import grader_for, renewed

        weaker = self.accept_weaker_isolation
        try:
            return grader_for(place, accept_weaker=weaker).examine(data)
        except GraderFault:
            return renewed(place, accept_weaker=weaker).examine(data)
