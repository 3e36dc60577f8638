"""The simulated class."""

from collections import Counter

from autograder.authoring.cheats import cheats
from autograder.authoring.make import NotebookBuilder
from autograder.authoring.simulate import KINDS, SimulatedClass
from autograder.core.assignment import Assignment

ROUNDS = 2


def test_every_attempt_at_cheating_is_as_frequent_as_any_other(
    plan: Assignment, released: NotebookBuilder
) -> None:
    """What takes long, because it sleeps or computes, is not there more often in one class."""
    count = ROUNDS * len(cheats(plan)) * len(KINDS)
    made = SimulatedClass(plan, "en", released.bytes(), seed=1).students(count)
    found = Counter(next(iter(one.files.values())) for one in made if one.kind == "cheating")
    assert set(found.values()) == {ROUNDS}


def test_the_same_seed_makes_the_same_class_and_another_one_another(
    plan: Assignment, released: NotebookBuilder
) -> None:
    def made(seed: int) -> list[dict[str, bytes]]:
        students = SimulatedClass(plan, "en", released.bytes(), seed).students(30)
        return [one.files for one in students]

    assert made(1) == made(1) != made(2)
