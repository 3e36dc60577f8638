"""The visible checks accept every right answer and say where a wrong one is off."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import torch

from autograder.core.assignment.given import FILE, visible_checks

ROOT = Path(__file__).resolve().parents[2]
CHECKS = visible_checks(ROOT / "assignments" / "attention")

RIGHT = """
import math
import torch
import torch.nn as nn

def softmax_naive(x):
    return torch.exp(x) / torch.exp(x).sum()

def context_vector(inputs, query_index):
    return torch.softmax(inputs @ inputs[query_index], dim=0) @ inputs

def simple_self_attention(inputs):
    weights = torch.softmax(inputs @ inputs.T, dim=-1)
    return weights, weights @ inputs

def scaled_attention_weights(query, keys):
    return torch.softmax(keys @ query / keys.shape[-1] ** 0.5, dim=-1)

class SelfAttention_v1(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out))

    def forward(self, x):
        q, k, v = x @ self.W_query, x @ self.W_key, x @ self.W_value
        return torch.softmax(q @ k.T / k.shape[-1] ** 0.5, dim=-1) @ v

class SelfAttention_v2(nn.Module):
    def __init__(self, d_in, d_out, qkv_bias=False):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)

    def forward(self, x):
        q, k, v = self.W_query(x), self.W_key(x), self.W_value(x)
        return torch.softmax(q @ k.T / k.shape[-1] ** 0.5, dim=-1) @ v

def transfer_weights(sa_v2, sa_v1):
    for name in ("W_query", "W_key", "W_value"):
        setattr(sa_v1, name, nn.Parameter(getattr(sa_v2, name).weight.T))

def causal_mask(num_tokens):
    return torch.triu(torch.ones(num_tokens, num_tokens), diagonal=1)

def renormalized_causal_weights(attn_weights):
    kept = attn_weights.tril()
    return kept / kept.sum(dim=-1, keepdim=True)

def causal_attention_weights(attn_scores, d_k):
    hidden = causal_mask(attn_scores.shape[0]).bool()
    return torch.softmax(attn_scores.masked_fill(hidden, -torch.inf) / d_k ** 0.5, dim=-1)

class CausalAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, qkv_bias=False):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.dropout = nn.Dropout(dropout)
        self.register_buffer("mask", torch.ones(context_length, context_length).triu(1).bool())

    def forward(self, x):
        T = x.shape[1]
        q, k, v = self.W_query(x), self.W_key(x), self.W_value(x)
        scores = q @ k.transpose(1, 2)
        scores = scores.masked_fill(self.mask[:T, :T], -torch.inf)
        weights = torch.softmax(scores / k.shape[-1] ** 0.5, dim=-1)
        return self.dropout(weights) @ v

class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList(
            [CausalAttention(d_in, d_out, context_length, dropout, qkv_bias)
             for _ in range(num_heads)])

    def forward(self, x):
        return torch.cat([head(x) for head in self.heads], dim=-1)

def two_dim_wrapper(d_in, context_length):
    return MultiHeadAttentionWrapper(d_in, 1, context_length, 0.0, num_heads=2)

class MultiHeadAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        if d_out % num_heads:
            raise ValueError("d_out must be divisible by num_heads")
        self.num_heads, self.head_dim = num_heads, d_out // num_heads
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.out_proj = nn.Linear(d_out, d_out)
        self.dropout = nn.Dropout(dropout)
        self.register_buffer("mask", torch.ones(context_length, context_length).triu(1).bool())

    def split(self, t):
        return t.view(t.shape[0], t.shape[1], self.num_heads, self.head_dim).transpose(1, 2)

    def forward(self, x):
        B, T, _ = x.shape
        q, k, v = map(self.split, (self.W_query(x), self.W_key(x), self.W_value(x)))
        scores = q @ k.transpose(2, 3)
        scores = scores.masked_fill(self.mask[:T, :T], -torch.inf)
        weights = torch.softmax(scores / self.head_dim ** 0.5, dim=-1)
        joined = (self.dropout(weights) @ v).transpose(1, 2).reshape(B, T, -1)
        return self.out_proj(joined)

def gpt2_small_attention():
    return MultiHeadAttention(768, 768, 1024, 0.1, num_heads=12)
