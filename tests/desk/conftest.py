"""Courses and classes before a command, and commands in this process."""

import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest
from commands import Commands
from gradebooks import override, submission
from made_up import CLASS, Course, resubmitted
from running import ORDINARY, hand_in, running_course

from autograder.cli import main
from autograder.nbgrader_adapter.course_settings.database import open_gradebook
from tests.fork_server import AFRESH
from tests.lent import USERS, lending


@pytest.fixture(scope="session")
def generated(generated, tmp_path_factory) -> Path:
    """Without specimens: nine of ten files of a course, which few commands read."""
    folder = tmp_path_factory.mktemp("generated") / "course"
    return copytree(generated, folder, ignore=ignore_patterns("specimens"))


@pytest.fixture(scope="session")
def bilingual(generated, tmp_path_factory, succeeds) -> Path:
    """A class in both editions, graded: ada's Chinese one is the better, bob's English one waits
    for a person, cleo has no id in an LMS, dan more than all points; eve handed in nothing."""
    course = copytree(generated, tmp_path_factory.mktemp("bilingual") / "course")
    succeeds(course, "nbgrader", "generate_assignment", "attention-zh", "--force")
    with open_gradebook(course) as book:
        for student in ("ada", "bob", "cleo", "dan", "eve"):
            book.add_student(student, lms_user_id=None if student == "cleo" else f"user-{student}")
        submission(book, "ada", causal_mask=0.0)
        submission(book, "ada", penalty=1.0, edition="attention-zh")
        submission(book, "bob", causal_mask=None)
        for student in ("bob", "cleo"):
            submission(book, student, edition="attention-zh")
        submission(book, "dan")
    override(course, "dan", None, extra=0.5)
    return course


@pytest.fixture(scope="session")
def new_course(generated) -> Callable[[Path], Path]:
    """The same as released, with no gradebook."""
    return lambda folder: copytree(generated, folder, ignore=ignore_patterns("gradebook.db"))


@pytest.fixture
def course(new_course, tmp_path) -> Path:
    return new_course(tmp_path / "course")


@pytest.fixture(scope="session")
def class_of(tmp_path_factory, generated, submit) -> Callable[..., Commands]:
    """Make a class that has handed in these notebooks."""

    def make(notebooks: Mapping[str, bytes]) -> Commands:
        course = copytree(generated, tmp_path_factory.mktemp("class") / "course")
        for student, data in notebooks.items():
            submit(course, student, data)
        return Commands(course)

    return make


@pytest.fixture(scope="session")
def plain(tmp_path_factory, succeeds) -> Path:
    """A running course before: made once, to be copied."""
    course = running_course(tmp_path_factory.mktemp("plain") / "cs101")
    for name in ORDINARY:
        succeeds(course, "nbgrader", "generate_assignment", name)
        hand_in(course, name)
    return course


@pytest.fixture(scope="session")
def adopted_once(plain, tmp_path_factory, succeeds) -> Path:
    """The same after `adopt`: made once, to be copied."""
    course = copytree(plain, tmp_path_factory.mktemp("adopted") / "cs101")
    succeeds(course, "autograder", "adopt", "--write")
    return course


@pytest.fixture
def before(plain, tmp_path) -> Path:
    return copytree(plain, tmp_path / "cs101")


@pytest.fixture
def adopted(adopted_once, tmp_path) -> Path:
    return copytree(adopted_once, tmp_path / "adopted")


@pytest.fixture
def class_of_three(ready, solved, submit) -> Course:
    """A class that has handed in, each a notebook of their own."""
    for student in CLASS:
        submit(ready, student, resubmitted(solved, student))
    return Course(ready)


@pytest.fixture(scope="session")
def lent_host(request) -> Callable[..., object]:
    return lending(lambda: request.getfixturevalue("host"))


@pytest.fixture
def called(monkeypatch, capsys, lent_host) -> Callable[[Path, str], tuple[int, str, str]]:
    """A command run in this process, lent a warm one to save its start: code, output, errors."""

    def outcome(folder: Path, command: str) -> tuple[int, str, str]:
        for user in USERS if AFRESH not in os.environ else ():
            monkeypatch.setattr(f"autograder.{user}.warm_host", lent_host)
        monkeypatch.chdir(folder)
        monkeypatch.setenv("COLUMNS", "120")
        monkeypatch.setattr(sys, "argv", ["autograder", *command.split()])
        with pytest.raises(SystemExit) as ended:
            main()
        captured = capsys.readouterr()
        return int(ended.value.code or 0), captured.out, captured.err

    return outcome


@pytest.fixture
def printed(called) -> Callable[[Path, str], str]:
    """What a command prints that ends well."""

    def run(folder: Path, command: str) -> str:
        code, output, errors = called(folder, command)
        assert code == 0, errors
        return output

    return run


@pytest.fixture
def refused(called) -> Callable[[Path, str], str]:
    """The one sentence of a command that refuses; never a traceback."""

    def run(folder: Path, command: str) -> str:
        code, _, text = called(folder, command)
        assert code == 1, text
        assert text.startswith("autograder: ")
        assert text.count("\n") == 1
        return text

    return run
