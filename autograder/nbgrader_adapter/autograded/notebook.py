"""The autograded notebook, by nbgrader's own preprocessors but without its database sessions."""

import json
from typing import Any

import msgspec
import nbformat.v4
from nbformat.notebooknode import NotebookNode
from nbformat.v4.rwbase import split_lines, strip_transient
from nbgrader.api import MissingEntry
from nbgrader.preprocessors import LimitOutput, NbGraderPreprocessor, OverwriteCells
from nbgrader.utils import compute_checksum, is_solution

from autograder.core.assignment import Part
from autograder.core.model import Report
from autograder.grading.bounds import BOUNDS
from autograder.nbgrader_adapter.autograded.outputs import write_outputs
from autograder.nbgrader_adapter.autograded.restore import restored
from autograder.nbgrader_adapter.course_settings.assignment_rows import (
    GradebookIds,
    GradedCell,
    SourceCell,
)
from autograder.notebook import read

NAMED: dict[str, Any] = {"nbgrader": {"notebook": "", "assignment": ""}}


class _FromFrame:
    """The two questions that OverwriteCells asks a gradebook."""

    def __init__(self, frame: GradebookIds) -> None:
        self._frame = frame

    def find_source_cell(self, name: str, *_: str) -> SourceCell:
        if name not in self._frame.sources:
            raise MissingEntry(name)
        return self._frame.sources[name]

    def find_graded_cell(self, name: str, *_: str) -> GradedCell:
        return self._frame.grades[name]


class _Overwrite(OverwriteCells):
    """OverwriteCells with a frame in place of a gradebook."""

    notebook_id = assignment_id = ""

    def preprocess(self, nb: NotebookNode, resources: Any) -> tuple[NotebookNode, Any]:
        return NbGraderPreprocessor.preprocess(self, nb, resources)


class NotebookWriter:
    """Makes the autograded notebooks of one assignment."""

    def __init__(
        self, frame: GradebookIds, released: NotebookNode, parts: tuple[Part, ...], converter: Any
    ) -> None:
        self._released = released
        self._parts = parts
        self._overwrite = _Overwrite(parent=converter)
        self._overwrite.gradebook = _FromFrame(frame)
        self._limit = LimitOutput(parent=converter)

    def write(self, submission: bytes, report: Report) -> tuple[str, frozenset[str]]:
        """The notebook's text, and the solution cells that were left as they were released."""
        with BOUNDS.kept():
            notebook = restored(read(submission), self._released, self._parts)
            self._overwrite.preprocess(notebook, NAMED)
            write_outputs(notebook, report)
            self._limit(notebook, NAMED)
            # First, because writing splits the cells' sources into lines.
            untouched = _untouched(notebook)
            return written(notebook) + "\n", untouched


def _untouched(notebook: NotebookNode) -> frozenset[str]:
    return frozenset(
        cell.metadata.nbgrader.grade_id
        for cell in notebook.cells
        if is_solution(cell) and cell.metadata.nbgrader.get("checksum") == compute_checksum(cell)
    )


def written(notebook: NotebookNode) -> str:
    """What `nbformat.v4.writes` gives; the notebook itself is changed by it.

    With an indent Python's json writes letter by letter, four times as slowly as without one.
    """
    split = strip_transient(split_lines(notebook))
    try:
        dense = json.dumps(split, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        return msgspec.json.format(dense.encode(), indent=1).decode()
    except (TypeError, UnicodeEncodeError, msgspec.DecodeError):
        # What is no JSON in the strict sense (bytes, NaN, half a surrogate) is left to nbformat.
        return str(nbformat.v4.writes(notebook))
