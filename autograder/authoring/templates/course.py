"""A new course folder, from what the package brings along."""

import fcntl
import glob
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from autograder.core.assignment import known
from autograder.core.errors import CourseError

CARRIED = ("assignments", "nbgrader_config.py")
COURSE_ID = "attention-mechanisms"
UNFIT = re.compile(r"[^A-Za-z0-9._-]+")
"""What nbgrader's exchange, or a shell, would take for something else in a course's id."""
HELD = ".making"
"""Locked beside a course that is being made, for as long as somebody makes it."""
LEFT = shutil.ignore_patterns("__pycache__", ".*")


@contextmanager
def making(folder: Path) -> Iterator[Path]:
    """A place to make a course in, which takes the place of `folder` once it is complete.

    Whoever is interrupted finds no half of a course, and can begin again.

    Raises:
        CourseError: `folder` is there already and not an empty folder.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CourseError(f"{folder} is not an empty folder; name one that is new or empty")
    folder.parent.mkdir(parents=True, exist_ok=True)
    with private_room(folder.parent, f".{folder.name}-") as room:
        yield room
        _put(room, folder)


@contextmanager
def private_room(parent: Path, prefix: str) -> Iterator[Path]:
    """A folder for hidden checks and secrets, gone at the end; also what killed runs have left."""
    _sweep(parent, prefix)
    # Nobody else on the machine may read it, as nothing that `mkdtemp` makes.
    with (
        tempfile.TemporaryDirectory(prefix=prefix, dir=parent) as around,
        Path(around, HELD).open("w") as held,
    ):
        fcntl.flock(held, fcntl.LOCK_EX)
        room = Path(around, "course")
        room.mkdir(mode=0o700)
        yield room


def _sweep(parent: Path, prefix: str) -> None:
    """Remove the rooms of runs that were killed.

    The kernel has freed the lock of a run that is over in any way; that of another stays.
    """
    for held in parent.glob(f"{glob.escape(prefix)}*/{HELD}"):
        with suppress(OSError), held.open("r+") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(held.parent)


def _put(room: Path, folder: Path) -> None:
    """By names alone; an empty folder stays the one it is, for somebody may stand in it."""
    if not folder.exists():
        folder.mkdir(mode=0o700)
    folder.chmod(0o700)
    for path in room.iterdir():
        path.rename(folder / path.name)


def new_course(folder: Path, name: str) -> tuple[str, ...]:
    """Fill `folder` with what a course of this name begins with; the assignments' ids.

    The exchange tells courses apart by their ids, so two of them must not have the same.
    """
    for part in CARRIED:
        _copy(bundled() / part, folder / part)
    config = folder / "nbgrader_config.py"
    own = UNFIT.sub("-", name).strip("-") or COURSE_ID
    config.write_text(config.read_text("utf-8").replace(COURSE_ID, own, 1), "utf-8")
    return tuple(known(folder))


def bundled() -> Path:
    """The course that the package carries: inside it when installed, else around its checkout."""
    inside = Path(__file__).parent / "bundled"
    return inside if inside.is_dir() else Path(__file__).parents[3]


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, ignore=LEFT, copy_function=shutil.copyfile)
    else:
        shutil.copyfile(source, target)
