"""At home a student hears of every mistake that the worked example can show."""

import re
from collections.abc import Mapping

import pytest

from autograder.authoring.visible import VisibleResults, VisibleRow, figures
from autograder.core.assignment.load import find
from tests.course.lessons import checks_of

SHAPE_OR_PLACE = re.compile(
    r"shape is|\brow\b|every row|position|line \d+|argument|attribute|parameter|of type|found "
    r"|calls |setting of torch|not defined|bias|\w\(.*\) was"
    r"|length \d|made with \w+=|was changed"
)
"""A shape, a row or position, a line of the student's own, or the name of what is wrong."""


@pytest.fixture(scope="module")
def told(visible_results_of) -> VisibleResults:
    return visible_results_of("attention")


@pytest.fixture(scope="module")
def rows(repository, assignment_id, visible_results_of) -> Mapping[str, VisibleRow]:
    return figures(find(repository, assignment_id)[0], visible_results_of(assignment_id))


def test_no_alternative_looks_like_a_mistake(told):
    assert [result.specimen for result in told.alternatives if result.shown] == []


def test_what_is_told_names_a_shape_or_a_place(told):
    vague = [s for s in told.mistakes if s.message and not SHAPE_OR_PLACE.search(s.message)]
    assert [(result.specimen, result.message) for result in vague] == []


SAID = {
    "softmax_naive": {"no_division": "add up to 1", "library_method": "calls softmax",
        "changed_in_place": "in place", "printed_only": "NoneType",
        "global_scores": "the case computed by hand"},
    "context_vector": {"six_tokens": "index 2 is out of bounds",
        "weights_returned": "shape is (6,), expected (3,)",
        "index_ignored": "row 0 (Your), 2 (starts)"},
    "scaled_attention_weights": {"global_width": "hold those of the example"},
    "SelfAttention_v1": {"qk_swapped": "queries or to the keys", "linear_layers": "type Linear",
        "not_parameters": "optimizer", "no_super": "before anything else",
        "inputs_read": "name of the notebook", "shared_query_and_key": "a weight of their own"},
    "SelfAttention_v2": {"bias_always": "although qkv_bias was not asked",
        "bias_never": "no bias although", "not_called": "A layer is an object"},
    "exercise_3_1": {"layers_assigned": "accepts only an nn.Parameter",
        "frozen": "not among the trainable", "source_transposed": "stay as it was"},
    "CausalAttention": {"zero_times_infinity": "0 times infinity", "not_sliced": "tokens at hand",
        "seeded": "as torch.manual_seed does", "arguments_reordered": "in the order",
        "keys_of_the_first_sequence": "belongs to the batch",
        "mask_after_softmax": "left in a row still add up to 1"},
    "MultiHeadAttentionWrapper": {"divided_width": "of one head, or of all heads",
        "heads_in_a_dict": "kind of list", "extra_projection": "besides the weights"},
    "MultiHeadAttention": {"out_proj_never_called": "joined heads",
        "viewed_without_contiguous": "What does view need",
        "assert_on_a_tuple": "Is the condition reached"},
    "exercise_3_3": {"short_context": "context_length=256"},
}  # fmt: skip
"""Of what a student is told of a mistake, the words that tell it from others."""


@pytest.mark.parametrize(
    ("mistake", "words"),
    [(f"{part}/{name}", words) for part, names in SAID.items() for name, words in names.items()],
)
def test_a_mistake_is_told_from_others(told, mistake, words):
    (message,) = (result.message for result in told.mistakes if result.specimen == mistake)
    assert words in " ".join(message.split())


def test_every_question_is_asked_of_a_mistake(told):
    text = "\n".join(" ".join(result.message.split()) for result in told.mistakes)
    assert [
        key for key, (english, _) in checks_of("attention").QUESTIONS.items() if english not in text
    ] == []


def test_every_revealable_mistake_is_told_and_every_alternative_passes(rows):
    for row in rows.values():
        assert row.revealable == row.revealed > 0, row.missed
        assert row.passed == row.alternatives > 0, row.refused


def test_the_table_of_the_audit_has_what_is_told(rows, assignment_id, repository):
    page = repository / "assignments" / assignment_id / "audit.md"
    table = page.read_text("utf-8").splitlines()
    for row in rows.values():
        (line,) = (line for line in table if line.startswith(f"| {row.part} |"))
        shown = f"| {row.revealed}/{row.revealable} "
        assert f"{shown}| {row.passed}/{row.alternatives} |" in line
