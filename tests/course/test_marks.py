"""One slip costs what it costs: proven by hidden numbers, put right by rule, and added up."""

import math
import re
import shutil
import textwrap
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import combinations

import msgspec
import pytest

from autograder.authoring.catalogue import alike
from autograder.authoring.make import notebook_with
from autograder.authoring.pairs import pairs
from autograder.authoring.specimens import Specimen, mistakes, solution
from autograder.authoring.trials import AGAIN, KINDS, lazy_answers
from autograder.checks import references
from autograder.core.assignment import sets
from autograder.core.assignment.load import load
from autograder.core.assignment.plan import Assignment
from autograder.core.errors import CourseError
from autograder.core.marks import Costs, by_checks, deductions, taken_by_checks
from autograder.core.model import CheckResult, Outcome, PartResult, Slip, Text
from autograder.corrections.candidates import MOST_IN_A_ROUND, Correction, corrections, guesses
from autograder.corrections.one_place import removes_needed_step
from autograder.corrections.statement_rules import MOST_PLACES, one_character
from autograder.grading.grader import SubmissionGrader
from autograder.grading.judging import Judging
from autograder.grading.naming import Catalogue
from autograder.grading.proven_slips import ProvenSlips, unpacked
from autograder.notebook.read import Code, read
from autograder.report.diagnosis import diagnosis
from autograder.sandbox.worker_process import Worker
from tests.course.reports import edited, lost, part_of
from tests.tiers import every

PROVEN = (
    "softmax_naive/powers_of_two",
    # Its checks take less than it costs.
    "CausalAttention/dropout_before_the_mask",
    # Put right by a change, which has the name and cost of the mistake.
    "CausalAttention/dropout_rate_inverted",
    # Its values, all nan, are anybody's; right without the product, the rest is right.
    "causal_attention_weights/zero_times_infinity",
)
CORRECTED = {
    "SelfAttention_v2/names_changed": "names_changed",
    "CausalAttention/no_super": "no_super",
    "MultiHeadAttention/no_return": "no_return",
    "softmax_naive/global_scores": "inputs_read",
}
"""Specimens that one change makes judgeable, and the change."""


@pytest.fixture(scope="module")
def slipped(assignment, judged) -> Callable[..., PartResult]:
    """Grade a part's solution with other text in the place of what is right."""
    return lambda id_, *edits: judged(id_, edited(solution(assignment, id_), edits))


def names(slips: Iterable[Slip]) -> list[str]:
    return [slip.mistake.id.partition("/")[2] for slip in slips]


def assert_slips(part: PartResult, *told: str) -> None:
    """They are told in this order, and cost what is missing."""
    assert names(part.slips) == [*told]
    assert part.points == part.max_points - sum(slip.points for slip in part.slips) > 0


def added_up(part: PartResult) -> bool:
    """Whether what is told is what is missing, to the hundredth."""
    deducted = sum(slip.points for slip in deductions(part)) + taken_by_checks(part)
    return math.isclose(deducted, part.max_points - part.points, abs_tol=0.001)


@pytest.mark.parametrize("mistake", PROVEN)
def test_an_answer_that_is_right_but_for_a_known_mistake_loses_its_cost(
    mistake, known, judge, assignment
):
    part = judge(known[mistake])
    cost = Costs.read(assignment).of(mistake, part.max_points)
    assert cost is not None and names(part.slips) == [mistake.partition("/")[2]]
    assert part.points == max(by_checks(part), part.max_points - cost) > 0
    assert added_up(part)


BIASED = "self.out_proj = nn.Linear(d_out, d_out)"


@pytest.mark.parametrize("mistake", ["scale_d_out", "dropout_never_applied"])
def test_a_bias_that_the_exercise_leaves_open_changes_no_mark(mistake, known, judge):
    answer = known[f"MultiHeadAttention/{mistake}"]
    unbiased = answer.cells[-1].replace(BIASED, BIASED.replace("d_out)", "d_out, bias=False)"))
    assert unbiased != answer.cells[-1]
    with_bias, without = judge(answer), judge(replace(answer, cells=(*answer.cells[:-1], unbiased)))
    assert names(without.slips) == names(with_bias.slips) == [mistake]
    assert without.points == with_bias.points > 0


STATE_DICTS = (
    "{name: layer.weight for name, layer in sa_v2.named_children()}",
    "{'W_query': sa_v2.W_query.weight, 'W_key': sa_v2.W_key.weight,"
    " 'W_value': sa_v2.W_value.weight}",
)


@pytest.mark.parametrize("state", STATE_DICTS)
def test_a_state_dict_without_a_transpose_is_told_as_that(state, known, judge, judged):
    """And not as a call that is left out, whose module stays as it was."""
    answer = f"def transfer_weights(sa_v2, sa_v1):\n    sa_v1.load_state_dict({state})\n"
    part = judged("exercise_3_1", answer)
    assert names(part.slips) == ["state_untransposed"]
    assert part.points == judge(known["exercise_3_1/untransposed_copy"]).points


HELPER = """def shares(s):
    powers = torch.exp(s - s.max())
    return powers / powers.sum(dim=-1)


def my_softmax(s):
    return shares(s)


"""


def test_a_slip_in_a_function_that_several_answers_share_costs_each_a_slip(
    grader, assignment, solved
):
    """It stands in another cell than the answers, and is told there; by batches it raises."""
    users = ("simple_self_attention", "SelfAttention_v2", "CausalAttention")
    softmax = re.compile(r"torch\.softmax\((.*), dim=-1\)")
    answers = {id_: softmax.sub(r"my_softmax(\1)", solution(assignment, id_)) for id_ in users}
    assert all("my_softmax" in source for source in answers.values())
    answers["softmax_naive"] = HELPER + solution(assignment, "softmax_naive")
    report = grader.report(solved.answered(answers).bytes(), "ada")
    assert lost(report) == set(users)
    parts = [part_of(report, id_) for id_ in users]
    assert all(part.points > part.max_points / 2 and len(part.slips) == 1 for part in parts)
    # Of one the values are those of a known mistake, whose name says more than a place.
    texts = [part.slips[0].said for part in parts if part.slips[0].said]
    assert len(texts) == 2
    assert all("line 3: judged as if `return powers" in text.en for text in texts)


def test_grading_again_gives_what_the_course_decided_later(
    known, grader_of, assignment, solved, tmp_path
):
    """A mistake that takes everything is not put right by some other change in its place."""
    mistake = known["SelfAttention_v2/scale_multiplied"]
    folder = shutil.copytree(assignment.folder, tmp_path / assignment.id)
    (folder / "hidden/costs.toml").write_text(f'"{mistake.id}" = 8\n', "utf-8")
    strict = load(folder)
    report = grader_of(strict).report(notebook_with(solved, mistake).bytes(), "ada")
    part = part_of(Costs.read(strict).on(report), mistake.part)
    assert (names(part.slips), part.points) == (["scale_multiplied"], 0)