"""

V1 = "torch.softmax(q @ k.T / k.shape[-1] ** 0.5, dim=-1) @ v"
CAUSAL = "scores = scores.masked_fill(self.mask[:T, :T], -torch.inf)"

# (part, text of the right answers, what stands there instead, something the message says)
WRONG = [
    ("softmax_naive", "torch.exp(x) / torch.exp(x).sum()", "x.exp().sum()", "shape is ()"),
    ("softmax_naive", "(x):", "(x, y):", "called by position as (x)"),
    ("context_vector", "(inputs, query_index)", "(query_index, inputs)", "in the order"),
    ("SelfAttention_v1", "self.W_query", "self.w_query", "Found w_query, expected W_query"),
    ("SelfAttention_v2", V1, "q @ undefined_name", "undefined_name"),
    ("CausalAttention", CAUSAL, CAUSAL.replace("self.mask[:T, :T]", "self.mask[:T, :T] * 1.0"),
     "Which dtype must the mask have"),
    ("exercise_3_1", "(sa_v2, sa_v1)", "(sa_v1, sa_v2)", "in the order"),
    ("CausalAttention", "T = x.shape[1]",
     "torch.set_default_dtype(torch.float64); T = x.shape[1]", "default_dtype"),
    ("CausalAttention", "return self.dropout(weights) @ v",
     "self.W_key.weight.data *= 2; return self.dropout(weights) @ v", "parameter W_key.weight"),
    ("MultiHeadAttentionWrapper", "range(num_heads)", "range(3)", "length 3"),
    ("MultiHeadAttentionWrapper", "def forward", "def forwards",
     "Found forwards, expected forward"),
    ("MultiHeadAttentionWrapper", "triu(1)", "triu(0)", "builds on CausalAttention|It builds"),
    ("MultiHeadAttention", "self.out_proj", "self.o_proj", "Found o_proj, expected out_proj"),
    ("simple_self_attention", "weights @ inputs\n",
     "torch.stack([weights[i] @ inputs for i in range(6)])\n", "hold those of the example"),
    ("exercise_3_3", "joined = (", "raise KeyError; joined = (", "KeyError was raised"),
    ("exercise_3_3", "self.out_proj = nn.Linear(d_out, d_out)",
     "self.out_proj = nn.Sequential(nn.Linear(d_out, d_out), nn.Linear(d_out, d_out))",
     "parameters"),
]  # fmt: skip


@pytest.fixture
def checks() -> ModuleType:
    module = sys.modules["checks"] = ModuleType("checks")
    module.__file__ = FILE
    exec(compile(CHECKS, FILE, "exec"), vars(module))
    yield module
    del sys.modules["checks"]


def notebook(code: str = RIGHT) -> dict[str, Any]:
    namespace: dict[str, Any] = {"__name__": "__main__"}
    exec(code, namespace)
    return namespace


def edited(old: str, new: str) -> dict[str, Any]:
    assert old in RIGHT
    return notebook(RIGHT.replace(old, new))


def failure(checks: ModuleType, part: str, namespace: dict[str, Any]) -> str:
    with pytest.raises(AssertionError) as caught:
        checks.check(part, namespace)
    return str(caught.value).replace("\n", "" if checks.LANGUAGE == "zh" else " ")


PARTS = [
    "softmax_naive", "context_vector", "simple_self_attention", "scaled_attention_weights",
    "SelfAttention_v1", "SelfAttention_v2", "exercise_3_1", "causal_mask",
    "renormalized_causal_weights", "causal_attention_weights", "CausalAttention",
    "MultiHeadAttentionWrapper", "exercise_3_2", "MultiHeadAttention", "exercise_3_3",
]  # fmt: skip


@pytest.mark.parametrize("part", PARTS)
def test_right_answers_pass(checks, capsys, part):
    """A right answer passes, and the panel says what is graded besides."""
    checks.check(part, notebook())
    shown = capsys.readouterr().out
    assert "✓" in shown and "✗" not in shown
    assert "Also graded" in shown


def test_parts_are_those_of_the_contract(checks):
    """The checks know the fifteen parts of the assignment, in their order."""
    assert list(checks.PARTS) == PARTS


@pytest.mark.parametrize(("part", "old", "new", "says"), WRONG)
def test_wrong_answers_fail(checks, part, old, new, says):
    """A wrong answer fails with a sentence that names the shape or the place, or asks a question.

    It never asks two: a part 7 that ends in an error is not asked which module is meant to stay.
    """
    message = failure(checks, part, edited(old, new))
    assert sum(english in message for english, _ in checks.QUESTIONS.values()) <= 1, message
    assert message.startswith(f"Part {PARTS.index(part) + 1} · ")
    assert any(text in message for text in says.split("|")), message


def test_every_question_is_about_a_wrong_answer(checks):
    """No fingerprint of a mistake is near the right row, and each asks a question that exists."""
    for part, known in checks.MISTAKES.items():
        right = checks.CONTEXT.get(part, [[9.0]] * 2)[1]
        for question, row in known:
            assert question in checks.QUESTIONS
            near = [abs(a - b) < 1e-4 for a, b in zip(row, right, strict=False)]
            assert not all(near)


def test_every_word_is_in_both_languages(checks):
    """Every sentence exists in English and in Chinese, with the same places to fill in."""
    marks = {"token", "comma", "blank", "told"}
    said = [words for key, words in checks.TEXTS.items() if key not in marks]
    said += checks.TITLES.values()
    said += [*checks.QUESTIONS.values(), *(w for _, w in checks.ERRORS)]
    said += [words for part in checks.PARTS.values() for words in (part.also, *says_of(part))]
    for english, chinese in said:
        assert english.replace("·", "").isascii() or "≠" in english or "…" in english
        assert not chinese.isascii()
        assert sorted(places(english)) == sorted(places(chinese))


def says_of(part: Any) -> list[tuple[str, str]]:
    return [step.says for step in part.steps]


def places(text: str) -> list[str]:
    return [piece.partition("}")[0] for piece in text.split("{")[1:]]


NAMES = {
    "B", "H", "T", "i", "x", "False", "True", "GPT", "Python", "dropout", "dtype", "nan", "return",
    "self", "softmax", "torch", "nn", "Linear", "Parameter", "Tensor", "rand", "manual_seed",
    "masked_fill", "view", "module", "parameters", "NotImplementedError", "__init__", "forward",
    "MultiHeadAttention", "W_query", "W_key", "W_value", "attn_weights", "context_length",
    "context_vecs", "d_out", "heads", "inputs", "keys", "query", "qkv_bias", "sa_v",
    "split", "weights", "merge",
}  # fmt: skip
"""What is written with Latin letters in Chinese, too: symbols, names in code, and three terms."""


def test_chinese_sentences_hold_no_english(checks):
    """In what the checks say in Chinese, Latin letters spell names of code and symbols alone."""
    said = [*checks.TEXTS.values(), *checks.TITLES.values(), *checks.QUESTIONS.values()]
    said += [*(w for _, w in checks.ERRORS), *checks.SOURCES.values(), checks.ALONE]
    said += [w for w, _ in checks.PICTURES.values()] + [w for _, w in checks.STEPS.values()]
    said += [words for part in checks.PARTS.values() for words in (part.also, *says_of(part))]
    words = re.findall(r"[A-Za-z_]+", " ".join(re.sub(r"\{[^}]*\}", "", zh) for _, zh in said))
    assert set(words) - NAMES == set()


def test_chinese_is_spoken_when_asked_for(checks):
    """After speak("zh") a failure is told in Chinese."""
    checks.speak("zh")
    message = failure(checks, "causal_mask", edited("diagonal=1", "diagonal=0"))
    assert "一个词元可以看到自己吗" in message


def test_an_unknown_language_is_refused(checks):
    with pytest.raises(ValueError, match="en, zh"):
        checks.speak("fr")


def test_an_unknown_part_is_refused(checks):
    with pytest.raises(ValueError, match="softmax_naive"):
        checks.check("softmax", notebook())


@pytest.mark.parametrize(
    ("name", "written"),
    [("CausalAttention", "CasualAttention"), ("SelfAttention_v1", "SelfAttentionV1"),
     ("MultiHeadAttention", "MulitHeadAttention")],
)  # fmt: skip
def test_a_misspelt_name_is_pointed_out(checks, name, written):
    """A definition under a similar name is named together with the expected one."""
    namespace = notebook()
    namespace[written] = namespace.pop(name)
    assert f"found {written}, expected {name}" in failure(checks, name, namespace)


def test_a_missing_name_is_said(checks):
    """A name that is nowhere is said to be undefined, not confused with another part's name."""
    namespace = notebook()
    del namespace["SelfAttention_v1"]
    assert "not defined yet" in failure(checks, "SelfAttention_v1", namespace)


