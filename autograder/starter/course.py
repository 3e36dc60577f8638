"""A new course folder, from what the package brings along."""

import shutil
from pathlib import Path

from autograder.assignment import known
from autograder.errors import CourseError

CARRIED = ("assignments", "nbgrader_config.py")
LEFT = shutil.ignore_patterns("__pycache__", ".*")


def new_course(folder: Path) -> tuple[str, ...]:
    """Fill `folder` with the assignments and nbgrader's configuration; the assignments' ids.

    Raises:
        CourseError: `folder` is there already and not an empty folder.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CourseError(f"{folder} is not an empty folder; name one that is new or empty")
    # The hidden checks lie in it: nobody else on the machine may read them.
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    for name in CARRIED:
        _copy(carried() / name, folder / name)
    return tuple(known(folder))


def carried() -> Path:
    """The course that the package carries: inside it when installed, else around its checkout."""
    inside = Path(__file__).parent / "carried"
    return inside if inside.is_dir() else Path(__file__).parents[2]


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, ignore=LEFT, copy_function=shutil.copyfile)
    else:
        shutil.copyfile(source, target)
