"""A course carried into the next year: what instructors wrote, and nothing of any student."""

import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from autograder.authoring.templates.course import LEFT, UNFIT, bundled
from autograder.core.assignment import find, known, sets
from autograder.core.errors import CourseError

CARRIED = ("assignments", "source", "nbgrader_config.py")
"""Named one by one: what is not named may hold marks or work of this year's students."""
DB_URL = re.compile(r"^[ \t]*c\.CourseDirectory\.db_url\s*=.*\n?", re.MULTILINE)
COLUMNS = "LtiPlatform.line_items"
NO_COLUMNS = f"c.{COLUMNS} = {{}}  # of this year's course in the LMS\n"
COURSE_ID = re.compile(r"""(\.course_id\s*=\s*)(["'])[^"']*\2""")


def carry_over(old: Path, new: Path, folder: Path) -> tuple[str, ...]:
    """Fill `new`, which will be `folder`, with what goes on; what is left behind in `old`.

    Raises:
        CourseError: `old` is no course folder with assignments of ours.
    """
    if not known(old) or not (old / "nbgrader_config.py").is_file():
        raise CourseError(f"{old} is no course folder with assignments of this package")
    for name in CARRIED:
        if (old / name).is_dir():
            shutil.copytree(old / name, new / name, ignore=LEFT, copy_function=shutil.copyfile)
        elif (old / name).is_file():
            shutil.copyfile(old / name, new / name)
    config = new / "nbgrader_config.py"
    config.write_text(_renamed(config.read_text("utf-8"), old, folder), "utf-8")
    return tuple(sorted(path.name for path in old.iterdir() if path.name not in CARRIED))


def _renamed(config: str, old: Path, folder: Path) -> str:
    """The configuration with the new course's name and place.

    The exchange tells courses apart by their ids: with the old one it would hand out old work.
    """
    own = UNFIT.sub("-", folder.name).strip("-") or "course"
    named = COURSE_ID.sub(lambda found: f"{found[1]}{found[2]}{own}{found[2]}", config, count=1)
    # Else both years would write into one gradebook.
    carried = DB_URL.sub("", named).replace(str(old), str(folder))
    # Else this year's marks would be sent to last year's columns.
    return f"{carried.rstrip()}\n{NO_COLUMNS}" if COLUMNS in carried else carried


def released(old: Path) -> tuple[str, ...]:
    """The editions of ours that were released in a course."""
    editions = (edition.id for name in known(old) for edition in find(old, name)[0].editions)
    return tuple(name for name in editions if (old / "release" / name).is_dir())


def to_reseed(course: Path, editions: Iterable[str]) -> tuple[str, ...]:
    """The assignments whose numbers students of this year have met, or that are secret."""
    met = {find(course, edition)[0].id for edition in editions}
    secret = {name for name in known(course) if not _numbers(course, name).published}
    return tuple(sorted(met | secret))


def _numbers(course: Path, name: str) -> sets.Sets:
    return sets.read(find(course, name)[0].folder / "hidden")


@contextmanager
def apart(course: Path, name: str) -> Iterator[Path]:
    """A course with this assignment alone, in which to draw its numbers; they are copied back.

    They are proven with a release of the first edition, which the course itself may not have. It
    lies beside the course, in the folder that `making` removes: it holds the new secret.
    """
    with tempfile.TemporaryDirectory(prefix="numbers-", dir=course.parent) as folder:
        room, inside = Path(folder), f"assignments/{name}"
        shutil.copytree(course / inside, room / inside, copy_function=shutil.copyfile)
        shutil.copyfile(bundled() / "nbgrader_config.py", room / "nbgrader_config.py")
        yield room
        _numbers(room, name).write(course / inside / "hidden")