def test_a_name_that_cannot_be_called_is_said(checks):
    """A number under the name of a function is reported by its type."""
    assert "type int" in failure(checks, "causal_mask", {"causal_mask": 3})


def test_a_stub_is_one_sentence(checks):
    """An unfinished stub is reported as not written yet."""
    namespace = edited("return torch.triu(", "raise NotImplementedError()\n    return torch.triu(")
    assert "not written yet" in failure(checks, "causal_mask", namespace)


def test_an_unwritten_answer_is_open_and_not_wrong(checks, displayed):
    """The panel of a stub marks it as open; no sentence is called untrue of what is not there."""
    stub = "raise NotImplementedError()\n    return torch.triu("
    for namespace in ({}, edited("return torch.triu(", stub)):
        failure(checks, "causal_mask", namespace)
        assert [symbol for symbol, _ in displayed.pop().lines] == ["○"]


def test_a_stub_below_is_named(checks):
    """A wrapper over an unfinished CausalAttention says that this may be the cause."""
    namespace = edited("T = x.shape[1]\n        q, k", "raise NotImplementedError()\n        q, k")
    assert "CausalAttention" in failure(checks, "MultiHeadAttentionWrapper", namespace)


def test_an_exit_is_reported(checks):
    """An answer that calls exit fails its check instead of ending the notebook."""
    namespace = edited("return torch.triu(", "raise SystemExit(3)\n    return torch.triu(")
    assert "SystemExit" in failure(checks, "causal_mask", namespace)


