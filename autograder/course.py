"""A course folder: where nbgrader keeps what, and the rooms that are built from assignments/."""

import difflib
from collections.abc import Iterable, Iterator
from pathlib import Path

from autograder.assignment import Assignment, Edition
from autograder.assignment.load import find
from autograder.errors import CourseError
from autograder.notebook.build import source_notebook
from autograder.notebook.closed import closed
from autograder.notebook.find import SHIPPED, adopt

SPOKEN = '\nLANGUAGE = "{}"\n'


def build(course: Path, assignment_id: str) -> Iterator[Path]:
    """Write source/<edition>/ for every edition of an assignment; the paths written.

    Raises:
        CourseError: no such assignment, or its stub file does not agree with its plan.
    """
    assignment, _ = find(course, assignment_id)
    for edition in assignment.editions:
        folder = course / "source" / edition.id
        folder.mkdir(parents=True, exist_ok=True)
        notebook = closed(source_notebook(assignment, edition.language))
        yield _write(folder / f"{assignment.id}.ipynb", notebook)
        yield _write(folder / SHIPPED, shipped(assignment, edition.language))


def shipped(assignment: Assignment, language: str) -> bytes:
    """The visible checks of an edition: they begin to speak its language, and are the same else."""
    checks = (assignment.folder / SHIPPED).read_text("utf-8")
    return checks.replace(SPOKEN.format("en"), SPOKEN.format(language), 1).encode()


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


def submissions(
    course: Path, assignment: Assignment, edition: Edition, only: Iterable[str] = ()
) -> dict[str, Path | None]:
    """The submitted notebook of every student, or of those in `only`; None where there is none.

    Raises:
        CourseError: nobody has submitted this edition, or one of `only` has not.
    """
    folders = {path.parent.name: path for path in submitted_folders(course, edition.id)}
    if not folders:
        raise CourseError(f"there are no submissions of {edition.id} in {course / 'submitted'}")
    chosen = known_students(only, folders) or sorted(folders)
    return {student: adopt(folders[student], f"{assignment.id}.ipynb") for student in chosen}


def known_students(wanted: Iterable[str], known: Iterable[str]) -> list[str]:
    """The wanted students, each once.

    Raises:
        CourseError: one of them is not among the known; the message says whose name is alike.
    """
    chosen, every = list(dict.fromkeys(wanted)), list(known)
    for student in chosen:
        if student not in every:
            alike = ", ".join(difflib.get_close_matches(student, every)) or "nobody"
            raise CourseError(f"there is no student {student!r} (of a similar name: {alike})")
    return chosen


def submitted_folders(course: Path, assignment_id: str) -> list[Path]:
    """The folder of every student who has submitted, by the student's id."""
    room = course / "submitted"
    return sorted(path for path in room.glob(f"*/{assignment_id}") if path.is_dir())


def submission(course: Path, assignment: Assignment, edition: Edition, student: str) -> Path:
    """The submitted notebook of one student.

    Raises:
        CourseError: no such student has submitted, or the folder holds no notebook.
    """
    found = submissions(course, assignment, edition)
    if student not in found:
        alike = difflib.get_close_matches(student, found, n=3, cutoff=0.4)
        hint = f"; is one of these meant: {', '.join(alike)}?" if alike else ""
        raise CourseError(f"{student!r} has not submitted {edition.id}{hint}")
    path = found[student]
    if path is None:
        raise CourseError(
            f"{course / 'submitted' / student / edition.id} holds no notebook, or several that"
            " could be meant"
        )
    return path


def adopt_all(course: Path) -> None:
    """Put every submitted notebook of the course under the name that nbgrader looks for.

    nbgrader goes past a folder in which no file ends in .ipynb before any of its hooks runs.
    """
    for plan in course.glob("assignments/*/assignment.toml"):
        assignment, _ = find(course, plan.parent.name)
        for edition in assignment.editions:
            for folder in course.glob(f"submitted/*/{edition.id}"):
                if folder.is_dir() and not any(folder.glob("*.ipynb")):
                    adopt(folder, f"{assignment.id}.ipynb")
