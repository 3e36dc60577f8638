"""Running an assignment's own script for its seeded references."""

import runpy
from pathlib import Path
from typing import Any

from autograder.assignment import Assignment
from autograder.assignment.files import MAKER, REFERENCES
from autograder.errors import CourseError
from autograder.oracle import references


def make(assignment: Assignment, salt: str) -> dict[str, dict[str, Any]]:
    """The cases that hidden/make_references.py makes from `salt`.

    Raises:
        CourseError: there is no such script.
    """
    script = assignment.folder / "hidden" / MAKER
    if not script.is_file():
        raise CourseError(f"{script} is missing: the script that makes the hidden references")
    cases: dict[str, dict[str, Any]] = runpy.run_path(str(script))["make"](salt)
    return cases


def remake(assignment: Assignment, salt: str) -> Path:
    """Write the references of `assignment` anew; the file written."""
    path = assignment.folder / "hidden" / REFERENCES
    references.write(path, salt, make(assignment, salt))
    return path