def test_braces_in_an_error_are_kept(checks):
    namespace = edited("return torch.triu(", "raise KeyError('{x}')\n    return torch.triu(")
    assert "{x}" in failure(checks, "causal_mask", namespace)


def test_expected_numbers_stay_unsaid(checks):
    """The message of wrong values names places and no expected value."""
    message = failure(checks, "SelfAttention_v2", edited("dim=-1) @ v", "dim=0) @ v"))
    assert "of 12 values differ, in every row" in message
    assert "0.07" not in message


def test_the_generator_is_left_as_it_was(checks):
    """After every check torch draws the same numbers as if no check had run."""
    namespace = notebook()
    torch.manual_seed(7)
    before = torch.get_rng_state()
    for part in PARTS:
        checks.check(part, namespace)
    checks.progress(namespace)
    assert torch.equal(torch.get_rng_state(), before)


def test_a_class_is_left_as_it_was(checks):
    """Looking at how an exercise makes its module leaves the class without a trace."""
    namespace = notebook()
    original = namespace["MultiHeadAttention"].__init__
    checks.check("exercise_3_3", namespace)
    assert namespace["MultiHeadAttention"].__init__ is original


def test_progress_counts_right_answers(checks, capsys):
    """progress shows fifteen finished parts for a finished notebook."""
    checks.progress(notebook())
    shown = capsys.readouterr().out
    assert "15 of 15" in shown
    assert shown.count("✓") == 15


def test_progress_never_raises(checks, capsys):
    """progress shows stubs, errors and missing names without raising."""
    checks.progress({})
    checks.progress({part.name: _stub for part in checks.PARTS.values()})
    checks.progress(dict.fromkeys((part.name for part in checks.PARTS.values()), _broken))
    shown = capsys.readouterr().out
    assert shown.count("○") == 30
    assert shown.count("✗") == 15


def _stub(*arguments: object) -> None:
    raise NotImplementedError


def _broken(*arguments: object) -> None:
    print("noise of the student's code")
    raise RuntimeError("broken")


@pytest.mark.parametrize("part", [*PARTS, "no such part"])
@pytest.mark.parametrize("namespace", [{}, {"causal_mask": _broken}, notebook()])
def test_picture_never_raises(checks, capsys, part, namespace):
    """picture draws or says one sentence, whatever the notebook holds."""
    checks.picture(part, namespace)
    assert capsys.readouterr().out.strip()


def test_no_question_is_asked_about_an_error_from_elsewhere(checks):
    """An error of the answer's own call is not said to be about how the answer is called."""
    inner = failure(checks, "softmax_naive", edited("torch.exp(x).sum()", "torch.sqrt(2)"))
    assert "sqrt" in inner and "by position" not in inner
    broken = failure(checks, "exercise_3_1", edited("setattr(sa_v1,", "raise KeyError;("))
    assert "stay as it was" not in broken


