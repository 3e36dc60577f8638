"""Specimens share notebooks while they are learnt; a mistake is learnt as it fails by itself."""

from itertools import permutations
from pathlib import Path

from autograder.authoring.trial_grading import packs
from autograder.authoring.trials import trials
from autograder.core.assignment import Assignment


def test_no_answer_in_a_pack_uses_the_part_of_another(plan: Assignment, repository: Path) -> None:
    released = (repository / "release/attention/attention.ipynb").read_bytes()
    every = tuple(trials(plan, "en", released))
    made = list(packs(every))
    assert sum(map(len, made)) == sum(trial.specimen is not None for trial in every)
    assert len(made) < len(every) / 2
    for pack in made:
        for one, other in permutations(pack, 2):
            assert one.specimen
            assert all(other.part not in cell for cell in one.specimen.cells)
