"""The visible checks accept every right answer and say where a wrong one is off."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Callable
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import torch

from autograder.core.assignment.load import load
from autograder.notebook.build import source_notebook
from tests.course.lessons import checks_of
from tests.courses import ROOT

FOLDER = ROOT / "assignments/attention"

RIGHT = "import math\nimport torch\nfrom torch import nn\n\n" + "\n\n".join(
    "".join(cell["source"])
    for cell in json.loads(source_notebook(load(FOLDER), "en"))["cells"]
    if cell["metadata"].get("nbgrader", {}).get("solution")
)
"""The answers of the reference solution."""
PARTS = [part.id for part in load(FOLDER).parts]
CAUSAL = "attn_scores.masked_fill(self.mask[:num_tokens, :num_tokens], -torch.inf)"
DROPPED = "return self.dropout(attn_weights) @ values"
ROWS = "dim=-1)\n        return attn_weights @ values"
MASK = "return torch.ones(num_tokens, num_tokens, dtype=torch.bool).triu(diagonal=1)"

# (part, text of the right answers, what stands there instead, something the message says)
WRONG = [
    ("SelfAttention_v1", "self.W_query", "self.w_query", "Found w_query, expected W_query"),
    ("SelfAttention_v2", "queries @ keys.T", "queries @ undefined_name", "undefined_name"),
    ("CausalAttention", CAUSAL, CAUSAL.replace(":num_tokens]", ":num_tokens] * 1.0"),
     "Which dtype must the mask have"),
    ("CausalAttention", DROPPED, f"torch.set_default_dtype(torch.float64); {DROPPED}",
     "default_dtype"),
    ("CausalAttention", DROPPED, f"self.W_key.weight.data *= 2; {DROPPED}",
     "parameter W_key.weight"),
    ("MultiHeadAttentionWrapper", "range(num_heads)", "range(3)", "length 3"),
    ("MultiHeadAttentionWrapper", "triu(diagonal=1)", "triu(diagonal=0)", "It builds on"),
    ("exercise_3_3", "joined = ", "raise KeyError; joined = ", "KeyError was raised"),
    ("exercise_3_3", "self.out_proj = nn.Linear(d_out, d_out)",
     "self.out_proj = nn.Sequential(nn.Linear(d_out, d_out), nn.Linear(d_out, d_out))",
     "parameters"),
    ("MultiHeadAttentionWrapper", "num_tokens = x.shape[1]", "raise NotImplementedError()",
     "CausalAttention"),
    ("causal_mask", MASK, "raise SystemExit(3)", "SystemExit"),
    ("causal_mask", MASK, "raise KeyError('{x}')", "{x}"),
    ("causal_mask", "def causal_mask(", "causal_mask = 3\ndef other(", "type int"),
]  # fmt: skip
"""What no specimen does; of those `test_visible` says what is told."""


@pytest.fixture
def checks() -> ModuleType:
    return checks_of("attention")


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


@pytest.mark.parametrize(("part", "old", "new", "says"), WRONG)
def test_wrong_answers_fail(checks, part, old, new, says):
    """It names a shape or a place, or asks one question: of an error none about what it is not."""
    message = failure(checks, part, edited(old, new))
    assert sum(english in message for english, _ in checks.QUESTIONS.values()) <= 1, message
    assert message.startswith(f"Part {PARTS.index(part) + 1} · ")
    assert says in message


def test_an_error_of_the_answers_own_line_or_name_is_no_doing_of_the_part_below(checks):
    """It is looked for below only where the part below has raised it."""
    below = RIGHT.replace("[head(x) for head in self.heads], dim=-1", "[x], dim=-1")
    wrapper = "def two_dim_wrapper(d_in, context_length):\n    return MultiHeadAttentionWrapper({})"
    namespace = notebook(f"{below}\n{wrapper.format('d_in, heads=2')}")
    assert "It builds on" not in failure(checks, "exercise_3_2", namespace)
    named = RIGHT.replace("triu(diagonal=1)", "triu()").replace("self.heads", "self.head")
    assert "It builds on" not in failure(checks, "MultiHeadAttentionWrapper", notebook(named))
    code = RIGHT.replace("torch.cat([head(x) for head in self.heads], dim=-1)", "self.heads(x)")
    message = failure(checks, "exercise_3_2", notebook(code))
    assert "It builds on" in message and "two_dim_wrapper has no attribute" not in message


def sentences(checks: ModuleType) -> list[tuple[str, str]]:
    """What the checks say beside `TEXTS`, in both languages."""
    texts = [*checks.TITLES.values(), *checks.QUESTIONS.values(), *(w for _, w in checks.ERRORS)]
    for part in checks.PARTS.values():
        texts += [part.also, *(step.says for step in part.steps)]
    return texts


def test_every_word_is_in_both_languages(checks):
    marks = {"token", "comma", "blank", "told", "raised"}
    texts = [words for key, words in checks.TEXTS.items() if key not in marks]
    for english, chinese in texts + sentences(checks):
        assert english.replace("·", "").isascii() or "≠" in english or "…" in english
        assert not chinese.isascii()
        places = [sorted(re.findall(r"\{([^}]*)\}", words)) for words in (english, chinese)]
        assert places[0] == places[1]


NAMES = {
    "B", "H", "T", "i", "x", "False", "True", "GPT", "Python", "dropout", "dtype", "nan", "return",
    "self", "softmax", "torch", "nn", "Linear", "Parameter", "Tensor", "rand", "manual_seed",
    "masked_fill", "view", "module", "parameters", "NotImplementedError", "__init__", "forward",
    "MultiHeadAttention", "W_query", "W_key", "W_value", "attn_weights", "context_length",
    "context_vecs", "d_out", "heads", "inputs", "keys", "query", "qkv_bias", "sa_v",
    "split", "weights", "merge", "checks", "py",
}  # fmt: skip
"""What is written with Latin letters in Chinese, too: symbols, names in code, and three terms."""


def test_chinese_sentences_hold_no_english(checks):
    texts = [*sentences(checks), *checks.TEXTS.values(), *checks.SOURCES.values(), checks.ALONE]
    texts += [w for w, *_ in checks.PICTURES.values()] + [w for *_, w in checks.STEPS.values()]
    words = re.findall(r"[A-Za-z_]+", " ".join(re.sub(r"\{[^}]*\}", "", zh) for _, zh in texts))
    assert set(words) - NAMES == set()


@pytest.mark.parametrize(
    ("name", "given", "said"),
    [("speak", ["fr"], "en, zh"), ("check", ["softmax", {}], "softmax_naive"),
     ("step", ["cut"], "split, weights, merge")],
)  # fmt: skip
def test_an_unknown_language_part_or_step_is_refused(checks, name, given, said):
    with pytest.raises(ValueError, match=said):
        getattr(checks, name)(*given)


def test_an_unwritten_answer_is_open_and_not_wrong(checks, displayed):
    """The panel of a stub marks it as open; no sentence is called untrue of what is not there."""
    stub = f"raise NotImplementedError()\n    {MASK}"
    for namespace in ({}, edited(MASK, stub)):
        failure(checks, "causal_mask", namespace)
        assert [symbol for symbol, _ in displayed.pop().lines] == ["○"]


def test_expected_numbers_stay_unsaid(checks):
    message = failure(checks, "SelfAttention_v2", edited(ROWS, ROWS.replace("-1", "0")))
    assert "of 12 values differ, in every row" in message
    assert "0.07" not in message


def test_right_answers_pass_and_generator_and_classes_are_left_as_they_were(checks, capsys):
    namespace = notebook()
    original = namespace["MultiHeadAttention"].__init__
    torch.manual_seed(7)
    before = torch.get_rng_state()
    for part in PARTS:
        checks.check(part, namespace)
    shown = capsys.readouterr().out
    assert shown.count("Also graded") == 15 and "✗" not in shown
    checks.progress(namespace)
    assert torch.equal(torch.get_rng_state(), before)
    assert namespace["MultiHeadAttention"].__init__ is original


def _broken(*arguments: object) -> None:
    print("noise of the student's code")
    raise RuntimeError("broken")


def _wordless(*arguments: object) -> None:
    raise type("Odd", (Exception,), {"__str__": lambda self: 3})


def test_progress_never_raises_and_is_a_table_in_a_notebook(checks, displayed):
    checks.progress({})
    checks.progress({part.name: _broken for part in checks.PARTS.values()})
    checks.progress({part.name: _wordless for part in checks.PARTS.values()})
    for symbol, table in zip("○✗✗", displayed, strict=True):
        drawn = table._repr_html_()
        assert drawn.count("<tr>") == str(table).count(symbol) == 15


@pytest.mark.parametrize("part", [*PARTS, "no such part"])
def test_picture_never_raises(checks, capsys, part):
    for namespace in ({}, {"causal_mask": _broken}, notebook()):
        checks.picture(part, namespace)
        assert capsys.readouterr().out.strip()


def test_no_question_is_asked_about_an_error_from_elsewhere(checks, displayed):
    """An error of the answer's own call is not said to be about how the answer is called. Nor is
    it the opposite of a sentence that may well be true: the panel marks "It runs without"."""
    inner = failure(checks, "softmax_naive", edited("exponentials.sum()", "torch.sqrt(2)"))
    assert "sqrt" in inner and "by position" not in inner
    stops = edited("getattr(sa_v1, name).copy_(", "raise KeyError;(")
    assert "stay as it was" not in failure(checks, "exercise_3_1", stops)
    wrong = [line for symbol, line in displayed[1].lines if symbol == "✗"]
    assert wrong == ["It runs without an error."]


def test_a_corrected_cell_may_begin_with_a_magic(checks):
    """Below a cell that Python could not read, the same cell under %%time counts as run."""
    timed = "get_ipython().run_cell_magic('time', '', 'def causal_mask(num_tokens):\\n    pass\\n')"
    before = "def causal_mask(num_tokens):\n    return ("
    checks.check("causal_mask", {**notebook(), "In": ["", before, timed]})
    broken = timed.replace("pass", "return (")
    message = failure(checks, "causal_mask", {**notebook(), "In": ["", broken]})
    assert "cannot read its line 2" in message
    message = failure(checks, "causal_mask", {**notebook(), "In": [before.replace(":", "：")]})
    assert "U+FF1A" in message and "Chinese (full-width)" in message


@pytest.mark.parametrize(
    ("filename", "foreign"),
    [("/usr/local/lib/python3.11/dist-packages/torch/nn/functional.py", True),
     (torch.nn.__file__, True), (re.__file__, True), ("/content/mine.py", False),
     ("<ipython-input-3-0a1b>", False)],
)  # fmt: skip
def test_the_blamed_line_is_the_students_own(checks, filename, foreign):
    assert checks._of_a_library(filename) is foreign


def test_the_notebooks_default_dtype_and_device_do_not_enter(checks):
    torch.set_default_dtype(torch.bfloat16)
    try:
        with torch.device("meta"):
            names = notebook()
            for part in PARTS:
                checks.check(part, names)
            assert torch.empty(1).device.type == "meta"
        assert torch.get_default_dtype() == torch.bfloat16
    finally:
        torch.set_default_dtype(torch.float32)


def test_printed_lines_are_shown_once(checks, capsys):
    checks.check("CausalAttention", edited(DROPPED, f"print('seen'); {DROPPED}"))
    assert capsys.readouterr().out.count("seen") == 1
    flood = f"print(*range(1000), sep='\\n'); {DROPPED}"
    checks.check("CausalAttention", edited(DROPPED, flood))
    assert len(capsys.readouterr().out.splitlines()) < 50


def test_the_picture_of_the_heads_is_the_students_split(checks, displayed, known):
    """Columns that share a head reach each other: here every fourth, not neighbours."""
    names = notebook()
    exec(known["MultiHeadAttention/split_interleaved"].cells[-1], names)
    checks.picture("MultiHeadAttention", names)
    head = [c % 4 for c in range(8)]
    result = [c // 2 for c in range(8)]  # the heads are joined in order, whatever was split
    reached = [[float(head[r] == result[c]) for c in range(8)] for r in range(8)]
    assert displayed[0].values == reached


@pytest.mark.parametrize(
    ("part", "width"), [*((part, {}) for part in PARTS), ("MultiHeadAttention", {"d_out": 4})]
)
def test_an_example_is_what_the_check_passes(checks, part, width):
    """That of part 14 comes in two widths."""
    example = checks.example(part, **width)
    assert not width or example.expected.shape == (6, width["d_out"])
    result = notebook()[checks.PARTS[part].name](*example.arguments)
    if example.weights:
        for path, values in example.weights.items():
            result.get_parameter(path).data.copy_(values)
        result = result(example.inputs)
    if example.expected is not None:
        pairs = zip(result, example.expected, strict=True) if isinstance(result, tuple) else None
        for actual, right in pairs or [(result, example.expected)]:
            expected = torch.as_tensor(right).expand_as(actual)
            assert torch.allclose(actual, expected, atol=checks.FROM_PRINTED, rtol=0)
    assert "seed" in str(example) or "worked example" in str(example)


def test_examples_are_copies(checks):
    checks.example("softmax_naive").arguments[0].zero_()
    checks.check("softmax_naive", notebook())


def test_steps_look_at_a_split_the_weights_and_a_merge(checks, displayed, capsys):
    flat = torch.arange(2.0 * 3 * 4).reshape(2, 3, 4)
    split = flat.reshape(2, 3, 2, 2).transpose(1, 2)
    weights = torch.eye(3).expand(2, 2, 3, 3)
    checks.step("split", flat, split)
    checks.step("weights", weights)
    checks.step("merge", split, flat)
    assert capsys.readouterr().out.count("✓") == 3
    for wrong in (
        ("split", split),
        ("merge", flat, split),
        ("split", flat, flat.reshape(2, 2, 3, 2)),
        ("split", flat, flat),
        ("weights", weights / 2),
        ("weights", torch.full((2, 2, 3, 3), 1 / 3)),
        ("merge", split, split.reshape(2, 3, 4)),
    ):
        with pytest.raises(AssertionError, match=f"{wrong[0]}: "):
            checks.step(*wrong)


def test_titles_are_those_of_the_assignment(checks, assignment):
    assert {part.id: (part.title.en, part.title.zh) for part in assignment.parts} == checks.TITLES
    assert list(checks.PARTS) == PARTS


def test_picture_shows_the_students_own_weights(checks, capsys):
    checks.picture("simple_self_attention", notebook())
    shown = capsys.readouterr().out
    assert "0.2379" in shown and "journey" in shown


def test_heat_map_is_text_and_svg(checks):
    values = torch.tensor([[0.25, -1.0], [torch.nan, 2.0]])
    drawn = checks.heat_map(values, ["a<", "b"], ["c", "d"])
    text, picture = str(drawn), drawn._repr_html_()
    assert "0.2500" in text and "nan" in text
    assert 'role="img"' in picture and "<title>" in picture and "<desc>" in picture
    assert "0.2500" in picture and "a&lt;" in picture and "a<" not in picture.replace("a&lt;", "")
    with pytest.raises(ValueError, match="one label"):
        checks.heat_map([[1.0, 2.0]], ["a", "b"], ["c", "d"])


def contrast(*colours: str) -> float:
    darker, lighter = sorted(map(luminance, colours))
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    pairs = re.findall(r"\d+", colour) if "rgb" in colour else re.findall(r"[0-9a-f]{2}", colour)
    levels = [int(text, 10 if "rgb" in colour else 16) / 255 for text in pairs]
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in levels]
    return sum(w * v for w, v in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.fixture
def displayed(monkeypatch) -> list[Any]:
    """What a notebook would display; IPython is replaced by the two functions that are used."""
    shown: list[Any] = []
    kernel = SimpleNamespace(_allow_stdin=True)
    shell = SimpleNamespace(get_ipython=lambda: SimpleNamespace(kernel=kernel))
    monkeypatch.setitem(sys.modules, "IPython", shell)
    monkeypatch.setitem(sys.modules, "IPython.display", SimpleNamespace(display=shown.append))
    return shown


@pytest.mark.parametrize(
    ("part", "right", "wrong", "seen"),
    [("SelfAttention_v1", "attn_scores / keys.shape[-1] ** 0.5", "attn_scores",
      ("✓", "✗", "<svg", "≠", "(differs)")),
     ("exercise_3_2", "(d_in, 1,", "(d_in, 2,", ("your shape (2, 6, 4)",))],
)  # fmt: skip
def test_a_notebook_sees_where_values_or_shapes_differ(checks, displayed, part, right, wrong, seen):
    failure(checks, part, edited(right, wrong))
    panel = displayed[0]._repr_html_()
    assert [text for text in seen if text not in panel] == []


def test_a_verdict_is_said_once(checks, displayed, monkeypatch):
    """Who sees the panel is not told the same in red; a program that runs the notebook is told."""
    with pytest.raises(AssertionError) as caught:
        checks.check("causal_mask", edited("diagonal=1", "diagonal=0"))
    assert "look at itself" in displayed[0]._repr_html_()
    (shown,) = caught.value._render_traceback_()
    assert shown == "Part 8 · The causal mask: not there yet; see above"
    monkeypatch.setattr(checks, "_attended", lambda: False)
    assert "look at itself" in " ".join(caught.value._render_traceback_())


def test_numbers_and_symbols_can_be_read_on_every_shade_and_page(checks):
    """The ink of a cell stands out from its fill as WCAG asks; a symbol is white on a colour of its
    own, whatever the page's theme."""
    drawn = checks.heat_map([step / 50 for step in range(51)], ["row"], ["x"] * 51)._repr_html_()
    shades = re.findall(r'<rect [^>]*fill="([^"]+)".*?<text [^>]*fill="([^"]+)"', drawn)
    page = checks.Panel("", [(symbol, "") for symbol in "✓✗○→+"])._repr_html_().lower()
    chips = re.findall(r"background:(#\w{6});color:(#\w{6})", page)
    assert (len(shades), len(chips)) == (51, 5)
    assert all(contrast(fill, ink) >= 4.5 for fill, ink in (*shades, *chips))


