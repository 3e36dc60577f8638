"""Feedback pages for a class: a page whose content did not change is left alone."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import msgspec
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from autograder import course
from autograder.core import atomic_file
from autograder.core.assignment import Assignment, Edition
from autograder.core.bulkhead import problem
from autograder.core.errors import DAMAGED, AutograderError, GraderFault
from autograder.nbgrader_adapter.course_settings.database import open_gradebook
from autograder.nbgrader_adapter.course_settings.settings import course_config
from autograder.nbgrader_adapter.runs.feedback import FeedbackPages
from autograder.report.plain_text import one_line

DAMAGED_NOTEBOOK = "{} is damaged ({}); grade it again"
MARKS = ("timestamp.txt", "submission_secret.txt")
"""nbgrader tells by them of which submission feedback is, and to whom it is released."""


@dataclass(frozen=True)
class PageResult:
    """The result of writing one student's page."""

    student: str
    written: bool = False
    problem: str = ""


class FeedbackRun:
    """Writes the pages of one edition, or of one `student`; use as a context manager.

    `config` is the course's, where it is known.

    Raises:
        CourseError: nothing of this edition is recorded.
    """

    def __init__(
        self, root: Path, assignment: Assignment, edition: Edition, *, force: bool = False,
        config: Config | None = None, student: str | None = None,
    ) -> None:  # fmt: skip
        self._root = root
        self._assignment = assignment
        self._edition = edition
        self._force = force
        self._student = student
        self._config = config or course_config(root)
        self._courses = CourseDirectory(config=self._config)
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        gradebook = self._stack.enter_context(open_gradebook(self._root, self._config))
        self._pages = FeedbackPages(
            self._root, self._assignment, self._edition, gradebook, self._student
        )
        return self

    def __exit__(self, *raised: object) -> None:
        """Close the gradebook."""
        self._stack.close()

    def chosen(self, only: Sequence[str]) -> list[str]:
        """The students to write for: all who are recorded, or `only` these.

        Raises:
            CourseError: one of them is not recorded.
        """
        excluded = self._courses.student_id_exclude.split(",")
        known = [student for student in self._pages.students if student not in excluded]
        return course.known_students(only, known) or sorted(known)

    def write(self, students: Iterable[str]) -> Iterator[PageResult]:
        """Write each student's page; an error in one does not affect the others.

        Raises:
            GraderFault: the disk is full, or cannot be written to.
        """
        for student in students:
            try:
                yield PageResult(student, self._write(student))
            except AutograderError as error:
                yield PageResult(student, problem=one_line(f"no page written: {error}", 300))
            except Exception as error:
                said = problem(error, "shown on its page")
                yield PageResult(student, problem=one_line(said, 300))

    def _write(self, student: str) -> bool:
        graded = self._folder(self._courses.autograded_directory, student)
        page = self._pages.page(student, _cells(graded / f"{self._assignment.id}.ipynb"))
        folder = self._folder(self._courses.feedback_directory, student)
        files = {f"{self._assignment.id}.html": page.encode()}
        marks = (graded / name for name in MARKS)
        files |= {mark.name: mark.read_bytes() for mark in marks if mark.is_file()}
        folder.mkdir(parents=True, exist_ok=True)
        written = [self._put(folder / name, data) for name, data in files.items()]
        return any(written)

    def _put(self, file: Path, data: bytes) -> bool:
        if not self._force and file.is_file() and file.read_bytes() == data:
            return False
        atomic_file.write(file, data, atomic_file.AS_OTHERS, lasting=False)
        return True

    def _folder(self, directory: str, student: str) -> Path:
        return Path(self._courses.format_path(directory, student, self._edition.id))


def _cells(notebook: Path) -> list[dict[str, object]]:
    try:
        cells = msgspec.json.decode(notebook.read_bytes())["cells"]
    except FileNotFoundError:
        raise GraderFault("it has no autograded notebook; run `autograder grade`") from None
    except (*DAMAGED, KeyError, TypeError) as error:
        raise GraderFault(DAMAGED_NOTEBOOK.format(notebook, error)) from None
    if not (isinstance(cells, list) and all(map(_is_cell, cells))):
        raise GraderFault(DAMAGED_NOTEBOOK.format(notebook, "its cells are none"))
    return cells


def _is_cell(cell: object) -> bool:
    return isinstance(cell, dict) and cell.keys() >= {"cell_type", "source", "metadata"}


def feedback_pages(
    assignment: Assignment, edition: Edition, students: Iterable[str], config: Config
) -> dict[str, Path]:
    """The feedback pages that there are, by student."""
    courses = CourseDirectory(config=config)
    places = {
        student: Path(
            courses.format_path(courses.feedback_directory, student, edition.id),
            f"{assignment.id}.html",
        )
        for student in students
    }
    return {student: path for student, path in places.items() if path.is_file()}