def test_an_error_is_not_the_opposite_of_a_sentence(checks, displayed):
    """The panel marks "It runs without an error", not a sentence that may well be true."""
    failure(checks, "exercise_3_1", edited("setattr(sa_v1,", "raise KeyError;("))
    assert [line for symbol, line in displayed[0].lines if symbol == "✗"] == [
        "It runs without an error."
    ]


def test_a_corrected_cell_may_begin_with_a_magic(checks):
    """Below a cell that Python could not read, the same cell under %%time counts as run."""
    timed = "get_ipython().run_cell_magic('time', '', 'def causal_mask(num_tokens):\\n    pass\\n')"
    before = "def causal_mask(num_tokens):\n    return ("
    checks.check("causal_mask", {**notebook(), "In": ["", before, timed]})
    broken = timed.replace("pass", "return (")
    assert "cannot read its line 2" in failure(
        checks, "causal_mask", {**notebook(), "In": ["", broken]}
    )


@pytest.mark.parametrize(
    ("filename", "foreign"),
    [("/usr/local/lib/python3.11/dist-packages/torch/nn/functional.py", True),
     (torch.nn.__file__, True), (re.__file__, True), ("/content/mine.py", False),
     ("<ipython-input-3-0a1b>", False)],
)  # fmt: skip
def test_the_blamed_line_is_the_students_own(checks, filename, foreign):
    """Files of packages are told from the student's, on Debian, Colab and Kaggle as well."""
    assert checks._of_a_library(filename) is foreign


@pytest.mark.parametrize("dtype", [torch.float64, torch.bfloat16])
@pytest.mark.parametrize("part", PARTS)
def test_the_notebooks_default_dtype_does_not_enter(checks, part, dtype):
    """Right answers pass whatever the default dtype is, and it is the same afterwards."""
    torch.set_default_dtype(dtype)
    try:
        checks.check(part, notebook())
        assert torch.get_default_dtype() == dtype
    finally:
        torch.set_default_dtype(torch.float32)


def test_the_notebooks_default_device_does_not_enter(checks):
    """Right answers pass whatever the default device is, and it is the same afterwards."""
    with torch.device("meta"):
        for part in PARTS:
            checks.check(part, notebook())
        assert torch.empty(1).device.type == "meta"


def test_printed_lines_are_shown_once(checks, capsys):
    """A print in forward, called many times in a check, appears once; a flood is cut short."""
    checks.check("CausalAttention", edited("T = x.shape[1]", "T = x.shape[1]; print('seen')"))
    assert capsys.readouterr().out.count("seen") == 1
    flood = "T = x.shape[1]; print(*range(1000), sep='\\n')"
    checks.check("CausalAttention", edited("T = x.shape[1]", flood))
    assert len(capsys.readouterr().out.splitlines()) < 50


SPLIT = "t.view(t.shape[0], t.shape[1], self.num_heads, self.head_dim).transpose(1, 2)"
EVERY_SECOND = "t.view(t.shape[0], t.shape[1], self.head_dim, self.num_heads).permute(0, 3, 1, 2)"