def test_captions_and_legends_can_be_seen(checks, displayed):
    failure(checks, "causal_mask", edited("diagonal=1", "diagonal=0"))
    outside = re.sub(r"<svg.*?</svg>", "", displayed[0]._repr_html_(), flags=re.DOTALL)
    assert "≠ or * marks those that differ" in outside


def test_a_wide_table_scrolls_and_keeps_its_size(checks):
    """And a label has room left of its row: 12 px for each Chinese character."""
    label = "逐个词元循环（第 4 部分）"
    drawn = checks.heat_map([[0.1] * 9], [label], list("abcdefghi"))._repr_html_()
    assert 'overflow-x:auto"><svg' in drawn and "max-width" not in drawn
    ends = re.search(rf'<text x="([\d.]+)"[^>]*text-anchor="end">{label}<', drawn)
    assert float(ends[1]) >= sum(12 if letter > "\u2e80" else 6.5 for letter in label)


def test_rows_of_a_leak_are_tokens(checks, displayed):
    failure(checks, "CausalAttention", edited(CAUSAL, "attn_scores"))
    assert displayed[0].picture.row_labels == ["Your", "journey", "starts", "with", "one"]
    failure(checks, "softmax_naive", edited(" / exponentials.sum()", ""))
    assert displayed[1].picture.row_labels == [""]


