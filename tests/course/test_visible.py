"""At home a student hears of every mistake that the worked example can show."""

import re
import sys
from collections.abc import Mapping
from types import ModuleType

import pytest

from autograder.authoring.visible import PRINTED, Sights, VisibleRow, alike, figures
from autograder.core.assignment.given import visible_checks
from autograder.core.assignment.load import find

SHAPE_OR_PLACE = re.compile(
    r"shape is|\brow\b|every row|position|line \d+|argument|attribute|parameter|of type|found "
    r"|calls |the seed|setting of torch|not defined|bias|\w\(.*\) was"
    r"|length \d|made with \w+=|was changed"
)
"""A shape, a row or position, a line of the student's own, or the name of what is wrong."""


@pytest.fixture(scope="module")
def told(sights_of) -> Sights:
    return sights_of("attention")


@pytest.fixture(scope="module")
def rows(repository, assignment_id, sights_of) -> Mapping[str, VisibleRow]:
    return figures(find(repository, assignment_id)[0], sights_of(assignment_id))


def test_no_alternative_looks_like_a_mistake(told):
    """Right answers give what the reference gives on the worked example: the example is fair."""
    assert [sight.specimen for sight in told.alternatives if sight.shown] == []


def test_what_is_told_names_a_shape_or_a_place(told):
    vague = [s for s in told.mistakes if s.message and not SHAPE_OR_PLACE.search(s.message)]
    assert [(sight.specimen, sight.message) for sight in vague] == []


SAID = {
    "softmax_naive/no_division": "add up to 1",
    "softmax_naive/no_exponential": "done to each score",
    "softmax_naive/logarithms": "logarithms",
    "softmax_naive/library_method": "calls softmax",
    "softmax_naive/changed_in_place": "in place",
    "softmax_naive/printed_only": "NoneType",
    "softmax_naive/list_returned": "found list",
    "softmax_naive/global_scores": "the case computed by hand",
    "context_vector/six_tokens": "index 2 is out of bounds",
    "simple_self_attention/softmax_over_everything": "or the whole matrix",
    "scaled_attention_weights/global_width": "hold those of the example",
    "renormalized_causal_weights/keepdim_forgotten": "by whose sum",
    "context_vector/no_softmax": "turns the scores into weights",
    "context_vector/weights_returned": "shape is (6,), expected (3,)",
    "context_vector/index_ignored": "row 0 (Your), 2 (starts)",
    "simple_self_attention/softmax_by_column": "Which dimension",
    "simple_self_attention/scaled_scores": "ask for",
    "simple_self_attention/pair_reversed": "In which order",
    "simple_self_attention/transposed_in_the_sum": "Which index",
    "scaled_attention_weights/no_scale": "By what are the scores",
    "scaled_attention_weights/divided_by_square": "made from it",
    "scaled_attention_weights/divided_by_tokens": "under the root",
    "scaled_attention_weights/multiplied": "smaller, or larger",
    "SelfAttention_v1/qk_swapped": "queries or to the keys",
    "SelfAttention_v1/sum_of_keys": "which one is summed up",
    "SelfAttention_v1/shape_transposed": "expected (3, 2)",
    "SelfAttention_v1/linear_layers": "type Linear",
    "SelfAttention_v1/not_parameters": "optimizer",
    "SelfAttention_v1/no_super": "before anything else",
    "SelfAttention_v1/inputs_read": "name of the notebook",
    "SelfAttention_v2/bias_always": "although qkv_bias was not asked",
    "SelfAttention_v2/bias_never": "no bias although",
    "SelfAttention_v2/not_called": "A layer is an object",
    "SelfAttention_v2/scale_after": "before the softmax, or after",
    "SelfAttention_v1/shared_query_and_key": "a weight of their own",
    "SelfAttention_v2/softmax_twice": "How often do the scores",
    "context_vector/index_counted_from_one": "From which number",
    "exercise_3_1/reshaped": "In which layout",
    "scaled_attention_weights/extra_dimension": "the shape is (1, 6)",
    "CausalAttention/zero_filled": "a score of 0",
    "CausalAttention/zero_times_infinity": "0 times infinity",
    "MultiHeadAttentionWrapper/divided_width": "of one head, or of all heads",
    "exercise_3_1/layers_assigned": "accepts only an nn.Parameter",
    "exercise_3_1/frozen": "not among the trainable",
    "exercise_3_1/source_transposed": "stay as it was",
    "causal_mask/diagonal_too": "look at itself",
    "causal_mask/inverted": "the future",
    "causal_mask/global_inputs": "causal_mask(3): the shape is (6, 6)",
    "renormalized_causal_weights/not_renormalized": "divisor",
    "renormalized_causal_weights/diagonal_too": "itself",
    "causal_attention_weights/mask_dropped": "go into the softmax",
    "CausalAttention/seeded": "the seed",
    "CausalAttention/in_place": "x was changed",
    "CausalAttention/single_sequence_squeezed": "the shape is (6, 2), expected (1, 6, 2)",
    "CausalAttention/library_attention": "calls scaled_dot_product_attention",
    "CausalAttention/masked_copy_thrown_away": "its result kept",
    "CausalAttention/not_sliced": "tokens at hand",
    "CausalAttention/arguments_reordered": "in the order",
    "CausalAttention/only_the_first_sequence": "expected (2, 6, 2)",
    "CausalAttention/keys_of_the_first_sequence": "belongs to the batch",
    "MultiHeadAttentionWrapper/heads_in_a_dict": "kind of list",
    "MultiHeadAttention/diagonal_masked": "May a token look at itself",
    "MultiHeadAttentionWrapper/token_dimension": "(2, 12, 2)",
    "MultiHeadAttentionWrapper/extra_projection": "besides the weights",
    "exercise_3_2/width_two_per_head": "how wide may each",
    "exercise_3_2/one_head": "num_heads=1",
    "MultiHeadAttention/no_root": "ONE head",
    "MultiHeadAttention/out_proj_never_called": "joined heads",
    "MultiHeadAttention/split_by_view_alone": "which head",
    "MultiHeadAttention/split_interleaved": "every second one",
    "MultiHeadAttention/heads_returned_apart": "Before the heads are joined",
    "MultiHeadAttention/viewed_without_contiguous": "What does view need",
    "MultiHeadAttention/assert_on_a_tuple": "Is the condition reached",
    "CausalAttention/mask_after_softmax": "left in a row still add up to 1",
    "MultiHeadAttention/mask_after_softmax": "left in a row still add up",
    "CausalAttention/past_masked": "Which side of the diagonal",
    "exercise_3_3/short_context": "context_length=256",
    "exercise_3_3/eight_heads": "num_heads=8",
}
"""Of what a student is told of a mistake, the words that tell it from others."""


