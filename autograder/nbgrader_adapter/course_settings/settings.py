"""nbgrader's configuration for a course, and its own commands as Python functions."""

import logging
import math
import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from nbconvert.exporters import HTMLExporter, NotebookExporter
from nbformat.notebooknode import NotebookNode
from nbgrader.apps import NbGrader, NbGraderAPI
from nbgrader.coursedir import CourseDirectory
from nbgrader.plugins import BasePlugin
from nbgrader.preprocessors import AssignLatePenalties, NbGraderPreprocessor
from traitlets import Bool, Float, default
from traitlets.config import Application, Config

from autograder.core import atomic_file
from autograder.core.assignment.sets import ACCEPTING
from autograder.core.atomic_file import STATE_FOLDER
from autograder.core.errors import CourseError

REPORTS = "reports"
FOLDERS = ("source_directory", "release_directory", "submitted_directory", "directory_structure")


def course_config(root: Path) -> Config:
    """The administrator's, the user's and the course's nbgrader_config.py, in this order."""
    app = NbGrader(log_level=logging.ERROR)
    # nbgrader reads the file of the folder it is started in, which need not be the course's.
    app.load_cwd_config = False
    app.load_config_file()
    Application.load_config_file(app, "nbgrader_config.py", path=str(root))
    app.config.CourseDirectory.root = str(root)
    return app.config


def check_folders(config: Config) -> None:
    """See that a course has its folders where nbgrader has them by itself.

    Raises:
        CourseError: it has not, and work would be looked for where there is none.
    """
    courses = CourseDirectory(config=config)
    for name in FOLDERS:
        value = getattr(courses, name)
        if value != CourseDirectory.class_traits()[name].default():
            raise CourseError(
                f"the course sets c.CourseDirectory.{name} = {value!r}; its folders must have"
                " nbgrader's own names for assignments of this package"
            )


def share_rooms(root: Path, config: Config) -> None:
    """Open what we keep in a course to its group, if nbgrader's `groupshared` says so."""
    if CourseDirectory(config=config).groupshared:
        for name in (STATE_FOLDER, REPORTS):
            atomic_file.share(root / name)


@contextmanager
def own_programs() -> Iterator[None]:
    """nbgrader calls `alembic` by name: found also where the environment is not activated."""
    before = os.environ.get("PATH", os.defpath)
    os.environ["PATH"] = os.pathsep.join((str(Path(sys.executable).parent), before))
    try:
        yield
    finally:
        os.environ["PATH"] = before


@contextmanager
def nbgrader_api(course: Path) -> Iterator[Any]:
    config = course_config(course)
    with own_programs(), warnings.catch_warnings():
        # nbgrader's own queries make SQLAlchemy warn at every new student.
        warnings.simplefilter("ignore")
        yield NbGraderAPI(CourseDirectory(config=config), config=config)


def generate(course: Path, editions: list[str]) -> None:
    """Write release/<edition>/ and enter the edition in the gradebook, for each edition.

    Raises:
        CourseError: nbgrader refused one; the message has nbgrader's last line.
    """
    with nbgrader_api(course) as api:
        for edition in editions:
            done = api.generate_assignment(edition, force=True)
            if not done["success"]:
                lines = (done.get("log") or done.get("error") or "").strip().splitlines()
                said = lines[-1] if lines else "without a word"
                raise CourseError(f"nbgrader could not generate {edition}: {said}")


DAY = 24 * 60 * 60


class LatePolicy(BasePlugin):
    """A share of the earned points for every started day, after a time of grace, up to a limit.

    nbgrader asks for it when it grades; a score that a human changes later is counted at the next
    `nbgrader autograde --force`.
    """

    grace_minutes = Float(15, min=0, help="Who is late by no more than this loses nothing.").tag(
        config=True
    )
    percent_per_day = Float(
        10, min=0, max=100, help="What every started day after the due date costs, of the score."
    ).tag(config=True)
    percent_at_most = Float(
        50, min=0, max=100, help="What being late costs at most, of the score."
    ).tag(config=True)

    def late_submission_penalty(
        self, student_id: str, score: float, total_seconds_late: float
    ) -> float | None:
        """The points to take off a `score`, to the hundredth; None if there is nothing to take."""
        if total_seconds_late <= self.grace_minutes * 60:
            return None
        percent = math.ceil(total_seconds_late / DAY) * self.percent_per_day
        return round(score * min(percent, self.percent_at_most) / 100, 2)


def late_rule(config: Config) -> str:
    """The course's late submission plugin and its settings, in a form to compare by."""
    plugin = _late_plugin(config)
    settings = [(name, getattr(plugin, name)) for name in plugin.trait_names(config=True)]
    return f"{type(plugin).__module__}.{type(plugin).__qualname__} {sorted(settings, key=str)}"


def costs_points(config: Config, student: str) -> bool:
    """Whether the course takes points from who is late, even if by years."""
    return bool(_late_plugin(config).late_submission_penalty(student, 100.0, 1000.0 * DAY))


def _late_plugin(config: Config) -> Any:
    step = AssignLatePenalties(config=config)
    step.init_plugin()
    return step.plugin_inst


class GradeOutside(NbGraderPreprocessor):
    """What a run of nbgrader's on an assignment of ours accepts."""

    accept_weaker_isolation = Bool(
        False, help="Grade even where the machine lacks a layer of isolation."
    ).tag(config=True)

    accept_published_numbers = Bool(
        help="Grade even by hidden numbers that anybody can look up; for trying out alone."
    ).tag(config=True)

    @default("accept_published_numbers")  # type: ignore[untyped-decorator]
    def _accepted(self) -> bool:
        return bool(os.environ.get(ACCEPTING))

    def preprocess(self, nb: NotebookNode, resources: Any) -> tuple[NotebookNode, Any]:
        """Refuse a notebook of another assignment, which would get full marks for nothing.

        Raises:
            CourseError: always.
        """
        raise CourseError(
            "nbgrader_config.py names steps of an earlier version for every assignment of the"
            " course: put the file in their place that `autograder init` writes"
        )


class RestoringExporter(NotebookExporter):
    """nbgrader's exporter."""


class FeedbackExporter(HTMLExporter):
    """nbgrader's exporter."""


def adopt_renamed(**_: object) -> None:
    """Nothing: a notebook of another name is found by the run itself."""