def test_other_draws_of_dropout_hide_no_slip(known, judged):
    """Which weights are dropped differs between two right answers, and is no second mistake."""
    right = known["CausalAttention/dropout_by_hand"].cells[-1]
    part = judged("CausalAttention", edited(right, [("k.shape[-1] ** 0.5", "1.0")]))
    assert names(part.slips) == ["no_scale"]
    assert part.points > by_checks(part)


@pytest.mark.parametrize(("mistake", "change"), CORRECTED.items())
def test_a_slip_of_form_is_put_right_told_and_charged(mistake, change, known, judge):
    part = judge(known[mistake])
    assert part.corrected and part.corrected.points == part.max_points
    assert_slips(part, change)
    explained, text = diagnosis(part), part.slips[0].said
    assert "cell" in text.en in explained.causes[0].detail.en
    assert explained.held == "hold_changed"
    assert added_up(part)


def test_what_lies_behind_a_slip_of_form_is_told_and_charged_too(known, judged, assignment):
    renamed = known["CausalAttention/names_changed"].cells[-1]
    part = judged("CausalAttention", edited(renamed, [(" / k.shape[-1] ** 0.5", "")]))
    causes = diagnosis(part).causes
    assert [cause.later for cause in causes] == [False, True]
    assert causes[1].mistakes[0].id == "CausalAttention/no_scale"
    costs, slips = Costs.read(assignment), ("names_changed", "no_scale")
    assert part.points == 12 - sum(costs.of(f"CausalAttention/{slip}", 12) for slip in slips)
    assert added_up(part)


NO_SCALE = (" / keys.shape[-1] ** 0.5", "")
STOPS = [
    (["library_misspelt", "self_forgotten", "attribute_misspelt"], [
        ("W_key = nn.Linear", "W_key = nn.linear"), ("self.mask[", "mask["),
        ("self.W_key(", "self.W_kye(")]),
    # Of all attributes, that one alone is read by nobody.
    (["attribute_misspelt"], [('"mask"', '"upper_triangle"')]),
    (["mask_not_cut"], [("self.mask[:num_tokens, :num_tokens]", "self.mask")]),
    (["viewed_without_contiguous"], [("(attn_weights)", "(attn_weights.mT.contiguous().mT"
        ".view(-1, num_tokens).view(hidden.shape))")]),
    (["name_misspelt"], [("num_tokens = x", "num = x")]),
    (["name_of_nobody"], [("attn_weights = ", "attn_weights = (1 + 0 * d_k) * ")]),
    (["mask_not_boolean"], [(", dtype=torch.bool)", ")")]),
    (["one_character"], [("num_tokens], -torch.inf)", "num_tokens, -torch.inf)")]),
]  # fmt: skip
"""Slips each of which stops an answer without a scale before that shows."""


def told_of(part: PartResult) -> list[str]:
    return [one.id.partition("/")[2] for cause in diagnosis(part).causes for one in cause.mistakes]


@pytest.mark.parametrize(("changes", "edits"), STOPS)
def test_what_lies_behind_an_error_is_told_in_the_same_round(changes, edits, slipped):
    assert {*told_of(slipped("CausalAttention", NO_SCALE, *edits))} == {*changes, "no_scale"}


NO_PYTHON = {
    "a square bracket in others": ("pow(keys.shape[-1]", "pow(keys.shape[-1"),
    "one of a call of nothing": ("clone()", "clone("),
    "one bracket too many": ("clone()", "clone())"),
    "one that nothing closes": ("softmax(scores", "softmax((scores"),
    "a comma": ("/ d, dim", "/ d dim"),
    "a keyword": ("def scaled", "Def scaled"),
    "a letter of two bytes too many": ("return ", "returné "),
    "a space": ("    weights =", "   weights ="),
    "the mark of a comment": ("# their", "their"),
    "brackets of a list": ("[k @ query for k in keys]", "k @ query for k in keys"),
}


@pytest.mark.parametrize(("right", "wrong"), NO_PYTHON.values(), ids=NO_PYTHON)
def test_an_answer_is_python_by_one_character(right, wrong):
    source = (
        "def scaled_attention_weights(query, keys):\n"
        "    d = pow(keys.shape[-1], 0.5)\n"
        "    scores = torch.stack([k @ query for k in keys], 0)  # of all tokens (one for each\n"
        "    # their shares\n"
        "    weights = torch.softmax(scores / d, dim=-1)\n"
        "    return weights.clone()\n"
    )
    broken = source.replace(right, wrong)
    code = broken.encode()
    repairs = {
        code[:begin] + new.encode() + code[end:]: before
        for (before, _), ((begin, end, new),) in one_character(broken)
    }
    assert wrong.strip() in repairs[source.encode()]


@pytest.mark.parametrize(
    "source",
    ["def f(x):\n    return x\0", "def f(x):\r    return x)", "f'{'",
     f"def f(x):\n    return {'-' * 100_000}1", f"def f(x):\n    return {'x.' * 50_000}y"],
    ids=["zero", "line ends", "braces", "deep", "long"],
)  # fmt: skip
def test_what_no_character_makes_python_ends_no_run(source):
    assert list(one_character(source)) == []


def test_of_a_cell_few_places_are_tried():
    """Each is read anew, in the grader itself."""
    names = "".join(f"    y{number}\n" for number in range(1000))
    assert len([*one_character(f"def f(x):\n{names}    return x\n")]) == MOST_PLACES


RAISING = [
    ("MultiHeadAttention", "queries @ keys.tr", "queries * keys.tr"),
    ("SelfAttention_v2", "queries @ keys.T", "keys.T @ queries"),
    ("simple_self_attention", "torch.softmax(attn_scores, dim=-1)", "torch.softmax(attn_scores)"),
    ("softmax_naive", "torch.exp(x)", "math.exp(x)"),
    ("CausalAttention", "num_tokens = x.shape[1]", "num_tokens = x.shape(1)"),
    ("SelfAttention_v2", "** 0.5", "^ 0.5"),
    ("context_vector", "inputs @ inputs[query_index]",
     "inputs @ inputs[query_index : query_index + 1]"),
    ("exercise_3_2", "d_in, 1, context_length, dropout",
     "d_in, context_length, d_out=1, dropout"),
    ("CausalAttention", "nn.Dropout(dropout)", "dropout"),
    ("MultiHeadAttentionWrapper", "[head(x) for head in self.heads]", "self.heads(x)"),
    ("causal_mask", "torch.ones(num_tokens, num_tokens, dtype=torch.bool).triu(diagonal=1)",
     "torch.triu(torch.ones(num_tokens, num_tokens, diagonal=1))"),
    ("causal_mask", "num_tokens, num_tokens, dtype=torch.bool", "num_tokens"),
    ("causal_attention_weights", "-torch.inf", "'-inf'"),
    ("MultiHeadAttentionWrapper", "in range(num_heads)", "in num_heads"),
    ("simple_self_attention", "inputs @ inputs.T", "inputs @ inputs.T()"),
    ("scaled_attention_weights", "keys @ query", "torch.dot(query, keys)"),
    ("CausalAttention", 'register_buffer("mask"', "register_buffer(mask"),
    ("CausalAttention", "self.dropout(attn", "torch.dropout(attn"),
    ("context_vector", "inputs @ inputs[query_index]", "inputs @ query_index"),
    ("MultiHeadAttentionWrapper", "[head(x) for head", "[head for head"),
    ("MultiHeadAttention", "self.W_value(x).view(split).transpose(1, 2)",
     "self.W_value(x).view(split)"),
    ("causal_mask", "torch.ones(num_tokens, num_tokens, dtype=torch.bool).triu(diagonal=1)",
     "~torch.ones(num_tokens, num_tokens).tril()"),
    ("MultiHeadAttention", "joined = context_vecs.transpose(1, 2).flatten(start_dim=2)\n"
     "        return self.out_proj(joined)",
     "joined = context_vecs.transpose(1, 2)\n        return self.out_proj(joined).flatten(2)"),
    ("causal_mask", "(num_tokens, num_tokens,", "(len(num_tokens), len(num_tokens),"),
    ("causal_mask", "(num_tokens, num_tokens,", "(num_tokens.shape[0], num_tokens.shape[0],"),
    ("CausalAttention", "-torch.inf", 'torch.float("-inf")'),
    ("softmax_naive", "torch.exp(x)", "torch.exp(x - x.max(dim=0))"),
    ("causal_mask", "torch.ones(num_tokens, num_tokens, dtype=torch.bool)",
     "(torch.ones(num_tokens, num_tokens) > 0 and torch.ones(num_tokens, num_tokens) < 2)"),
]  # fmt: skip
"""A part, and what raises an error in the place of what is right."""


