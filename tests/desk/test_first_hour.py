"""A new instructor's first hour, from an empty folder, with nothing but the built wheel."""

import csv
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Shell = Callable[..., subprocess.CompletedProcess[str]]

BEGIN = """
autograder init course
cd course
autograder simulate attention --students 20
autograder grade attention || test $? = 1
nbgrader export >/dev/null 2>&1
mv grades.csv before.csv
"""
REGRADE = """
cd course
sed -i 's/agree(mask.bool/agree(1 - mask.bool/' assignments/attention/hidden/test_causal_mask.py
autograder grade attention || test $? = 1
nbgrader export >/dev/null 2>&1
"""


@pytest.fixture(scope="module")
def hour(tmp_path_factory: pytest.TempPathFactory, shell: Shell) -> Path:
    """The course after the hour: a class of 20, graded, a check edited, graded again."""
    room = tmp_path_factory.mktemp("hour")
    for script in (BEGIN, REGRADE):
        done = shell(room, "set -e\n" + script)
        assert done.returncode == 0, done.stdout + done.stderr
    return room / "course"


def marks(file: Path) -> dict[str, float]:
    """Total by student."""
    with file.open() as lines:
        return {row["student_id"]: float(row["score"]) for row in csv.DictReader(lines)}


def test_nothing_of_the_checkout_is_used(shell: Shell, repository: Path, tmp_path: Path) -> None:
    """The package and everything that it reads lie in the installation."""
    done = shell(
        tmp_path, "python -c 'import autograder, sys; print(autograder.__file__, sys.path)'"
    )
    assert done.returncode == 0, done.stderr
    assert f"{repository}/autograder" not in done.stdout
    assert f"'{repository}'" not in done.stdout


@pytest.mark.slow
def test_the_class_is_in_the_gradebook(hour: Path) -> None:
    """Twenty students; the right ones have full marks, the mistaken ones have not."""
    found = marks(hour / "before.csv")
    assert len(found) == 20
    right = {score for student, score in found.items() if student.endswith("-right")}
    mistaken = [score for student, score in found.items() if student.endswith("-mistaken")]
    assert right == {100.0}
    assert max(mistaken) < 100.0


@pytest.mark.slow
def test_an_edited_check_is_seen_by_the_next_grading(hour: Path) -> None:
    """A check that was turned around costs the right answers its part, and no more."""
    before, after = marks(hour / "before.csv"), marks(hour / "grades.csv")
    assert before.keys() == after.keys()
    lost = {before[student] - after[student] for student in before if student.endswith("-right")}
    assert len(lost) == 1
    assert 0 < lost.pop() <= 4