@pytest.mark.parametrize("split", [SPLIT, EVERY_SECOND])
def test_the_picture_of_the_heads_is_the_students_split(checks, displayed, split):
    """Columns that share a head reach each other: neighbours, or whatever the split makes."""
    checks.picture("MultiHeadAttention", edited(SPLIT, split))
    head = [c // 2 for c in range(8)] if split == SPLIT else [c % 4 for c in range(8)]
    result = [c // 2 for c in range(8)]  # the heads are joined in order, whatever was split
    assert displayed[0].values == [
        [float(head[r] == result[c]) for c in range(8)] for r in range(8)
    ]


@pytest.mark.parametrize("part", PARTS)
def test_an_example_is_what_the_check_passes(checks, part):
    """With the arguments and weights of the example a right answer gives its expected result."""
    one, names = checks.example(part), notebook()
    made = names[checks.PARTS[part].name](*one.arguments)
    if one.weights:
        with torch.no_grad():
            for path, values in one.weights.items():
                made.get_parameter(path).copy_(values)
        made = made(one.inputs)
    if one.expected is not None:
        pairs = zip(made, one.expected, strict=True) if isinstance(made, tuple) else None
        for mine, right in pairs or [(made, one.expected)]:
            wanted = torch.as_tensor(right).expand_as(mine)
            assert torch.allclose(mine, wanted, atol=checks.FROM_PRINTED, rtol=0)
    assert "seed" in str(one) or "worked example" in str(one)


def test_the_example_of_part_14_comes_in_two_widths(checks):
    """The second example has d_out = 4 and is what the right answer gives, to four decimals."""
    one, names = checks.example("MultiHeadAttention", d_out=4), notebook()
    module = names["MultiHeadAttention"](*one.arguments)
    with torch.no_grad():
        for path, values in one.weights.items():
            module.get_parameter(path).copy_(values)
    assert one.expected.shape == (6, 4)
    assert torch.allclose(module(one.inputs), one.expected.expand(2, 6, 4), atol=6e-5, rtol=0)


def test_examples_are_copies(checks):
    """What a student does to an example does not spoil the check."""
    checks.example("softmax_naive").arguments[0].zero_()
    checks.check("softmax_naive", notebook())


def test_steps_look_at_a_split_the_weights_and_a_merge(checks, displayed, capsys):
    """Each step passes on what part 14 asks for and names what is off."""
    flat = torch.arange(2.0 * 3 * 4).reshape(2, 3, 4)
    split = flat.reshape(2, 3, 2, 2).transpose(1, 2)
    weights = torch.eye(3).expand(2, 2, 3, 3)
    checks.step("split", flat, split)
    checks.step("weights", weights)
    checks.step("merge", split, flat)
    assert capsys.readouterr().out.count("✓") == 3
    for wrong in (
        ("split", flat, flat.reshape(2, 2, 3, 2)),
        ("split", flat, flat),
        ("weights", weights / 2),
        ("weights", torch.full((2, 2, 3, 3), 1 / 3)),
        ("merge", split, split.reshape(2, 3, 4)),
    ):
        with pytest.raises(AssertionError, match=f"{wrong[0]}: "):
            checks.step(*wrong)


def test_steps_do_nothing_outside_a_notebook(checks, capsys):
    """Left in a forward, a step costs nothing where the answer is graded, right or wrong."""
    checks.step("split", torch.zeros(1), torch.zeros(1))
    assert capsys.readouterr().out == ""
    with pytest.raises(ValueError, match="split, weights, merge"):
        checks.step("cut")


def test_titles_are_those_of_the_assignment(checks, plan):
    """Panels name parts as the assignment does, in both languages and in its order."""
    assert {part.id: (part.title.en, part.title.zh) for part in plan.parts} == checks.TITLES


def test_picture_shows_the_students_own_weights(checks, capsys):
    """The picture of self-attention is made of the numbers the student's function returns."""
    checks.picture("simple_self_attention", notebook())
    shown = capsys.readouterr().out
    assert "0.2379" in shown and "journey" in shown


def test_heat_map_is_text_and_svg(checks):
    """A heat map has its numbers, labels and title both as text and as an accessible picture."""
    drawn = checks.heat_map(
        torch.tensor([[0.25, -1.0], [float("nan"), 2.0]]), ["a<", "b"], ["c", "d"]
    )
    text, picture = str(drawn), drawn._repr_html_()
    assert "0.2500" in text and "nan" in text
    assert 'role="img"' in picture and "<title>" in picture and "<desc>" in picture
    assert "0.2500" in picture and "a&lt;" in picture and "a<" not in picture.replace("a&lt;", "")


@pytest.mark.parametrize("depth", [step / 50 for step in range(51)])
def test_numbers_can_be_read_on_every_shade(checks, depth):
    """The ink of a cell stands out from its fill at least 4.5 to 1, as WCAG asks."""
    fill, ink = checks._shade(depth, [[0.0, 1.0]])
    levels = sorted(map(luminance, (fill, ink)))
    assert (levels[1] + 0.05) / (levels[0] + 0.05) >= 4.5


def luminance(colour: str) -> float:
    pairs = re.findall(r"\d+", colour) if "rgb" in colour else re.findall(r"[0-9a-f]{2}", colour)
    levels = [int(text, 10 if "rgb" in colour else 16) / 255 for text in pairs]
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in levels]
    return sum(w * v for w, v in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_heat_map_takes_one_row(checks):
    """A vector is drawn as one row."""
    assert "0.5000" in str(checks.heat_map([0.5, 0.1], ["row"], ["c", "d"]))


def test_heat_map_needs_its_labels(checks):
    """Labels that do not fit the values are refused."""
    with pytest.raises(ValueError, match="one label"):
        checks.heat_map([[1.0, 2.0]], ["a", "b"], ["c", "d"])


@pytest.fixture
def displayed(monkeypatch) -> list[Any]:
    """What a notebook would display; IPython is replaced by the two functions that are used."""
    shown: list[Any] = []
    kernel = SimpleNamespace(_allow_stdin=True)
    shell = SimpleNamespace(get_ipython=lambda: SimpleNamespace(kernel=kernel))
    monkeypatch.setitem(sys.modules, "IPython", shell)
    monkeypatch.setitem(sys.modules, "IPython.display", SimpleNamespace(display=shown.append))
    return shown


def test_a_notebook_sees_a_panel_of_what_passed(checks, displayed):
    """In a notebook a passed check displays HTML with symbols as well as colours."""
    checks.check("causal_mask", notebook())
    panel = displayed[0]._repr_html_()
    assert "✓" in panel and "Also graded" in panel


def test_a_notebook_sees_where_values_differ(checks, displayed):
    """In a notebook a failed check displays what passed, what did not, and a marked heat map."""
    failure(checks, "SelfAttention_v1", edited("@ k.T / k.shape[-1] ** 0.5", "@ k.T"))
    panel = displayed[0]._repr_html_()
    assert "✓" in panel and "✗" in panel
    assert "<svg" in panel and "≠" in panel and "(differs)" in panel


def test_a_notebook_sees_shape_against_shape(checks, displayed):
    failure(checks, "exercise_3_2", edited("(d_in, 1,", "(d_in, 2,"))
    assert "your shape (2, 6, 4)" in displayed[0]._repr_html_()


def test_a_verdict_is_said_once(checks, displayed, monkeypatch):
    """Who sees the panel is not told the same in red; a program that runs the notebook is told."""
    with pytest.raises(AssertionError) as caught:
        checks.check("causal_mask", edited("diagonal=1", "diagonal=0"))
    assert "look at itself" in displayed[0]._repr_html_()
    (shown,) = caught.value._render_traceback_()
    assert shown == "Part 8 · The causal mask: not there yet; see above"
    monkeypatch.setattr(checks, "_attended", lambda: False)
    assert "look at itself" in " ".join(caught.value._render_traceback_())


@pytest.mark.parametrize("symbol", "✓✗○→+")
def test_symbols_can_be_read_on_every_page(checks, symbol):
    """A symbol is white on a colour of its own, at least 4.5 to 1, whatever the page's theme."""
    chip = checks._chip(symbol)
    background = re.search(r"background:(#\w{6});color:#ffffff", chip)[1]
    assert 1.05 / (luminance(background[1:].lower()) + 0.05) >= 4.5


def test_captions_and_legends_can_be_seen(checks, displayed):
    """The title of a picture stands above it as text, the legend of the marks too."""
    failure(checks, "causal_mask", edited("diagonal=1", "diagonal=0"))
    outside = re.sub(r"<svg.*?</svg>", "", displayed[0]._repr_html_(), flags=re.DOTALL)
    assert "≠ or * marks those that differ" in outside


def test_a_wide_table_scrolls_and_keeps_its_size(checks):
    """On a narrow page the numbers stay as large as the text, and the table can be moved."""
    drawn = checks.heat_map([[0.1] * 9], ["row"], list("abcdefghi"))._repr_html_()
    assert 'overflow-x:auto"><svg' in drawn
    assert "max-width" not in drawn


@pytest.mark.parametrize("label", ["逐个词元循环（第 4 部分）", "loop over tokens (part 4)"])
def test_a_label_is_not_cut_off(checks, label):
    """A label ends left of its row and has room there: 12 px for each Chinese character."""
    drawn = checks.heat_map([[0.1]], [label], ["column"])
    ends = re.search(
        rf'<text x="([\d.]+)"[^>]*text-anchor="end">{re.escape(label)}<', drawn._repr_html_()
    )
    assert float(ends[1]) >= sum(12 if letter > "\u2e80" else 6.5 for letter in label)


def test_rows_of_a_leak_are_tokens(checks, displayed):
    """The five rows before the changed one carry their tokens; a lone row carries nothing."""
    failure(checks, "CausalAttention", edited(CAUSAL, "scores = scores"))
    assert displayed[0].picture.row_labels == ["Your", "journey", "starts", "with", "one"]
    failure(checks, "softmax_naive", edited(" / torch.exp(x).sum()", ""))
    assert displayed[1].picture.row_labels == [""]


def test_the_students_own_attention_learns(checks, displayed):
    """Trained on repeated letters, two layers of a right part 14 come to know the next letter."""
    checks.train(notebook())
    (gallery,) = displayed
    before, after = map(int, re.findall(r"(\d+) %", gallery.lines[1]))
    assert before < 30 and after > 90
    assert len(gallery.pictures) == 4
    copied = [int(re.findall(r"(\d+) %", drawn.title)[1]) for drawn in gallery.pictures]
    assert max(copied) > 50  # an induction head: it looks at what followed the letter last time
    drawn = gallery._repr_html_()
    assert drawn.count("<svg") == 4
    # Two heads of a layer side by side, each picture with its margin.
    row, side = re.search(r"max-width:(\d+)px.*?<svg[^>]* width=\"(\d+)\"", drawn).groups()
    assert 2 * (int(side) + 12) <= int(row) < 3 * int(side)


def test_the_drawn_heads_are_the_modules_weights(checks):
    """What is drawn of a head is its softmax, though the module shows its result alone."""
    torch.manual_seed(0)
    module, x = notebook()["MultiHeadAttention"](32, 32, 16, 0.0, 2), torch.randn(15, 32)
    found = checks._looks(module, x)
    q, k = (module.split(layer(x[None]))[0] for layer in (module.W_query, module.W_key))
    scores = (q @ k.transpose(1, 2) / 4).masked_fill(module.mask[:15, :15], -torch.inf)
    assert torch.allclose(found, scores.softmax(-1), atol=1e-4)


def test_four_ways_are_timed_side_by_side(checks, displayed):
    """Loop, list of heads, split heads and library each have a time for each length."""
    checks.race(notebook())
    (table,) = displayed
    assert len(table.row_labels) == 4
    assert all(value > 0 for row in table.values for value in row)


@pytest.mark.parametrize("show", ["train", "race"])
@pytest.mark.parametrize(
    ("code", "says"),
    [("", "Part 14 · Multi-head attention"), ("raise NotImplementedError", "not written yet"),
     ("return joined", "comes first")],
)  # fmt: skip
def test_a_missing_answer_is_named_and_nothing_raised(checks, displayed, capsys, show, code, says):
    """On a blank, a half-done and a wrong notebook one sentence says which part comes first."""
    namespace = edited("return self.out_proj(joined)", code) if code else notebook("")
    if not code:
        namespace |= {n: v for n, v in notebook().items() if n != "MultiHeadAttention"}
    getattr(checks, show)(namespace)
    assert displayed == []
    assert says in capsys.readouterr().out


@pytest.mark.parametrize("show", ["train", "race"])
def test_nothing_is_trained_where_nobody_looks(checks, capsys, show):
    """Outside a notebook, as in the grader, both cells say one sentence and compute nothing."""
    module = notebook()["MultiHeadAttention"]
    module.forward = module.__init__ = None
    getattr(checks, show)({"MultiHeadAttention": module})
    assert "run it yourself" in capsys.readouterr().out


def test_training_disturbs_nothing(checks, displayed):
    """The notebook's random numbers and its own classes are as before."""
    namespace, state = notebook(), torch.get_rng_state()
    checks.race(namespace)
    assert torch.equal(torch.get_rng_state(), state)
    checks.check("MultiHeadAttention", namespace)


def test_progress_is_a_table_in_a_notebook(checks, displayed):
    checks.progress({})
    assert displayed[0]._repr_html_().count("<tr>") == 15


def test_a_console_without_the_symbols_prints_all_the_same(checks, monkeypatch):
    """A console that cannot show the symbols does not turn a pass into an error."""
    import io

    narrow = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", narrow)
    checks.check("causal_mask", notebook())
    narrow.flush()
    assert b"? " in narrow.buffer.getvalue()


def test_the_traceback_is_one_frame(checks):
    """A failed check raises from itself, with no chain of inner errors."""
    with pytest.raises(AssertionError) as caught:
        checks.check("causal_mask", {})
    assert caught.value.__suppress_context__
    assert caught.traceback[-1].name == "check"


def test_importing_computes_nothing(checks):
    """No tensor stands in the module: they are made when a check needs them."""
    assert not [name for name, held in vars(checks).items() if isinstance(held, torch.Tensor)]
