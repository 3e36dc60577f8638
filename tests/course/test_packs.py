"""Specimens share notebooks while they are learnt; a mistake is learnt as it fails by itself."""

from itertools import permutations
from pathlib import Path

from autograder.authoring import batched
from autograder.authoring.audit import trials
from autograder.core.assignment import Assignment


def test_no_answer_in_a_pack_uses_the_part_of_another(plan: Assignment, repository: Path) -> None:
    released = (repository / "release/attention/attention.ipynb").read_bytes()
    every = tuple(trials(plan, "en", released))
    packs = list(batched._packs(every))
    assert sum(map(len, packs)) == sum(trial.specimen is not None for trial in every)
    assert len(packs) < len(every) / 2
    for pack in packs:
        for one, other in permutations(pack, 2):
            assert one.specimen
            assert all(other.part not in cell for cell in one.specimen.cells)
