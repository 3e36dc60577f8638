"""Running an assignment's own script for its seeded references."""

import runpy
from typing import Any

from autograder.checks import references
from autograder.core.assignment.given import importable
from autograder.core.assignment.load import MAKER
from autograder.core.assignment.plan import Assignment
from autograder.core.assignment.sets import NumberSet, Sets
from autograder.core.errors import CourseError

EXAMPLE_SALT = "example"
SETS, PUBLISHED_SETS = 8, 2
"""Of hidden numbers: with eight, two students mostly meet different ones."""


def make(assignment: Assignment, salt: str) -> dict[str, dict[str, Any]]:
    """The cases that hidden/make_references.py makes from `salt`.

    Raises:
        CourseError: there is no such script.
    """
    script = assignment.folder / "hidden" / MAKER
    if not script.is_file():
        raise CourseError(f"{script} is missing: the script that makes the hidden references")
    with importable(assignment.folder):
        return runpy.run_path(str(script))["make"](salt)


def drawn(assignment: Assignment, salt: str, count: int, *, published: bool) -> Sets:
    """So many sets of numbers from `salt`, without what follows from them."""
    words = (*(f"{salt} {n}" for n in range(count)), EXAMPLE_SALT)
    *every, example = (NumberSet(references.encode(make(assignment, word))) for word in words)
    return Sets(salt, published, tuple(every), example)
