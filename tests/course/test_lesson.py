"""A reader's test of the lesson: symbols, numbers, and two languages that say the same."""

import ast
import base64
import json
import re
from itertools import pairwise
from math import exp, inf, sqrt
from typing import Any

import pytest
import torch
from torch import nn

from autograder.core.assignment.given import visible_checks
from autograder.core.assignment.load import find
from autograder.notebook.build import source_notebook
from tests.course.lessons import FORMULA, NUMBER, SAME, cells_of, numbers, texts_of, title
from tests.courses import ROOT

PLAN, LONG = (find(ROOT, name)[0] for name in ("attention", "long-contexts"))
LESSON = cells_of(PLAN)
TEXTS = texts_of(PLAN)
PARTS = [text for text in TEXTS if text.part]


@pytest.mark.parametrize("text", [*TEXTS, *texts_of(LONG)], ids=title)
def test_both_languages_say_the_same(text):
    for feature in SAME:
        assert feature(text.en) == feature(text.zh), feature.__name__


def test_sections_are_the_four_variants():
    rows = re.findall(r"^\| (\d) \| ([^|]+) \|", TEXTS[0].en, re.MULTILINE)
    sections = [re.match(r"## (\d) (.+)", text.en) for text in TEXTS]
    assert [(section[1], section[2]) for section in sections if section] == rows
    assert len(rows) == 4


@pytest.mark.parametrize("text", PARTS, ids=title)
def test_every_part_is_taught_in_the_same_steps_with_three_hints_and_a_time(text):
    leads = re.findall(r"^\*\*(\w+)[^*]*\*\*", text.en, re.MULTILINE)
    assert list(dict.fromkeys(leads)) == ["Idea", "Formula", "Shapes", "Why", "By"]
    assert re.findall(r"<summary>(\w+ \d)</summary>", text.en) == ["Hint 1", "Hint 2", "Hint 3"]
    assert re.findall(r"<summary>(\w+ \d)</summary>", text.zh) == ["提示 1", "提示 2", "提示 3"]
    assert re.search(r"· \d+ minutes$", title(text))


@pytest.mark.parametrize("assignment", [PLAN, LONG], ids=lambda assignment: assignment.id)
def test_points_are_those_of_the_plan(assignment):
    parts = [text for text in texts_of(assignment) if text.part]
    for number, (text, part) in enumerate(zip(parts, assignment.parts, strict=True), 1):
        assert text.part == number
        assert f"({part.points:g} points)" in text.en and f"（{part.points:g} 分）" in text.zh


def test_the_opening_gives_the_sums(assignment):
    assert f"{len(PARTS)} parts and {assignment.total_points:g} points" in TEXTS[0].en


WORDS = re.compile(r"\\(?:text|operatorname|begin|end)\{[^}]*\}|\\[a-zA-Z]+|\b(?:in|out|inf|row)\b")
DEFINED = {
    "T": "$T$ is the number of tokens", "d": "$d$ the width of a token's vector",
    "X": "$X$ is the matrix of all vectors", "x": "Its row $x_i$ is the vector",
    "s": "Let $s_0, \\dots, s_{n-1}$ be $n$ scores", "n": "be $n$ scores",
    "a": "**Attention weights** ($a$)", "z": "the context vector $z_i$ are",
    "S": "$S$ holds all scores", "A": "$A$ all weights", "Z": "$Z$ all context vectors",
    "W": "**Weight parameters** ($W$)", "Q": "$Q$ (queries)", "K": "$K$ (keys)",
    "V": "$V$ (values)", "q": "Let $q$ be the query", "k": "$k_j$ the key of token $j$",
    "L": "keeps a matrix $L$", "b": "a bias $b$ of shape", "M": "the mask $M$ is",
    "c": "The new weights $c_{ij}$ are", "h": "The masked scores\n$h_{ij}$",
    "B": "Let $B$ be the number of sequences", "C": "$C$ holds the causal\nweights",
    "p": "Let $p$ be the dropout rate", "H": "Let $H$ be the number of heads",
}  # fmt: skip
"""Where each symbol is introduced, in the words of the text."""
PLAIN = {"e", "i", "j", "m"}  # the base of the exponential, and indices that run over tokens
NAMES = {"d_{in}", "d_{out}", "d_k", "d_h", "W_q", "W_k", "W_v"}


def letters(formula: str) -> set[str]:
    """The symbols of a formula, without their indices' own names."""
    for name in sorted(NAMES, key=len, reverse=True):
        formula = formula.replace(name, f" {name[0]} ")
    return set(re.findall(r"[A-Za-z]", WORDS.sub(" ", formula)))