def test_the_students_own_attention_learns(checks, displayed):
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
    weights = checks._looks(module, x)
    q, k = (layer(x).view(15, 2, 16).transpose(0, 1) for layer in (module.W_query, module.W_key))
    scores = (q @ k.transpose(1, 2) / 4).masked_fill(module.mask[:15, :15], -torch.inf)
    assert torch.allclose(weights, scores.softmax(-1), atol=1e-4)


def test_four_ways_are_timed_side_by_side(checks, displayed):
    """The notebook's random numbers and its own classes are as before."""
    namespace, state = notebook(), torch.get_rng_state()
    checks.race(namespace)
    (table,) = displayed
    assert len(table.row_labels) == 4
    assert all(value > 0 for row in table.values for value in row)
    assert torch.equal(torch.get_rng_state(), state)
    checks.check("MultiHeadAttention", namespace)


def practised(checks: ModuleType, displayed: list[Any], part: str, code: str = RIGHT) -> Any:
    checks.explain_yourself(part, {**notebook(code), "In": ["", code]})
    return displayed.pop()


def test_a_shape_that_is_asked_for_is_what_torch_makes(checks, displayed):
    """Of 5 numbers for 3 tokens in 4 sequences, split into two heads that are 6 wide."""
    shapes = {"queries": "(4, 2, 3, 6)", "keys": "(4, 2, 3, 6)", "values": "(4, 2, 3, 6)",
        "attn_scores": "(4, 2, 3, 3)", "hidden": "(4, 2, 3, 3)", "attn_weights": "(4, 2, 3, 3)",
        "context_vecs": "(4, 2, 3, 6)", "joined": "(4, 3, 12)"}  # fmt: skip
    names = set()
    for _ in range(8):
        question, answer = practised(checks, displayed, "MultiHeadAttention").pairs[0]
        (name,) = re.findall(r"has `(\w+)`", question)
        assert answer == f"`{shapes[name]}`"
        assert f"after the line `{name} = " in question
        names.add(name)
    assert len(names) > 1


