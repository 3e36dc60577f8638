"""Where a layer of isolation is missing, nothing is graded in silence."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.sandbox import bubblewrap
from tests.courses import configure

HERE, BIN = Path(__file__).parent, Path(sys.executable).parent

needs_bubblewrap = pytest.mark.skipif(
    bubblewrap.usable() is not None, reason="bubblewrap is missing here anyway"
)


@pytest.fixture
def ran(ready, solved, submit) -> Callable[..., "subprocess.CompletedProcess[str]"]:
    """Run a command in a course with one right submission, without some of the layers."""
    submit(ready, "ada", solved.bytes())

    def run(command: str, landlock: bool = True, mounts: bool = True, bwrap: bool = True) -> object:
        name, *words = command.split()
        words = [str(BIN / name), *words]
        if not landlock:
            nor = [] if mounts else ["--nor-mounts"]
            words = [sys.executable, str(HERE / "without_landlock.py"), *nor, *words]
        path = f"{BIN}:{os.environ['PATH']}"
        if not bwrap:
            path = str(ready / "programs")
            Path(path).mkdir()
            for program in ("alembic", "nbgrader", "autograder"):
                Path(path, program).symlink_to(BIN / program)
        env = {**os.environ, "PATH": path, "OMP_NUM_THREADS": "1"}
        return subprocess.run(words, cwd=ready, env=env, capture_output=True, text=True)

    return run


GRADE, FLAG = "autograder grade attention", "--accept-weaker-isolation"
AUTOGRADE = "nbgrader autograde attention --create"


@needs_bubblewrap
def test_without_landlock_private_mounts_take_its_place(ran, ready, scores):
    """Nothing is given up, so the class is graded without any flag."""
    done = ran(GRADE, landlock=False)
    assert done.returncode == 0, done.stderr
    assert all(scores(ready)["ada"].values())


@needs_bubblewrap
def test_without_either_the_command_refuses_and_names_the_flag(ran, ready, scores):
    """With it the class is graded by what is left, and that is said."""
    done = ran(GRADE, landlock=False, mounts=False)
    assert done.returncode == 1
    assert "no Landlock" in done.stderr and FLAG in done.stderr
    assert "Traceback" not in done.stderr
    assert scores(ready) == {}
    done = ran(f"{GRADE} {FLAG}", landlock=False, mounts=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("weaker isolation accepted: this kernel has no Landlock") == 1
    assert all(scores(ready)["ada"].values())


@needs_bubblewrap
def test_nbgraders_own_command_refuses_too(ran, ready, scores):
    """`nbgrader autograde` records nothing, and its log names the setting that accepts less."""
    done = ran(AUTOGRADE, landlock=False, mounts=False)
    assert done.returncode != 0
    assert "GradeOutside.accept_weaker_isolation" in done.stderr
    assert scores(ready) == {}


@needs_bubblewrap
@pytest.mark.slow
def test_nbgraders_own_command_takes_the_setting(ran, ready, scores):
    """The trait in nbgrader_config.py is what the flag is on the command line."""
    configure(ready, "c.GradeOutside.accept_weaker_isolation = True")
    done = ran(AUTOGRADE, landlock=False, mounts=False)
    assert done.returncode == 0, done.stderr
    assert all(scores(ready)["ada"].values())


def test_without_both_rings_no_flag_helps(ran, ready, scores):
    """Nothing would keep files from student code: the command refuses even with the flag."""
    done = ran(f"{GRADE} {FLAG}", landlock=False, bwrap=False)
    assert done.returncode == 1
    assert "no flag accepts less" in done.stderr
    assert scores(ready) == {}


@pytest.mark.parametrize(
    ("landlock", "files"),
    [
        (True, "Landlock"),
        pytest.param(False, "private mounts", marks=[needs_bubblewrap, pytest.mark.slow]),
    ],
    ids=["with Landlock", "without"],
)
def test_the_doctor_tries_every_layer(ran, landlock, files):
    done = ran("autograder doctor --json", landlock=landlock)
    assert done.returncode == 0, done.stdout + done.stderr
    report = json.loads(done.stdout)
    layers = {layer["layer"]: layer for layer in report["layers"]}
    assert report["ready"] and ("Landlock" in layers) == landlock
    for tried in (report["worker"], *(layers[name] for name in (files, "seccomp", "limits"))):
        assert tried["refused"] and tried["allowed"] == [], tried
    assert {"hold_memory", "start_many_threads", "read_a_file"} <= set(report["worker"]["refused"])


def test_the_doctor_says_what_to_do_where_bubblewrap_is_missing(ran):
    done = ran("autograder doctor", bwrap=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "apt-get install bubblewrap" in done.stdout
    assert "the inner ring alone" in done.stdout


@needs_bubblewrap
@pytest.mark.slow
def test_the_doctor_refuses_where_both_are_missing(ran):
    """Exit code 1, the same reason as the command gives, and what to do."""
    done = ran("autograder doctor", landlock=False, mounts=False)
    assert done.returncode == 1
    assert "Grading is refused here" in done.stdout
    assert "max_user_namespaces" in done.stdout