def test_every_symbol_is_defined_before_it_is_used():
    read = ""
    for text in TEXTS:
        for paragraph in re.split(r"\n\n(?=\*\*)", text.en):
            read += paragraph + "\n\n"
            for formula in FORMULA.findall(paragraph):
                for letter in letters(formula) - PLAIN:
                    assert DEFINED[letter] in read, f"{letter} of {formula} in {title(text)}"


@pytest.fixture(scope="module")
def names() -> dict[str, Any]:
    namespace: dict[str, Any] = {"torch": torch, "nn": nn, "__name__": "lesson"}
    for cell in LESSON:
        if cell.cell_type == "code" and ("part" in cell.metadata or "largest" in cell.source):
            exec(cell.source.split("\n\n\nchecks.")[0], namespace)
    first = next(cell.source for cell in LESSON if cell.cell_type == "code")
    exec(first[first.index("tokens =") : first.index("checks.heat_map")], namespace)
    return namespace


def softmax(*scores: float) -> list[float]:
    return torch.softmax(torch.tensor(scores, dtype=torch.float64), 0).tolist()


def rows(tensor: torch.Tensor) -> list[float]:
    return tensor.detach().double().flatten().tolist()


def count(module: nn.Module) -> int:
    return sum(parameter.numel() for parameter in module.parameters())


def seeded(names: dict[str, Any], name: str, seed: int, *arguments: Any) -> Any:
    torch.manual_seed(seed)
    return names[name](*arguments)


def trained(names: dict[str, Any]) -> torch.Tensor:
    """The raw scores of the worked example of parts 9 and 10."""
    module, x = seeded(names, "SelfAttention_v2", 789, 3, 2), names["inputs"]
    return (module.W_query(x) @ module.W_key(x).T).detach()


def one_head(names: dict[str, Any], x: torch.Tensor) -> dict[int, list[float]]:
    small = torch.tensor([[1.0, 0.0], [1.0, 1.0]])
    by_hand, alone = names["context_vector"](x, 1), names["context_vector"](small, 1)
    weights, contexts = names["simple_self_attention"](x)
    entries = [float(weights[0, 1]), float(weights[:, 0].sum()), float(contexts[1, 0])]
    first, one, two = seeded(names, "SelfAttention_v1", 123, 3, 2), softmax(1, 2), softmax(2, 4)
    summed = [3 * a + 6 * b for a, b in (one, two, [round(value, 4) for value in one])]
    plain, biased = (names["SelfAttention_v2"](3, 2, bias) for bias in (False, True))
    second = seeded(names, "SelfAttention_v2", 789, 3, 2)
    return {
        1: [exp(2), exp(1), exp(2) + exp(1) + 1, *softmax(2, 1, 0), 100],
        2: [float(x[1] @ x[0]), *rows(by_hand), *rows(alone), *softmax(1, 2), *rows(x[:2])],
        3: [*entries, *rows(weights[1]), *rows(x[:, 0])],
        4: [*softmax(2, 0), *softmax(4, 0), 100, 123],
        5: [*summed, *one, *two, *rows(x[1] @ first.W_query), *rows(first(x)[1]), 123],
        6: [7.5, 0.5, count(plain), count(biased), *rows(second(x)[0]), 789],
    }


def causal_heads(names: dict[str, Any], x: torch.Tensor) -> dict[int, list[float]]:
    scores = trained(names)
    weights = torch.softmax(scores / sqrt(2), dim=-1)
    a, b = (round(value, 4) for value in rows(weights[1, :2]))
    exact = rows(names["renormalized_causal_weights"](weights)[1, :2])
    first, corner = [round(score, 4) for score in rows(scores[1, :2])], float(scores[0, 0])
    scaled = [score / sqrt(2) for score in first]
    leaking = softmax(corner / sqrt(2), *[0.0] * 5)
    causal = seeded(names, "CausalAttention", 123, 3, 2, 6, 0.0)
    wrapper = seeded(names, "MultiHeadAttentionWrapper", 123, 3, 2, 6, 0.0, 2)
    wide = [names["MultiHeadAttentionWrapper"](4, width, 6, 0.0, 3) for width in (2, 5)]
    module = seeded(names, "MultiHeadAttention", 123, 3, 2, 6, 0.0, 2)
    heads = torch.arange(1.0, 9.0).view(2, 2, 2).transpose(0, 1)  # two tokens of two heads
    biased = names["MultiHeadAttention"](768, 768, 1024, 0.0, 12, True)
    return {
        8: [int(names["causal_mask"](6).sum()), 36],
        9: [a, b, a + b, a / (a + b), b / (a + b), *exact, 789],
        10: [*first, *scaled, *softmax(*scaled), corner, *leaking[:2], 789],
        11: [*rows(causal(x[None])[0, 0]), 1 / 6, 2 / 6, 1 / (1 - 0.2), 0.5, 0.2, 0.0, 123],
        12: [*rows(wrapper(x[None])[0, 0]), count(wrapper), 0.0, 123],
        13: [layer(torch.zeros(1, 6, 4)).shape[-1] for layer in wide],
        14: [sqrt(2), sqrt(8), *rows(module(x[None])[0, 0]), 0.0, 123,
             *rows(heads @ heads.transpose(1, 2))],
        15: [count(names["gpt2_small_attention"]()), count(biased), 768 / 12, 768, 12, 1024],
    }  # fmt: skip


