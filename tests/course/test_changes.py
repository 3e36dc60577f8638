"""What is certainly wrong, or raised an error, is put right by a rule, told and charged."""

import re
import textwrap

import pytest

from autograder.authoring.specimens import solution
from autograder.core.marks import Costs
from autograder.corrections.candidates import MOST_IN_A_ROUND, corrections, guesses
from autograder.corrections.statement_rules import MOST_PLACES, one_character
from autograder.notebook.read import Code, read
from autograder.report.diagnosis import diagnosis
from tests.course.reports import added_up, assert_slips, edited, names, told_of

QKV = ("query", "key", "value")
CORRECTED = {
    "SelfAttention_v2/names_changed": "names_changed",
    "CausalAttention/no_super": "no_super",
    "MultiHeadAttention/no_return": "no_return",
    "softmax_naive/global_scores": "inputs_read",
}
"""Specimens that one change makes judgeable, and the change."""


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


def test_a_method_inside_another_one_is_told_and_judged(assignment, judged):
    head, forward = solution(assignment, "CausalAttention").split("    def forward")
    nested = textwrap.indent(f"    def forward{forward}", "    ")
    assert_slips(judged("CausalAttention", head + nested), "method_indented")


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
