"""The package as a user has it: built, installed, and no checkout around."""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest
from commands import Commands
from installed import Installed
from made_up import CLASS, Course, resubmitted
from running import ORDINARY, hand_in, running_course

from autograder.cli import main
from tests.fork_server import AFRESH
from tests.lent import USERS, lending

NBGRADER = "#!{python}\nfrom nbgrader.apps.nbgraderapp import main\nmain()\n"
"""nbgrader's script, for the Python that has the wheel: the other one would find the checkout."""


@pytest.fixture(scope="session")
def wheel(repository, tmp_path_factory) -> Path:
    """The wheel, built from the unpacked sdist: what is not in the sdist is not in the wheel."""
    room = tmp_path_factory.mktemp("dist")
    _build(repository, "sdist", room)
    (archive,) = room.glob("*.tar.gz")
    # By name: Python 3.11.0 to 3.11.3 have no `filter`, and later ones warn of its absence.
    subprocess.run(["tar", "-xf", archive, "-C", room], check=True)
    _build(room / archive.name.removesuffix(".tar.gz"), "wheel", room)
    (made,) = room.glob("*.whl")
    return made


def _build(source: Path, target: str, room: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "--target", target, "-d", str(room)]
    subprocess.run(command, cwd=source, check=True, capture_output=True)


def environment(room: Path, *what: str) -> Path:
    """An environment with `what` installed, which borrows torch and the rest from this one."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(room)], check=True)
    (site,) = room.glob("lib/python*/site-packages")
    # A folder named in a .pth file has its own .pth files unread: an editable install stays out.
    borrowed = [path for path in sys.path if path.endswith("site-packages")]
    (site / "borrowed.pth").write_text("\n".join(borrowed))
    pip = [sys.executable, "-m", "pip", "--python", str(room / "bin/python"), "install", "--quiet"]
    offline = ["--no-index", "--no-deps", "--no-build-isolation", "--ignore-installed"]
    subprocess.run([*pip, *offline, *what], check=True)
    return room


@pytest.fixture(scope="session")
def installed(wheel, tmp_path_factory) -> Installed:
    room = environment(tmp_path_factory.mktemp("installed"), str(wheel))
    script = room / "bin/nbgrader"
    script.write_text(NBGRADER.format(python=room / "bin/python"))
    script.chmod(0o755)
    return Installed(room)


@pytest.fixture(scope="session")
def generated(generated, tmp_path_factory) -> Path:
    """Without specimens: nine of ten files of a course, which few commands read."""
    folder = tmp_path_factory.mktemp("generated") / "course"
    return copytree(generated, folder, ignore=ignore_patterns("specimens"))


@pytest.fixture(scope="session")
def new_course(generated) -> Callable[[Path], Path]:
    """The same as released, with no gradebook."""
    return lambda folder: copytree(generated, folder, ignore=ignore_patterns("gradebook.db"))


@pytest.fixture
def course(new_course, tmp_path) -> Path:
    return new_course(tmp_path / "course")


@pytest.fixture(scope="session")
def class_of(tmp_path_factory, generated, submit, run) -> Callable[..., Commands]:
    """Make a class that has handed in these notebooks."""

    def make(notebooks: Mapping[str, bytes]) -> Commands:
        course = copytree(generated, tmp_path_factory.mktemp("class") / "course")
        for student, data in notebooks.items():
            submit(course, student, data)
        return Commands(course, run)

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
def class_of_three(ready, solved, submit) -> Course:
    """A class that has handed in, each a notebook of their own."""
    for student in CLASS:
        submit(ready, student, resubmitted(solved, student))
    return Course(ready)


@pytest.fixture
def called(monkeypatch, capsys, request) -> Callable[[Path, str], tuple[int, str, str]]:
    """A command run in this process, lent a warm one to save its start: code, output, errors."""

    def outcome(folder: Path, command: str) -> tuple[int, str, str]:
        warm = lending(lambda: request.getfixturevalue("host"))
        for user in USERS if AFRESH not in os.environ else ():
            monkeypatch.setattr(f"autograder.{user}.warm_host", warm)
        monkeypatch.chdir(folder)
        monkeypatch.setenv("COLUMNS", "120")
        monkeypatch.setattr(sys, "argv", ["autograder", *command.split()])
        with pytest.raises(SystemExit) as ended:
            main()
        said = capsys.readouterr()
        return int(ended.value.code or 0), said.out, said.err

    return outcome


@pytest.fixture
def printed(called) -> Callable[[Path, str], str]:
    """What a command prints that ends well."""

    def said(folder: Path, command: str) -> str:
        code, shown, errors = called(folder, command)
        assert code == 0, errors
        return shown

    return said


@pytest.fixture
def refused(called) -> Callable[[Path, str], str]:
    """The one sentence of a command that refuses; never a traceback."""

    def said(folder: Path, command: str) -> str:
        code, _, text = called(folder, command)
        assert code == 1, text
        assert text.startswith("autograder: ")
        assert text.count("\n") == 1
        return text

    return said
