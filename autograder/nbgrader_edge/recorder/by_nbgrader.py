"""Recording by nbgrader's own autograde: slow, and right whatever steps a course has added."""

from collections.abc import Sequence
from pathlib import Path
from typing import Self

from nbgrader.converters import Autograde
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import (
    AssignLatePenalties,
    CheckCellMetadata,
    LimitOutput,
    OverwriteCells,
    SaveAutoGrades,
)
from traitlets.config import Config

from autograder.assignment import Assignment, Edition
from autograder.errors import GraderFault
from autograder.nbgrader_edge.api import nbgrader_api
from autograder.nbgrader_edge.outside import GradeOutside
from autograder.nbgrader_edge.recorder.recorder import Judged

KNOWN_STEPS = (
    [OverwriteCells, CheckCellMetadata],
    [GradeOutside, LimitOutput, SaveAutoGrades, AssignLatePenalties, CheckCellMetadata],
)
"""The steps that Recorder knows how to do for many submissions at a time."""


def has_other_steps(config: Config) -> bool:
    """Whether the course's pipeline has steps that only nbgrader itself can run."""
    converter = Autograde(config=config)
    return (converter.sanitize_preprocessors, converter.autograde_preprocessors) != KNOWN_STEPS


class NbgraderRecorder:
    """Records one submission after the other from the kept reports, as nbgrader does."""

    def __init__(
        self, root: Path, assignment: Assignment, edition: Edition, config: Config
    ) -> None:
        self._root = root
        self._edition = edition
        self._assignment = assignment
        self._courses = CourseDirectory(config=config)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is held open."""

    def autograded(self, student: str) -> Path:
        """Where a student's autograded notebook lies."""
        room = self._courses.format_path(
            self._courses.autograded_directory, student, self._edition.id
        )
        return Path(room, f"{self._assignment.id}.ipynb")

    def record(self, judged: Sequence[Judged]) -> None:
        """Record each of a batch.

        Raises:
            GraderFault: nbgrader could not record some; the others are recorded.
        """
        with nbgrader_api(self._root, use_kept=True) as api:
            failed = [
                one.student
                for one in judged
                if not api.autograde(self._edition.id, one.student, force=True)["success"]
            ]
        if failed:
            raise GraderFault(f"nbgrader could not record {', '.join(failed)}")
