"""The step in nbgrader's autograde pipeline that takes the place of Execute."""

from typing import Any

from nbformat.notebooknode import NotebookNode
from nbgrader.preprocessors import NbGraderPreprocessor

from autograder.model import Report
from autograder.nbgrader_edge.outputs import write_outputs
from autograder.nbgrader_edge.place import Place
from autograder.nbgrader_edge.warm import grader_for


class GradeOutside(NbGraderPreprocessor):
    """Grades the submission in the sandbox and writes an explicit score into every grade cell.

    It is no nbgrader `Execute`, so `--no-execute` does not switch it off.
    """

    def preprocess(self, nb: NotebookNode, resources: Any) -> tuple[NotebookNode, Any]:
        """Fill the outputs of all code cells from the report.

        Raises:
            GraderFault: nothing is recorded for this submission; nbgrader logs it and goes on.
        """
        report = self._report(Place.of(self, resources))
        write_outputs(nb, report)
        return nb, resources

    def _report(self, place: Place) -> Report:
        return grader_for(place).grade(place.submitted.read_bytes())
