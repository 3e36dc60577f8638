"""nbgrader's own loop over a class, by its own steps: what the recorder is held against."""

from pathlib import Path
from typing import Any

import nbformat
from nbconvert.exporters import NotebookExporter
from nbgrader.converters import Autograde
from nbgrader.converters.base import BaseConverter
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import (
    AssignLatePenalties,
    CheckCellMetadata,
    LimitOutput,
    NbGraderPreprocessor,
    OverwriteCells,
    SaveAutoGrades,
)

from autograder.course import load_assignment
from autograder.grading.report_cache import ReportCache
from autograder.nbgrader_adapter.autograded.notebook import restored
from autograder.nbgrader_adapter.autograded.outputs import write_outputs
from autograder.nbgrader_adapter.course_settings.settings import course_config, own_programs
from autograder.notebook.find import adopt
from autograder.notebook.read import read
from autograder.notebook.submission import Submission


class Restored(NotebookExporter):
    """A notebook in submitted/ with nbgrader's cells restored."""

    def from_filename(self, filename: str, resources: Any = None, **kwargs: Any) -> Any:
        if "/submitted/" not in filename:
            return super().from_filename(filename, resources, **kwargs)
        loaded = load_assignment(Path.cwd(), resources["nbgrader"]["assignment"])
        released = nbformat.reads(loaded.released.decode(), as_version=4)
        notebook = restored(read(Path(filename).read_bytes()), released, loaded.assignment.parts)
        return self.from_notebook_node(notebook, resources, **kwargs)


class WriteKept(NbGraderPreprocessor):
    """In the place of Execute: the outputs that the kept report gives."""

    def preprocess(self, nb: Any, resources: Any) -> Any:
        named = resources["nbgrader"]
        loaded = load_assignment(Path.cwd(), named["assignment"])
        path = Path(
            "submitted", named["student"], named["assignment"], f"{named['notebook']}.ipynb"
        )
        cache = ReportCache(Path.cwd(), loaded.assignment, loaded.edition, loaded.released)
        notebook = adopt(path.parent.absolute(), loaded.assignment)
        submission = Submission.read(named["student"], notebook)
        report = cache.get(submission)
        assert report, "graded before"
        write_outputs(nb, submission.on(report))
        return nb, resources


def by_nbgrader(course: Path) -> None:
    """Record the kept reports as `nbgrader autograde` would, one submission after the other."""
    config = course_config(course)
    config.Autograde.exporter_class = Restored
    config.Autograde.sanitize_preprocessors = [OverwriteCells, CheckCellMetadata]
    config.Autograde.autograde_preprocessors = [
        WriteKept, LimitOutput, SaveAutoGrades, AssignLatePenalties, CheckCellMetadata,
    ]  # fmt: skip
    config.CourseDirectory.assignment_id = "attention"
    converter = Autograde(coursedir=CourseDirectory(config=config), config=config)
    with own_programs():
        # What the gate has put itself before.
        BaseConverter.start.__wrapped__(converter)