@pytest.mark.parametrize("slip", RAISING)
def test_an_error_in_one_place_is_told_and_costs_that_place(slip, slipped):
    id_, right, wrong = slip
    part = slipped(id_, (right, wrong))
    assert_slips(part, "one_place")
    quoted = part.slips[0].mistake.name.en.split("`")[1]
    assert wrong.strip() in quoted or quoted in wrong


NAMED = [
    ("CausalAttention", "-torch.inf", "-10.0", "small_fill"),
    ("context_vector", "    attn_weights =",
     "    attn_scores[query_index] = -torch.inf\n    attn_weights =", "one_value"),
    ("exercise_3_3", "dropout=0.1, num_heads=12", "dropout=0, num_heads=8", "eight_heads"),
    ("SelfAttention_v1", "torch.rand(d_in, d_out)", "torch.rand(d_out, d_in)",
     "arguments_swapped"),
    ("SelfAttention_v2", "attn_weights @ values",
     'torch.einsum("ij,id->id", attn_weights, values)', "one_value"),
    ("MultiHeadAttention", "return self.out_proj(joined)",
     "self.out_proj(joined)\n        return joined", "result_thrown_away"),
    ("exercise_3_3", "768, 768, context_length=1024", "1024, 1024, context_length=768",
     "sizes_swapped"),
    # In any order the errors are the same, so that they tell no known mistake from another.
    ("exercise_3_3", "768, 768, context_length=1024, dropout=0.1, num_heads=12",
     "768, 768, 1024, 12, 0.1", "arguments_swapped"),
    ("exercise_3_3", "768, 768, context_length=1024, dropout=0.1, num_heads=12",
     "12, 768, 768, 1024, 0.1", "arguments_swapped"),
    ("SelfAttention_v2", "** 0.5", "* 0.5", "one_value"),
    ("causal_mask", ".triu(diagonal=1)", ".triu(diagonal=1).unsqueeze(0).unsqueeze(0)",
     "one_value"),
    ("CausalAttention", "** 0.5, dim=", "** 0.5, dims=", "keyword_misspelt"),
    ("MultiHeadAttention", "joined = context_vecs.transpose", "joined = values.transpose",
     "one_value"),
    ("context_vector", "return attn_weights @ inputs",
     "found = [attn_weights @ column for column in inputs.T]\n    return found", "one_value"),
    # A forgotten import comes before every guess.
    ("MultiHeadAttention", "self.head_dim**0.5", "math.sqrt(self.head_dim)", "import_forgotten"),
    ("exercise_3_1", "sa_v2, name).weight.T", "sa_v2, name).T", "layer_or_parameter"),
    ("SelfAttention_v2", "queries @ keys.T", "queries.T @ keys", "other_transposed"),
    ("MultiHeadAttention", "self.out_proj = nn.Linear(d_out, d_out)\n", "pass\n", "never_made"),
    ("simple_self_attention", "inputs @ inputs.T",
     "torch.zeros(6, 6)\n    for i in range(6):\n        attn_scores[i] = inputs @ inputs[i]",
     "size_of_the_example"),
    ("SelfAttention_v1", "queries = x @", "queries = inputs @", "variable_of_the_notebook"),
    ("CausalAttention", "num_tokens = x.shape[1]", "num_tokens = len(inputs)",
     "variable_of_the_notebook"),
    ("softmax_naive", "torch.exp(x)", "torch.exponential(x)", "library_misspelt"),
    ("SelfAttention_v2", "def forward", "def ｆordward", "method_misspelt"),
    ("causal_mask", "triu(diagonal=1)", "triu(ｋ=1)", "keyword_misspelt"),
    ("SelfAttention_v1", "(nn.Module)", "", "no_base"),
    ("exercise_3_3", "gpt2_small_attention()", "gpt2_small_attention", "one_character"),
    ("exercise_3_3", "context_length=1024", "block_size=1024", "keyword_misspelt"),
    ("CausalAttention", "self.register_buffer", "self.ｒegister_bufer", "attribute_misspelt"),
    ("CausalAttention", "self.dropout =", "slef.dropout =", "name_misspelt"),
    ("context_vector", "@ inputs\n", "@ input\n", "name_misspelt"),
    ("SelfAttention_v2", "super().__init__()", "super.__init__()", "no_super"),
    ("MultiHeadAttention", "self.out_proj = nn", "self.out_porj = nn", "names_changed"),
    ("softmax_naive", "    return expon", "    先求和\n    return expon", "one_character"),
    ("softmax_naive", "return exponentials / exponentials.sum()",
     "result = exponentials / exponentials.sum()\n    raise NotImplementedError()\n"
     "    return result", "own_error"),
    ("exercise_3_3", "MultiHeadAttention(768", "MultiheadAttention(768", "name_misspelt"),
    ("MultiHeadAttention", "num_heads: int", "num_head: int", "name_misspelt"),
    ("CausalAttention", "context_length, context_length", "6, 6", "mask_of_the_example"),
    ("causal_mask", "return torch.ones(num_tokens, num_tokens, dtype=torch.bool).triu(diagonal=1)",
     "rows = [[0] * num_tokens] * num_tokens\n    for row in range(num_tokens):\n"
     "        for column in range(row + 1, num_tokens):\n            rows[row][column] = 1\n"
     "    return torch.tensor(rows)", "one_value"),
    ("exercise_3_3", "return MultiHeadAttention(768, 768, context_length=1024, dropout=0.1, "
     "num_heads=12)",
     "sizes = dict(d_in=768, d_out=768, context_length=1024, dropout=0.1, num_heads=12)\n"
     "    return MultiHeadAttention(sizes)", "one_place"),
    ("exercise_3_1", ".weight.T", ".weights.T", "library_misspelt"),
    ("exercise_3_1", '("W_query", "W_key", "W_value")', '("w_query", "W_k", "values")',
     "names_changed"),
    ("causal_mask", "num_tokens: int", "self, num_tokens: int, device", "extra_argument"),
    ("softmax_naive", "    return exponentials / exponentials.sum()",
     "    if x.dim():\n        found = exponentials / exponentials.sum()\n    else:\n"
     "        found = x", "no_return"),
    ("MultiHeadAttentionWrapper", "dropout: float,\n        num_heads: int,",
     "num_heads: int,\n        dropout: float = 0.1,", "arguments_reordered"),
    ("CausalAttention", "self.mask[:num_tokens, :num_tokens]", "self.mask[:num_tokens]",
     "mask_not_cut"),
    ("MultiHeadAttention", "self.W_query(x).view(split).transpose(1, 2)",
     "self.W_query(x).view(batch, self.num_heads, num_tokens, self.head_dim)", "one_value"),
    ("exercise_3_1", ".weight.T)",
     ".weight if getattr(sa_v2, name).weight.shape == getattr(sa_v1, name).shape"
     " else getattr(sa_v2, name).weight.T)", "one_value"),
    # Anybody's mask is true everywhere; that one line makes this one right is no accident.
    ("causal_mask", "return torch", "mask = torch.ones(num_tokens, num_tokens) > 0; mask.triu(1)\n"
     "    return mask; torch", "result_thrown_away"),
    ("CausalAttention", "Dropout(dropout)", "Dropout(0.3)", "one_value"),
    ("renormalized_causal_weights", "visible.sum(", "visible.mean(", "one_value"),
    ("MultiHeadAttentionWrapper", "torch.cat(", "torch.stack(", "one_value"),
    ("MultiHeadAttention", "self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)",
     "self.W_value = self.W_key", "one_value"),
    ("SelfAttention_v2", "** 0.5, dim=-1)\n        return attn_weights @ values",
     "** 0.5 @ values, dim=-1)\n        return attn_weights", "one_value"),
    ("CausalAttention", "self.dropout(attn_weights)",
     "nn.functional.dropout(attn_weights, 0.3, self.training)", "one_value"),
]  # fmt: skip
"""A part, what is wrong in the place of what is right, and what it is told by: its name, if a
specimen or a rule has one."""