@pytest.fixture(scope="module")
def computed(names) -> dict[int, list[float]]:
    """By part the numbers that its text may speak of."""
    x = names["inputs"]
    return {7: [], **one_head(names, x), **causal_heads(names, x)}


@pytest.mark.parametrize("text", PARTS, ids=title)
def test_every_number_is_computed(text, computed):
    """Each number of more than one digit is one that the reference gives, rounded as printed."""
    body = text.en.split("\n", 1)[1]
    for number in NUMBER.findall(body):
        decimals = len(number.partition(".")[2])
        if decimals or len(number) > 1:
            rounded = {f"{abs(value):.{decimals}f}" for value in computed[text.part]}
            refers = re.search(rf"[Pp]arts? {number}\b", body)
            assert number in rounded or refers, f"{number} in {title(text)}"


def test_what_is_said_of_small_and_large_numbers_is_so(names):
    """Of the exponential in part 1, of weights in part 4, of a transposed matrix in part 7."""
    assert torch.tensor(100.0).exp() == inf
    drawn = [names["largest_weights"](width) for width in (2, 16, 128)]
    assert all(below[0] > above[0] for above, below in pairwise(drawn))
    assert drawn[-1][0] > 0.9 and all(right < 0.5 for _, right in drawn)
    held, x = torch.tensor([[1.0, 2.0], [3.0, 4.0]]), torch.tensor([1.0, 0.0])
    assert (rows(x @ held.T), rows(x @ held)) == ([1.0, 3.0], [1.0, 2.0])


def test_the_other_numbers_are_those_of_the_example(names):
    assert names["inputs"].shape == (6, 3)
    (example,) = [text for text in TEXTS if text.en.startswith("## The worked example")]
    assert "here 6" in example.en and "here 3" in example.en


NOT_IN_PARTS = {**{str(text.part): text.part for text in PARTS}, "100": 4 * 25, "0.00001": 1e-5,
                "25": 1600 / 64, "64": 768 / 12, "1600": 25 * 64}  # fmt: skip
YEARS = {"2014", "2017", "2022"}


@pytest.mark.parametrize("text", [text for text in TEXTS if not text.part], ids=title)
def test_numbers_outside_the_parts_are_known(text):
    """Each is a part's number, a year, or follows from others: heads times width, points."""
    for number in numbers(text.en):
        assert number in YEARS or float(number) == NOT_IN_PARTS[number]


CHINESE = re.compile("[\u4e00-\u9fff]")
SHOWN = re.compile(r"!\[([^\]]+)\]\(attachment:([\w-]+)\.png\)")


def edition(language: str) -> list[dict[str, Any]]:
    cells: list[dict[str, Any]] = json.loads(source_notebook(PLAN, language))["cells"]
    return cells


