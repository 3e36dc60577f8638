"""The course's own answers, graded on the real road: worker, oracle, scores."""

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from autograder.authoring.make import (
    NotebookBuilder,
    code_cell,
    notebook_with,
    solution_index,
)
from autograder.authoring.specimens import solution
from autograder.core.model import Outcome, Report
from autograder.notebook.build import source_notebook
from autograder.notebook.read import read
from autograder.notebook.student_code import OwnLines
from autograder.report.diagnosis import diagnosis, part_text
from tests.cells import below
from tests.course.reports import lost, part_of, points


@pytest.fixture(scope="module")
def graded(grader, solved) -> Callable[..., Report]:
    """Grade the solution with other answers, and with cells below it."""
    return lambda answers, *cells: grader.report(below(solved.answered(answers), *cells).bytes())


@pytest.fixture(scope="module")
def plain(grader_of, solved) -> Callable[..., Report]:
    """The same, where nobody is told why checks fail."""
    grader = grader_of(discloses=False)
    return lambda answers, *cells: grader.report(below(solved.answered(answers), *cells).bytes())


def test_what_is_known_of_long_code_is_let_go(graded):
    sizes = []
    for number in range(3):
        code = f"y{number} = 0\n" + "x = [1, 2]\n" * 25_000
        assert graded({}, code).points == 100
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        sizes.append(pages * os.sysconf("SC_PAGESIZE") >> 20)
    assert sizes[-1] - sizes[0] < 60


def test_a_report_knows_the_forms_of_its_answers(assignment, solved, released, grader):
    """Whoever compares a graded class reads reports alone: they say what the notebooks would."""
    lines = OwnLines(assignment, read(released.bytes()))
    for frame in (solved, released):
        assert grader.report(frame.bytes()).forms == lines.forms(read(frame.bytes()))


def test_the_chinese_reference_earns_everything(grader, assignment):
    """The audit grades the English one."""
    report = grader.report(source_notebook(assignment, "zh"))
    assert points(report) == {part.id: part.points for part in assignment.parts}


USES_NAMES = """
import math
def halve(x):
    return x / 2
def attend(scores, root):
    return torch.softmax(scores / root, dim=-1)
def scaled_attention_weights(query, keys):
    width = max(2, 2 * keys.shape[-1])
    return attend(keys @ query, math.sqrt({}))
"""
OTHER_HELPER = "def attend(module, x, mask):\n    return module(x) * mask"


@pytest.mark.parametrize(
    "later",
    [OTHER_HELPER, "max = 0.5",
     "import time as math", "for halve in range(3):\n    print(halve)"],
    ids=["a helper", "a builtin", "an import", "the variable of a loop"],
)  # fmt: skip
def test_names_may_be_bound_anew_below_the_answer_that_uses_them(plain, later):
    report = plain({"scaled_attention_weights": USES_NAMES.format("halve(width)")}, later)
    assert report.points == 100
    assert any("bound anew below" in repair.en for repair in report.repairs)


UPPER = "def causal_mask(n):\n    return torch.ones(n, n).triu(1)"
MINE = "def mine(x):\n    e = torch.exp(x)\n    return e / e.sum()\n"
SOFTMAX = MINE.replace("mine", "softmax_naive")
CAUGHT = SOFTMAX.replace(
    "    return e / e.sum()",
    "    try:\n        return e / e.sum()\n    except ValueError as lost:\n        raise lost",
)
"""With an argument, a variable of its own and an error that have names of the notebook's, too."""


def test_a_helper_that_is_put_right_above_the_check_is_judged_as_the_check_finds_it(grader, solved):
    helper = "def shifted(x):\n    return {}\n"
    answer = f"{helper.format('x / 2')}{SOFTMAX.replace('exp(x)', 'exp(shifted(x))')}"
    notebook = solved.answered({"softmax_naive": answer}).notebook
    place = solution_index(notebook, "softmax_naive") + 1
    notebook["cells"].insert(place, code_cell("mended", helper.format("x - x.max()")))
    assert grader.report(NotebookBuilder(notebook).bytes()).points == 100
    # Below the check it comes too late, for nbgrader as well.
    notebook["cells"].insert(place + 1, notebook["cells"].pop(place))
    assert lost(grader.report(NotebookBuilder(notebook).bytes())) == {"softmax_naive"}


