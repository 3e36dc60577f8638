"""`autograder reseed`: what lies beside the suites is made anew, whatever it was."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]
COMMAND = ("autograder", "reseed", "small", "--salt", "winter")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, run: Run) -> Path:
    """A course with a small assignment of its own; its folder of hidden suites."""
    course = tmp_path_factory.mktemp("reseed") / "course"
    for folder, words in ((course.parent, ("init", "course")), (course, ("new", "small"))):
        done = run(folder, "autograder", *words)
        assert done.returncode == 0, done.stderr
    return course / "assignments/small/hidden"


def test_a_new_assignment_has_a_script(made: Path) -> None:
    assert (made / "script.msgpack").stat().st_size > 100


def test_a_torn_script_is_made_anew(made: Path, run: Run) -> None:
    """Grading names the command that is run here."""
    course, script = made.parents[2], made / "script.msgpack"
    assert run(course, *COMMAND).returncode == 0
    whole = script.read_bytes()
    script.write_bytes(whole[:-10])
    refused = run(course, "autograder", "try", "release/small/small.ipynb")
    assert refused.returncode == 1
    assert "autograder reseed" in refused.stderr
    done = run(course, *COMMAND)
    assert done.returncode == 0, done.stderr
    assert script.read_bytes() == whole


def test_a_solution_that_cannot_be_graded_leaves_no_script(made: Path, run: Run) -> None:
    """The sentence says which check is broken, and what is left can still be reseeded."""
    suite = made / "test_Gain.py"
    text = suite.read_text("utf-8")
    suite.write_text(text.replace("facts.exists", "fact.exists"), "utf-8")
    done = run(made.parents[2], *COMMAND)
    assert done.returncode == 1
    assert "NameError" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (made / "script.msgpack").exists()
    suite.write_text(text, "utf-8")
    assert run(made.parents[2], *COMMAND).returncode == 0
    assert (made / "script.msgpack").exists()
