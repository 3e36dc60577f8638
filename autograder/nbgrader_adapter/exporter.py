"""nbgrader's notebook exporter, reading what nbformat alone would refuse or misread."""

from pathlib import Path
from typing import Any

import nbformat
from nbconvert.exporters import NotebookExporter
from nbformat.notebooknode import NotebookNode

from autograder.course import submission_folder
from autograder.nbgrader_adapter.context import SubmissionContext
from autograder.nbgrader_adapter.restore import restored
from autograder.notebook import read
from autograder.notebook.folder import plain_files, read_plain


class RestoringExporter(NotebookExporter):
    """Reads a submitted notebook tolerantly and restores nbgrader's cells in it."""

    def from_filename(
        self, filename: str, resources: Any = None, **kwargs: Any
    ) -> tuple[str, dict[str, Any]]:
        """Convert the notebook at `filename`; one in `submitted/` is restored first."""
        place = SubmissionContext.of(self, resources)
        if Path(filename).absolute() != place.submitted:
            return super().from_filename(filename, resources, **kwargs)
        notebook = self._restored(place)
        return self.from_notebook_node(notebook, resources, **kwargs)

    def _restored(self, place: SubmissionContext) -> NotebookNode:
        loaded = place.loaded()
        # nbgrader follows links; one that a student made may lead to a neighbour's work.
        folder = place.submitted.parent
        submission_folder(folder.parent, folder.name)
        plain_files(folder)
        submission = read(read_plain(place.submitted))
        released = nbformat.reads(loaded.released.decode(), as_version=4)
        return restored(submission, released, loaded.assignment.parts)