def text_of(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


@pytest.mark.parametrize("language", ["en", "zh"])
def test_docstrings_are_in_the_editions_language(language):
    for cell in edition(language):
        if "def " in text_of(cell) and cell["id"] in {part.id for part in PLAN.parts}:
            docstring = re.search(r'"""(.*?)"""', text_of(cell), re.DOTALL)
            assert docstring and bool(CHINESE.search(docstring[1])) == (language == "zh")
            assert "---" not in docstring[1]


def test_chinese_paragraphs_have_no_line_ends_inside():
    """A line end after a Chinese mark would be shown as a space."""
    for cell in edition("zh"):
        if cell["cell_type"] == "markdown":
            assert re.findall(r"[。，、；：！？]\n(?![\s\-|#$<]|\d\.)", text_of(cell)) == []


@pytest.mark.parametrize("language", ["en", "zh"])
def test_pictures_are_inside_the_notebook(language):
    shown = []
    for cell in edition(language):
        for alt, name in SHOWN.findall(text_of(cell)):
            shown.append(name)
            data = base64.b64decode(cell["attachments"][f"{name}.png"]["image/png"])
            assert data.startswith(b"\x89PNG") and len(data) < 30_000
            assert bool(CHINESE.search(alt)) == (language == "zh")
    assert shown == ["summary", "roles", "mask", "heads"]


@pytest.mark.parametrize("name", ["summary", "roles", "mask", "heads"])
def test_pictures_differ_in_their_words_alone(name):
    files = [PLAN.folder / f"pictures/{name}.{code}.svg" for code in ("en", "zh")]
    drawn = [file.read_text("utf-8") for file in files]
    bare = [re.sub(r">[^<>]+<", "><", picture) for picture in drawn]
    assert bare[0] == bare[1]
    assert 'fill="#ffffff"' in drawn[0]


def test_the_pictures_numbers_are_computed(names):
    weights = names["causal_attention_weights"](trained(names), 2)[:4, :4]
    drawn = (PLAN.folder / "pictures/mask.en.svg").read_text("utf-8")
    shown = re.findall(r">(1|0|\.\d\d)</text>", drawn)
    assert shown == [f"{value:.2f}".removeprefix("0").replace("1.00", "1").replace(".00", "0")
                     for value in rows(weights)]  # fmt: skip


def test_motivation_comes_first_and_rules_are_folded():
    opening = TEXTS[0].en
    fold = opening.index("<details>")
    assert opening.index("cannot look back") < opening.index("attachment:summary") < fold
    assert "## " not in opening[:fold] and opening.index("## What is graded") > fold


@pytest.mark.parametrize(
    "show",
    ["checks.train(globals())", "checks.race(globals())",
     'checks.explain_yourself("MultiHeadAttention", globals())'],
)  # fmt: skip
def test_the_payoff_is_not_run_while_grading(show):
    """Its cells do nothing but call the visible checks: the grader leaves such cells out."""
    cells = [text_of(cell) for cell in edition("en") if show in text_of(cell)]
    assert cells == [show]


TAUGHT = {
    "Coding attention": ["the decoder cannot look back", "may look at all positions, at some more",
        "three years later the transformer kept it and dropped"],
    "1 Simplified": ["It is called *self*-attention because", "which we call the **query**"],
    "Part 2": ["how much two tokens have in common",
        "A weighted sum of vectors of width $d$ has the width $d$"],
    "Part 1": ["too large for float32"],
    "Part 3": ["Instead of a loop, two matrix products", "so each row adds up to 1"],
    "2 Self-attention": ["Three matrices of shape", "The words come from databases"],
    "Part 4": ["**Why divide by $\\sqrt{d_k}$?**", "its slope is nearly 0"],
    "Part 5": ["Wrapped in `nn.Parameter`"],
    "Part 6": ["chooses better starting values"],
    "3 Causal": ["hides the future"],
    "Part 9": ["as if the future had never been there"],
    "Part 10": ["Hide the future *before* the softmax"],
    "Part 11": ["**Why dropout on the weights?**", "In evaluation nothing happens",
        "`register_buffer` does that", "use the part of the mask that fits"],
    "Part 12": ["Make several `CausalAttention` modules and join"],
    "Part 14": ["three matrix products serve all heads", "`view` needs `.contiguous()` first",
        "A last linear layer mixes what the heads found"],
    "What you have built": ["**Attention knows no order.**", "**The cost grows with $T^2$.**",
        "all tokens are computed in parallel"],
}  # fmt: skip
"""What the chapter teaches: each section of the lesson, and the words that stand there."""


@pytest.mark.parametrize("section", TAUGHT)
def test_nothing_of_the_chapter_is_missing(section):
    (text,) = [text for text in TEXTS if re.match(rf"{section}\b", title(text))]
    prose = " ".join(text.en.split())
    assert [words for words in TAUGHT[section] if words not in prose] == []


@pytest.mark.parametrize("assignment", [PLAN, LONG], ids=lambda assignment: assignment.id)
def test_students_may_have_python_3_9(assignment):
    cells = [cell.source for cell in cells_of(assignment) if cell.cell_type == "code"]
    for source in (*cells, visible_checks(assignment.folder)):
        ast.parse(source, feature_version=(3, 9))
        assert not re.search(r"strict=True|isinstance\([^)]*\|", source)


def test_parts_with_drawn_numbers_name_their_seed():
    for number, seed in ((4, 123), (9, 789), (10, 789)):
        for text in (PARTS[number - 1].en, PARTS[number - 1].zh):
            assert f"torch.manual_seed({seed})" in text and "checks.example(" in text
