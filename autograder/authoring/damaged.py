"""Damaged notebooks: honest submissions in a state that a notebook should not be in."""

import runpy
from dataclasses import dataclass
from pathlib import Path

from autograder.authoring.make import NotebookBuilder
from autograder.authoring.specimens import front_matter
from autograder.core.assignment import Assignment
from autograder.core.errors import CourseError

KEYS = frozenset({"damage", "lost", "repaired", "readable"})


@dataclass(frozen=True)
class Damage:
    """One kind of damage, and what must become of a right notebook that suffered it."""

    id: str
    damage: str
    lost: tuple[str, ...]
    repaired: bool
    readable: bool
    path: Path

    def files(self, solved: NotebookBuilder) -> dict[str, bytes]:
        """The files of the submission folder."""
        function = runpy.run_path(str(self.path))["damage"]
        files: dict[str, bytes] = function(NotebookBuilder.of(solved.bytes()).notebook)
        return files


def damaged(assignment: Assignment) -> tuple[Damage, ...]:
    """Every kind of damage of the assignment's specimens.

    Raises:
        CourseError: a file is not as it must be; the message says which and why.
    """
    folder = assignment.folder / "specimens" / "damaged"
    return tuple(_damage(path) for path in sorted(folder.glob("*.py")))


def _damage(path: Path) -> Damage:
    about, _ = front_matter(path)
    if set(about) != KEYS:
        raise CourseError(f"{path}: the docstring must give {', '.join(sorted(KEYS))}")
    return Damage(
        path.stem, about["damage"], tuple(about["lost"]), about["repaired"], about["readable"], path
    )