def test_the_line_that_is_asked_for_hides_the_future(checks, displayed):
    """Also where its result is another name, so that no line can simply be left out."""
    question, answer = practised(checks, displayed, "CausalAttention").pairs[1]
    assert "Changing the last token leaves the earlier context vectors alone." in question
    assert CAUSAL in answer
    in_place = CAUSAL.replace("masked_fill(", "masked_fill_(")
    alone = RIGHT.replace(f"hidden = {CAUSAL}", f"{in_place}\n        hidden = attn_scores")
    assert in_place in practised(checks, displayed, "CausalAttention", alone).pairs[1][1]
    # Without the line that ends it, a loop would go on for ever.
    loop = "number = 0\n        while number < 1:\n            number += 1\n        hidden"
    counted = RIGHT.replace(f"hidden = {CAUSAL}", f"{loop} = {CAUSAL}")
    assert CAUSAL in practised(checks, displayed, "CausalAttention", counted).pairs[1][1]


def test_practice_folds_its_answers_and_is_in_both_languages(checks, displayed):
    page = practised(checks, displayed, "SelfAttention_v2")._repr_html_()
    assert page.count("<details><summary>Answer</summary>") == 2
    assert "<code>SelfAttention_v2(5, 4)(torch.rand(3, 5))</code>" in page
    checks.speak("zh")
    shown = str(practised(checks, displayed, "MultiHeadAttention"))
    assert "的形状是什么？" in shown
    assert shown.index("是哪一行？") < shown.index("答案：")


