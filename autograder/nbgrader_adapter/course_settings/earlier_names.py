"""What nbgrader_config.py files of earlier versions put into nbgrader's lists of steps.

Assignments of this package no longer pass through these lists. GradeOutside is also where a
configuration says what nbgrader's road to a grade may accept.
"""

import os
from typing import Any

from nbconvert.exporters import HTMLExporter, NotebookExporter
from nbformat.notebooknode import NotebookNode
from nbgrader.preprocessors import NbGraderPreprocessor
from traitlets import Bool, default

from autograder.core.assignment.sets import ACCEPTING
from autograder.core.errors import CourseError


class GradeOutside(NbGraderPreprocessor):
    """What a run of nbgrader's on an assignment of ours accepts."""

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
        """Refuse a notebook of another assignment, which would get full marks for nothing.

        Raises:
            CourseError: always.
        """
        raise CourseError(
            "nbgrader_config.py names steps of an earlier version for every assignment of the"
            " course: put the file in their place that `autograder init` writes"
        )


class RestoringExporter(NotebookExporter):
    """nbgrader's exporter."""


class FeedbackExporter(HTMLExporter):
    """nbgrader's exporter."""


def adopt_renamed(**_: object) -> None:
    """Nothing: a notebook of another name is found by the run itself."""
