"""The help and the tab key."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.main import get_command

from autograder import __version__
from autograder.cli.app import app


def test_every_command_is_in_a_group_and_has_an_example() -> None:
    """No command of the help stands outside the groups, and each shows how it is called."""
    for name, command in get_command(app).commands.items():  # type: ignore[attr-defined]
        assert command.rich_help_panel, name
        assert command.help and command.help.endswith("."), name
        assert f"{command.epilog} ".startswith(f"Example: autograder {name} "), name


def test_the_tab_key_completes_the_editions_of_this_course(course: Path) -> None:
    """In a course folder, `grade a` and the tab key offer both languages."""
    program = Path(sys.executable).parent / "autograder"
    words = {"COMP_WORDS": "autograder grade a", "COMP_CWORD": "2"}
    env = {**os.environ, **words, "_AUTOGRADER_COMPLETE": "complete_bash"}
    done = subprocess.run([program], cwd=course, env=env, capture_output=True, text=True)
    assert done.stdout.split() == ["attention", "attention-zh"]


def test_the_help_names_the_groups(tmp_path: Path, called: Callable) -> None:
    """`autograder --help` shows what there is by purpose, and nbgrader's own share."""
    _, shown, _ = called(tmp_path, "--help")
    for words in ("Start a course", "Grade a class", "Write an assignment", "nbgrader --help"):
        assert words in shown


def test_the_version_is_that_of_the_package(tmp_path: Path, called: Callable) -> None:
    """`autograder --version`, which a report of a fault begins with; CITATION.cff has the same."""
    code, shown, _ = called(tmp_path, "--version")
    assert (code, shown) == (0, f"autograder {__version__}\n")
    citation = Path(__file__).parents[2] / "CITATION.cff"
    assert f"\nversion: {__version__}\n" in citation.read_text("utf-8")


@pytest.mark.parametrize("command", ["--help", "grade --help"])
def test_a_flag_is_shown_without_a_value(tmp_path: Path, called: Callable, command: str) -> None:
    _, shown, _ = called(tmp_path, command)
    assert "--help " in shown
    assert "bool" not in shown.lower()