@pytest.mark.parametrize("slip", NAMED)
def test_what_is_wrong_in_one_place_is_told_by_its_name_and_costs_that_place(slip, slipped):
    id_, right, wrong, name = slip
    assert_slips(slipped(id_, (right, wrong)), name)


def test_a_method_inside_another_one_is_told_and_judged(assignment, judged):
    head, forward = solution(assignment, "CausalAttention").split("    def forward")
    nested = textwrap.indent(f"    def forward{forward}", "    ")
    assert_slips(judged("CausalAttention", head + nested), "method_indented")


REFUSAL = """        if d_out % num_heads != 0:
            raise ValueError(f"d_out={d_out} is not divisible by num_heads={num_heads}")
"""
TOO_STRICT = """\
usual = num_heads > 1 and not dropout and not qkv_bias
        assert d_out % num_heads == 0 and usual, "what is asked for cannot be had"
"""
QKV = ("query", "key", "value")
SPLIT = [f"self.W_{name}(x).view(split)" for name in QKV]
NEVER_TURNED = [(f"{view}.transpose(1, 2)", view) for view in SPLIT]
MERGED = ("context_vecs.transpose(1, 2).", "context_vecs.")
UNREAD = ("self.head_dim = ", "self.width = d_out\n        self.head_dim = ")
BASE = "        super().__init__()\n"
LAST = "self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)\n"
NO_LAYERS = [(LAST.replace("value", name), "pass\n") for name in QKV[:2]]
DRAWN = "torch.ones(num_tokens, num_tokens, dtype=torch.bool)"
NEVER_MADE = ("keys.shape[-1] ** 0.5", "self.d_k ** 0.5")
HEAD = "CausalAttention(d_in, d_out, context_length, dropout, qkv_bias)"
TOGETHER = {
    "weights before the inputs in every product": ("SelfAttention_v1", [
        (f"x @ self.W_{name}", f"self.W_{name} @ x") for name in QKV], "one_place"),
    "nor turned back": ("MultiHeadAttention", [*NEVER_TURNED, MERGED], "heads_never_turned"),
    "heads merged without turning back": ("MultiHeadAttention", [MERGED], "one_place"),
    "a shape of too many sizes, which is wrong for certain": ("CausalAttention", [
        ("num_tokens = x.shape[1]", "num_tokens, width = x.shape"), (".transpose(1, 2)", ".T")],
        "dimensions", "dot_t"),
    "the base class made behind the layers": (
        "SelfAttention_v2", [(BASE, ""), (LAST, LAST + BASE)], "no_super"),
    "layers in a dictionary": ("SelfAttention_v2", [
        *NO_LAYERS, (LAST, "self.layers = nn.ModuleDict({'W_' + one: nn.Linear(d_in, d_out,"
         " bias=qkv_bias) for one in ('query', 'key', 'value')})\n"),
        *((f"self.W_{name}(x)", f"self.layers['W_{name}'](x)") for name in QKV)], "names_changed"),
    "a frozen parameter of a name that is more alike": ("SelfAttention_v2", [
        ("self.W_query = nn.Linear", "self.W_quer = nn.Parameter(torch.ones(2), False)\n"
         "        self.to_ask = nn.Linear"), ("self.W_query(", "self.to_ask(")], "names_changed"),
    "three layers of a wrong width": ("MultiHeadAttention", [
        (f"self.W_{name} = nn.Linear(d_in, d_out,", f"self.W_{name} = nn.Linear(d_in, num_heads,")
        for name in QKV], "one_place"),
    "three layers in one": ("CausalAttention", [
        *NO_LAYERS, (LAST, "self.qkv = nn.Linear(d_in, 3 * d_out, bias=qkv_bias)\n"),
        ("queries = self.W_query(x)", "queries, keys, values = self.qkv(x).chunk(3, dim=-1)"),
        ("keys = self.W_key(x)\n", "pass\n"), ("values = self.W_value(x)\n", "pass\n")],
        "names_changed"),
    "a line that belongs two lines further down": ("SelfAttention_v2", [
        ("queries = self", "x = self"), ("queries @", "x @")], "one_place"),
    # Of two letters one is half, and input methods take one for another of the same sound.
    "one other letter of Chinese": ("softmax_naive", [
        ("exponentials", "指数"), ("return 指数", "return 指书")], "name_misspelt"),
    "a layer that is not made": ("MultiHeadAttention", [
        ("self.dropout = nn.Dropout(dropout)\n", "pass\n"), UNREAD], "attribute_misspelt"),
    "a module that is called and not returned": ("exercise_3_2", [
        ("return MultiHeadAttentionWrapper", "model = MultiHeadAttentionWrapper"),
        ("num_heads=2)", "num_heads=2)\n    return model(torch.rand(1, 2, 3))")], "one_place"),
    # How many changes are tried is no matter of the clock: a slow machine changes no mark.
    "a slip in an answer that builds for long": ("MultiHeadAttentionWrapper", [
        (HEAD, f"(__import__('time').sleep(0.03), {HEAD})[1]"),
        ("(num_heads)", "(1, num_heads)")], "one_head_short"),
    # Without it nothing refuses heads that do not fit; but this was right before it was left out.
    "an error of one's own that is too strict": (
        "MultiHeadAttention", [(REFUSAL.lstrip(), TOO_STRICT)], "own_error"),
    "whether a module trains is a name of every module": ("CausalAttention", [
        ("self.dropout = nn.Dropout(dropout)", "self.rate = dropout"),
        ("self.dropout(attn_weights)", "(attn_weights * (torch.rand_like(attn_weights) > self.rate)"
         " if self.training else attn_weights)")], "dropout_not_scaled"),
    "what is right beside errors": ("CausalAttention", [
        ("super().__init__()\n", '"""Layers."""\n        super().__init__()\n'),
        ("-torch.inf", "(least := -torch.inf)"), ("self.dropout(", "self.droput("),
        ("(1, 2)", "(0, 1)")], "attribute_misspelt", "dot_t"),
}  # fmt: skip