def test_practice_leaves_the_notebook_as_it_was(checks, displayed):
    namespace, state = {**notebook(), "In": ["", RIGHT]}, torch.get_rng_state()
    before = {name: id(value) for name, value in namespace.items()}
    checks.explain_yourself("MultiHeadAttention", namespace)
    assert {name: id(value) for name, value in namespace.items()} == before
    assert torch.equal(torch.get_rng_state(), state)
    assert sys.gettrace() is None or "coverage" in repr(sys.gettrace())


def test_nothing_certain_is_no_question(checks, displayed, capsys):
    checks.explain_yourself("SelfAttention_v1", notebook())
    assert "No question about this code" in str(displayed.pop())
    checks.explain_yourself("causal_mask", notebook())
    assert "There are no questions about causal_mask" in capsys.readouterr().out


@pytest.fixture(params=["train", "race", "explain_yourself"])
def show(request, checks) -> Callable[[dict[str, Any]], None]:
    part = ["MultiHeadAttention"] if request.param == "explain_yourself" else []
    return lambda names: getattr(checks, request.param)(*part, names)


@pytest.mark.parametrize(
    ("code", "says"),
    [("", "Part 14 · Multi-head attention"), ("raise NotImplementedError", "not written yet"),
     ("return joined", "comes first")],
)  # fmt: skip
def test_a_missing_answer_is_named_and_nothing_raised(displayed, capsys, show, code, says):
    namespace = edited("return self.out_proj(joined)", code) if code else notebook()
    if not code:
        del namespace["MultiHeadAttention"]
    show(namespace)
    assert displayed == []
    assert says in capsys.readouterr().out


def test_nothing_is_trained_where_nobody_looks(capsys, show):
    module = notebook()["MultiHeadAttention"]
    module.forward = module.__init__ = None
    show({"MultiHeadAttention": module})
    assert "run it yourself" in capsys.readouterr().out


def test_a_console_without_the_symbols_prints_all_the_same(checks, monkeypatch):
    narrow = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", narrow)
    checks.check("causal_mask", notebook())
    narrow.flush()
    assert b"? " in narrow.buffer.getvalue()


def test_the_traceback_is_one_frame(checks):
    with pytest.raises(AssertionError) as caught:
        checks.check("causal_mask", {})
    assert caught.value.__suppress_context__
    assert caught.traceback[-1].name == "check"


def test_importing_computes_nothing(checks):
    assert not [name for name, held in vars(checks).items() if isinstance(held, torch.Tensor)]
