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
from tests.courses import ROOT

COMMANDS = get_command(app).commands


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_in_a_group_and_has_an_example_that_is_understood(name):
    command = COMMANDS[name]
    assert command.rich_help_panel
    assert command.help and command.help.endswith(".")
    assert f"{command.epilog} ".startswith(f"Example: autograder {name} ")
    words = command.epilog.removeprefix("Example: ")
    command.make_context(name, shlex.split(words)[2:])


def test_the_tab_key_completes_the_editions_of_this_course(course):
    program = Path(sys.executable).parent / "autograder"
    words = {"COMP_WORDS": "autograder grade a", "COMP_CWORD": "2"}
    env = {**os.environ, **words, "_AUTOGRADER_COMPLETE": "complete_bash"}
    done = subprocess.run([program], cwd=course, env=env, capture_output=True, text=True)
    assert done.stdout.split() == ["attention", "attention-zh"]


def test_the_help_names_the_groups(tmp_path, printed):
    """And shows a flag without a value."""
    shown = printed(tmp_path, "--help")
    groups = ("Instructors: start", "Instructors: grade", "Authors: write", "Administrators: run")
    assert all(words in shown for words in (*groups, "nbgrader --help"))
    for text in (shown, printed(tmp_path, "grade --help")):
        assert "--help " in text and "bool" not in text.lower()


def test_the_version_is_that_of_the_package(tmp_path, printed):
    assert printed(tmp_path, "--version") == f"autograder {__version__}\n"
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    assert f"\nversion: {__version__}\n" in citation


def test_what_is_given_in_the_other_way_is_told_the_right_one(tmp_path, called):
    assert "a student is named by --student" in called(tmp_path, "grade attention ada")[2]
    _, _, said = called(tmp_path, "explain attention ada --part causal_mask")
    assert "No such option: --part; it is given without --part" in said
    assert "No such option: -1; days: " in called(tmp_path, "extend ada -1")[2]


@pytest.fixture
def steps(called) -> Callable[[Path], list[str]]:
    """The commands that are shown; each of ours is a command, and no line is cut at 80 columns."""

    def shown(folder: Path) -> list[str]:
        code, said, errors = called(folder, "")
        assert (code, errors) == (0, "")
        assert max(map(len, said.splitlines())) < 80
        commands = re.findall(r"^  (\S.*)$", said, re.MULTILINE)
        ours = {words.split()[1] for words in commands if words.startswith("autograder")}
        assert ours <= set(COMMANDS)
        assert len(commands) == 3
        return [" ".join(words.split()[:2]) for words in commands]

    return shown


def test_outside_a_course_it_is_how_to_get_one_and_in_nbgraders_how_to_add_one(tmp_path, steps):
    assert steps(tmp_path)[0] == "autograder init"
    (tmp_path / "nbgrader_config.py").touch()
    assert steps(tmp_path)[0] == "autograder adopt"


def test_inside_a_course_it_is_where_the_course_is(bare, printed):
    below = bare / "submitted/ada"
    below.mkdir(parents=True)
    said = printed(below, "")
    assert f"The course is {bare};" in said and "autograder build attention" in said


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


def test_the_edition_in_which_somebody_waits_comes_first(bare, printed):
    for folder in ("release/attention", "submitted/ada/attention-zh"):
        (bare / folder).mkdir(parents=True)
    said = printed(bare, "")
    assert said.startswith("attention-zh: 1 handed in")
    assert "\nattention: in release/, nothing handed in.\n" in said, "the others come behind it"


def test_a_release_that_is_older_than_its_files_is_made_anew(bare, steps):
    release = bare / "release/gpt/gpt.ipynb"
    release.parent.mkdir(parents=True)
    release.touch()
    os.utime(release, (0, 0))
    build, generate, audit = steps(bare)
    assert (build, generate) == ("autograder build", "nbgrader generate_assignment")
    assert audit == "autograder audit"


@pytest.fixture
def bare(tmp_path) -> Path:
    """A course folder with nothing but its assignments."""
    (tmp_path / "assignments").symlink_to(ROOT / "assignments")
    return tmp_path
