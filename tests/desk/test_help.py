"""The help, the tab key, and what `autograder` alone says of the next three steps."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.main import get_command

from autograder import __version__
from autograder.cli.app import app


def test_every_command_is_in_a_group_and_has_an_example():
    for name, command in get_command(app).commands.items():
        assert command.rich_help_panel, name
        assert command.help and command.help.endswith("."), name
        assert f"{command.epilog} ".startswith(f"Example: autograder {name} "), name


def example(name: str) -> str:
    """The command line that the help of a command shows."""
    epilog: str = get_command(app).commands[name].epilog
    return epilog.removeprefix("Example: ")


def test_every_example_is_understood():
    for name, command in get_command(app).commands.items():
        command.make_context(name, shlex.split(example(name))[2:])


def test_the_tab_key_completes_the_editions_of_this_course(course):
    program = Path(sys.executable).parent / "autograder"
    words = {"COMP_WORDS": "autograder grade a", "COMP_CWORD": "2"}
    env = {**os.environ, **words, "_AUTOGRADER_COMPLETE": "complete_bash"}
    done = subprocess.run([program], cwd=course, env=env, capture_output=True, text=True)
    assert done.stdout.split() == ["attention", "attention-zh"]


def test_the_help_names_the_groups(tmp_path, called):
    _, shown, _ = called(tmp_path, "--help")
    groups = ("Instructors: start", "Instructors: grade", "Authors: write", "Administrators: run")
    for words in (*groups, "nbgrader --help"):
        assert words in shown


def test_the_version_is_that_of_the_package(tmp_path, called):
    code, shown, _ = called(tmp_path, "--version")
    assert (code, shown) == (0, f"autograder {__version__}\n")
    citation = Path(__file__).parents[2] / "CITATION.cff"
    assert f"\nversion: {__version__}\n" in citation.read_text("utf-8")


@pytest.mark.parametrize("command", ["--help", "grade --help"])
def test_a_flag_is_shown_without_a_value(tmp_path, called, command):
    _, shown, _ = called(tmp_path, command)
    assert "--help " in shown
    assert "bool" not in shown.lower()


def test_what_is_given_in_the_other_way_is_told_the_right_one(tmp_path, called):
    assert "a student is named by --student" in called(tmp_path, "grade attention ada")[2]
    _, _, said = called(tmp_path, "explain attention ada --part causal_mask")
    assert "No such option: --part; it is given without --part" in said


@pytest.fixture
def steps(called) -> Callable[[Path], list[str]]:
    """The commands that are shown; each of ours is a command, and no line is cut at 80 columns."""

    def shown(folder: Path) -> list[str]:
        code, said, errors = called(folder, "")
        assert (code, errors) == (0, "")
        assert max(map(len, said.splitlines())) < 80
        commands = re.findall(r"^  (\S.*)$", said, re.MULTILINE)
        ours = {words.split()[1] for words in commands if words.startswith("autograder")}
        assert ours <= set(get_command(app).commands)
        assert len(commands) == 3
        return [" ".join(words.split()[:2]) for words in commands]

    return shown


def test_outside_a_course_it_is_how_to_get_one(tmp_path, steps):
    assert steps(tmp_path)[0] == "autograder init"


def test_inside_a_course_it_is_where_the_course_is(bare, called):
    below = bare / "submitted/ada"
    below.mkdir(parents=True)
    said = called(below, "")[1]
    assert f"The course is {bare};" in said and "autograder build attention" in said


def test_in_a_course_of_nbgraders_it_is_how_to_add_one(tmp_path, steps):
    (tmp_path / "nbgrader_config.py").touch()
    assert steps(tmp_path)[0] == "autograder adopt"


ADA = ("submitted/ada/attention/", "autograded/ada/attention/")
PAGE = (*ADA, "feedback/ada/attention/")
WEEK = {
    "nothing": ((), ["autograder build"]),
    "a notebook": (["source/attention/"], ["nbgrader generate_assignment", "nbgrader db"]),
    # Published numbers would be refused.
    "a release": (["release/attention/"], ["autograder reseed", "autograder grade"]),
    "who waits": (
        [*ADA, "submitted/bo/attention/"],
        ["autograder reseed", "autograder grade", "autograder feedback"],
    ),
    "marks": (ADA, ["autograder feedback", "autograder report", "nbgrader export"]),
    "pages": (PAGE, ["autograder report", "nbgrader export"]),
    "the class page": (
        [*PAGE, "reports/attention.html"],
        ["nbgrader export", "autograder clusters", "autograder viva"],
    ),
}


@pytest.mark.parametrize(("there", "first"), WEEK.values(), ids=WEEK)
def test_what_is_there_says_what_comes_next(bare, steps, there, first):
    for name in there:
        (bare / name).parent.mkdir(parents=True, exist_ok=True)
        (bare / name).mkdir() if name.endswith("/") else (bare / name).touch()
    assert steps(bare)[: len(first)] == first


def test_the_edition_in_which_somebody_waits_comes_first(bare, called):
    for folder in ("release/attention", "submitted/ada/attention-zh"):
        (bare / folder).mkdir(parents=True)
    said = called(bare, "")[1]
    assert said.startswith("attention-zh: 1 handed in")
    assert "\nattention: released, nothing handed in.\n" in said, "the others come behind it"


@pytest.fixture
def bare(tmp_path, repository) -> Path:
    """A course folder with nothing but its assignments."""
    (tmp_path / "assignments").symlink_to(repository / "assignments")
    return tmp_path
