"""The simulated class."""

import json
from collections import Counter

from autograder.authoring.cheats import cheats
from autograder.authoring.make import NotebookBuilder
from autograder.authoring.simulate import KINDS, Enrolled, SimulatedClass
from autograder.core.assignment import Assignment
from autograder.grading.grader import Grader

ROUNDS = 2


def test_every_attempt_at_cheating_is_as_frequent_as_any_other(
    plan: Assignment, released: NotebookBuilder
) -> None:
    """What takes long, because it sleeps or computes, is not there more often in one class."""
    count = ROUNDS * len(cheats(plan))
    made = SimulatedClass(plan, "en", released.bytes(), seed=1).students(count, ("cheating",))
    found = Counter(next(iter(one.files.values())) for one in made)
    assert set(found.values()) == {ROUNDS}


def test_the_same_seed_makes_the_same_class_and_another_one_another(
    plan: Assignment, released: NotebookBuilder
) -> None:
    def made(seed: int) -> list[dict[str, bytes]]:
        students = SimulatedClass(plan, "en", released.bytes(), seed).students(30)
        return [one.files for one in students]

    assert made(1) == made(1) != made(2)


def test_no_two_students_have_a_cell_with_the_same_text(
    plan: Assignment, released: NotebookBuilder
) -> None:
    simulated = SimulatedClass(plan, "en", released.bytes(), seed=1)
    made = list(simulated.students(20, ("right", "mistaken")))
    for part in plan.parts:
        made_of_it = [_answer(one, part.id) for one in made]
        assert len(set(made_of_it)) == len(made_of_it)


def test_who_writes_right_answers_in_another_hand_keeps_all_points(
    plan: Assignment, released: NotebookBuilder, grader: Grader
) -> None:
    """Of the kinds `right` and `alternative`, which are most of a class."""
    right = ("right", "alternative", "alternative")
    for one in SimulatedClass(plan, "en", released.bytes(), seed=3).students(9, right):
        report = grader.grade(one.files[f"{plan.id}.ipynb"], one.id)
        lost = [part.id for part in report.parts if part.points < part.max_points]
        assert not lost, one.id


def test_a_class_of_ten_has_every_kind_and_a_larger_one_is_mostly_right() -> None:
    assert set(KINDS[:10]) == set(KINDS)
    assert sum(kind in ("right", "alternative") for kind in KINDS) == 0.7 * len(KINDS)


def _answer(student: Enrolled, part: str) -> str:
    notebook = json.loads(next(iter(student.files.values())))
    cells = (cell for cell in notebook["cells"] if "nbgrader" in cell["metadata"])
    return next(c["source"] for c in cells if c["metadata"]["nbgrader"]["grade_id"] == part)
