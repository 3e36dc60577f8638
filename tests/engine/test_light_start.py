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
    "grade": ("torch", "nbgrader", "pytest"),
    "one_notebook": (
        *HEAVY,
        "numpy",
        "rich",
        "autograder.grading.evidence",
        "autograder.cli.explain",
    ),
    # A class that is graded already needs no torch.
    "grade, autograder.nbgrader_adapter.runs.class_run": ("torch", "pytest", "distributed"),
    # A verdict is explained from what was kept: nobody waits two seconds for a library.
    "explain, autograder.cli.explained": (*HEAVY, "numpy", "rapidfuzz"),
}


@pytest.mark.parametrize(("words", "heavy"), STARTS.items(), ids=STARTS)
def test_a_help_is_shown_without_what_it_does_not_need(words, heavy):
    assert imported(HELP.format(words=words.split(), heavy=heavy)) == ""


@pytest.mark.parametrize(("module", "heavy"), MODULES.items(), ids=MODULES)
def test_a_command_begins_without_what_it_may_not_need(module, heavy):
    assert imported(IMPORT.format(module=module, heavy=heavy)) == ""


def test_no_command_of_nbgraders_compiles_the_grammars_of_addresses():
    """The tested set has a jsonschema that does without: nbgrader starts in half the time."""
    program = "import sys, nbgrader.apps; print(*[n for n in ('lark',) if n in sys.modules])"
    assert imported(program) == ""


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
    ("end", "status"), [("pass", 0), ("sys.exit()", 0), ("sys.exit(3)", 3), ("sys.exit(True)", 1)]
)
def test_a_command_ends_at_once_with_its_status(end, status):
    """All is said and done at its exit, but what it has imported is not taken apart."""
    done = subprocess.run([sys.executable, "-c", ENDS.format(end=end)], capture_output=True)
    assert (done.returncode, done.stdout) == (status, b"said, at exit\n")


@pytest.mark.parametrize("end", ["sys.exit('no')", "raise ValueError('no')"])
def test_what_ends_in_a_message_of_pythons_ends_as_ever(end):
    """The message, and status 1."""
    done = subprocess.run([sys.executable, "-c", ENDS.format(end=end)], capture_output=True)
    assert (done.returncode, done.stdout) == (1, b"said, at exit\ntaken apart\n")
    assert b"no" in done.stderr


def test_output_that_nobody_takes_is_a_failure():
    """A full disk behind a command's output is said, and its status is no success."""
    program = ENDS.format(end="pass")
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([sys.executable, "-c", program], stdout=full, stderr=subprocess.PIPE)
    assert done.returncode != 0
    assert b"No space left" in done.stderr


BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)


@pytest.fixture(scope="module")
def example(repository) -> str:
    (found,) = BLOCK.findall((repository / "README.md").read_text("utf-8"))
    return str(found)


def test_the_readmes_program_grades_a_notebook(example, repository, solved, tmp_path):
    """It prints the points, in a process that has nothing else of ours."""
    (tmp_path / "my-course").symlink_to(repository)
    (tmp_path / "attention.ipynb").write_bytes(solved.bytes())
    done = subprocess.run(
        [sys.executable, "-c", example], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.stdout == "100.0\n", done.stderr


@pytest.mark.parametrize("name", autograder.__all__)
def test_every_public_name_is_there_and_explained(name):
    found = getattr(autograder, name)
    assert name == "__version__" or found.__doc__


def test_a_name_that_is_not_public_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'Graders'"):
        _ = autograder.Graders


def test_the_package_says_that_it_is_typed(repository):
    assert (repository / "autograder/py.typed").is_file()