@pytest.mark.parametrize("mistake", SAID)
def test_a_mistake_is_told_from_others(told, mistake):
    (message,) = (sight.message for sight in told.mistakes if sight.specimen == mistake)
    assert SAID[mistake] in " ".join(message.split())


def test_every_question_is_asked_of_a_mistake(assignment, told, monkeypatch):
    checks = ModuleType("checks")
    monkeypatch.setitem(sys.modules, "checks", checks)
    exec(visible_checks(assignment.folder), vars(checks))
    said = "\n".join(" ".join(sight.message.split()) for sight in told.mistakes)
    assert [key for key, (english, _) in checks.QUESTIONS.items() if english not in said] == []


def test_every_revealable_mistake_is_told_and_every_alternative_passes(rows):
    """What changes a value, a shape or an error of the worked example does not pass at home."""
    for row in rows.values():
        assert row.revealable == row.revealed > 0, row.missed
        assert row.passed == row.alternatives > 0, row.refused
        assert row.revealable <= row.mistakes


def test_the_table_of_the_audit_has_what_is_told(rows, assignment_id, repository):
    page = repository / "assignments" / assignment_id / "audit.md"
    table = page.read_text("utf-8").splitlines()
    for row in rows.values():
        (line,) = (line for line in table if line.startswith(f"| {row.part} |"))
        shown = f"| {row.revealed}/{row.revealable} "
        assert f"{shown}| {row.passed}/{row.alternatives} |" in line


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ([1.0, float("nan")], [1.0 + PRINTED / 2, float("nan")], True),
        ([1.0], [1.0 + 2 * PRINTED], False),
        ([1.0, 2.0], [1.0], False),
        ({"shape": [2, 3]}, {"shape": [3, 2]}, False),
        ({"error": "ValueError"}, {"shape": [2]}, False),
        (float("inf"), float("inf"), True),
    ],
)
def test_observations_are_compared_as_printed(one, other, same):
    assert alike(one, other) is same
