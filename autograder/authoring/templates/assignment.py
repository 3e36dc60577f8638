"""A new assignment: small, complete, an example to extend."""

import re
import secrets
import shutil
import tempfile
from pathlib import Path

from autograder.authoring.hidden_numbers import SETS, drawn
from autograder.core.assignment import Assignment, load
from autograder.core.assignment.load import NAMES, PAIRS
from autograder.core.assignment.load import SETS as SETS_FILE
from autograder.core.errors import CourseError

EXAMPLE = Path(__file__).parent / "example"
ID = re.compile(r"^id *= *[\"'].*?[\"']", re.MULTILINE)
OF_ONE = (SETS_FILE, PAIRS, NAMES)
"""What an assignment has learnt of its own numbers and students."""
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,59}")


def new_assignment(course: Path, name: str, source: Path = EXAMPLE) -> Assignment:
    """Write assignments/`name` like the one in `source`, with hidden references from a salt that
    nobody else has.

    Raises:
        CourseError: `course` is no course folder, or `name` cannot be a new assignment's.
    """
    if not (course / "nbgrader_config.py").is_file():
        raise CourseError(f"{course} is no course folder; `autograder init DIR` makes one")
    # nbgrader, file systems and Python's tools all take these.
    if not NAME.fullmatch(name):
        raise CourseError(
            f"{name!r} cannot name an assignment: it takes letters, digits, - and _, a letter first"
        )
    if name.endswith("-zh"):
        raise CourseError(f"{name!r} cannot name an assignment: -zh marks the Chinese edition")
    folder = course / "assignments" / name
    if folder.exists():
        raise CourseError(f"{folder} is there already; choose another name")
    folder.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{name}-", dir=course) as scratch:
        # Elsewhere, until it is whole: half an assignment would be found by every command.
        made = Path(scratch, name)
        shutil.copytree(source, made, ignore=shutil.ignore_patterns("__pycache__", *OF_ONE))
        plan = made / "assignment.toml"
        plan.write_text(ID.sub(f'id = "{name}"', plan.read_text("utf-8"), count=1), "utf-8")
        drawn(load(made), secrets.token_hex(16), SETS, published=False).write(made / "hidden")
        made.rename(folder)
    return load(folder)
