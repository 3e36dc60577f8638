"""The scripts that attack the grader's steadiness, in short; their long runs are for a person."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ("rough-class", "--students", "6"),
        ("kill-nine", "--moments", "3", "--students", "4"),
        ("rough-class", "--students", "20"),
    ],
    ids=["a rough class of six", "killed at three moments", "one of twenty"],
)
def test_the_grader_is_steady(words: tuple[str, ...]) -> None:
    """The same gradebook after kills; nothing left behind by cheats, hangs and damage."""
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    program = [sys.executable, str(ROOT / "scripts" / words[0]), *words[1:]]
    done = subprocess.run(program, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