FULL = {
    "its value": ("causal_mask", UPPER, "causal_mask = causal_mask(6)"),
    "nothing more": ("causal_mask", UPPER, "del causal_mask"),
    "a module that it makes": (
        "causal_mask", UPPER, "MultiHeadAttention = MultiHeadAttention(3, 4, 6, 0.0, 2)"),
    "what has the name of an argument": (
        "softmax_naive", CAUGHT, "x = torch.softmax(torch.rand(5), 0)"),
    "what has the name of an error that it catches": (
        "softmax_naive", CAUGHT, "lost = torch.softmax(torch.rand(5), 0)"),
    "a module of an argument's name": (
        "softmax_naive", CAUGHT, "inputs = nn.MultiheadAttention(4, 2)"),
    "what has the name of a variable": (
        "softmax_naive", CAUGHT, "context_vecs = nn.functional."
        "scaled_dot_product_attention(*[torch.rand(1, 4, 4)] * 3)"),
    "a value of its name, though it is a lambda": (
        "causal_mask", "causal_mask = lambda n: torch.ones(n, n).triu(1)", "causal_mask = 6"),
    "what it makes, though it is made by a call": (
        "exercise_3_3", "from functools import partial\n"
        "gpt2_small_attention = partial(MultiHeadAttention, 768, 768, 1024, 0.1, 12)",
        "gpt2_small_attention = gpt2_small_attention()"),
    "a whole library's names": (
        "softmax_naive", "from torch import exp\ndef softmax_naive(x):\n"
        "    return exp(x) / exp(x).sum()", "from math import *"),
    "what is awaited": ("softmax_naive", f"import asyncio\nawait asyncio.sleep(0)\n{SOFTMAX}"),
    "a mode of its own": (
        "CausalAttention", """class CausalAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, qkv_bias=False):
        super().__init__()
        self.W_query, self.W_key, self.W_value = (
            nn.Linear(d_in, d_out, bias=qkv_bias) for _ in range(3))
        self.rate = self.now = dropout
    def train(self, mode=True):
        self.now = self.rate
        return super().train(mode)
    def eval(self):
        self.now = 0.0
        return nn.Module.train(self, False)
    def forward(self, x):
        scores = self.W_query(x) @ self.W_key(x).mT / self.W_key.out_features ** 0.5
        scores = scores + torch.full_like(scores, -torch.inf).triu(1)
        return nn.functional.dropout(scores.softmax(-1), self.now) @ self.W_value(x)"""),
    # What stands below the line that stops is made all the same, values among it.
    "a comparison with the library that stops": (
        "softmax_naive", MINE + "t = torch.rand(3)\n"
        "assert torch.allclose(mine(t), torch.softmax(t, 0))\nsoftmax_naive = mine"),
    "a package that is not there": (
        "softmax_naive", "import nobodys.pyplot as plt\nHALF: float = 0.5\nHALF *= 2\n" + MINE
        + "softmax_naive = lambda x: HALF * mine(x)"),
    "a constant above a line that never ends": (
        "causal_mask", "ABOVE = 1.0\nwhile True:\n    pass\n"
        "def causal_mask(n):\n    return torch.ones(n, n).triu(1) == ABOVE"),
    "a module that is made once and returned again": (
        "exercise_3_3", "kept = []\n\ndef gpt2_small_attention():\n    if not kept:\n"
        "        kept.append(MultiHeadAttention(768, 768, 1024, 0.1, 12))\n    return kept[0]",
        "from functools import cache\ntwo_dim_wrapper = cache(two_dim_wrapper)"),
    # A module that a cell writes is one, is an answer where there is no other, and takes no place.
    "an imported module": (
        "causal_mask",
        "%%writefile masks.py\nimport torch\n" + UPPER.replace("causal_mask", "upper"),
        "from masks import upper as up\n\ndef causal_mask(n):\n    return up(n).bool()"),
    "an answer written in no folder": ("causal_mask", f"%%writefile nowhere/answer.py\n{UPPER}"),
    "a module in two pieces": (
        "causal_mask", "%%writefile own.py\nimport torch",
        f"%%writefile -a own.py\n{UPPER.replace('causal_mask', 'upper')}",
        "import own\n\ndef causal_mask(n):\n    return own.upper(n)"),
    "an old answer written below": (
        "causal_mask", UPPER,
        "%%writefile old.py\ndef causal_mask(n):\n    return torch.ones(n, n)"),
}  # fmt: skip
"""A part, its answer, and cells below it."""


