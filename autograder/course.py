"""A course folder: where nbgrader keeps what, and the rooms that are built from assignments/."""

from collections.abc import Iterator
from pathlib import Path

from autograder.assignment import Assignment, Edition
from autograder.assignment.load import find
from autograder.errors import CourseError
from autograder.notebook.build import source_notebook

SHIPPED = "checks.py"


def build(course: Path, assignment_id: str) -> Iterator[Path]:
    """Write source/<edition>/ for every edition of an assignment; the paths written.

    Raises:
        CourseError: no such assignment, or its stub file does not agree with its plan.
    """
    assignment, _ = find(course, assignment_id)
    for edition in assignment.editions:
        folder = course / "source" / edition.id
        folder.mkdir(parents=True, exist_ok=True)
        yield _write(
            folder / f"{assignment.id}.ipynb", source_notebook(assignment, edition.language)
        )
        yield _write(folder / SHIPPED, (assignment.folder / SHIPPED).read_bytes())


def _write(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def released(course: Path, assignment: Assignment, edition: Edition) -> Path:
    """The released notebook of an edition.

    Raises:
        CourseError: it has not been generated.
    """
    path = course / "release" / edition.id / f"{assignment.id}.ipynb"
    if not path.is_file():
        raise CourseError(f"{path} is missing; run `nbgrader generate_assignment {edition.id}`")
    return path


def submissions(course: Path, assignment: Assignment, edition: Edition) -> dict[str, Path]:
    """The submitted notebooks of an edition, by student.

    Raises:
        CourseError: there is none.
    """
    room = course / "submitted"
    found = {
        path.parent.parent.name: path
        for path in sorted(room.glob(f"*/{edition.id}/{assignment.id}.ipynb"))
    }
    if not found:
        raise CourseError(f"there are no submissions of {edition.id} in {room}")
    return found