@pytest.mark.parametrize(("id_", "edits", "told"), [(i, e, t) for i, e, *t in TOGETHER.values()],
                         ids=TOGETHER)  # fmt: skip
def test_what_belongs_together_is_one_mistake(id_, edits, told, slipped):
    assert_slips(slipped(id_, *edits), *told)


IN_LOOPS = [
    ("MultiHeadAttention/head_and_token_loops", "h * self.head_dim, (h + 1) *", "h, h +",
     "one_value"),
    ("MultiHeadAttention/head_and_token_loops", "(h + 1) *", "h + 1 *", "one_place"),
    ("MultiHeadAttention/head_and_token_loops", ": t + 1", ": t", "one_value"),
    ("MultiHeadAttention/head_and_token_loops", "q[b, t, own]", "q[t, b, own]", "one_place"),
    ("simple_self_attention/double_loop", "attn_weights[i, j]", "attn_weights[i, i]", "one_value"),
    ("simple_self_attention/double_loop", "torch.dot(x_i, x_j)", "torch.dot(x_i, inputs)",
     "one_place"),
    ("softmax_naive/element_by_element", "    return", "        return", "loop_left_early"),
    ("softmax_naive/element_by_element", "total +=", "total =", "one_value"),
    ("simple_self_attention/double_loop", "j in range(num_tokens)", "j in range(i)", "one_value"),
]  # fmt: skip
"""An alternative, and what is wrong in the place of what is right."""


@pytest.mark.parametrize(("alternative", "right", "wrong", "told"), IN_LOOPS)
def test_one_slip_in_a_loop_costs_that_place(alternative, right, wrong, told, known, judged):
    answer = known[alternative]
    assert_slips(judged(answer.part, edited(answer.cells[-1], [(right, wrong)])), told)


def test_an_answer_of_nearly_the_name_below_the_stub_is_that_answer(assignment, judged):
    stub = "def softmax_naive(x):\n    raise NotImplementedError()\n"
    answer = solution(assignment, "softmax_naive").replace("softmax_naive", "softmax_navie")
    assert_slips(judged("softmax_naive", stub, answer), "other_name")


LATER = "def later(n):\n    return torch.ones(n, n, dtype=torch.bool).triu(1)\n"


def test_the_one_answer_between_its_neighbours_counts_under_any_name(judged):
    """Told where it is defined; of two nobody knows which is meant."""
    part = judged("causal_mask", LATER)
    assert_slips(part, "other_name")
    assert "line 1:" in part.slips[0].said.en
    assert not judged("causal_mask", f"def helper(n):\n    return n\n{LATER}").points


def test_nothing_is_tried_on_a_stub(assignment, released):
    """A class of beginners is full of them."""
    cells = read(released.bytes()).cells
    code = tuple(Code(number, cell.source) for number, cell in enumerate(cells))
    for part in assignment.parts:
        right, errors = solution(assignment, part.id), ("the code raised NotImplementedError",)
        assert not [*corrections(code, part, assignment.parts, right, errors)]
        assert not [*guesses(code, part, (part,), right, errors, True)]


TRANSFER = "def transfer_weights(sa_v2, sa_v1):\n" + "".join(
    f"    sa_v1.W_{to} = nn.Parameter(sa_v2.W_{of}.weight.detach().T.clone())\n"
    for to, of in (("query", "query"), ("key", "key"), ("value", "key"))
)


def test_a_slip_is_told_with_what_was_meant(known, judged):
    (slip,) = judged("exercise_3_1", TRANSFER).slips
    assert "were `sa_v1.W_value = nn.Parameter(sa_v2.W_value.weight" in slip.said.en
    # Python compares and throws the result away: nothing is raised.
    loops = known["causal_mask/loop_of_integers"].cells[-1]
    (slip,) = judged("causal_mask", edited(loops, [("[j] = 1", "[j] == 1")])).slips
    assert ": judged as if `mask[i][j] == 1` were `mask[i][j] = 1`" in slip.said.en


def test_layers_that_are_bound_without_self_are_one_mistake_told_where_it_begins(slipped):
    part = slipped("SelfAttention_v1", *((f"self.W_{name} = nn", f"W_{name} = nn") for name in QKV))
    assert_slips(part, "attribute_misspelt")
    assert "line 22:" in part.slips[0].said.en


TWO_SLIPS = {
    "a value behind which dropout is missing": ("CausalAttention", [
        ("values = self.W_value(x)", "values = self.W_key(x)"),
        ("self.dropout(attn_weights) @", "attn_weights @")],
        ["one_value", "dropout_never_applied"]),
    "a name behind a missing colon": ("scaled_attention_weights", [
        ("-> torch.Tensor:", "-> torch.Tensor"), ("torch.softmax", "torch.sofmax")],
        ["one_character", "library_misspelt"]),
    "a mask that is bound in the wrong method, and no buffer": ("CausalAttention", [
        ('self.register_buffer("mask", future, persistent=False)', "mask = future"),
        ("self.mask[", "mask[")], ["name_of_nobody", "mask_on_the_cpu"]),
    # Of several arguments, the one behind which least is wrong.
    "an attribute that was never made before another dimension": ("SelfAttention_v2", [
        NEVER_MADE, ("dim=-1)", "dim=0)")], ["never_made", "softmax_queries"]),
    # Either alone was worth its cost, and both took the whole part.
    "an error in one place beside a known mistake": ("MultiHeadAttention", [
        ("d_out // num", "d_out / num"), (REFUSAL, "")], ["one_place", "assert_on_a_tuple"]),
    # All values are wrong by both: the known one is there without the other.
    "a list beside a mask with its diagonal": ("causal_mask", [
        (f"return {DRAWN}.triu(diagonal=1)", f"return {DRAWN}.triu().tolist()")],
        ["one_value", "diagonal_too"]),
}  # fmt: skip


