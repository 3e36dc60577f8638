"""Hidden numbers that anybody can look up grade nobody, on any road."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.authoring.make import NotebookBuilder
from autograder.core.assignment import sets
from autograder.core.assignment.sets import ACCEPTING
from tests.fork_server import fork_server

BIN = Path(sys.executable).parent
MENDS = "`autograder reseed attention`"


def refused(folder: Path, *command: str) -> str:
    """What a command that must fail says, run as a user who has accepted nothing."""
    env = {name: value for name, value in os.environ.items() if name != ACCEPTING}
    env |= {"PATH": f"{BIN}:{env['PATH']}", "OMP_NUM_THREADS": "1"}
    done = fork_server().run(folder, command, env)
    assert done.returncode != 0
    return done.stderr + done.stdout


@pytest.mark.parametrize("words", ["grade attention", "watch attention --once"])
def test_a_command_that_grades_names_the_one_that_mends_it(course: Path, words: str) -> None:
    said = refused(course, "autograder", *words.split())
    assert MENDS in said
    assert "--accept-published-numbers" in said
    assert "Traceback" not in said


def test_nbgraders_own_command_refuses_published_numbers(
    ready: Path, solved: NotebookBuilder, submit: Callable, scores: Callable
) -> None:
    submit(ready, "ada", solved.bytes())
    assert MENDS in refused(ready, "nbgrader", "autograde", "attention", "--create")
    # nbgrader's own road leaves rows without a score for whoever it could not grade.
    assert set(scores(ready).get("ada", {}).values()) <= {None}


@pytest.mark.slow
def test_init_draws_secret_numbers_that_no_other_course_has(
    tmp_path: Path, run: Callable, repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a few minutes; the release is the same as any other course's."""
    monkeypatch.delenv(ACCEPTING)
    done = run(tmp_path, "autograder", "init", "course")
    assert done.returncode == 0, done.stderr
    course = tmp_path / "course"
    found = sets.read(course / "assignments/attention/hidden")
    published = sets.read(repository / "assignments/attention/hidden")
    assert not found.published
    assert len({one.references for one in (*found.sets, *published.sets)}) == 10
    assert all(one.script for one in found.every)
    for name in ("attention.ipynb", "checks.py"):
        made = (course / "release/attention" / name).read_bytes()
        assert made == (repository / "release/attention" / name).read_bytes()
        assert found.salt.encode() not in made
