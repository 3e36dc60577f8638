"""Reading an assignment's folder, strictly: what is not understood is an error, never a default."""

import hashlib
import math
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from autograder.core.assignment.given import FOLDER, below
from autograder.core.assignment.plan import (
    COSTS,
    LANGUAGES,
    Assignment,
    Edition,
    Plan,
    in_every,
    rows,
)
from autograder.core.errors import DAMAGED, CourseError, meant

Learnt = TypeVar("Learnt")

ASSIGNMENTS = "assignments"
NEEDED = (("assignment.toml",), ("checks.py", "checks"), ("hidden",))
"""What an assignment's folder must have, each in one of these forms."""
GRADED_BY = (*(name for forms in NEEDED for name in forms), FOLDER, COSTS)
MAKER = "make_references.py"
"""Makes the references when an author asks for it; no submission is graded by it."""
FINGERPRINTS = "fingerprints.msgpack"
"""What known mistakes do with the example numbers; `autograder learn` writes it."""
PAIRS = "pairs.msgpack"
"""What two mistakes at once do with them; `autograder learn --pairs` writes it."""
ANSWERS = "answers.msgpack"
"""The specimens' own code, to be run with the hidden numbers; `autograder learn` writes it."""
NAMES = "names.json"
"""Names that instructors gave to wrong answers: of feedback, no grade depends on them."""


def load(folder: Path) -> Assignment:
    """The assignment in `folder`; CourseError if there is none, or its file is not as it must."""
    file = folder / "assignment.toml"
    for forms in NEEDED:
        if not any((folder / name).exists() for name in forms):
            raise CourseError(f"there is no assignment at {folder}: {forms[0]} is missing")
    try:
        plan = msgspec.convert(_titled(tomllib.loads(file.read_text("utf-8-sig"))), Plan)
    except (ValueError, msgspec.ValidationError) as error:
        raise CourseError(f"{file}: {error}") from None
    _consistent(plan, file)
    # Of everything that can change a grade.
    digest = hashlib.sha256()
    for path in graded_by(folder):
        data = path.read_bytes()
        digest.update(f"{path.relative_to(folder)} {len(data)}\n".encode() + data)
    return Assignment(folder=folder, digest=digest.hexdigest(), **msgspec.structs.asdict(plan))


def learnt(assignment: Assignment, file: str, kind: type[Learnt], again: str) -> Learnt:
    """What the command `again` has written into `hidden/`, or an empty one; CourseError if torn."""
    path = assignment.folder / "hidden" / file
    if not path.is_file():
        return kind()
    try:
        return msgspec.msgpack.decode(path.read_bytes(), type=kind)
    except DAMAGED as error:
        raise CourseError(f"{path}: {error}; `{again}` makes it anew") from None


def known(course: Path) -> list[str]:
    """The ids of the assignments in a course folder, without their editions."""
    return sorted(path.parent.name for path in (course / ASSIGNMENTS).glob("*/assignment.toml"))


def edition_ids(course: Path) -> list[str]:
    """The names of the assignments' editions, also of those that cannot be loaded."""
    return [name for ids in edition_groups(course) for name in ids]


def built(course: Path) -> list[str]:
    """The editions that the course has a source notebook of; all, if it has none of any."""
    editions = edition_ids(course)
    return [name for name in editions if (course / "source" / name).is_dir()] or editions


def edition_groups(course: Path) -> list[tuple[str, ...]]:
    """By assignment the names of its editions, also of those that cannot be loaded."""
    groups: list[tuple[str, ...]] = []
    for name in known(course):
        file = course / ASSIGNMENTS / name / "assignment.toml"
        try:
            table = tomllib.loads(file.read_text("utf-8-sig"))
        except (ValueError, OSError):
            table = {}
        groups.append((name,) if len(_languages(table)) == 1 else (name, f"{name}-zh"))
    return groups


def find(course: Path, assignment_id: str) -> tuple[Assignment, Edition]:
    """The assignment and edition that nbgrader calls this; CourseError lists those there are."""
    folder = course / ASSIGNMENTS
    for name in known(course):
        if assignment_id in (name, f"{name}-zh"):
            assignment = load(folder / name)
            for edition in assignment.editions:
                if edition.id == assignment_id:
                    return assignment, edition
    if not known(course):
        raise none_of_ours(course)
    if (course / "source" / assignment_id).is_dir():
        hint = f"`nbgrader autograde {assignment_id}`, `nbgrader generate_feedback {assignment_id}`"
        raise CourseError(f"{assignment_id} is none of ours: nbgrader grades it by itself ({hint})")
    names = built(course)
    raise CourseError(
        f"there is no assignment {assignment_id!r}{meant(assignment_id, names)} in {folder}"
        f" (found: {', '.join(names)})"
    )


def none_of_ours(course: Path) -> CourseError:
    return CourseError(
        f"{course} is a course without an assignment of ours; to add one: `autograder adopt"
        f" {course}`, which first shows what it would change"
        if (course / "nbgrader_config.py").is_file()
        else f"{course} is no course folder: it has no {ASSIGNMENTS}/; go to the course's folder,"
        " or name it with --course (`autograder init DIR` makes one, `autograder adopt DIR` adds"
        " to a running one)"
    )


def _titled(table: dict[str, Any]) -> dict[str, Any]:
    """The content of the file, with the titles and names that it need not say."""
    languages, parts = _languages(table), rows(table, "part")
    for row in (table, *parts, *rows(table, "manual")):
        row["title"] = in_every(row.get("title"), languages)
    for part in parts:
        part.setdefault("name", part.get("id", ""))
        part.setdefault("section", 1)
    return table


def _languages(table: dict[str, Any]) -> Sequence[str]:
    languages = table.get("languages")
    return languages if isinstance(languages, list) and len(languages) == 1 else LANGUAGES


def _consistent(plan: Plan, file: Path) -> None:
    if plan.languages not in (LANGUAGES, *((language,) for language in LANGUAGES)):
        raise CourseError(f'{file}: languages are ["en"], ["zh"] or ["en", "zh"]')
    ids = [question.id for question in plan.questions]
    if len(set(ids)) != len(ids):
        raise CourseError(f"{file}: two parts have the same id")
    if taken := [part.id for part in plan.manual if part.id.startswith("test_")]:
        raise CourseError(f"{file}: {taken[0]!r} is named like a check cell; rename this part")
    if plan.id != file.parent.name:
        raise CourseError(f"{file}: id is {plan.id!r} but the folder is {file.parent.name!r}")
    points = sum(question.points for question in plan.questions)
    if not math.isclose(points, plan.total_points):
        reason = f"the parts' points add up to {points:g}, not to {plan.total_points:g}"
        raise CourseError(f"{file}: {reason}")


def graded_by(folder: Path) -> list[Path]:
    """Every file below `folder` that can change a grade, in a fixed order."""
    tops = [folder / name for name in GRADED_BY]
    paths = [path for top in tops for path in (below(top) if top.is_dir() else [top])]
    # An instructor's name or cost that changed a digest would have the whole class graded again.
    looked_up = {folder / "hidden" / name for name in (NAMES, COSTS)}
    return [path for path in paths if path.is_file() and path not in looked_up]
