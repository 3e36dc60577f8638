"""What mistakes cost: proven slips, the course's own costs, and marks that add up everywhere."""

import csv
import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.authoring.make import NotebookBuilder, notebook_with
from autograder.authoring.specimens import mistakes
from autograder.core.assignment import Assignment, find
from autograder.core.marks import Costs, course_file, in_steps

Run = Callable[..., subprocess.CompletedProcess[str]]
Scores = Callable[[Path], dict[str, dict[str, float | None]]]
SLIPS = {
    "ada": "CausalAttention/no_scale",
    "bob": "CausalAttention/names_changed",
    "cem": "MultiHeadAttention/softmax_queries",
}


def cost(plan: Assignment, mistake: str) -> float:
    """What the table of the assignment says that a mistake takes."""
    part = next(one for one in plan.parts if one.id == mistake.partition("/")[0])
    found = Costs.read(plan).of(mistake, part.points)
    assert found is not None
    return found


@pytest.fixture(scope="module")
def classroom(
    make_course: Callable[[], Path], run: Run, solved: NotebookBuilder, submit_in: Callable[..., None]
) -> Path:
    """A graded class of one slip each."""
    folder = make_course()
    plan = find(folder, "attention")[0]
    known = {one.id: one for one in mistakes(plan)}
    for student, mistake in SLIPS.items():
        submit_in(folder, student, notebook_with(solved, known[mistake]).bytes())
    done = run(folder, "autograder", "grade", "attention")
    assert done.returncode == 0, done.stderr
    return folder