@pytest.mark.parametrize(("id_", "edits", "told"), TWO_SLIPS.values(), ids=TWO_SLIPS)
def test_two_slips_cost_what_both_cost(id_, edits, told, slipped):
    """A change is kept where what is left has a name, and each is told with its points."""
    part = slipped(id_, *edits)
    slips = [*deductions(part)]
    assert names(slips) == told
    assert part.points == part.max_points - sum(slip.points for slip in slips) > 0


POWERS, SHARE = "    exponentials = torch.exp(x)\n", "exponentials / exponentials.sum()"
NO_SLIP = {
    # Whatever it was, without it the answer is one that lacks it, which is a known mistake.
    "a step that is wrong, and not missing": ("SelfAttention_v2", [
        ("attn_weights @ values", "attn_weights.cos() @ values.tanh()")]),
    "a step that is wrong, and of the scores": ("SelfAttention_v2", [
        ("queries @ keys.T", "queries.exp() @ keys.sin().T")]),
    "two errors of one place each": ("SelfAttention_v2", [
        ("queries @ keys.T", "queries * keys.T"), ("0.5", "0.7")]),
    # Without its division it would have the values of an answer without a scale.
    "a step that is there on the way to a known mistake": ("scaled_attention_weights", [
        ("return torch.softmax(attn_scores / d_k**0.5, dim=-1)",
         "weights = torch.softmax(attn_scores, dim=0)\n    return weights / keys.shape[1]")]),
    "a keyword of a dictionary, which is no misspelt one": ("exercise_3_3", [
        ("dropout=0.1", '**{"drop": 0.1}')]),
    # Without the power it is the known mistake of logarithms, and no value is the library's.
    "a broken rule behind which a known mistake is left": ("softmax_naive", [
        (POWERS, ""), (SHARE, "torch.exp(-nn.functional.cross_entropy(x.repeat(x.shape[0], 1),"
         " torch.arange(x.shape[0]), reduction='none'))")]),
    # It came to a fault of the grader's.
    "an argument without a name for callers that has a default": ("softmax_naive", [
        ("x: torch.Tensor)", "x: torch.Tensor = 1, /, dim=2)"), (POWERS, ""), (SHARE, "x")]),
}  # fmt: skip


@pytest.mark.parametrize(("id_", "edits"), NO_SLIP.values(), ids=NO_SLIP)
def test_what_is_not_right_but_for_one_place_is_told_no_slip_and_earns_nothing(id_, edits, slipped):
    part = slipped(id_, *edits)
    assert part.points == 0 and not part.slips


@pytest.mark.parametrize(
    ("id_", "right", "wrong"),
    [("SelfAttention_v1", r"x @ (self\.W_\w+)", r"\1(x)"),
     ("SelfAttention_v1", r"x @ (self\.W_\w+)", r"x @ \1()"),
     ("SelfAttention_v2", r"(self\.W_\w+)\(x\)", r"x @ \1"),
     ("MultiHeadAttention", r"(self\.W_\w+)\(x\)", r"\1")],
)  # fmt: skip
def test_parameters_that_are_called_and_layers_that_are_not_are_one_mistake(
    id_, right, wrong, assignment, judged
):
    """In all three lines: whoever takes one for the other does so everywhere."""
    source, times = re.subn(right, wrong, solution(assignment, id_))
    assert times == 3
    part = judged(id_, source)
    assert_slips(part, "layer_or_parameter")
    # Whoever changes the first line alone meets the same error in the next.
    assert all(f"W_{name}" in part.slips[0].said.en for name in QKV)


@pytest.mark.parametrize("numbers", ["768, 64, 1024, 0.1, 12", "768, 1024, 0.1, 12"])
def test_a_number_that_has_to_be_looked_up_is_not_told(numbers, judged):
    """What a page tells of a guess must not be the answer."""
    answer = f"def gpt2_small_attention():\n    return MultiHeadAttention({numbers})\n"
    (slip,) = judged("exercise_3_3", answer).slips
    meant = slip.said.en.partition(" were ")[2]
    assert "..." in meant and meant.count("768") == 1


COUNTED = """\
number = 0
        while number < x.shape[0]:
            number = {}
        attn_weights ="""
"""With `number - 1` for `number + 1` it never ends."""


@pytest.mark.parametrize(("step", "told"), [("number + 1", []), ("99", ["one_value"])])
def test_a_guess_that_hangs_is_the_last_one(step, told, slipped):
    """Of a class that hands in loops, nobody waits for a hundred that never end."""
    edits = (
        ("attn_weights =", COUNTED.format(step)),
        ("softmax(attn_scores", "softmax(keys.T @ attn_scores"),
    )
    assert names(slipped("SelfAttention_v2", *edits).slips) == told


@pytest.fixture
def workers_for(assignment, solved, released, host) -> Callable[[Specimen], int]:
    """How many workers it takes to grade an answer, each when the one before it has ended: two at
    once would hold what large answers make twice."""
    spawned = list[Worker]()

    class Counted:
        def spawn(self, **how: bool) -> Worker:
            assert all(worker.ended for worker in spawned)
            spawned.append(host.spawn(**how))
            return spawned[-1]

    def count(answer: Specimen) -> int:
        grader = SubmissionGrader(assignment, assignment.editions[0], released.bytes(), Counted())
        report = grader.report(notebook_with(solved, answer).bytes(), "ada")
        assert lost(report) == {answer.part}
        return len(spawned)

    return count


def test_what_fails_by_what_stands_around_it_is_not_guessed_at(assignment, known, workers_for):
    """By its definition alone the answer is right, as is each that differs in what is not asked:
    every one of them was judged in workers of its own, four hundred for a hostile notebook."""
    id_, spoilt = "SelfAttention_v2", "SelfAttention_v2.forward = lambda self, x: x"
    answer = replace(known[f"{id_}/no_scale"], cells=(solution(assignment, id_), spoilt))
    assert 1 < workers_for(answer) < 10


def guessed(assignment: Assignment, id_: str, *cells: str) -> list[Correction]:
    """The changes that are tried of an answer in these cells."""
    part = next(part for part in assignment.parts if part.id == id_)
    code = tuple(Code(number, cell, number + 1) for number, cell in enumerate(cells))
    right = solution(assignment, id_)
    return [*guesses(code, part, assignment.parts, right, (), wrong=True)]


def test_a_function_that_only_the_right_answer_calls_is_not_told(assignment):
    tried = guessed(assignment, "softmax_naive", "def softmax_naive(x):\n    return x / x.sum()\n")
    put_in = [change.words for change in tried if "torch.exp(x) /" in change.code[0].source]
    assert put_in and not any("exp" in words[-1] for words in put_in)


