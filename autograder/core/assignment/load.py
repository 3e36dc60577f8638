"""Reading an assignment's folder, strictly: what is not understood is an error, never a default."""

import hashlib
import tomllib
from pathlib import Path

import msgspec

from autograder.core.assignment.files import NEEDED, graded_by
from autograder.core.assignment.plan import Assignment, Edition, Plan
from autograder.core.errors import CourseError

ROOM = "assignments"


def load(folder: Path) -> Assignment:
    """The assignment in `folder`.

    Raises:
        CourseError: no such folder, or an assignment.toml that is not as it must be.
    """
    file = folder / "assignment.toml"
    for forms in NEEDED:
        if not any((folder / name).exists() for name in forms):
            raise CourseError(f"there is no assignment at {folder}: {forms[0]} is missing")
    try:
        plan = msgspec.convert(tomllib.loads(file.read_text("utf-8")), Plan)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
        raise CourseError(f"{file}: {error}") from None
    _consistent(plan, file)
    return Assignment(folder, plan, _digest(folder))


def known(course: Path) -> list[str]:
    """The ids of the assignments in a course folder, without their editions."""
    return sorted(path.parent.name for path in (course / ROOM).glob("*/assignment.toml"))


def find(course: Path, assignment_id: str) -> tuple[Assignment, Edition]:
    """The assignment and the edition that nbgrader calls `assignment_id` in this course.

    Raises:
        CourseError: the course has no such assignment; the message lists those it has.
    """
    room = course / ROOM
    for name in known(course):
        if assignment_id in (name, f"{name}-zh"):
            assignment = load(room / name)
            return assignment, next(
                edition for edition in assignment.editions if edition.id == assignment_id
            )
    if not known(course):
        raise CourseError(
            f"{course} is no course folder: it has no {ROOM}/; go to the course's folder, or"
            " name it with --course (`autograder init DIR` makes one)"
        )
    names = ", ".join(known(course))
    raise CourseError(f"there is no assignment {assignment_id!r} in {room} (found: {names})")


def _consistent(plan: Plan, file: Path) -> None:
    ids = [part.id for part in plan.part]
    if len(set(ids)) != len(ids):
        raise CourseError(f"{file}: two parts have the same id")
    if plan.id != file.parent.name:
        raise CourseError(f"{file}: id is {plan.id!r} but the folder is {file.parent.name!r}")
    points = sum(part.points for part in plan.part)
    if points != plan.total_points:
        raise CourseError(
            f"{file}: the parts' points add up to {points:g}, not to {plan.total_points:g}"
        )


def _digest(folder: Path) -> str:
    """A digest of everything that can change a grade."""
    sha = hashlib.sha256()
    for file in graded_by(folder):
        data = file.read_bytes()
        sha.update(f"{file.relative_to(folder)} {len(data)}\n".encode())
        sha.update(data)
    return sha.hexdigest()
