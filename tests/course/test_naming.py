"""Known mistakes are named by what they do, however they are written."""

import pytest

from autograder.authoring import catalogue
from autograder.core.model import PartResult
from autograder.grading.naming import Catalogue, Known

UNSCALED = """
class SelfAttention_v1(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        for name in ("W_query", "W_key", "W_value"):
            setattr(self, name, nn.Parameter(torch.rand(d_in, d_out)))

    def forward(self, tokens):
        asked, offered = tokens @ self.W_query, tokens @ self.W_key
        return (asked @ offered.T).softmax(dim=1) @ (tokens @ self.W_value)
"""


def told(part: PartResult) -> set[str]:
    return {mistake.id for check in part.checks for mistake in check.mistakes}


def test_a_mistake_is_named_though_it_is_written_in_other_words(judged):
    part = judged("SelfAttention_v1", UNSCALED)
    assert part.points < part.max_points
    (name,) = told(part)
    assert "scal" in name


@pytest.mark.parametrize(
    "id_",
    ["SelfAttention_v2/not_called", "SelfAttention_v2/attribute_misspelt",
     "CausalAttention/dropout_never_applied", "CausalAttention/evaluation_switched_on"],
)  # fmt: skip
def test_of_two_causes_that_look_alike_one_is_told(judge, known, id_):
    named = [mistake.name for check in judge(known[id_]).checks for mistake in check.mistakes]
    assert set(named) == {known[id_].mistake.name}


def test_values_that_no_known_mistake_gives_get_no_name(judged):
    odd = UNSCALED.replace("(asked @ offered.T)", "3.7 * (asked.sin() @ offered.T.exp())")
    part = judged("SelfAttention_v1", odd)
    assert part.points < part.max_points
    assert told(part) == set()
    assert all(check.detail for check in part.checks if check.outcome.value != "passed")


def names_without(known: Catalogue, one: Known) -> frozenset[str]:
    """The ids that this mistake would be told if nobody had ever seen it; all of them are wrong."""
    of_part = Catalogue(tuple(entry for entry in known.known if entry.part == one.part))
    ids = {entry.mistake.id for entry in of_part.known}
    same = {id_ for id_ in ids if catalogue.alike(of_part, one.mistake.id, id_)}
    remaining = Catalogue(tuple(entry for entry in of_part.known if entry.mistake.id not in same))
    named = remaining.named(one.part, one.prints)
    return frozenset(mistake.id for group in named.values() for mistake in group)


def test_a_mistake_that_the_catalogue_lacks_is_not_given_another_name(assignment):
    """Each in turn is left out, with those that no check tells from it.

    Three exceptions: of a rate of dropout that is fixed and always active, the former is told; of a
    batch that lost its dimension nothing is seen but the shape; and an output projection that is
    never called does what one does whose result is thrown away.
    """
    full = Catalogue.read(assignment)
    names = {entry.mistake.id: ids for entry in full.known if (ids := names_without(full, entry))}
    assert names == {
        "CausalAttention/dropout_fixed_and_active": {"CausalAttention/dropout_rate_default"},
        "MultiHeadAttention/batch_and_tokens_joined": {
            "MultiHeadAttention/single_sequence_squeezed"
        },
        "MultiHeadAttention/out_proj_never_called": {"MultiHeadAttention/out_proj_thrown_away"},
    }


def test_a_name_that_is_not_there_is_no_change_of_a_line(judged):
    """A slip may leave the answer undefined, and so does whoever misspells or deletes it."""
    part = judged("exercise_3_3", "gpt2_attentive = None")
    assert part.points < part.max_points
    assert not [id_ for id_ in told(part) if "-" in id_]
