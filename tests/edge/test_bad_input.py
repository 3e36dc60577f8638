"""What a user gets wrong ends in one sentence and a non-zero exit."""

from collections.abc import Callable
from pathlib import Path

import pytest


def one_sentence(done: object) -> str:
    """The message of a command that refused; never a traceback."""
    assert done.returncode == 1  # type: ignore[attr-defined]
    text: str = done.stderr  # type: ignore[attr-defined]
    assert "Traceback" not in text
    assert text.startswith("autograder: ")
    assert text.count("\n") == 1
    return text


def test_no_such_assignment_lists_those_there_are(course: Path, run: Callable) -> None:
    """A misspelled assignment is answered with the names of the others."""
    said = one_sentence(run(course, "autograder", "grade", "atention"))
    assert "attention" in said


@pytest.mark.parametrize(
    ("old", "new", "word"),
    [
        ("points = 4", "points = 5", "add up to"),
        ("points = 4", "points = 4\ncolour = 1", "colour"),
        ('id = "attention"', "id = ", "Invalid value"),
    ],
    ids=["sum", "unknown key", "no TOML"],
)
def test_a_bad_plan_is_refused(course: Path, run: Callable, old: str, new: str, word: str) -> None:
    """Unknown keys, wrong sums and broken TOML are named."""
    plan = course / "assignments/attention/assignment.toml"
    plan.write_text(plan.read_text("utf-8").replace(old, new, 1), "utf-8")
    assert word in one_sentence(run(course, "autograder", "build", "attention"))


def test_no_submissions_is_said(course: Path, run: Callable) -> None:
    """An empty class is an error, not an empty table."""
    assert "no submissions" in one_sentence(run(course, "autograder", "grade", "attention"))
