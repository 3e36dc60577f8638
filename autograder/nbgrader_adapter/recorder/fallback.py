"""Recording by nbgrader's own autograde: slow, and right whatever steps a course has added."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from nbgrader.converters import Autograde
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from autograder.core.assignment import Assignment, Edition
from autograder.nbgrader_adapter.api import nbgrader_api
from autograder.nbgrader_adapter.database import open_gradebook
from autograder.nbgrader_adapter.gradebook import seconds_late
from autograder.nbgrader_adapter.recorder.recorder import Judged

POINTING = "There was an error processing assignment"


class NbgraderRecorder:
    """Records one submission after the other from the kept reports, as nbgrader does."""

    def __init__(
        self, root: Path, assignment: Assignment, edition: Edition, config: Config
    ) -> None:
        self._root = root
        self._config = config
        self._edition = edition
        self._assignment = assignment
        self._courses = CourseDirectory(config=config)
        self._create = Autograde(config=config).create_student

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

    def seconds_late(self, students: Iterable[str]) -> dict[str, float]:
        """How late each of these students handed in, by the gradebook."""
        with open_gradebook(self._root, self._config) as book:
            return seconds_late(book, self._edition.id, students)

    def record(self, judged: Sequence[Judged]) -> dict[str, str]:
        """Record each of a batch; why nbgrader could not, by student."""
        problems: dict[str, str] = {}
        with nbgrader_api(self._root, use_kept=True) as api:
            for one in judged:
                # Left out, nbgrader's interface enters whoever it does not know.
                done = api.autograde(self._edition.id, one.student, create=self._create)
                if not done["success"]:
                    problems[one.student] = f"nbgrader could not record it: {_reason(done)}"
        return problems


def _reason(done: Mapping[str, Any]) -> str:
    """The last line of the traceback in nbgrader's log, or the sentence in the place of one.

    nbgrader's own last lines only say that there was an error.
    """
    log = done.get("log") or done.get("error") or ""
    lines = [line.strip() for line in log.splitlines() if line.strip()]
    raised = [line.strip() for line in log.splitlines() if line.startswith("    ") and line.strip()]
    errors = [" ".join(entry.split()) for entry in log.split("[ERROR] ")[1:]]
    said = [entry.partition(" [")[0] for entry in errors if not entry.startswith(POINTING)]
    return (raised or said or lines or ["no reason given"])[-1]
