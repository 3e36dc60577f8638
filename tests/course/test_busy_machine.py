"""A machine that is busy with something else gives the same marks."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import zip_longest

import pytest

from autograder.authoring.make import NotebookBuilder, cheats, damaged, notebook_with
from autograder.authoring.specimens import Specimen, alternatives, mistakes
from autograder.core.assignment.plan import Assignment
from autograder.core.model import Graded
from autograder.grading.pool import cores, grade_all
from autograder.notebook.submission import Submission

RACES = frozenset({"spoofing/stolen_requests"})
"""Threads of its own race its process for each request: on an idle machine, too, its marks differ
from run to run (12 points once in twelve). It must not gain by it."""

EACH_CORE = 2
"""Processes that compute without end, for each core."""


@contextmanager
def busy_machine() -> Iterator[None]:
    """A machine on which other processes want all cores twice."""
    command = [sys.executable, "-c", "while True: pass"]
    others = [subprocess.Popen(command) for _ in range(EACH_CORE * cores())]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


def packs(kind: str, specimens: Sequence[Specimen], solved: NotebookBuilder) -> dict[str, bytes]:
    """Notebooks that hold specimens of as many parts as there are."""
    by_part: dict[str, list[Specimen]] = {}
    for specimen in specimens:
        by_part.setdefault(specimen.part, []).append(specimen)
    rows = zip_longest(*by_part.values())
    return {
        f"{kind}-{number}": notebook_with(solved, *(one for one in row if one)).bytes()
        for number, row in enumerate(rows)
    }


def of_every_kind(
    plan: Assignment, solved: NotebookBuilder, released: NotebookBuilder
) -> dict[str, bytes]:
    """Notebooks with all specimens: right answers, mistakes, damage and cheats."""
    return {
        "solved": solved.bytes(),
        "released": released.bytes(),
        **packs("alternatives", alternatives(plan), solved),
        **packs("mistakes", mistakes(plan), solved),
        **{kind.id: next(iter(kind.files(solved).values())) for kind in damaged(plan)},
        **{cheat.id: cheat.notebook(solved, released).bytes() for cheat in cheats(plan)},
    }


def marks(result: Graded) -> tuple[dict[str, float], str | None]:
    """Points by part, or why there are none."""
    parts = result.report.parts if result.report else ()
    return {part.id: part.points for part in parts}, result.problem


@pytest.mark.slow
def test_every_specimen_gets_the_same_marks_beside_busy_processes(plan, solved, released, grader):
    """Limits count what a notebook itself computes and sleeps, not how long it has to wait."""
    notebooks = of_every_kind(plan, solved, released)
    files = {name: Submission.of(name, data) for name, data in notebooks.items()}

    def graded() -> dict[str, Graded]:
        return {one.student: one for one in grade_all(grader.examine, files, cores())}

    alone = graded()
    with busy_machine():
        beside = graded()
    different = {name for name in notebooks if marks(alone[name]) != marks(beside[name])}
    found = {name: (marks(alone[name]), marks(beside[name])) for name in different - RACES}
    assert found == {}
    honest = {cheat.id: cheat.honest for cheat in cheats(plan)}
    for name in RACES:
        for result in (alone[name], beside[name]):
            assert sum(marks(result)[0].values()) <= (honest[name] or 0)
