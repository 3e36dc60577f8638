"""Hidden numbers: made anew all or nothing, and refused where anybody can look them up."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from shutil import copy, copytree

import psutil
import pytest

from autograder.core.assignment import sets
from autograder.core.assignment.load import find
from autograder.core.assignment.sets import ACCEPTING
from autograder.grading.known_pairs import KnownPairs
from tests.courses import contents, edit
from tests.fork_server import fork_server

BIN = Path(sys.executable).parent


@pytest.fixture(scope="module")
def made(tmp_path_factory, succeeds, repository) -> Path:
    """A course with a small assignment of its own; its folder of hidden suites."""
    course = tmp_path_factory.mktemp("reseed")
    copy(repository / "nbgrader_config.py", course)
    succeeds(course, "autograder", "new", "small")
    return course / "assignments/small/hidden"


def test_a_new_assignment_has_several_whole_sets_from_a_secret_salt(made):
    found = sets.read(made)
    assert not found.published and len(found.salt) >= 32
    assert len({one.references for one in found.sets}) == 8
    assert all(one.script for one in found.every)


@pytest.mark.slow
def test_two_mistakes_in_one_answer_are_learnt(made, tmp_path, succeeds):
    """A gain that is no parameter, and is added."""
    course = copytree(made.parents[2], tmp_path / "course")
    succeeds(course, "autograder", "learn", "small", "--pairs")
    learnt = KnownPairs.read(find(course, "small")[0]).parts
    assert ("Gain/added", "Gain/plain_tensor") in {pair.mistakes for pair in learnt["Gain"]}


@pytest.mark.slow
def test_a_solution_that_cannot_be_graded_changes_nothing(made, run):
    suite, before = made / "test_Gain.py", (made / "sets.msgpack").read_bytes()
    edit(suite, "facts.exists", "fact.exists")
    done = run(made.parents[2], "autograder", "reseed", "small", "--salt", "winter")
    edit(suite, "fact.exists", "facts.exists")
    assert done.returncode == 1
    assert "NameError" in done.stderr and "Traceback" not in done.stderr
    assert (made / "sets.msgpack").read_bytes() == before


def stopped(course: Path) -> int:
    """The status of a reseed that is stopped while it asks the solution."""
    command = [str(BIN / "autograder"), "reseed", "small"]
    process = subprocess.Popen(command, cwd=course, stderr=subprocess.PIPE)
    assert process.stderr is not None
    assert b"drawing 8 sets" in process.stderr.readline()
    while process.poll() is None and not psutil.Process(process.pid).children():
        # Only what the solution is asked takes processes.
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    return process.wait(timeout=600)


def test_a_reseed_that_is_stopped_changes_nothing(made):
    """References and requests are of one salt."""
    before, status = contents(made), stopped(made.parents[2])
    while status == 0:
        # One that ends before the signal reaches it was not stopped.
        before, status = contents(made), stopped(made.parents[2])
    assert contents(made) == before


MENDS = "`autograder reseed attention`"


def refused(folder: Path, *command: str) -> str:
    """What a command that must fail says, run as a user who has accepted nothing."""
    env = {name: value for name, value in os.environ.items() if name != ACCEPTING}
    env |= {"PATH": f"{BIN}:{env['PATH']}", "OMP_NUM_THREADS": "1"}
    done = fork_server().run(folder, command, env)
    assert done.returncode != 0
    return done.stderr + done.stdout


@pytest.mark.parametrize("words", ["grade attention", "watch attention --once"])
def test_a_command_that_grades_names_the_one_that_mends_it(course, words):
    said = refused(course, "autograder", *words.split())
    assert MENDS in said and "--accept-published-numbers" in said
    assert "Traceback" not in said


def test_nbgraders_own_command_refuses_published_numbers(ready, solved, submit, scores):
    submit(ready, "ada", solved.bytes())
    assert MENDS in refused(ready, "nbgrader", "autograde", "attention", "--create")
    # nbgrader's own road leaves rows without a score for whoever it could not grade.
    assert set(scores(ready).get("ada", {}).values()) <= {None}


@pytest.mark.slow
def test_init_draws_secret_numbers_that_no_other_course_has(
    tmp_path, succeeds, repository, monkeypatch
):
    monkeypatch.delenv(ACCEPTING)
    succeeds(tmp_path, "autograder", "init", "course")
    course = tmp_path / "course"
    found = sets.read(course / "assignments/attention/hidden")
    published = sets.read(repository / "assignments/attention/hidden")
    assert not found.published
    assert len({one.references for one in (*found.sets, *published.sets)}) == 10
    released = (course / "release/attention/attention.ipynb").read_bytes()
    assert released == (repository / "release/attention/attention.ipynb").read_bytes()
