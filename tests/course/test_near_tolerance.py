"""The same bytes have the same marks, whoever hands them in and however often they are saved."""

import json
from pathlib import Path

import pytest

from autograder.checks.references import drawn
from autograder.cluster.assignment_bundle import AssignmentBundle
from autograder.core.assignment.load import load
from autograder.course import LoadedAssignment
from autograder.grading.grader import SubmissionGrader

BESIDE = """
def softmax_naive(x):
    e = torch.exp(x)
    return e / (e.sum(dim=0) + {epsilon})
"""
COURSES = ("one", "two")
STUDENTS = [f"student{number}" for number in range(10)]


@pytest.fixture(scope="module")
def graders(plan, released, grader_of, tmp_path_factory) -> list[SubmissionGrader]:
    """Graders of two courses that have the same salt."""
    loaded, made = LoadedAssignment(plan, plan.editions[0], released.bytes()), []
    alone = frozenset({"softmax_naive"})
    numbers = drawn(plan, "nobody knows", 4, published=False)
    for name in COURSES:
        folder: Path = tmp_path_factory.mktemp(name)
        own = AssignmentBundle.of(loaded).unpack(folder)
        numbers.write(own.folder / "hidden")
        made.append(grader_of(load(own.folder), discloses=False, judged=lambda _: alone))
    return made


@pytest.mark.parametrize("epsilon", [1e-4, 1e-5])
def test_ten_students_with_the_same_bytes_have_one_mark(graders, released, epsilon):
    """Also after a new save, and in another course of the same salt."""
    notebook = released.answered({"softmax_naive": BESIDE.format(epsilon=epsilon)}).notebook
    once, saved_again = (json.dumps(notebook, indent=indent).encode() for indent in (None, 1))
    one, two = graders
    marks = {one.grade(once, student).points for student in STUDENTS}
    marks |= {one.grade(saved_again, "student0").points, two.grade(once, "student0").points}
    assert len(marks) == 1