@pytest.mark.parametrize(("part", "source", "cells"), [(p, s, c) for p, s, *c in FULL.values()],
                         ids=FULL)  # fmt: skip
def test_a_right_answer_is_right_whatever_stands_beside_it(graded, part, source, cells):
    assert graded({part: source}, *cells).points == 100


def test_a_part_is_what_its_own_cell_defines_though_anothers_defines_a_helper_of_its_name(
    graded, assignment
):
    """As nbgrader judges it; a cell of nobody's is another attempt."""
    helper = "def softmax_naive(x, dim):\n    return torch.softmax(x, dim)\n"
    answer = {"simple_self_attention": helper + solution(assignment, "simple_self_attention")}
    assert graded(answer).points == 100
    assert lost(graded({}, helper)) == {"softmax_naive"}


BESIDE = {
    "a source that nobody can train any more": (
        "exercise_3_1", ".weight.T", ".weight.requires_grad_(False).T",
        "exercise_3_1/source_stays"),
    "a width that fits the smallest input alone": (
        "exercise_3_2", "d_in, 1,", "d_in, max(1, d_in // 3),", "exercise_3_2/two_dimensions"),
}  # fmt: skip


@pytest.mark.parametrize(("part", "right", "wrong", "check"), BESIDE.values(), ids=BESIDE)
def test_what_is_wrong_beside_right_values_fails_a_check(
    graded, assignment, part, right, wrong, check
):
    answer = solution(assignment, part).replace(right, wrong)
    judged = part_of(graded({part: answer}), part)
    assert [result.id for result in judged.checks if result.failed] == [check]


WRONG_SOFTMAX = "def softmax_naive(x):\n    return torch.exp(x) / 2"
LIBRARY_SOFTMAX = """
def softmax_naive(x):
    return torch.distributions.OneHotCategorical(logits=x, validate_args=False).mean
"""


def test_values_that_only_the_library_makes_right_break_the_rule(graded):
    """In every figure: no call that the rule names was seen, but nothing says that it is met."""
    part = part_of(graded({"softmax_naive": LIBRARY_SOFTMAX}), "softmax_naive")
    rule = next(check for check in part.checks if check.gate)
    assert (part.points, rule.outcome) == (0, Outcome.FAILED)
    assert diagnosis(part).causes[0].rule and rule not in diagnosis(part).passed


