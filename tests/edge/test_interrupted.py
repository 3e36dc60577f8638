"""A class run that is stopped in the middle, and scripts that attack its steadiness in short."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from tests.cells import above
from tests.courses import until

BIN = Path(sys.executable).parent
STUDENTS = tuple(f"student-{number}" for number in range(7))
PATIENCE = 120.0
"""Seconds for something that a run brings about."""


@pytest.fixture
def running(ready, solved, submit) -> Iterator[tuple["subprocess.Popen[str]", Path]]:
    """A run over a class, in a process group of its own, that has two reports and goes on."""
    for student in STUDENTS:
        slow = above(solved, f"import time\ntime.sleep(1.0)  # {student}")
        submit(ready, student, slow.bytes())
    env = {**os.environ, "PATH": f"{BIN}:{os.environ['PATH']}", "OMP_NUM_THREADS": "1"}
    with (ready / "out").open("w") as out, (ready / "err").open("w") as err:
        process = subprocess.Popen(
            [BIN / "autograder", "grade", "attention", "--jobs", "2"],
            cwd=ready, env=env, stdout=out, stderr=err, start_new_session=True,
        )  # fmt: skip
    try:
        folder = ready / ".autograder"
        until(lambda: len(list(folder.rglob("*.json"))) > 1, PATIENCE, process=process)
        yield process, ready
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()


def left(members: list[psutil.Process]) -> list[psutil.Process]:
    """Those that still run; one that nobody has waited for yet does not."""
    _, alive = psutil.wait_procs(members, timeout=20)
    return [process for process in alive if process.status() != psutil.STATUS_ZOMBIE]


def test_an_interrupted_run_says_one_line_and_keeps_what_it_graded(running, succeeds, scores):
    process, course = running
    members = psutil.Process(process.pid).children(recursive=True)
    os.killpg(process.pid, signal.SIGINT)
    code, stderr = process.wait(PATIENCE), (course / "err").read_text()
    assert code == 130, stderr
    # No traceback either.
    lines = [line for line in stderr.splitlines() if "Grading" not in line]
    assert lines == ["stopped: what is graded is recorded; the same command goes on from here"]
    assert left(members) == []
    graded = {name for name, points in scores(course).items() if None not in points.values()}
    assert 0 < len(graded) < len(STUDENTS)
    succeeds(course, "autograder", "grade", "attention")
    assert scores(course).keys() == set(STUDENTS)
    assert not any(None in points.values() for points in scores(course).values())


def test_a_run_killed_at_once_leaves_no_process_behind(running):
    process, _ = running
    members = psutil.Process(process.pid).children(recursive=True)
    process.kill()
    assert len(members) >= 3
    assert left(members) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "words", ["rough-class --students 20", "kill-nine --moments 3 --students 4"]
)
def test_the_grader_is_steady(words, repository):
    env = {**os.environ, "PYTHONPATH": str(repository)}
    name, *options = words.split()
    program = [sys.executable, str(repository / "scripts" / name), *options]
    done = subprocess.run(program, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
