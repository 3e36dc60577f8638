"""nbgrader's configuration for a course, and its own commands as Python functions."""

import logging
import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from traceback import extract_tb
from typing import Any

from nbgrader.apps import NbGrader, NbGraderAPI
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Application, Config

from autograder.core import atomic_file
from autograder.core.atomic_file import STATE_FOLDER
from autograder.core.errors import CourseError
from autograder.nbgrader_adapter.course_settings.plugins import LatePolicy

REPORTS = "reports"
FOLDERS = ("source_directory", "release_directory", "submitted_directory", "directory_structure")


def course_config(root: Path) -> Config:
    """The administrator's, the user's and the course's nbgrader_config.py, in this order; a
    CourseError where one cannot be used: without it lateness would be free, the gradebook another.
    """
    if "[" in str(root):
        reason = f"nbgrader and pytest take the path {root} for a pattern"
        raise CourseError(f"{reason}: give its folders names without [, then run this again")
    app = NbGrader(log_level=logging.ERROR)
    # nbgrader reads the file of the folder it is started in, which need not be the course's.
    app.load_cwd_config, app.raise_config_file_errors = False, True
    try:
        app.load_config_file()
        Application.load_config_file(app, "nbgrader_config.py", path=str(root))
        app.config.CourseDirectory.root = str(root)
        for settings in (CourseDirectory, LatePolicy):
            settings(config=app.config)
    except Exception as error:
        frames = extract_tb(error.__traceback__)
        at = (f" ({one.filename}, line {one.lineno})" for one in frames if one.name == "<module>")
        reason = " ".join(f"{type(error).__name__}: {error}{next(at, '')}".split())
        raise CourseError(
            f"the configuration of {root} cannot be used: {reason}; correct its nbgrader_config.py"
            " or one above it (in the folders of `jupyter --paths`), then run this command again"
        ) from error
    return app.config


def check_folders(config: Config) -> None:
    """Raise a CourseError where a course has its folders elsewhere: no work would be found."""
    courses = CourseDirectory(config=config)
    for name in FOLDERS:
        value = getattr(courses, name)
        if value != CourseDirectory.class_traits()[name].default():
            raise CourseError(
                f"the course sets c.CourseDirectory.{name} = {value!r}; its folders must have"
                " nbgrader's own names for assignments of this package"
            )


def share_folders(root: Path, config: Config) -> None:
    """Open what we keep in a course to its group, if nbgrader's `groupshared` says so."""
    if CourseDirectory(config=config).groupshared:
        for name in (STATE_FOLDER, REPORTS):
            atomic_file.share(root / name)


@contextmanager
def own_programs() -> Iterator[None]:
    """Put this environment's programs on PATH: nbgrader calls `alembic` by name."""
    before = os.environ.get("PATH", os.defpath)
    os.environ["PATH"] = os.pathsep.join((str(Path(sys.executable).parent), before))
    try:
        yield
    finally:
        os.environ["PATH"] = before


def generate(course: Path, editions: list[str]) -> None:
    """Write release/<edition>/ and its gradebook rows, for each; a CourseError if refused."""
    config = course_config(course)
    with own_programs(), warnings.catch_warnings():
        # nbgrader's own queries make SQLAlchemy warn at every new student.
        warnings.simplefilter("ignore")
        api = NbGraderAPI(CourseDirectory(config=config), config=config)
        for edition in editions:
            check(api.generate_assignment(edition, force=True), f"generate {edition}")


def check(result: dict[str, Any], step: str) -> None:
    """A CourseError where nbgrader's interface says that it could not do this."""
    if not result["success"]:
        lines = (result.get("error") or result.get("log") or "without a word").strip().splitlines()
        raise CourseError(f"nbgrader could not {step}: {lines[-1]}")
