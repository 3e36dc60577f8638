"""The audit: every mistake caught and named, every right answer accepted, every check needed."""

from itertools import permutations

import pytest

from autograder.authoring.trial_grading import packs
from autograder.authoring.trials import trials

MARGIN = 100


def test_the_audit_finds_nothing_wrong(audit):
    assert audit["problems"] == []


@pytest.mark.slow
def test_a_pack_says_of_each_specimen_what_it_says_alone(packed, whole):
    assert packed("attention")["killers"] == whole("attention")["killers"]


def test_right_answers_and_mistakes_are_far_apart(audit):
    margins = {row["part"]: row["margin"] for row in audit["rows"]}
    assert {part for part, gap in margins.items() if gap is not None and gap < MARGIN} == set()


def test_the_table_is_that_of_the_audit(audit, repository):
    table = (repository / "assignments" / audit["name"] / "audit.md").read_text("utf-8")
    for row in audit["rows"]:
        mistakes = row["mistakes"]
        caught = f"| {row['part']} | {row['killed']}/{mistakes} | {row['named']}/{mistakes} "
        assert f"{caught}| {row['accepted']}/{row['alternatives']} |" in table


def test_no_answer_in_a_pack_uses_the_part_of_another(assignment, repository):
    """Specimens share notebooks; a mistake is learnt as it fails by itself."""
    released = (repository / "release/attention/attention.ipynb").read_bytes()
    all_trials = tuple(trials(assignment, "en", released))
    packed = list(packs(all_trials))
    assert sum(map(len, packed)) == sum(trial.specimen is not None for trial in all_trials)
    assert len(packed) < len(all_trials) / 2
    for pack in packed:
        for trial, neighbour in permutations(pack, 2):
            assert trial.specimen
            assert all(neighbour.part not in cell for cell in trial.specimen.cells)
