"""A class of 200 in which 60 submissions are odd, each in another way."""

import os
import re
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from autograder.authoring.make import NotebookBuilder
from autograder.core.assignment import Assignment

sys.path.insert(0, str(Path(__file__).parents[1] / "desk"))
from hostile import BESIDE, HOSTILE, spoil

from tests.courses import copied

RIGHT = [f"right-{number:03d}" for number in range(int(os.environ.get("HOSTILE_CLASS", "140")))]
"""A quick look: HOSTILE_CLASS=20 python -m pytest -m slow tests/edge/test_hostile_class.py"""
WAYS = [*HOSTILE, *BESIDE]


@dataclass(frozen=True)
class Graded:
    """What a run left behind."""

    status: int
    said: str
    seconds: float
    computed: float
    scores: dict[str, dict[str, float | None]]


@pytest.fixture(scope="module")
def right_class(
    tmp_path_factory: pytest.TempPathFactory, new_course: Callable[[Path], Path], run: Callable,
    solved: NotebookBuilder, submit: Callable[..., Path],
) -> Path:  # fmt: skip
    """140 right notebooks, each with a line of its own."""
    course = new_course(tmp_path_factory.mktemp("right") / "course")
    assert run(course, "nbgrader", "generate_assignment", "attention", "--force").returncode == 0
    for student in RIGHT:
        submit(course, student, own(solved, student))
    return course


def own(solved: NotebookBuilder, student: str) -> bytes:
    """A right notebook that nobody else has."""
    frame = NotebookBuilder.of(solved.bytes())
    frame.notebook["metadata"]["of"] = student
    return frame.bytes()


def graded(course: Path, run: Callable, scores: Callable) -> Graded:
    """Grade a class."""
    begun, before = time.monotonic(), computing()
    done = run(course, "autograder", "grade", "attention")
    seconds, computed = time.monotonic() - begun, computing() - before
    return Graded(done.returncode, done.stderr, seconds, computed, scores(course))


def computing() -> float:
    """The seconds of computing of all commands that have ended: a busy machine adds none."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@pytest.fixture(scope="module")
def both(
    right_class: Path,
    run: Callable,
    scores: Callable,
    solved: NotebookBuilder,
    submit: Callable[..., Path],
) -> Iterator[tuple[Graded, Graded]]:
    """The right ones alone, and with the hostile ones among them."""
    mixed = right_class.parent / "mixed"
    copied(right_class, mixed)
    for way in WAYS:
        submit(mixed, way, own(solved, way))
        spoil(mixed, way, way)
    yield graded(right_class, run, scores), graded(mixed, run, scores)
    # Python's own rmtree calls itself for each of a thousand nested folders.
    subprocess.run(["rm", "-rf", str(mixed)], check=True)


@pytest.mark.slow
def test_sixty_hostile_submissions_cost_nobody_else_anything(
    both: tuple[Graded, Graded], plan: Assignment
) -> None:
    """Whoever has a right notebook has full marks, the others are named; the times are printed."""
    alone, mixed = both
    full = {f"test_{part.id}": part.points for part in plan.parts}
    for name, one in {"alone": alone, "with 60 hostile ones": mixed}.items():
        print(f"{name}: {one.seconds:.1f} s, {one.computed:.1f} s of computing")
    assert alone.status == 0, alone.said
    assert mixed.status == 1
    assert "Traceback" not in mixed.said
    right = [*RIGHT, *BESIDE]
    assert {name: mixed.scores.get(name) for name in right} == dict.fromkeys(right, full)
    lines = re.findall(r"^([a-z, -]+): ", mixed.said, re.MULTILINE)
    named = {name for line in lines for name in line.split(", ")}
    assert named >= set(HOSTILE)
    assert not [way for way in HOSTILE if None not in mixed.scores.get(way, {"": None}).values()]
