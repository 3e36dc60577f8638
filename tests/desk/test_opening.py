"""nbgrader opened on a course: its own settings, its own programs, nothing left changed."""

import os
from pathlib import Path

import pytest
from gradebooks import desk

from autograder.core.assignment import Assignment
from autograder.core.errors import CourseError
from autograder.course import CourseAssignment
from autograder.nbgrader_adapter.course_settings.database import open_gradebook
from autograder.nbgrader_adapter.course_settings.settings import course_config, nbgrader_api
from autograder.nbgrader_adapter.runs.recorder import Recorder


@pytest.fixture
def course(repository: Path, tmp_path: Path) -> Path:
    """A course folder without a gradebook."""
    return desk(repository, tmp_path)


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> str:
    """A PATH as it is where no environment is activated: without alembic."""
    monkeypatch.setenv("PATH", os.defpath)
    return os.defpath


def test_a_gradebook_is_made_and_the_path_stays_as_it_was(course: Path, elsewhere: str) -> None:
    with open_gradebook(course) as book:
        assert book.students == []
    assert os.environ["PATH"] == elsewhere


@pytest.mark.usefixtures("elsewhere")
def test_the_recorder_says_that_the_assignment_is_not_generated(
    course: Path, plan: Assignment, repository: Path
) -> None:
    """Also where nothing has made a gradebook yet, and no environment is activated."""
    release = course / "release/attention"
    release.mkdir(parents=True)
    released = (repository / "release/attention/attention.ipynb").read_bytes()
    (release / "attention.ipynb").write_bytes(released)
    recorder = Recorder(CourseAssignment(course, plan, plan.editions[0]), course_config(course))
    with pytest.raises(CourseError, match="knows no assignment attention"), recorder:
        pass


def test_the_api_heeds_the_users_settings_too(
    course: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the gradebook of every course lies is often said once, by the administrator."""
    room = tmp_path_factory.mktemp("jupyter")
    (room / "nbgrader_config.py").write_text(
        f"c = get_config()\nc.CourseDirectory.db_url = 'sqlite:///{room}/all.db'\n"
    )
    monkeypatch.setenv("JUPYTER_CONFIG_DIR", str(room))
    with nbgrader_api(course) as api:
        assert api.coursedir.db_url == f"sqlite:///{room}/all.db"