UPON_SOFTMAX = "def context_vector(inputs, query_index):\n    return softmax_naive({}) @ inputs\n"
MASK = "def causal_mask(n):\n    {}\n"
KEPT_SHARES = """
def renormalized_causal_weights(weights):
    kept = weights * (1 - causal_mask(len(weights)))
    return kept / kept.sum(dim=-1, keepdim=True)
"""
WHERE = """
def causal_attention_weights(attn_scores, d_k):
    hidden = causal_mask(attn_scores.shape[0])
    return torch.where(hidden, -torch.inf, attn_scores / d_k**0.5).softmax(dim=-1)
"""
UPON_A_STUB = """
def causal_attention_weights(attn_scores, d_k):
    hidden = attn_scores.masked_fill(causal_mask(len(attn_scores)).bool(), -torch.inf)
    return torch.softmax(hidden / d_k**0.5, dim=-1)
"""
BUILT_UPON = {
    "one that is not written": (MASK.format("raise NotImplementedError()"), UPON_A_STUB, True),
    "one that is no Python": (MASK.format("return ("), UPON_A_STUB, True),
    "one with an argument more, which is passed": (
        WRONG_SOFTMAX.replace("(x)", "(x, dim)", 1),
        UPON_SOFTMAX.format("inputs @ inputs[query_index], dim=0"), True),
    "a right one": (WRONG_SOFTMAX, UPON_SOFTMAX.format("x=inputs @ inputs[query_index]"), True),
    "a wrong one": (WRONG_SOFTMAX, UPON_SOFTMAX.format("inputs @ inputs[0]"), False),
    # Truth values cannot be taken from 1; the exercise leaves open which of both a mask holds.
    "numbers": (MASK.format("return torch.ones(n, n)"), KEPT_SHARES, True),
    # `torch.where` takes no others, and a right answer has read what a mask is to hold.
    "truth values where the own mask has none": (
        MASK.format("return torch.triu(torch.ones(n, n), diagonal=1) * -torch.inf"), WHERE, True),
}  # fmt: skip


@pytest.mark.parametrize(("wrong", "upon", "right"), BUILT_UPON.values(), ids=BUILT_UPON)
def test_an_answer_built_upon_a_wrong_part_is_judged_with_right_values_of_that(
    plain, wrong, upon, right
):
    names = [re.findall(r"def (\w+)", source)[0] for source in (wrong, upon)]
    report = plain(dict(zip(names, (wrong, upon), strict=True)))
    assert lost(report) == {*names[: 1 if right else 2]}
    assert any(f"built upon {names[0]}" in repair.en for repair in report.repairs) or not right


def test_a_slip_beside_a_part_that_is_no_python_costs_what_it_costs(graded):
    slip = UPON_A_STUB.replace("d_k**", "dk**")
    report = graded({"causal_mask": MASK.format("return ("), "causal_attention_weights": slip})
    part = part_of(report, "causal_attention_weights")
    assert part.points == part.max_points - part.slips[0].points > 0


def test_an_answer_that_stops_at_an_unwritten_class_says_which(graded):
    stub = (
        "class SelfAttention_v2(nn.Module):\n    def __init__(self, *sizes):\n"
        "        raise NotImplementedError()"
    )
    upon = "class CausalAttention(SelfAttention_v2):\n    pass"
    report = graded({"SelfAttention_v2": stub, "CausalAttention": upon})
    text = part_text(part_of(report, "CausalAttention"), "en")
    assert "it needs `SelfAttention_v2`, which is not written yet" in text
    assert "Not written yet" not in text


PAIRS = [
    ("MultiHeadAttentionWrapper/subclassed_head", "CausalAttention/small_fill"),
    ("exercise_3_3/partial", "MultiHeadAttention/scale_twice"),
    ("CausalAttention/built_on_v2", "causal_mask/list_returned"),
]


@pytest.mark.parametrize("pair", PAIRS, ids=" ".join)
def test_a_right_answer_loses_nothing_by_the_wrong_part_that_it_uses(
    grader_of, known, solved, pair
):
    right, wrong = map(known.get, pair)
    data = notebook_with(solved, right, wrong).bytes()
    assert lost(grader_of(discloses=False).report(data)) == {wrong.part}


def test_an_answer_that_needs_a_class_that_is_no_python_is_judged_beside_a_recording_one(graded):
    report = graded({"CausalAttention": "class CausalAttention(nn.Module)\n    pass"})
    assert lost(report) == {"CausalAttention"}


