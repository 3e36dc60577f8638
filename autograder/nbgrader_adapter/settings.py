"""nbgrader's configuration for a course, from every place where nbgrader looks for it."""

import logging
from pathlib import Path

from nbgrader.apps import NbGrader
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Application, Config

from autograder.core import atomic_file
from autograder.grading.report_cache import STATE_FOLDER

REPORTS = "reports"


def course_config(root: Path) -> Config:
    """The settings of an assignment of ours in a course."""
    # Imported when needed: the steps that it names read settings themselves.
    from autograder.nbgrader_adapter.adopted import is_adopted, own_steps

    config = files_config(root)
    if is_adopted(config):
        config.merge(own_steps())
    return config


def files_config(root: Path) -> Config:
    """The administrator's, the user's and the course's nbgrader_config.py, in this order.

    The exchange's place is often the administrator's to say, once for all courses.
    """
    app = NbGrader(log_level=logging.ERROR)
    # nbgrader means the folder it is started in; we mean the course, wherever we are.
    app.load_cwd_config = False
    app.load_config_file()
    Application.load_config_file(app, "nbgrader_config.py", path=str(root))
    config: Config = app.config
    config.CourseDirectory.root = str(root)
    return config


def share_rooms(root: Path, config: Config) -> None:
    """Open what we keep in a course to its group, if nbgrader's `groupshared` says so."""
    if CourseDirectory(config=config).groupshared:
        for name in (STATE_FOLDER, REPORTS):
            atomic_file.share(root / name)