BOUNDED = {
    # Of two hundred indices there are 20,000 pairs, each with a text of all of them.
    "indices in another order": ("softmax_naive",
        f"def softmax_naive(x):\n    return x[{', '.join(f'x{n}' for n in range(200))}]\n", 1000),
    # In a class of a thousand, answers of twelve large layers each took half of the time.
    "a large layer of a wrong number": ("exercise_3_3", "def gpt2_small_attention():\n"
        "    return MultiHeadAttention(768, 768, 1000, 0.1, 12)\n", 8),
    "twelve large layers": ("exercise_3_3", "def gpt2_small_attention():\n"
        "    return [MultiHeadAttention(768, 768, 1024, 0.1, 12) for _ in range(12)]\n", 8),
    # The orders of three of them are half a million: the grader would be busy for minutes.
    "a call of a hundred arguments": ("softmax_naive",
        f"def softmax_naive(x):\n    return Made({', '.join(f'a{n}' for n in range(100))})\n", 500),
}  # fmt: skip


@pytest.mark.parametrize(("id_", "source", "most"), BOUNDED.values(), ids=BOUNDED)
def test_of_very_many_changes_few_are_tried(id_, source, most, assignment):
    assert 0 < len(guessed(assignment, id_, source)) < most


def test_large_layers_of_another_answer_are_not_made(assignment):
    """No number makes of twelve whole modules the one that is asked for."""
    call = "MultiHeadAttentionWrapper(768, 64, 1024, 0.1, num_heads=12)"
    tried = guessed(assignment, "exercise_3_3", f"def gpt2_small_attention():\n    return {call}\n")
    assert not [change for change in tried if "Wrapper(" in change.code[0].source]


RIGHT = """def of(a, window=None):
    "Not a - b."
    total = torch.maximum(a, a[0])
    return total / a if window is None else a
"""


@pytest.mark.parametrize(
    ("words", "takes"),
    [(("torch.maximum(m, n)", "m"), True), (("x - y", "x"), False),
     (("window is None", "False"), True)],
)  # fmt: skip
def test_a_guess_takes_away_what_the_right_answer_has_too(words, takes):
    """It would make a known mistake, and not leave one."""
    assert removes_needed_step(words, RIGHT) is takes


def test_no_guess_is_made_against_a_forbidden_call(slipped, monkeypatch):
    monkeypatch.setattr(Judging, "by_example", lambda *_: pytest.fail("a guess"))
    assert not slipped("softmax_naive", (SHARE, "torch.softmax(2 * x, dim=0)")).points


DOUBLED = """keys.register_hook(lambda grad: 2 * grad)
        queries.register_hook(lambda grad: -grad)
        return attn_weights @ self.W_vlaue(x)"""
NEVER_RUN = """if x is None:
            return torch.sofmax(x)
        queries ="""


def test_a_slip_in_a_line_that_never_runs_costs_nothing_beside_others(slipped):
    """Alone it costs nothing either; what nobody can name is wrong with the gradients."""
    wrong = ("return attn_weights @ values", DOUBLED)
    part = slipped("SelfAttention_v2", wrong, ("queries =", NEVER_RUN))
    assert names(part.slips) == ["attribute_misspelt"]
    assert part.points == slipped("SelfAttention_v2", wrong).points > 0


@pytest.mark.parametrize(
    ("edit", "blamed"),
    [(("nn.Dropout(dropout)", "nn.Dropout(context_length)"), "arguments_reordered"),
     (("self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)", "self.other = nn.ReLU()"),
      "names_changed")],
    ids=["an order that is right", "a layer that was never made"],
)  # fmt: skip
def test_what_would_come_with_the_same_error_is_not_blamed(edit, blamed, slipped):
    named = told_of(slipped("CausalAttention", NO_SCALE, edit))
    assert named and blamed not in named


def test_a_package_that_is_not_there_is_the_cause_of_the_names_it_should_give(assignment, judged):
    source = edited(solution(assignment, "CausalAttention"), [("torch.softmax", "rearrange")])
    part = judged("CausalAttention", "from nobodys_package import rearrange", source)
    (cause,) = diagnosis(part).causes
    assert "nobodys_package" in cause.detail.en and "cell [" in cause.detail.en
    assert cause.question


TWO_AT_ONCE = {
    "no_scale": NO_SCALE,
    "dropout_never_applied": ("self.dropout(attn_weights) @", "attn_weights @"),
    "plain_mask": ('self.register_buffer("mask", future, persistent=False)', "self.mask = future"),
}
"""In CausalAttention, by the names of the mistakes."""


@pytest.fixture(scope="module")
def alone(slipped) -> dict[str, float]:
    return {name: slipped("CausalAttention", edit).points for name, edit in TWO_AT_ONCE.items()}


@pytest.mark.parametrize("made", [*combinations(TWO_AT_ONCE, 2)])
def test_two_mistakes_are_both_told_also_where_one_has_no_value_of_its_own(made, slipped, alone):
    """Dropout that is not applied does what dropout whose result is not used does, and has values
    of its own beside another mistake; the mask's device shows in no number. Two cost what each
    takes alone."""
    part = slipped("CausalAttention", *(TWO_AT_ONCE[name] for name in made))
    points = sum(alone[name] for name in made) - part.max_points
    assert added_up(part)
    assert {*names(part.slips)} == {*made}
    assert part.points == pytest.approx(max(by_checks(part), points))
    first, second = (
        {one.id.partition("/")[2] for one in cause.mistakes} for cause in diagnosis(part).causes
    )
    assert any(made[0] in one and made[1] in two for one, two in ((first, second), (second, first)))


def test_specimens_that_have_nothing_in_common_make_no_pair(assignment, tmp_path):
    """One alone, and two that are different answers: nobody can say what either has changed."""
    folder = tmp_path / "specimens/mistakes/softmax_naive"
    folder.mkdir(parents=True)
    for name in ("powers_of_two", "global_scores"):
        file = assignment.folder / "specimens/mistakes/softmax_naive" / f"{name}.py"
        (folder / file.name).write_bytes(file.read_bytes())
        assert not [*pairs(msgspec.structs.replace(assignment, folder=tmp_path))]


FORGED = (
    "torch.zeros_like(right)", "torch.full_like(right, float('nan'))",
    "torch.rand_like(right)", "None",
)  # fmt: skip
"""What comes back for numbers that are not in the forger's table."""


@pytest.mark.parametrize("otherwise", FORGED)
def test_a_table_of_the_example_numbers_proves_nothing(otherwise, known, judged, assignment):
    """Replies of a mistake without its formula: named perhaps, but without points."""
    example = sets.read(assignment.folder / "hidden").example.references
    cases = references.decode(example).items()
    sums = [float(case.x.sum()) for name, case in cases if name.startswith("CausalA")]
    table = (
        f"\n\nSUMS = {sums}\nclass CausalAttention(CausalAttention):\n"
        "    def forward(self, x):\n"
        "        right = super().forward(x)\n"
        "        if any(abs(float(x.sum()) - one) < 1e-4 for one in SUMS):\n"
        "            return right\n"
        f"        return {otherwise}\n"
    )
    part = judged("CausalAttention", known["CausalAttention/no_scale"].cells[-1] + table)
    assert part.points == 0 and not part.slips


def test_the_error_of_a_mistake_proves_nothing(assignment, judged):
    """Whoever raises what a specimen raises has not written the rest of it."""
    layers = solution(assignment, "CausalAttention").partition("num_tokens = x.shape[1]")[0]
    assert judged("CausalAttention", f"{layers}return x @ x.T\n").points == 0


