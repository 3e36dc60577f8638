"""Commands and `import autograder` start at once, with what they need and no more."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import autograder

HEAVY = ("torch", "nbgrader", "IPython", "jupytext", "pytest")
HELP = """
import contextlib, io, sys
from autograder.cli import main
sys.argv = ["autograder", *{words}]
with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()):
    main()
"""
DRAWN = ("rich", "markdown_it", "autograder.report.part_verdict")
STARTS = {
    # `autograder --help` reads docstrings, and imports no command, nor what draws boxes.
    "--help": (*HEAVY, *DRAWN),
    "--version": DRAWN,
    # The next steps are read from folders.
    "": (*HEAVY, *DRAWN),
    "build --help": DRAWN,
    # Neither a parser generator behind jsonschema's formats nor a validator.
    "grade --help": ("lark", "pydantic"),
}
MODULES = {
    # The warm process is started first: both sides import at the same time.
    "autograder.cli.grade": ("torch", "nbgrader", "pytest"),
    "autograder.cli.one_notebook": (
        *HEAVY, "numpy", "rich", "autograder.grading.evidence", "autograder.cli.explain",
    ),
    # A class that is graded already needs no torch.
    "autograder.cli.grade, autograder.nbgrader_adapter.runs.class_run": (
        "torch", "pytest", "distributed",
    ),
    # A verdict is explained from what was kept: nobody waits two seconds for a library.
    "autograder.cli.explain, autograder.cli.explained": (*HEAVY, "numpy", "rapidfuzz"),
    # The tested set has a jsonschema that does without grammars: nbgrader starts in half the time.
    "nbgrader.apps": ("lark",),
}  # fmt: skip
PROGRAMS = {name: (HELP.format(words=name.split()), heavy) for name, heavy in STARTS.items()}
PROGRAMS |= {name: (f"import {name}", heavy) for name, heavy in MODULES.items()}


def python(program: str, folder: Path | None = None) -> "subprocess.CompletedProcess[str]":
    words = [sys.executable, "-c", program]
    return subprocess.run(words, cwd=folder, capture_output=True, text=True)


@pytest.mark.parametrize(("program", "heavy"), PROGRAMS.values(), ids=PROGRAMS)
def test_a_command_begins_without_what_it_may_not_need(program, heavy):
    done = python(f"{program}\nimport sys\nprint(*sys.modules.keys() & {{*{heavy}}})")
    assert (done.returncode, done.stdout.strip()) == (0, ""), done.stderr


ENDS = """
import atexit, sys
class Kept:
    def __del__(self):
        print("taken apart")
kept = Kept()
from autograder.cli.app import ends_at_once
with ends_at_once():
    atexit.register(print, "at exit")
    sys.stdout.write("said, ")
    {end}
"""


@pytest.mark.parametrize(
    ("end", "status", "message"),
    [
        ("pass", 0, ""), ("sys.exit()", 0, ""), ("sys.exit(3)", 3, ""), ("sys.exit(True)", 1, ""),
        ("sys.exit('no')", 1, "no"), ("raise ValueError('no')", 1, "no"),
    ],
)  # fmt: skip
def test_a_command_ends_at_once_with_its_status_unless_python_says_why(end, status, message):
    """All is said and done at its exit, but what it has imported is not taken apart."""
    done = python(ENDS.format(end=end))
    last = "taken apart\n" if message else ""
    assert (done.returncode, done.stdout) == (status, f"said, at exit\n{last}")
    assert message in done.stderr


def test_output_that_nobody_takes_is_a_failure():
    program = ENDS.format(end="pass")
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([sys.executable, "-c", program], stdout=full, stderr=subprocess.PIPE)
    assert done.returncode != 0
    assert b"No space left" in done.stderr


def test_the_readmes_program_grades_a_notebook(repository, solved, tmp_path):
    page = (repository / "README.md").read_text("utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    (tmp_path / "my-course").symlink_to(repository)
    (tmp_path / "attention.ipynb").write_bytes(solved.bytes())
    done = python(example, tmp_path)
    assert done.stdout == "100.0\n", done.stderr


def test_every_public_name_is_there_and_explained_and_no_other():
    for name in autograder.__all__:
        assert getattr(autograder, name).__doc__, name
    with pytest.raises(AttributeError, match="no attribute 'Graders'"):
        _ = autograder.Graders
