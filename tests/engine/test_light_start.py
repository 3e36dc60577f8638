"""The command line starts at once: heavy libraries are imported by the commands that need them."""

import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = ("torch", "nbgrader", "IPython", "jupytext", "pytest")
HELP = """
import contextlib, io, sys
from autograder.cli import main
sys.argv = ["autograder", *{words}]
with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()):
    main()
print(*[name for name in {heavy} if name in sys.modules])
"""
IMPORT = """
import sys, autograder.cli.{module}
print(*[name for name in {heavy} if name in sys.modules])
"""


def imported(program: str) -> str:
    """The heavy libraries that a fresh interpreter has imported after the program."""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_the_help_imports_no_heavy_library() -> None:
    """`autograder --help` reads docstrings, and imports no command."""
    assert imported(HELP.format(words=["--help"], heavy=HEAVY)) == ""


def test_the_help_is_shown_without_a_markdown_parser() -> None:
    """Nor does `--version`, or a command's own help, import what draws boxes, or a report."""
    drawn = ("rich", "markdown_it", "autograder.report.pages")
    for words in (["--help"], ["--version"], ["build", "--help"]):
        assert imported(HELP.format(words=words, heavy=drawn)) == "", words


def test_the_warm_process_is_started_before_nbgrader_is_imported() -> None:
    """`autograder grade` comes to it without torch or nbgrader: both sides start together."""
    assert imported(IMPORT.format(module="grade", heavy=("torch", "nbgrader", "pytest"))) == ""


def test_a_class_that_is_graded_already_needs_no_torch() -> None:
    """`autograder grade` imports torch and Dask only when there is something to grade."""
    heavy = ("torch", "pytest", "distributed")
    assert imported(IMPORT.format(module="grading", heavy=heavy)) == ""


def test_a_verdict_is_explained_without_torch() -> None:
    """`autograder explain` reads what was kept: it must not wait two seconds for a library."""
    heavy = (*HEAVY, "numpy", "rapidfuzz")
    program = IMPORT.format(module="explain, autograder.cli.explained", heavy=heavy)
    assert imported(program) == ""


def test_one_notebooks_warm_process_is_started_before_all_else() -> None:
    """`autograder try` imports what shows its verdict while the warm process imports torch."""
    heavy = (*HEAVY, "numpy", "rich", "autograder.grading.evidence", "autograder.cli.explain")
    assert imported(IMPORT.format(module="one_notebook", heavy=heavy)) == ""


def test_no_command_compiles_the_grammars_of_addresses() -> None:
    """The parser generator behind jsonschema's formats stays out of a command's start."""
    assert imported(HELP.format(words=["grade", "--help"], heavy=("lark",))) == ""


def test_no_command_imports_a_validator() -> None:
    """The tested set has a typer that does without pydantic."""
    assert imported(HELP.format(words=["grade", "--help"], heavy=("pydantic",))) == ""


def test_no_command_of_nbgraders_compiles_them_either() -> None:
    """The tested set has a jsonschema that does without: nbgrader starts in half the time."""
    program = "import sys, nbgrader.apps; print(*[n for n in ('lark',) if n in sys.modules])"
    assert imported(program) == ""


ENDS = """
import atexit, sys
class Kept:
    def __del__(self):
        print("taken apart")
kept = Kept()
from autograder.cli.ending import ends_at_once
with ends_at_once():
    atexit.register(print, "at exit")
    sys.stdout.write("said, ")
    {end}
"""


@pytest.mark.parametrize(
    ("end", "status"), [("pass", 0), ("sys.exit()", 0), ("sys.exit(3)", 3), ("sys.exit(True)", 1)]
)
def test_a_command_ends_at_once_with_its_status(end: str, status: int) -> None:
    """All is said and done at its exit, but what it has imported is not taken apart."""
    done = subprocess.run([sys.executable, "-c", ENDS.format(end=end)], capture_output=True)
    assert (done.returncode, done.stdout) == (status, b"said, at exit\n")


@pytest.mark.parametrize("end", ["sys.exit('no')", "raise ValueError('no')"])
def test_what_ends_in_a_message_of_pythons_ends_as_ever(end: str) -> None:
    """The message, and status 1."""
    done = subprocess.run([sys.executable, "-c", ENDS.format(end=end)], capture_output=True)
    assert (done.returncode, done.stdout) == (1, b"said, at exit\ntaken apart\n")
    assert b"no" in done.stderr


def test_output_that_nobody_takes_is_a_failure() -> None:
    """A full disk behind a command's output is said, and its status is no success."""
    program = ENDS.format(end="pass")
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([sys.executable, "-c", program], stdout=full, stderr=subprocess.PIPE)
    assert done.returncode != 0
    assert b"No space left" in done.stderr