def test_a_notebook_of_prose_is_graded(grader):
    """It has cells, and no code in which anything could stand under another name."""
    prose = {"cell_type": "markdown", "id": "a", "metadata": {}, "source": "Sorry."}
    frame = {"cells": [prose], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    assert grader.report(json.dumps(frame).encode()).points == 0


def test_a_lent_function_does_not_tell_what_it_is(graded):
    """An answer finds values in it, and neither the solution nor a file that holds it."""
    spy = (
        "def context_vector(inputs, query_index):\n"
        "    if query_index == 0:\n"
        "        code = softmax_naive.__code__\n"
        "        raise ValueError(code.co_names + code.co_varnames + code.co_freevars)\n"
        "    return softmax_naive(inputs @ inputs[query_index]) @ inputs\n"
    )
    parts = graded({"softmax_naive": WRONG_SOFTMAX, "context_vector": spy}).parts
    encoded = msgspec.json.encode(next(part for part in parts if part.id == "context_vector"))
    assert b"'borrow'" in encoded
    assert b"exponentials" not in encoded


def test_a_class_that_an_answer_has_kept_says_its_own_name(graded, assignment):
    """`super(Name, self)` finds the student's own class under the name, not a recording one."""
    source = solution(assignment, "MultiHeadAttention").replace(
        "super().__init__()", "super(MultiHeadAttention, self).__init__()"
    )
    assert "super(MultiHeadAttention" in source
    kept = PARTIAL.format("MultiHeadAttention", 1024)
    assert graded({"MultiHeadAttention": source, "exercise_3_3": kept}).points == 100


def test_a_call_in_the_wrong_order_has_its_name_whatever_the_own_class_says_of_it(
    graded, assignment
):
    head, begin, body = solution(assignment, "MultiHeadAttention").partition("super().__init__()")
    refused = "if d_out % num_heads != 0:\n            raise KeyError(1)\n        "
    swapped = "def gpt2_small_attention():\n    return MultiHeadAttention(768, 768, 1024, 12, 0.1)"
    answers = {"MultiHeadAttention": head + refused + begin + body, "exercise_3_3": swapped}
    checks = part_of(graded(answers), "exercise_3_3").checks
    named = {mistake.id for check in checks for mistake in check.mistakes}
    assert named == {"exercise_3_3/heads_and_dropout_swapped"}


PARTIAL = "from functools import partial\ngpt2_small_attention = partial({}, 768, 768, {}, 0.0, 12)"
"""The class is looked up where the cell runs: no recording class can take its place later."""


SLOW_IN_THE_END = """

class MultiHeadAttention(MultiHeadAttention):
    def forward(self, x):
        while x.shape[1] > 999:
            pass
        return super().forward(x)
"""


@pytest.mark.parametrize("slow", ["", SLOW_IN_THE_END], ids=["masks made on the way", "too slow"])
def test_the_context_is_judged_by_the_module_where_no_arguments_were_seen(graded, known, slow):
    """By a run on so many tokens, or else by its arguments in a second hearing."""
    source = known["MultiHeadAttention/einsum"].cells[-1] + slow
    kept = PARTIAL.format("MultiHeadAttention", 1024)
    report = graded({"MultiHeadAttention": source, "exercise_3_3": kept})
    checks = [check for part in report.parts for check in part.checks]
    failed = {check.id for check in checks if check.mistakes or check.outcome != Outcome.PASSED}
    assert failed == set()


def test_an_answer_that_computes_element_by_element_is_in_time(graded, known):
    """It takes a hundred times as long as a matrix product; right is right."""
    source = known["MultiHeadAttention/head_and_token_loops"].cells[-1]
    slow = "torch.stack([sum(a * b for a, b in zip(key, query)) for key in keys])"
    assert "keys @ query" in source
    answer = source.replace("keys @ query", slow)
    assert graded({"MultiHeadAttention": answer}).points == 100


def test_steps_and_the_payoff_cost_nothing(graded, assignment):
    answer, line = solution(assignment, "MultiHeadAttention"), "        attn_scores = queries @"
    stepped = answer.replace(line, f'        checks.step("split", queries, queries)\n{line}')
    assert stepped != answer
    report = graded({"MultiHeadAttention": stepped}, "_ = checks.train(globals())")
    assert report.points == 100


def test_cells_that_print_much_silence_no_other_and_fill_no_report(graded):
    report = graded({}, *["print('x' * 100_000)"] * 200, "print('still heard')")
    assert report.points == 100
    assert report.cells[-1].output == "still heard\n"
    assert len(msgspec.json.encode(report)) < 1 << 20