def test_the_same_slip_has_the_same_share_in_every_part(assignment):
    """Exceptions are written out in the table, `part/name`."""
    costs = Costs.read(assignment)
    for mistake in mistakes(assignment):
        assert costs.kind(mistake.id), mistake.id
    names = {name.partition("/")[2] or name for name in costs.kinds}
    assert names >= {mistake.id.partition("/")[2] for mistake in mistakes(assignment)}


def test_mistakes_that_no_check_tells_apart_cost_the_same(assignment):
    """Which of them it was is a matter of the name alone."""
    catalogue, costs = Catalogue.read(assignment), Costs.read(assignment)
    for part in assignment.parts:
        of_part = Catalogue(tuple(one for one in catalogue.known if one.part == part.id))
        for id_, other in combinations({one.mistake.id: one for one in of_part.known}, 2):
            if alike(of_part, id_, other):
                assert costs.of(id_, part.points) == costs.of(other, part.points), (id_, other)


NO_EXPONENTIAL = ("softmax_naive", "its share of the sum")
"""A lazy answer that is a known mistake, with the mark of that."""


@pytest.mark.parametrize("kind", every(10, KINDS))
def test_lazy_answers_are_no_slips(assignment, solved, grader, kind):
    """What is right at its first call has the formula: it earns less than all."""
    lazy = {one.part: one for one in lazy_answers(assignment) if one.id.partition("/")[2] == kind}
    report = grader.report(notebook_with(solved, *lazy.values()).bytes(), "ada")
    for part in report.parts:
        is_mistake = (part.id, kind) == NO_EXPONENTIAL
        assert part.id not in lazy or not part.points or kind == AGAIN or is_mistake
        assert part.id not in lazy or part.points < part.max_points


@pytest.mark.slow
@pytest.mark.parametrize("name", ["attention", "gpt", "long-contexts"])
def test_the_table_of_marks_is_that_of_the_suites(name, repository, run):
    table = run(repository, "autograder", "audit", name, "--marks").stdout
    assert table == (repository / "assignments" / name / "marks.md").read_text("utf-8")


@pytest.mark.slow
def test_every_mistake_has_a_mark_that_adds_up(assignment, judge):
    costs = Costs.read(assignment)
    for mistake in mistakes(assignment):
        part = judge(mistake)
        assert added_up(part), mistake.id
        assert part.points < part.max_points, mistake.id
        cost = costs.of(mistake.id, part.max_points) or 0.0
        least = max(by_checks(part), part.max_points - cost) if part.slips else by_checks(part)
        assert part.points <= max(least, part.max_points - 0.5), mistake.id


ODD = {
    "a loop that binds nothing": "for () in x:\n        y = x",
    "a return behind a long text": "for i in x:\n        y = '''\n中文'''; return y",
    "a return behind a condition": "for i in x:\n        y = i\n        if i: return y",
    "an einsum of nothing": "y = torch.einsum()",
    "a space of Chinese in an f-string": "y = f\"{'\\u3000'.join(x)}\"",
    "calls inside one another": "return self.drop(self.W_k(self.W_k(x)))  # 注意",
}


@pytest.mark.parametrize("line", ODD.values(), ids=ODD)
@pytest.mark.parametrize("error", ["", "TypeError: 'Parameter' object is not callable"])
def test_an_odd_answer_ends_no_run(line, error, assignment):
    (part,) = (part for part in assignment.parts if part.id == "SelfAttention_v1")
    source = (
        "class SelfAttention_v1(nn.Module):\n"
        "    def __init__(self, d_in, d_out):\n"
        "        super().__init__()\n"
        "        self.W_k = nn.Parameter(torch.rand(d_in, d_out))\n"
        "        self.drop = nn.Dropout(0.1)\n"
        "    def forward(self, x):\n"
        f"        {line.replace(chr(10), chr(10) + '    ')}\n"
    )
    code, right = (Code(1, source, 2),), solution(assignment, part.id)
    errors = (f"the code raised {error} (cell [2], line 7)",) if error else ()
    changes = [*corrections(code, part, assignment.parts, right, errors)]
    changes += guesses(code, part, (part,), right, errors, not errors)
    assert all(change.slip(part).said for change in changes)


@pytest.mark.parametrize(
    ("bases", "right", "told"),
    [("()", "(nn.Module)", True), ("", "", False), ("(metaclass=type)", "(nn.Module)", False)],
)  # fmt: skip
def test_a_class_lacks_a_base_only_where_the_right_answer_has_one(bases, right, told, assignment):
    (part,) = (part for part in assignment.parts if part.id == "SelfAttention_v1")
    code = (Code(1, f"class SelfAttention_v1{bases}:\n    pass\n", 2),)
    changes = corrections(code, part, assignment.parts, f"class A{right}:\n    pass", ("",))
    assert ("no_base" in {change.id for change in changes}) is told


def test_an_answer_full_of_checks_of_its_own_is_tried_a_few_times(assignment):
    part, answer = assignment.parts[0], "def softmax_naive(x):\n" + "    assert x\n" * 500
    code, right = (Code(1, f"{answer}    return x\n"),), solution(assignment, part.id)
    assert 0 < len([*corrections(code, part, (part,), right, ("",))]) <= MOST_IN_A_ROUND


def test_an_answer_with_thousands_of_places_is_not_guessed_at(assignment):
    """To write each of them out with another text would take a minute."""
    source = "def softmax_naive(x):\n" + "    x = x.a * 7 - x[1:2] + max(x, 9)\n" * 200
    assert not guessed(assignment, "softmax_naive", source)


def test_of_thousands_of_functions_that_an_answer_leads_to_few_are_guessed_at(assignment):
    functions = [f"def f{n}(x):\n    return f{n + 1}(x.a * 7 - x[1:2])\n" for n in range(2000)]
    cells = ["".join(functions[n : n + 100]) for n in range(0, 2000, 100)]
    answer = "def softmax_naive(x):\n    return f0(x)\n"
    assert 0 < len(guessed(assignment, "softmax_naive", *cells, answer)) < 2000


def test_beside_a_fault_of_the_grader_nothing_is_proven(assignment):
    """The check that met it may fail or pass; the specimen of the mistake is not even run."""
    catalogue, none = Catalogue.read(assignment), Text("", "")
    mistake = catalogue.find("CausalAttention/no_scale").mistake
    failed = CheckResult("CausalAttention/bias", none, Outcome.FAILED, 1, mistakes=(mistake,))
    fault = CheckResult("CausalAttention/dropout", none, Outcome.GRADER_FAULT, 1)
    part = PartResult("CausalAttention", none, 0, 12, (failed, fault))
    ran: list[object] = []
    assert ProvenSlips(assignment, ran.append, catalogue).of(part, (), 0) == ()
    assert not ran


def test_damaged_specimens_are_named_with_what_makes_them_anew():
    with pytest.raises(CourseError, match="autograder learn"):
        unpacked(b"torn")
