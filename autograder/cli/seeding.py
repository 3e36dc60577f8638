"""Makes the hidden numbers of a course."""

import secrets
import sys
from pathlib import Path

from autograder.authoring.hidden_numbers import drawn
from autograder.authoring.learning import Learning
from autograder.authoring.templates.assignment import SETS
from autograder.cli.progress import shown
from autograder.core.assignment import find, sets
from autograder.grading.pool import lanes
from autograder.sandbox.isolation import Rings

PUBLISHED_SETS = 2


def seeded(
    root: Path, assignment: str, rings: Rings, salt: str = "", count: int = 0, jobs: int = 0
) -> Path:
    """Draw an assignment's numbers, from a secret salt if none is named; the file written.

    The file is replaced in one step when everything is made: until then the one before stands.

    Raises:
        CourseError: its solution cannot be graded by the new numbers.
    """
    plan, _ = find(root, assignment)
    # A salt that somebody has typed is known to somebody, and may be guessed by others.
    count = count or (PUBLISHED_SETS if salt else SETS)
    print(f"{plan.id}: drawing {count} sets of hidden numbers", file=sys.stderr)
    numbers = drawn(plan, salt or secrets.token_hex(16), count, published=bool(salt))
    return _written(root, assignment, rings, numbers, jobs)


def completed(root: Path, assignment: str, rings: Rings) -> None:
    """Find out what follows from numbers that have just been drawn, and what the specimens do.

    Raises:
        CourseError: as `seeded`.
    """
    plan, _ = find(root, assignment)
    _written(root, assignment, rings, sets.read(plan.folder / "hidden"), 0)
    learning = Learning(root, assignment, rings, lanes())
    learning.write(learning.catalogue(shown("Learning")))


def _written(root: Path, assignment: str, rings: Rings, numbers: sets.Sets, jobs: int) -> Path:
    learning = Learning(root, assignment, rings, jobs or lanes())
    return learning.completed(numbers).write(learning.plan.folder / "hidden")
