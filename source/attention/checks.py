"""The visible checks of the attention notebook: where an answer is off, never how to write it.

    checks.check("causal_mask", globals())          checks one part
    checks.example("causal_mask")                   the very arguments that this check passes
    checks.step("split", before, after)             checks one step of part 14 while you write it
    checks.progress(globals())                      shows how far every part is
    checks.picture("causal_mask", globals())        draws a part's answer
    checks.explain_yourself("CausalAttention", globals())   asks about your own lines
    checks.train(globals())                         trains your part 14 on a small task, draws it
    checks.race(globals())                          times four ways to compute the same attention
    checks.heat_map(values, rows, columns)          draws any table of numbers
    checks.speak("zh")                              changes the language

Points are given by other, hidden checks; a check that passes says what those look at besides.
"""

from __future__ import annotations

import ast
import copy
import difflib
import functools
import html
import inspect
import io
import linecache
import math
import random
import re
import sys
import textwrap
import time
import traceback
import unicodedata
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

import torch
from torch import nn
from torch.overrides import TorchFunctionMode


# ---------------- What the checks of every lesson need: languages, torch as its text has it, own lines

Words = tuple[str, str]  # (English, Chinese)
LANGUAGE = "en"
LANGUAGES = ("en", "zh")
LINE, PRINTED_LINES = 80, 20
SEED = 8191
LIBRARY = ("scaled_dot_product_attention", "multi_head_attention_forward")
SOFTMAX = ("softmax", "softmin", "logsumexp")
"""How torch's own names end of what an exercise may forbid."""
COMMON: dict[str, Words] = {
    "elsewhere": (
        "if this checks.py is another lesson's, replace it by this notebook's, restart the kernel",
        "如果这是另一课的 checks.py，请换成本笔记本的那一个，再重启内核",
    ),
    "undefined": (
        "{name} is not defined yet: has the cell that defines it been run, and without an error?",
        "{name} 还没有定义：定义它的单元格运行过吗？运行时没有报错吗？",
    ),
    "stub": (
        "{name} is not written yet, or NotImplementedError is still raised in it.",
        "{name} 还没有写，或者其中还留着抛出 NotImplementedError 的那一行。",
    ),
    "error": ("{kind} was raised: {message}{place}.", "抛出了 {kind}：{message}{place}。"),
    "place": (" (line {line}: {source})", "（第 {line} 行：{source}）"),
    "returned": ("Does it end with a return?", "最后有 return 吗？"),
    "library": (
        "{name} calls {call}, which this part builds from scratch.",
        "{name} 调用了 {call}，而这一部分要求从零实现。",
    ),
    "setting_changed": (
        "{name} changes a setting of torch for everyone, as torch.{setting} does.",
        "{name} 改变了 torch 的全局设置，相当于调用 torch.{setting}。",
    ),
}


def speak(code: str) -> None:
    """Choose the language of all messages: "en" or "zh"."""
    global LANGUAGE
    if code not in LANGUAGES:
        raise ValueError(f"the languages are {', '.join(LANGUAGES)}; found {code!r}")
    LANGUAGE = code


def _say(words: Words, **values: object) -> str:
    said = words[LANGUAGES.index(LANGUAGE)]
    return said.format(**values) if values else said


def __getattr__(name: str) -> Any:
    raise AttributeError(f"checks.py has no {name}; {_say(COMMON['elsewhere'])}")


def _known(part: str, parts: Iterable[str]) -> None:
    if part not in parts:
        raise ValueError(f"no part {part!r} among {', '.join(parts)}; {_say(COMMON['elsewhere'])}")


def _kernel() -> Any:
    """The Jupyter kernel, or None; IPython is looked up, not imported, as it may be absent."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return getattr(shell, "kernel", None)


def _attended() -> bool:
    """Whether somebody sees the outputs: programs that run a notebook allow no input."""
    return bool(getattr(_kernel(), "_allow_stdin", False))


def _print(text: str) -> None:
    try:
        print(text)
    except UnicodeEncodeError:  # a console without the symbols must not turn a pass into an error
        print(text.encode("ascii", "replace").decode())


def _failure(sentence: str, shown: str = "") -> AssertionError:
    """An error that IPython shows as a sentence alone, without the lines of this file.

    Whoever sees a panel reads `shown` below it; `nbgrader validate` has the sentence alone.
    """
    name = "AssertionError: "
    # `nbgrader validate` cuts off what does not fit its lines.
    lines = textwrap.wrap(name + sentence, LINE, break_on_hyphens=False)
    error = AssertionError("\n".join(lines).removeprefix(name))
    error._render_traceback_ = lambda: [shown] if shown and _attended() else lines  # type: ignore[attr-defined]
    return error


@contextmanager
def _quiet() -> Iterator[None]:
    nowhere = io.StringIO()
    with redirect_stdout(nowhere), redirect_stderr(nowhere), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@contextmanager
def _said_once() -> Iterator[None]:
    """An answer is called many times in a check; what it prints is shown once, and cut short."""
    printed = io.StringIO()
    try:
        with redirect_stdout(printed):
            yield
    finally:
        lines = list(dict.fromkeys(printed.getvalue().splitlines()))
        if lines:
            _print("\n".join([*lines[:PRINTED_LINES], *(["..."] if lines[PRINTED_LINES:] else [])]))


@contextmanager
def _plain_torch() -> Iterator[None]:
    """The settings that the text's numbers are made with, and afterwards those of the notebook."""
    dtype, draws = torch.get_default_dtype(), torch.get_rng_state()
    # Where the CPU is the default already, nothing is slowed down.
    on_the_cpu = torch.get_default_device().type == "cpu"
    torch.set_default_dtype(torch.float32)
    try:
        with nullcontext() if on_the_cpu else torch.device("cpu"), torch.enable_grad():
            # Not torch.manual_seed, which would change what other devices draw.
            torch.default_generator.manual_seed(SEED)
            yield
    finally:
        torch.set_default_dtype(dtype)
        torch.set_rng_state(draws)


def _disturbed() -> str:
    """The function of torch that sets what an answer has changed within `_plain_torch`, or ""."""
    found = {
        "set_default_dtype": torch.get_default_dtype() is torch.float32,
        "set_grad_enabled": torch.is_grad_enabled(),
        "manual_seed": torch.initial_seed() == SEED,
    }
    return next((name for name, is_kept in found.items() if not is_kept), "")


class _Called(TorchFunctionMode):
    """Notes the names of torch's functions that are called, by whatever way they are reached."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()

    def __torch_function__(
        self, function: Any, types: Any, arguments: Any = (), named: Any = None
    ) -> Any:
        self.names.add(getattr(function, "__name__", ""))
        return function(*arguments, **(named or {}))

    def one_of(self, forbidden: tuple[str, ...]) -> str:
        """The first name, by the alphabet, that ends like one of these, or nothing."""
        return next((name for name in sorted(self.names) if name.endswith(forbidden)), "")


def _codes(target: Any) -> list[CodeType]:
    """The code of a function, or of each method of a class."""
    written = [target, *getattr(target, "__dict__", {}).values()]
    return [one.__code__ for one in written if hasattr(one, "__code__")]


def _own(error: BaseException) -> list[tuple[CodeType, int]]:
    """The student's own code that an error came through, each with its line, the innermost last."""
    ran = [(frame.f_code, line) for frame, line in traceback.walk_tb(error.__traceback__)]
    return [(code, line) for code, line in ran if not _of_a_library(code.co_filename)]


def _of_a_library(filename: str) -> bool:
    # Debian's, Colab's and Kaggle's Python keep packages in dist-packages.
    packages = {"site-packages", "dist-packages"} & set(Path(filename).parts)
    homes = (str(Path(torch.__file__).parent), str(Path(ast.__file__).parent), "<frozen", __file__)
    return bool(packages) or filename.startswith(homes)


def _is_stub(error: BaseException) -> bool:
    """Whether a line of the student's own raised NotImplementedError, and no library."""
    frames = [frame.f_code for frame, _ in traceback.walk_tb(error.__traceback__)]
    own = [code for code, _ in _own(error)]
    return isinstance(error, NotImplementedError) and own[-1:] == frames[-1:]


def _first_line(error: BaseException) -> str:
    try:
        lines = str(error).strip().splitlines()
    except Exception:  # a student's own kind of error may have any __str__
        lines = []
    return lines[0][:200].rstrip(".") if lines else ""


def _raised(error: BaseException) -> str:
    """What was raised, and the student's own line that was being run."""
    place = ""
    for code, line in _own(error)[-1:]:
        if source := linecache.getline(code.co_filename, line).strip():
            place = _say(COMMON["place"], line=line, source=source)
    kind, message = type(error).__name__, _first_line(error)
    return _say(COMMON["error"], kind=kind, message=message, place=place)


# ---------------- What each part is called, what it defines, and which arguments that takes

TITLES = {
    "softmax_naive": ("A naive softmax", "朴素的 softmax"),
    "context_vector": ("One context vector", "一个上下文向量"),
    "simple_self_attention": ("Simplified self-attention", "简化的自注意力"),
    "scaled_attention_weights": ("Scaled attention weights", "缩放的注意力权重"),
    "SelfAttention_v1": ("Self-attention with parameters", "用参数实现的自注意力"),
    "SelfAttention_v2": ("Self-attention with linear layers", "用线性层实现的自注意力"),
    "exercise_3_1": ("Exercise 3.1: transfer weights", "练习 3.1：转移权重"),
    "causal_mask": ("The causal mask", "因果掩码"),
    "renormalized_causal_weights": (
        "Masked and renormalised weights",
        "掩码后重新归一化的权重",
    ),
    "causal_attention_weights": (
        "Causal weights from masked scores",
        "由掩码后的分数得到因果权重",
    ),
    "CausalAttention": ("Causal attention", "因果注意力"),
    "MultiHeadAttentionWrapper": ("Heads side by side", "并排的多个头"),
    "exercise_3_2": ("Exercise 3.2: two-dimensional vectors", "练习 3.2：二维向量"),
    "MultiHeadAttention": ("Multi-head attention", "多头注意力"),
    "exercise_3_3": ("Exercise 3.3: the size of GPT-2", "练习 3.3：GPT-2 的规模"),
}
NAMES = {
    **{part: part for part in TITLES},
    "exercise_3_1": "transfer_weights",
    "exercise_3_2": "two_dim_wrapper",
    "exercise_3_3": "gpt2_small_attention",
}
"""What each part defines in the notebook."""

_CAUSAL = ("d_in", "d_out", "context_length", "dropout")
ARGUMENTS: dict[str, tuple[str, ...]] = {
    "softmax_naive": ("x",),
    "context_vector": ("inputs", "query_index"),
    "simple_self_attention": ("inputs",),
    "scaled_attention_weights": ("query", "keys"),
    "SelfAttention_v1": ("d_in", "d_out"),
    "SelfAttention_v2": ("d_in", "d_out", "qkv_bias"),
    "exercise_3_1": ("sa_v2", "sa_v1"),
    "causal_mask": ("num_tokens",),
    "renormalized_causal_weights": ("attn_weights",),
    "causal_attention_weights": ("attn_scores", "d_k"),
    "CausalAttention": (*_CAUSAL, "qkv_bias"),
    "MultiHeadAttentionWrapper": (*_CAUSAL, "num_heads", "qkv_bias"),
    "exercise_3_2": ("d_in", "context_length"),
    "MultiHeadAttention": (*_CAUSAL, "num_heads", "qkv_bias"),
    "exercise_3_3": (),
}
"""What each part is called with, by position."""


# ---------------- The published numbers of the worked example, and how its modules are made

TOKENS = ["Your", "journey", "starts", "with", "one", "step"]
INPUTS = [
    [0.43, 0.15, 0.89],
    [0.55, 0.87, 0.66],
    [0.57, 0.85, 0.64],
    [0.22, 0.58, 0.33],
    [0.77, 0.25, 0.10],
    [0.05, 0.80, 0.55],
]
QUERY_INDEX = 1
SIMPLE_SCORES = [0.9544, 1.495, 1.4754, 0.8434, 0.707, 1.0865]
SIMPLE_SOFTMAX = [0.1385, 0.2379, 0.2333, 0.124, 0.1082, 0.1581]
SIMPLE_WEIGHTS = [
    [0.2098, 0.2006, 0.1981, 0.1242, 0.122, 0.1452],
    [0.1385, 0.2379, 0.2333, 0.124, 0.1082, 0.1581],
    [0.139, 0.2369, 0.2326, 0.1242, 0.1108, 0.1565],
    [0.1435, 0.2074, 0.2046, 0.1462, 0.1263, 0.172],
    [0.1526, 0.1958, 0.1975, 0.1367, 0.1879, 0.1295],
    [0.1385, 0.2184, 0.2128, 0.142, 0.0988, 0.1896],
]
SIMPLE_CONTEXT = [
    [0.4421, 0.5931, 0.579],
    [0.4419, 0.6515, 0.5683],
    [0.4431, 0.6496, 0.5671],
    [0.4304, 0.6298, 0.551],
    [0.4671, 0.591, 0.5266],
    [0.4177, 0.6503, 0.5645],
]
SCALED_WEIGHTS = [0.15, 0.2264, 0.2199, 0.1311, 0.0906, 0.182]
V2_WEIGHTS = [
    [0.1921, 0.1646, 0.1652, 0.155, 0.1721, 0.151],
    [0.2041, 0.1659, 0.1662, 0.1496, 0.1665, 0.1477],
    [0.2036, 0.1659, 0.1662, 0.1498, 0.1664, 0.148],
    [0.1869, 0.1667, 0.1668, 0.1571, 0.1661, 0.1564],
    [0.183, 0.1669, 0.167, 0.1588, 0.1658, 0.1585],
    [0.1935, 0.1663, 0.1666, 0.1542, 0.1666, 0.1529],
]
CAUSAL_SCORES = [
    [0.2899],
    [0.4656, 0.1723],
    [0.4594, 0.1703, 0.1731],
    [0.2642, 0.1024, 0.1036, 0.0186],
    [0.2183, 0.0874, 0.0882, 0.0177, 0.0786],
    [0.3408, 0.127, 0.129, 0.0198, 0.129, 0.0078],
]
CAUSAL_WEIGHTS = [
    [1.0, 0, 0, 0, 0, 0],
    [0.5517, 0.4483, 0, 0, 0, 0],
    [0.38, 0.3097, 0.3103, 0, 0, 0],
    [0.2758, 0.246, 0.2462, 0.2319, 0, 0],
    [0.2175, 0.1983, 0.1984, 0.1888, 0.1971, 0],
    [0.1935, 0.1663, 0.1666, 0.1542, 0.1666, 0.1529],
]
GPT2_SMALL = {"d_in": 768, "d_out": 768, "context_length": 1024, "num_heads": 12}
GPT2_SMALL_PARAMETERS = (2_360_064, 2_362_368)
CONTEXT = {
    "SelfAttention_v1": [
        [0.2996, 0.8053],
        [0.3061, 0.821],
        [0.3058, 0.8203],
        [0.2948, 0.7939],
        [0.2927, 0.7891],
        [0.299, 0.804],
    ],
    "SelfAttention_v2": [
        [-0.0739, 0.0713],
        [-0.0748, 0.0703],
        [-0.0749, 0.0702],
        [-0.076, 0.0685],
        [-0.0763, 0.0679],
        [-0.0754, 0.0693],
    ],
    "CausalAttention": [
        [-0.4519, 0.2216],
        [-0.5874, 0.0058],
        [-0.63, -0.0632],
        [-0.5675, -0.0843],
        [-0.5526, -0.0981],
        [-0.5299, -0.1081],
    ],
    "MultiHeadAttentionWrapper": [
        [-0.4519, 0.2216, 0.4772, 0.1063],
        [-0.5874, 0.0058, 0.5891, 0.3257],
        [-0.63, -0.0632, 0.6202, 0.386],
        [-0.5675, -0.0843, 0.5478, 0.3589],
        [-0.5526, -0.0981, 0.5321, 0.3428],
        [-0.5299, -0.1081, 0.5077, 0.3493],
    ],
    "MultiHeadAttention": [
        [0.319, 0.4858],
        [0.2943, 0.3897],
        [0.2856, 0.3593],
        [0.2693, 0.3873],
        [0.2639, 0.3928],
        [0.2575, 0.4028],
    ],
    "wide": [
        [0.1184, 0.312, -0.0847, -0.5774],
        [0.0178, 0.3221, -0.0763, -0.4225],
        [-0.0147, 0.3259, -0.0734, -0.3721],
        [-0.0116, 0.3138, -0.0708, -0.3624],
        [-0.0117, 0.2973, -0.0698, -0.3543],
        [-0.0132, 0.299, -0.0689, -0.349],
    ],
}
"""Of the published example; "wide" is this lesson's own: multi-head attention with d_out = 4."""
# The cases that the text computes by hand: other sizes, so that no size of the example is fixed.
BY_HAND: dict[str, tuple[tuple[Any, ...], Any]] = {
    "softmax_naive": (([2.0, 1.0, 0.0],), [0.6652, 0.2447, 0.09]),
    "context_vector": (([[1.0, 0.0], [1.0, 1.0]], 1), [1.0, 0.7311]),
    "simple_self_attention": (
        ([[1.0, 0.0], [1.0, 1.0]],),
        ([[0.5, 0.5], [0.2689, 0.7311]], [[1.0, 0.5], [1.0, 0.7311]]),
    ),
    "scaled_attention_weights": (
        ([1.0, 1.0, 1.0, 1.0], [[1.0, 1.0, 1.0, 1.0], [0.0, 0.0, 0.0, 0.0]]),
        [0.8808, 0.1192],
    ),
    "SelfAttention_v1": ((1, 1), [[5.1932], [5.6424]]),
    "SelfAttention_v2": ((1, 1), [[5.1932], [5.6424]]),
    "CausalAttention": ((1, 1, 2, 0.0), [[3.0], [5.6424]]),
}
HAND_TOKENS, HAND_WEIGHTS = [[1.0], [2.0]], {"W_query": 1.0, "W_key": 1.0, "W_value": 3.0}
EXACT = 1e-5  # float32 rounding
PUBLISHED = 5.5e-5  # the example is printed to four decimals
FROM_PRINTED = 4e-4  # both the arguments and the result are numbers printed to four decimals
FUTURE = 0.5  # stands above the diagonal of CAUSAL_SCORES, where any number must do
QKV = ("W_query", "W_key", "W_value")


class Recipe(NamedTuple):
    """How the example makes a module: seed, constructor arguments, layers in the order drawn."""

    seed: int
    arguments: tuple[Any, ...]
    layers: tuple[str, ...]
    matrices: bool = False


RECIPES = {
    "SelfAttention_v1": Recipe(123, (3, 2), QKV, matrices=True),
    "SelfAttention_v2": Recipe(789, (3, 2), QKV),
    "CausalAttention": Recipe(123, (3, 2, 6, 0.0), QKV),
    "MultiHeadAttentionWrapper": Recipe(
        123, (3, 2, 6, 0.0, 2), tuple(f"heads.{head}.{name}" for head in (0, 1) for name in QKV)
    ),
    "MultiHeadAttention": Recipe(123, (3, 2, 6, 0.0, 2), (*QKV, "out_proj")),
    "wide": Recipe(123, (3, 4, 6, 0.0, 2), (*QKV, "out_proj")),
}


# ---------------- The numbers and shapes that well-known mistakes give on the worked example

# The second row of the output (or all of it, when it is one row) that a well-known mistake gives.
_MASKED_FIRST = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]
MISTAKES = {
    "softmax_naive": [
        ("exponential", [0.1455, 0.2278, 0.2249, 0.1285, 0.1077, 0.1656]),
        ("total", [2.5971, 4.4593, 4.3728, 2.3243, 2.0279, 2.9639]),
        ("total", [0.5824, 1.0, 0.9806, 0.5212, 0.4548, 0.6646]),
        ("logarithm", [-1.9765, -1.4359, -1.4555, -2.0875, -2.2239, -1.8444]),
        ("sign", [0.1835, 0.1068, 0.109, 0.205, 0.235, 0.1608]),
        ("total", [0.3958, 0.6796, 0.6664, 0.3542, 0.3091, 0.4517]),
        ("exponential", [0.1481, 0.2154, 0.2125, 0.1371, 0.1247, 0.1623]),
    ],
    "context_vector": [
        ("softmax", [2.8579, 4.233, 3.727]),
        ("exponential", [0.4355, 0.6451, 0.568]),
        ("unscaled_here", [0.4362, 0.6228, 0.5523]),
        ("mean", [0.4317, 0.5833, 0.5283]),
        ("one_token", [0.55, 0.87, 0.66]),
        ("unscaled_here", [0.4225, 0.6112, 0.5354]),
        ("counted", [0.4421, 0.5931, 0.579]),
        ("softmax_over_one", [2.59, 3.5, 3.17]),
        ("softmax_twice", [0.4335, 0.5948, 0.535]),
    ],
    "simple_self_attention": [
        ("dimension", [0.2006, 0.2379, 0.2369, 0.2074, 0.1958, 0.2184]),
        ("softmax", [0.9544, 1.495, 1.4754, 0.8434, 0.707, 1.0865]),
        ("exponential", [0.1455, 0.2278, 0.2249, 0.1285, 0.1077, 0.1656]),
        ("unscaled_here", [0.1515, 0.207, 0.2046, 0.1421, 0.1313, 0.1635]),
        ("transposed", [0.5595, 0.7824, 0.6953]),
        ("whole_matrix", [0.0305, 0.0523, 0.0513, 0.0273, 0.0238, 0.0348]),
    ],
    "scaled_attention_weights": [
        ("scale", [0.1401, 0.2507, 0.2406, 0.1157, 0.0687, 0.1842]),
        ("root", [0.1562, 0.2089, 0.2046, 0.1419, 0.1093, 0.179]),
        ("multiplied", [0.1246, 0.2837, 0.2676, 0.0951, 0.0455, 0.1834]),
        ("which_width", [0.1586, 0.2011, 0.1977, 0.1467, 0.1185, 0.1773]),
        ("softmax", [0.8984, 1.3098, 1.2806, 0.7633, 0.3944, 1.0918]),
        ("scale_after", [0.0991, 0.1773, 0.1701, 0.0818, 0.0486, 0.1302]),
        ("root", [0.1623, 0.1877, 0.1858, 0.1547, 0.1358, 0.1738]),
        ("exponential", [0.1566, 0.2283, 0.2232, 0.133, 0.0687, 0.1903]),
        ("which_width", [0.1639, 0.1806, 0.1794, 0.1588, 0.1456, 0.1716]),
        ("logarithm", [-1.897, -1.4855, -1.5147, -2.032, -2.401, -1.7036]),
        ("softmax_over_one", [1.0, 1.0, 1.0, 1.0, 1.0, 1.0]),
    ],
    "SelfAttention_v1": [
        ("scale", [0.3157, 0.843]),
        ("root", [0.2988, 0.8038]),
        ("multiplied", [0.3277, 0.8694]),
        ("which_width", [0.2955, 0.7957]),
        ("which_width", [0.3016, 0.8104]),
        ("dimension", [0.3596, 0.9709]),
        ("swapped", [0.3015, 0.8132]),
        ("roles", [0.359, 0.9117]),
        ("roles", [0.3261, 1.1429]),
        ("roles", [0.3566, 0.8973]),
        ("roles", [0.3313, 1.1652]),
        ("scale_after", [0.2232, 0.5961]),
        ("whole_matrix", [0.0652, 0.1748]),
        ("logarithm", [-2.9197, -7.9109]),
        ("softmax", [1.7742, 4.7751]),
        ("root", [0.2896, 0.7811]),
        ("roles", [0.2994, 0.8156]),
        ("shared", [0.3013, 0.8099]),
        ("exponential", [0.3092, 0.8321]),
        ("transposed", [0.3602, 0.9737]),
        ("shared", [0.3067, 0.8265]),
    ],
    "SelfAttention_v2": [
        ("scale", [-0.074, 0.0716]),
        ("root", [-0.0755, 0.0693]),
        ("multiplied", [-0.0729, 0.0732]),
        ("which_width", [-0.0757, 0.0688]),
        ("which_width", [-0.0752, 0.0697]),
        ("dimension", [-0.0793, 0.0697]),
        ("swapped", [-0.0784, 0.0657]),
        ("roles", [0.0437, -0.3301]),
        ("roles", [0.6726, -0.3185]),
        ("roles", [0.0284, -0.325]),
        ("roles", [0.6757, -0.3146]),
        ("scale_after", [-0.0523, 0.0506]),
        ("softmax", [-0.0406, 0.0741]),
        ("shared", [-0.0772, 0.0665]),
        ("root", [-0.0763, 0.0679]),
        ("roles", [-0.0772, 0.0662]),
        ("softmax_twice", [-0.0768, 0.0671]),
        ("transposed", [-0.0767, 0.0664]),
        ("shared", [-0.0853, 0.0607]),
    ],
    "exercise_3_1": [
        ("layout", [0.3961, 0.0443]),
    ],
    "causal_mask": [
        ("diagonal", [0.0, 1.0, 1.0, 1.0, 1.0, 1.0]),
        ("past", [1.0, 1.0, 0.0, 0.0, 0.0, 0.0]),
        ("past", _MASKED_FIRST),
    ],
    "renormalized_causal_weights": [
        ("row_sum", [0.2041, 0.1659, 0.0, 0.0, 0.0, 0.0]),
        ("dimension", [0.1755, 0.1995, 0.0, 0.0, 0.0, 0.0]),
        ("keepdim", [1.0625, 0.4484, 0.0, 0.0, 0.0, 0.0]),
        ("softmax_again", [0.1914, 0.1842, 0.1561, 0.1561, 0.1561, 0.1561]),
        ("softmax_again", [0.5095, 0.4905, 0.0, 0.0, 0.0, 0.0]),
        ("mask", [0.2041, 0.1659, 0.1662, 0.1496, 0.1665, 0.1477]),
        ("diagonal", _MASKED_FIRST),
        ("row_sum", [0.102, 0.083, 0.0, 0.0, 0.0, 0.0]),
        ("row_sum", [0.0564, 0.0459, 0.0, 0.0, 0.0, 0.0]),
        ("past", [0.0, 0.2084, 0.2088, 0.188, 0.2092, 0.1856]),
    ],
    "causal_attention_weights": [
        ("scale", [0.5728, 0.4272, 0.0, 0.0, 0.0, 0.0]),
        ("root", [0.5366, 0.4634, 0.0, 0.0, 0.0, 0.0]),
        ("which_width", [0.5299, 0.4701, 0.0, 0.0, 0.0, 0.0]),
        ("dimension", [0.1818, 0.2057, 0.0, 0.0, 0.0, 0.0]),
        ("zero", [0.2132, 0.1733, 0.1534, 0.1534, 0.1534, 0.1534]),
        ("mask", [0.1692, 0.1375, 0.1733, 0.1733, 0.1733, 0.1733]),
        ("diagonal", _MASKED_FIRST),
        ("past", [0.0, 0.1655, 0.2086, 0.2086, 0.2086, 0.2086]),
        ("past", [0.0, 0.0, 0.25, 0.25, 0.25, 0.25]),
        ("after_softmax", [0.1692, 0.1375, 0.0, 0.0, 0.0, 0.0]),
        ("scale_after", [0.405, 0.3021, 0.0, 0.0, 0.0, 0.0]),
        ("multiplied", [0.6022, 0.3978, 0.0, 0.0, 0.0, 0.0]),
        ("softmax_twice", [0.5079, 0.4921, 0.0, 0.0, 0.0, 0.0]),
    ],
    "CausalAttention": [
        ("scale", [-0.5893, 0.0029]),
        ("root", [-0.5862, 0.0078]),
        ("multiplied", [-0.5918, -0.0012]),
        ("which_width", [-0.5856, 0.0087]),
        ("which_width", [-0.5866, 0.0071]),
        ("dimension", [-0.2264, -0.0039]),
        ("swapped", [-0.579, 0.0192]),
        ("roles", [-0.7274, 0.1839]),
        ("roles", [-0.3256, 0.1654]),
        ("roles", [-0.7272, 0.184]),
        ("roles", [-0.327, 0.1767]),
        ("mask", [-0.5323, -0.108]),
        ("zero", [-0.5323, -0.1026]),
        ("diagonal", [-0.4519, 0.2216]),
        ("past", [-0.548, -0.1724]),
        ("after_softmax", [-0.1989, 0.002]),
        ("scale_after", [-0.4167, 0.002]),
        ("root", [-0.5846, 0.0103]),
        ("shared", [-0.5942, -0.005]),
        ("shared", [-0.5829, 0.013]),
    ],
    "MultiHeadAttentionWrapper": [
        ("head_order", [0.5891, 0.3257, -0.5874, 0.0058]),
        ("same_head", [-0.5874, 0.0058, -0.5874, 0.0058]),
        ("same_head", [0.5891, 0.3257, 0.5891, 0.3257]),
        ("interleaved", [-0.5874, 0.5891, 0.0058, 0.3257]),
    ],
    "MultiHeadAttention": [
        ("head_width", [0.2941, 0.3906]),
        ("head_width", [0.294, 0.3909]),
        ("which_width", [0.2938, 0.3915]),
        ("view_only", [0.1417, 0.6173]),
        ("view_only", [0.1893, 0.4593]),
        ("view_only", [0.2083, 0.265]),
        ("merge", [0.1696, 0.292]),
        ("projection", [-0.5889, 0.0122]),
        ("dimension", [0.2312, 0.5666]),
        ("swapped", [0.294, 0.3947]),
        ("heads_ignored", [0.2926, 0.3896]),
        ("heads_ignored", [0.2923, 0.3883]),
        ("mask", [0.2583, 0.4014]),
        ("zero", [0.2583, 0.4013]),
        ("diagonal", [0.319, 0.4858]),
        ("past", [0.2462, 0.3848]),
        ("past", [0.2401, 0.4078]),
        ("after_softmax", [0.2278, 0.5825]),
        ("head_order", [0.0576, 0.6111]),
        ("roles", [0.3571, 0.3429]),
        ("roles", [0.2885, 0.5437]),
        ("roles", [0.3573, 0.3425]),
        ("shared", [0.2967, 0.3845]),
        ("same_head", [0.1592, 0.3112]),
        ("shared", [0.293, 0.393]),
    ],
    "wide": [
        ("scale", [0.0169, 0.3209, -0.0763, -0.4211]),
        ("head_width", [0.0184, 0.323, -0.0763, -0.4235]),
        ("multiplied", [0.0157, 0.3191, -0.0763, -0.4192]),
        ("which_width", [0.0181, 0.3227, -0.0763, -0.4231]),
        ("which_width", [0.0186, 0.3234, -0.0763, -0.4239]),
        ("scale_after", [0.0465, 0.2835, -0.0729, -0.4339]),
        ("dimension", [0.0824, 0.2397, -0.0681, -0.4479]),
        ("softmax", [0.2038, 0.1507, -0.055, -0.5284]),
        ("swapped", [0.0207, 0.3177, -0.0768, -0.4268]),
        ("view_only", [0.0749, 0.3184, -0.0593, -0.4247]),
        ("split_apart", [0.1337, 0.2018, -0.0245, -0.3534]),
        ("merge", [0.1312, 0.2011, -0.0253, -0.3528]),
        ("merge", [0.2501, 0.2514, -0.0313, -0.5346]),
        ("merge", [0.2906, 0.2726, -0.0399, -0.6197]),
        ("projection", [-0.2308, 0.0329, 0.5764, 0.3007]),
        ("heads_ignored", [0.0186, 0.3254, -0.0762, -0.4239]),
        ("heads_ignored", [0.0173, 0.3255, -0.0761, -0.422]),
        ("heads_ignored", [0.0181, 0.3254, -0.0761, -0.4232]),
        ("head_order", [-0.0866, 0.0848, -0.062, -0.1534]),
        ("roles", [0.2584, 0.4948, -0.0238, -0.5954]),
        ("roles", [0.4905, 0.2942, 0.0224, -0.6613]),
        ("roles", [0.2629, 0.4984, -0.0238, -0.602]),
    ],
}
# The whole shape that a well-known mistake gives.
SHAPE_MISTAKES: dict[str, list[tuple[str, tuple[int, ...]]]] = {
    "softmax_naive": [("total", ())],
    "context_vector": [("weights_returned", (6,))],
    "simple_self_attention": [("pair", (6, 3))],
    "exercise_3_1": [("layout", (2, 3))],
    "MultiHeadAttentionWrapper": [
        ("total_width", (2, 6, 2)),
        ("total_width", (1, 3)),
        ("interleaved", (2, 12, 2)),
        ("interleaved", (4, 6, 2)),
    ],
    "exercise_3_2": [("two_wide", (2, 6, 4))],
    "wide": [("head_width", (2, 3)), ("total_width", (2, 6, 8)), ("merge", (2, 6, 2, 2))],
    "MultiHeadAttention": [("total_width", (2, 6, 4)), ("merge", (2, 6, 2, 1))],
}


# ---------------- Questions about well-known mistakes, and when an error asks them

QUESTIONS = {
    "exponential": (
        "What is done to each score before they are divided by their sum?",
        "在除以总和之前，每个分数先要经过什么运算？",
    ),
    "total": (
        "By what must the exponentials be divided so that they add up to 1?",
        "指数值要除以什么，总和才会是 1？",
    ),
    "logarithm": ("Are these weights, or their logarithms?", "这些是权重，还是权重的对数？"),
    "sign": ("Should a larger score get a larger weight?", "分数越大，权重应当越大吗？"),
    "softmax": (
        "What turns the scores into weights before the sum is taken?",
        "求加权和之前，分数要怎样变成权重？",
    ),
    "unscaled_here": (
        "Does this part ask for a division of the scores?",
        "这一部分要求把分数除以什么吗？",
    ),
    "mean": ("Does every token really count the same?", "每个词元的权重真的都一样吗？"),
    "one_token": (
        "Where do the other tokens enter the sum?",
        "其他词元是在哪里进入求和的？",
    ),
    "weights_returned": (
        "Are these the weights, or the context vector made with them?",
        "这是权重，还是用权重得到的上下文向量？",
    ),
    "dimension": (
        "Which dimension should add up to 1: the one over the keys, or the one over the queries?",
        "哪一个维度上的和应当是 1：键所在的维度，还是查询所在的维度？",
    ),
    "transposed": (
        "Which index of the weights belongs to the token that is asking?",
        "权重的哪一个下标属于发出查询的词元？",
    ),
    "pair": ("In which order is the pair returned?", "返回的两个结果是什么顺序？"),
    "scale": (
        "By what are the scores divided before the softmax?",
        "在 softmax 之前，分数要除以什么？",
    ),
    "root": (
        "Are the scores divided by the width of a key, or by something made from it?",
        "分数是除以键的宽度本身，还是除以由它算出的某个数？",
    ),
    "multiplied": ("Are the scores made smaller, or larger?", "分数是被缩小了，还是被放大了？"),
    "which_width": (
        "Which size stands under the root: that of a key, or another one?",
        "根号下是哪个大小：键的宽度，还是别的？",
    ),
    "scale_after": (
        "Does the division come before the softmax, or after it?",
        "除法是在 softmax 之前，还是之后？",
    ),
    "swapped": (
        "In the scores, do the rows belong to the queries or to the keys?",
        "分数矩阵的行属于查询，还是属于键？",
    ),
    "roles": (
        "Which of query, key and value make the scores, and which one is summed up?",
        "查询、键、值之中，哪些用来算分数，哪一个用来求加权和？",
    ),
    "mask": (
        "Does the mask change the scores that go into the softmax, and is its result kept?",
        "掩码真的改变了进入 softmax 的分数吗？它的结果有没有保留下来？",
    ),
    "leak": (
        "Where does a later token get into an earlier row: past the mask, by the dimension of the "
        "softmax, or where the rows are taken apart?",
        "后面的词元从哪里进入了前面的行：掩码、softmax 的维度，还是把行拆开的地方？",
    ),
    "zero": (
        "What weight does softmax give to a score of 0?",
        "softmax 会给分数 0 多大的权重？",
    ),
    "diagonal": (
        "May a token look at itself? Where does the mask begin?",
        "一个词元可以看到自己吗？掩码从哪里开始？",
    ),
    "past": (
        "Which side of the diagonal is the future?",
        "对角线的哪一侧是未来？",
    ),
    "after_softmax": (
        "Do the weights that are left in a row still add up to 1?",
        "每一行剩下的权重加起来还是 1 吗？",
    ),
    "row_sum": (
        "Which numbers add up to the divisor of a row: those before the mask, or those after it?",
        "一行的除数由哪些数相加得到：掩码之前的，还是掩码之后的？",
    ),
    "softmax_again": (
        "The weights went through softmax already: what is still missing after the mask?",
        "权重已经做过 softmax 了：加上掩码之后还缺什么？",
    ),
    "head_order": (
        "In which order do the heads stand beside each other?",
        "各个头按什么顺序并排？",
    ),
    "same_head": ("Does every head get its turn?", "每个头都用到了吗？"),
    "interleaved": (
        "Along which dimension do the heads stand beside each other?",
        "各个头沿哪个维度并排？",
    ),
    "head_width": (
        "How wide are the queries of ONE head, and which width stands under the root?",
        "一个头的查询有多宽？根号下是哪个宽度？",
    ),
    "view_only": (
        "After the split, which numbers of one token end up in which head, and which dimension is "
        "that of the tokens?",
        "拆分之后，一个词元的哪些数进入了哪个头？哪个维度是词元的维度？",
    ),
    "merge": (
        "Before the heads are joined, which dimension comes next to the width of a head?",
        "合并各个头之前，紧挨着每个头宽度的是哪个维度？",
    ),
    "heads_ignored": (
        "Does each head have a softmax of its own?",
        "每个头都有自己的 softmax 吗？",
    ),
    "projection": (
        "What happens to the joined heads before they are returned?",
        "合并后的各个头在返回之前还要经过什么？",
    ),
    "total_width": (
        "Is d_out the width of one head, or of all heads together?",
        "d_out 是一个头的宽度，还是所有头加在一起的宽度？",
    ),
    "two_wide": (
        "Two heads stand beside each other: how wide may each of them be?",
        "两个头并排：每个头可以有多宽？",
    ),
    "sizes": (
        "Does the code read the sizes off its arguments, or does it hold those of the example?",
        "代码是从传入的张量读取大小，还是写死了示例的大小？",
    ),
    "globals": (
        "Does the code use its arguments only, or a name of the notebook as well?",
        "代码只用了传入的参数，还是也用了笔记本里的名字？",
    ),
    "shorter": (
        "How large is the mask when there are fewer tokens than context_length?",
        "当词元数少于 context_length 时，掩码应当多大？",
    ),
    "batch": (
        "Which dimension belongs to the batch, and does anything mix its sequences?",
        "哪个维度属于批次？有什么运算把不同序列混在一起了吗？",
    ),
    "bias": (
        "Who decides whether the three layers have a bias?",
        "三个线性层有没有偏置，由什么决定？",
    ),
    "trainable": (
        "How would an optimizer learn of this weight?",
        "优化器怎样才能知道这个权重？",
    ),
    "registered": (
        "What kind of list tells a module about the modules inside it?",
        "哪种列表能让模块知道其中的子模块？",
    ),
    "linear_in_v1": (
        "Which kind of object holds the weights in version 1, and which in version 2?",
        "第 1 版用什么对象存放权重，第 2 版又用什么？",
    ),
    "divisible": (
        "Is the condition reached when the module is made, and can it be false at all? "
        "A non-empty tuple is always true.",
        "创建模块时真的会检查这个条件吗？它有可能为假吗？非空的元组总是真。",
    ),
    "layout": (
        "In which layout does nn.Linear keep its weight?",
        "nn.Linear 以怎样的布局保存权重？",
    ),
    "direction": (
        "Which of the two modules is meant to stay as it was?",
        "两个模块之中，哪一个应当保持不变？",
    ),
    "library": (
        "Which operations is it made of, when the library's own may not be called?",
        "不能调用库里现成的函数时，它由哪些运算组成？",
    ),
    "learned": (
        "Is this tensor learned, or does it only have to move with the module?",
        "这个张量是学出来的吗？还是只需要随模块移动？",
    ),
    "once": (
        "What happens to a weight when the module is called for the second time?",
        "模块第二次被调用时，权重会怎样？",
    ),
    "everyone": (
        "Which other code uses the same torch?",
        "还有哪些代码在用同一个 torch？",
    ),
    "nan": (
        "Is there a row in which nothing is left to look at, or that is divided by 0? "
        "And what is 0 times infinity?",
        "是否有哪一行什么都看不到了，或者除以了 0？0 乘以无穷大又是多少？",
    ),
    "keepdim": (
        "The sums of the rows stand in a row themselves: by whose sum is row i divided?",
        "各行之和被排成了一个行向量；第 i 行实际除以的是哪一行的和？",
    ),
    "whole_matrix": (
        "Does each row add up to 1 here, or the whole matrix?",
        "这里是每一行的和为 1，还是整个矩阵的和为 1？",
    ),
    "split_apart": (
        "Which columns of the queries make up head 0: neighbours, or every second one?",
        "查询的哪些列组成头 0：相邻的几列，还是每隔一列取一列？",
    ),
    "replaced": (
        "A module accepts only an nn.Parameter where it holds one: is the old one to be replaced, "
        "or are new values to be written into it?",
        "模块里原来是 nn.Parameter 的位置只接受 nn.Parameter：是要换掉原来的参数，"
        "还是把新的值写进去？",
    ),
    "softmax_twice": (
        "How often do the scores pass through softmax on their way to the weights?",
        "从分数到权重，一共经过了几次 softmax？",
    ),
    "softmax_over_one": (
        "How many numbers stand along the dimension that softmax was given?",
        "softmax 所用的那个维度上有几个数？",
    ),
    "counted": (
        "From which number are the tokens counted?",
        "词元是从几开始数的？",
    ),
    "shared": (
        "Do queries, keys and values each come from a weight of their own?",
        "查询、键和值是否各有自己的权重？",
    ),
    "returned": COMMON["returned"],
    "in_place": (
        "Which operation writes into the argument instead of making a new tensor?",
        "哪个运算写进了传入的张量本身，而没有生成新的张量？",
    ),
}
# What a torch or Python error message says, and the question that leads to its cause.
ERRORS = [
    (
        "before Module.__init__",
        (
            "What must the __init__ of a module call before anything else?",
            "模块的 __init__ 首先必须调用什么？",
        ),
    ),
    (
        "'Linear'",
        (
            "A layer is an object: what is done with it to get its output?",
            "层是一个对象：要对它做什么才能得到输出？",
        ),
    ),
    (
        "is not defined",
        (
            "Where does this name come from: an argument, self, or a cell that was not run?",
            "这个名字来自哪里：传入的参数、self，还是一个没有运行的单元格？",
        ),
    ),
    (
        "has no attribute",
        (
            "Is the attribute spelled as it is where it was made?",
            "这个属性的拼写和创建它的地方一致吗？",
        ),
    ),
    (
        "view size is not compatible",
        (
            "What does view need of a tensor's memory, and what did the transpose do to it?",
            "view 对张量的内存有什么要求？转置之后内存变成了什么样？",
        ),
    ),
    (
        "cannot be multiplied",
        (
            "Which two dimensions meet in this product, and are they equal?",
            "这个乘积里相遇的是哪两个维度？它们相等吗？",
        ),
    ),
    (
        "must match the size of tensor",
        (
            "Which two shapes meet here, and which of them is the size of the tokens at hand?",
            "这里相遇的是哪两个形状？哪一个是当前词元数？",
        ),
    ),
    (
        "cannot assign",
        QUESTIONS["replaced"],
    ),
    (
        "boolean mask",
        (
            "Which dtype must the mask have when masked_fill is to use it?",
            "masked_fill 使用的掩码必须是什么 dtype？",
        ),
    ),
    (
        "leaf Variable",
        (
            "May a parameter be changed in place while gradients are recorded?",
            "在记录梯度时，可以就地修改参数吗？",
        ),
    ),
]


# ---------------- The sentences that say what was found

TEXTS = {
    **COMMON,
    "heat_map": ("A table of numbers", "一张数字表"),
    "differs": ("(differs)", "（不同）"),
    "raised": ("{error}", "{error}"),
    "output": ("the output", "输出"),
    "contexts": ("context vectors", "上下文向量"),
    "contexts_reversed": ("context vectors of the reversed inputs", "倒序输入的上下文向量"),
    "contexts_first": (
        "context vectors of the first {size} tokens",
        "前 {size} 个词元的上下文向量",
    ),
    "by_hand": ("the case computed by hand", "手算的例子"),
    "contexts_wide": ("context vectors for d_out = 4", "d_out = 4 时的上下文向量"),
    "runs": ("It runs without an error.", "运行时不报错。"),
    "label": ("Part {number} · {title}", "第 {number} 部分 · {title}"),
    "told": ("{part}: {advice}", "{part}：{advice}"),
    "see": ("{part}: not there yet; see above", "{part}：还没有完成，见上面的说明"),
    "forward": (
        "forward is called with x alone.",
        "调用 forward 时只传入 x。",
    ),
    "contexts_own": ("context vectors of the first sequence", "第一个序列的上下文向量"),
    "contexts_alone": (
        "context vectors of the second sequence in a batch of its own",
        "第二个序列单独组成一个批次时的上下文向量",
    ),
    "unattended": (
        "This cell works when you run it yourself in a notebook.",
        "请在笔记本里自己运行这个单元格。",
    ),
    "first": (
        "{needs} comes first: {sentence}",
        "请先完成{needs}：{sentence}",
    ),
    "trained": (
        "Your multi-head attention, trained for {seconds:.0f} s on repeated letters",
        "你的多头注意力，在重复的字母上训练了 {seconds:.0f} 秒",
    ),
    "task": (
        "The task: some letters in random order, then the same again and again; say the next one.",
        "任务：几个顺序随机的字母不断重复，请预测下一个字母。",
    ),
    "accuracy": (
        "Right where the letters repeat: {before:.0f} % before training, {after:.0f} % after it.",
        "在重复的部分预测正确的比例：训练前 {before:.0f}%，训练后 {after:.0f}%。",
    ),
    "head_map": (
        "Layer {layer}, head {head}: {previous:.0f} % on the letter before, {copied:.0f} % on what "
        "followed this letter last time",
        "第 {layer} 层，头 {head}：{previous:.0f}% 看前一个字母，"
        "{copied:.0f}% 看这个字母上次出现后的下一个",
    ),
    "raced": (
        "Milliseconds for one sequence of T tokens (width 64, 4 heads, causal)",
        "处理一个有 T 个词元的序列所需的毫秒数（宽度 64，4 个头，因果）",
    ),
    "loop": ("loop over tokens (part 4)", "逐个词元循环（第 4 部分）"),
    "wrapper": ("heads in a list (part 12)", "列表中的多个头（第 12 部分）"),
    "batched": ("split heads (part 14)", "拆分的头（第 14 部分）"),
    "provided": ("the library's own", "库自带的实现"),
    "future": ("the weights of the future", "未来的权重"),
    "row_sums": ("the sum of each row", "每一行的和"),
    "syntax": (
        "the newest cell that defines {name} was not run, because Python cannot read its line "
        "{line}: {message}.",
        "最后一个定义 {name} 的单元格没有运行，因为 Python 无法解析它的第 {line} 行：{message}。",
    ),
    "full_width": (
        "{message}; Chinese (full-width) punctuation has to be replaced by its ASCII counterpart",
        "{message}；中文（全角）标点须换成对应的英文（半角）标点",
    ),
    "found": ("found {found}, expected {name}.", "找到的是 {found}，需要的是 {name}。"),
    "uncallable": (
        "{name} is of type {kind} and cannot be called.",
        "{name} 的类型是 {kind}，不能被调用。",
    ),
    "stub_below": (
        "NotImplementedError was raised: either {name} or {needs}, which it builds on, is not "
        "written yet, or still raises it.",
        "抛出了 NotImplementedError：{name} 或它所依赖的 {needs} 还没有写，或者其中还留着这一行。",
    ),
    "unmet": (
        "It builds on {needs}, whose own check does not pass yet: look there first.",
        "它依赖{needs}，而后者自己的检查还没有通过：请先看那里。",
    ),
    "positional": (
        "It is called by position as {arguments}.",
        "调用时按位置传入 {arguments}。",
    ),
    "order": (
        "the arguments come in the order {found}, expected {arguments}.",
        "传入参数的顺序是 {found}，需要的是 {arguments}。",
    ),
    "no_tensor": (
        "{what}: found {kind}, expected a torch.Tensor.",
        "{what}：得到的是 {kind}，需要 torch.Tensor。",
    ),
    "shape": (
        "{what}: the shape is {found}, expected {expected}.",
        "{what}：形状是 {found}，需要 {expected}。",
    ),
    "shapes": (
        "your shape {found}   |   expected {expected}",
        "你的形状 {found}   |   需要 {expected}",
    ),
    "values": (
        "{what}: {count} of {total} values differ, {where}.",
        "{what}：{total} 个值中有 {count} 个不同，{where}。",
    ),
    "nan": ("There are nan values among them.", "其中有 nan。"),
    "everywhere": ("in every row", "每一行都有"),
    "rows": ("in row {rows} (counted from 0)", "位于行 {rows}，从 0 数起"),
    "positions": ("at position {rows} (counted from 0)", "位于位置 {rows}，从 0 数起"),
    "token": ("{index} ({token})", "{index}（{token}）"),
    "comma": (", ", "、"),
    "blank": (" ", ""),
    "your_values": ("Your values; ≠ or * marks those that differ", "你的值；≠ 或 * 标出不同之处"),
    "missing_layer": (
        "{owner} has no attribute {name}.{found}",
        "{owner} 没有属性 {name}。{found}",
    ),
    "found_layer": (" Found {found}, expected {name}.", "找到的是 {found}，需要的是 {name}。"),
    "kind": (
        "{path} is of type {kind}, expected {expected}.",
        "{path} 的类型是 {kind}，需要 {expected}。",
    ),
    "has_bias": (
        "{path} has a bias although qkv_bias was not asked for.",
        "qkv_bias=False 时 {path} 不应有偏置。",
    ),
    "no_bias": (
        "{path} has no bias although qkv_bias=True was asked for.",
        "要求了 qkv_bias=True，{path} 却没有偏置。",
    ),
    "untrainable": (
        "{path} is not among the trainable parameters (module.parameters()).",
        "{path} 不在可训练参数（module.parameters()）之中。",
    ),
    "changed": (
        "the argument {argument} was changed in place.",
        "传入的 {argument} 被就地修改了。",
    ),
    "pair": (
        "found {kind}, expected the pair (attn_weights, context_vecs).",
        "得到的是 {kind}，需要一对结果 (attn_weights, context_vecs)。",
    ),
    "leak": (
        "changing the last token changed context vectors before it, {where}.",
        "改变最后一个词元后，它之前的上下文向量也变了，{where}。",
    ),
    "heads": ("heads has length {found}, expected 2.", "heads 中有 {found} 个头，需要 2 个。"),
    "unregistered": (
        "the heads' weights are not among the parameters of the wrapper.",
        "各个头的权重不在包装模块的可训练参数之中。",
    ),
    "extra": (
        "{path} is a parameter besides the weights of the layers asked for.",
        "{path} 是多余的可训练参数，不属于题目要求的各层。",
    ),
    "drift": (
        "calling the module changed its parameter {path}.",
        "调用模块之后，它的参数 {path} 变了。",
    ),
    "no_raise": (
        "MultiHeadAttention(3, 5, 6, 0.0, 2) was made without an error, though 5 does not split "
        "evenly into 2 heads.",
        "MultiHeadAttention(3, 5, 6, 0.0, 2) 没有报错就创建成功了，尽管 5 不能平分给 2 个头。",
    ),
    "v2_changed": ("{path} of sa_v2 was changed.", "sa_v2 的 {path} 被改变了。"),
    "instance": ("found {kind}, expected {expected}.", "得到的是 {kind}，需要 {expected}。"),
    "setting": (
        "the module was made with {name}={found}; is that what the exercise says?",
        "创建模块时 {name}={found}；这和练习的要求一致吗？",
    ),
    "parameters": (
        "the module has {found} parameters; this layer of the smallest GPT-2 has 2,360,064, or "
        "2,362,368 with qkv_bias.",
        "模块有 {found} 个参数；最小的 GPT-2 的这一层有 2,360,064 个，"
        "带 qkv_bias 时有 2,362,368 个。",
    ),
    "also": ("Also graded, by hidden checks: {also}", "评分时的隐藏检查还会看：{also}"),
    "passed": ("{part}: all visible checks passed", "{part}：可见检查全部通过"),
    "failed": ("{part}: not there yet", "{part}：还没有完成"),
    "progress": (
        "{done} of {total} parts pass their visible checks",
        "{total} 个部分中有 {done} 个通过可见检查",
    ),
    "done": ("passes its visible checks", "通过可见检查"),
    "which_shape": (
        "Think of `{call}`. Which shape has `{name}` after the line `{line}`?",
        "考虑 `{call}`。执行完 `{line}` 这一行之后，`{name}` 的形状是什么？",
    ),
    "which_line": (
        "If one line of your {name} were left out, or only passed something on, there would be no "
        'error, but this would no longer hold: "{sentence}" Which line is it?',
        "你的 {name} 中有一行，去掉它，或者让它把输入原样传下去，都不会报错，"
        "但下面这一条就不再成立：“{sentence}”是哪一行？",
    ),
    "left_out": (
        "`{line}`; without this line it would no longer hold.",
        "`{line}`：去掉这一行，这一条就不再成立。",
    ),
    "passes_on": (
        "`{line}`; if it only passed `{passed}` on, it would no longer hold.",
        "`{line}`：如果它只把 `{passed}` 原样传下去，这一条就不再成立。",
    ),
    "answers": ("Answers:", "答案："),
    "unfold": ("Answer", "答案"),
    "no_question": (
        "No question about this code has an answer that is certain; run its cell again, or explain "
        "each of its lines to somebody.",
        "对这段代码没有答案确定的问题；请重新运行它所在的单元格，或者把每一行讲给别人听。",
    ),
    "not_asked": (
        "There are no questions about {part}; there are about these: {parts}.",
        "没有关于 {part} 的问题；有问题的部分：{parts}。",
    ),
    "no_picture": (
        "{part} has no picture; these have one: {parts}.",
        "{part} 没有图；有图的部分：{parts}。",
    ),
    "not_drawn": (
        "{part} is not done yet: its picture appears once the answer can be called.",
        "{part} 还没有完成：代码能运行之后，这里才会画图。",
    ),
}


# ---------------- The worked example as tensors

def _inputs() -> torch.Tensor:
    return torch.tensor(INPUTS, device="cpu", dtype=torch.float32)


def _float(values: list[Any]) -> torch.Tensor:
    return torch.tensor(values, device="cpu", dtype=torch.float32)


def _batch() -> torch.Tensor:
    return torch.stack([_inputs(), _inputs()])


def _published(name: str) -> dict[str, torch.Tensor]:
    """The example's weights, drawn as it draws them: by path, "W_key.weight" or "W_key"."""
    recipe, drawn = RECIPES[name], {}
    with _plain_torch():
        torch.default_generator.manual_seed(recipe.seed)
        for path in recipe.layers:
            drawn.update(_drawn(path, recipe))
    return drawn


def _drawn(path: str, recipe: Recipe) -> dict[str, torch.Tensor]:
    width = recipe.arguments[1]
    if recipe.matrices:
        return {path: torch.rand(3, width, device="cpu", dtype=torch.float32)}
    last = path == "out_proj"
    layer = nn.Linear(width if last else 3, width, bias=last, device="cpu", dtype=torch.float32)
    return {f"{path}.{name}": value.detach() for name, value in layer.named_parameters()}


def _query_and_keys() -> tuple[torch.Tensor, torch.Tensor]:
    weights = _published("SelfAttention_v1")
    return _inputs()[QUERY_INDEX] @ weights["W_query"], _inputs() @ weights["W_key"]


def _causal_scores() -> torch.Tensor:
    return _float([row + [FUTURE] * (6 - len(row)) for row in CAUSAL_SCORES])


def _holders() -> tuple[nn.Module, nn.Module]:
    """sa_v1 and sa_v2 with the example's weights, and nothing else."""
    sa_v1, sa_v2 = nn.Module(), nn.Module()
    for name, values in _published("SelfAttention_v1").items():
        setattr(sa_v1, name, nn.Parameter(values))
    for path, values in _published("SelfAttention_v2").items():
        layer = nn.Linear(3, 2, bias=False, device="cpu", dtype=torch.float32)
        layer.weight = nn.Parameter(values)
        setattr(sa_v2, path.partition(".")[0], layer)
    return sa_v1, sa_v2


# ---------------- Tables of numbers, panels and lists, as HTML and as plain text

PASSED, FAILED, OPEN, DETAIL, ALSO = "✓", "✗", "○", "→", "+"
# White on these is at least 4.5 to 1, so a symbol can be read on light and dark pages alike.
COLOURS = {PASSED: "#005A9C", FAILED: "#B34700", **dict.fromkeys((OPEN, DETAIL, ALSO), "#595959")}
PALE, DARK = (247, 251, 255), (8, 48, 107)
CELL_WIDTH, CELL_HEIGHT, LETTER_WIDTH = 58, 28, 8
SMALL_CELL, GALLERY_WIDTH = 18, 320


def _show(thing: object) -> None:
    if _kernel():
        from IPython.display import display

        display(thing)
    else:
        _print(str(thing))


@dataclass(frozen=True, repr=False)
class HeatMap:
    """A table of numbers as coloured cells; `marks` are the (row, column) pairs to point out."""

    values: list[list[float]]
    row_labels: list[str]
    column_labels: list[str]
    title: str = ""
    marks: frozenset[tuple[int, int]] = frozenset()
    places: int = 4

    def __str__(self) -> str:
        width = max(map(_width, self.row_labels), default=0)
        wide = max([*map(_width, self.column_labels), 7])
        labels = (" " * (wide - _width(label)) + label for label in self.column_labels)
        head = " " * width + "".join(f"  {label} " for label in labels)
        lines = [self._text_row(row, width, wide) for row in range(len(self.values))]
        return "\n".join([*([self.title] if self.title else []), head.rstrip(), *lines])

    __repr__ = __str__

    def _text_row(self, row: int, width: int, wide: int) -> str:
        cells = [
            f"  {_number(value, self.places):>{wide}}{'*' if (row, column) in self.marks else ' '}"
            for column, value in enumerate(self.values[row])
        ]
        label = self.row_labels[row]
        return (label + " " * (width - _width(label)) + "".join(cells)).rstrip()

    def _repr_html_(self) -> str:
        left = 12 + LETTER_WIDTH * max(map(_width, self.row_labels), default=0)
        columns = len(self.column_labels)
        width, height = left + CELL_WIDTH * columns + 4, CELL_HEIGHT * (len(self.values) + 1) + 4
        parts = [self._head(column, left) for column in range(columns)]
        for row in range(len(self.values)):
            parts += self._svg_row(row, left)
        title = html.escape(self.title or _say(TEXTS["heat_map"]), quote=True)
        caption = f"<div><em>{html.escape(self.title)}</em></div>" if self.title else ""
        return (
            f'{caption}<div style="overflow-x:auto"><svg role="img" aria-label="{title}" '
            f'xmlns="http://www.w3.org/2000/svg" '
            f'viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'style="font:12px sans-serif;color:inherit">'
            f"<title>{title}</title><desc>{html.escape(str(self))}</desc>{''.join(parts)}</svg></div>"
        )

    def _head(self, column: int, left: int) -> str:
        middle = left + CELL_WIDTH * (column + 0.5)
        return _svg_text(middle, 18, self.column_labels[column], "currentColor", "middle")

    def _svg_row(self, row: int, left: int) -> list[str]:
        middle = CELL_HEIGHT * (row + 1) + 18
        label = _svg_text(left - 6, middle, self.row_labels[row], "currentColor", "end")
        return [label, *(self._cell(row, column, left) for column in range(len(self.values[row])))]

    def _cell(self, row: int, column: int, left: int) -> str:
        value, marked = self.values[row][column], (row, column) in self.marks
        fill, ink = _shade(value, self.values)
        x, y = left + CELL_WIDTH * column, CELL_HEIGHT * (row + 1)
        edge = f'stroke="{COLOURS[FAILED]}" stroke-width="3"' if marked else 'stroke="#888"'
        number = _number(value, self.places)
        words = number + (f" {_say(TEXTS['differs'])}" if marked else "")
        spoken = html.escape(f"{self.row_labels[row]}, {self.column_labels[column]}: {words}")
        shown = ("≠" if marked else "") + number
        return (
            f'<g><title>{spoken}</title><rect x="{x + 2}" y="{y + 2}" width="{CELL_WIDTH - 4}" '
            f'height="{CELL_HEIGHT - 4}" fill="{fill}" {edge}/>'
            f"{_svg_text(x + CELL_WIDTH / 2, y + 18, shown, ink, 'middle')}</g>"
        )


def heat_map(
    values: Any, row_labels: list[str], column_labels: list[str], title: str = ""
) -> HeatMap:
    """A picture of a table of numbers (tensor or lists): SVG in a notebook, plain text in print."""
    numbers = values.detach().tolist() if isinstance(values, torch.Tensor) else list(values)
    if not numbers or not isinstance(numbers[0], (list, tuple)):
        numbers = [numbers]
    rows, columns = list(map(str, row_labels)), list(map(str, column_labels))
    if len(rows) != len(numbers) or any(len(row) != len(columns) for row in numbers):
        raise ValueError("heat_map needs one label for each row and one for each column")
    return HeatMap([[float(value) for value in row] for row in numbers], rows, columns, title)


def _width(text: str) -> int:
    """In Latin letters: a Chinese character is as wide as two."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def _number(value: float, places: int = 4) -> str:
    whole = not math.isfinite(value) or value == int(value)
    return f"{value:g}" if whole else f"{value:.{places}f}"


@dataclass(frozen=True, repr=False)
class SmallMap:
    """A square table as small coloured cells without their numbers, for many tokens."""

    values: list[list[float]]
    labels: list[str]
    title: str

    def __str__(self) -> str:
        shades = " .:-=+*#%@"
        top = max(max(row) for row in self.values) or 1.0
        rows = ["".join(shades[int(9 * v / top)] for v in row) for row in self.values]
        drawn = [f"{label} {row}" for label, row in zip(self.labels, rows)]  # noqa: B905
        return "\n".join([self.title, "  " + "".join(self.labels), *drawn])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        size, count = SMALL_CELL, len(self.labels)
        side, parts = size * (count + 1) + 4, []
        for i, label in enumerate(self.labels):
            at = size * (i + 1.5)
            parts.append(_svg_text(at, size - 4, label, "currentColor", "middle"))
            parts.append(_svg_text(size / 2, at + 4, label, "currentColor", "middle"))
            parts += [self._cell(i, j) for j in range(count)]
        spoken = html.escape(self.title, quote=True)
        return (
            f'<div style="display:inline-block;margin:4px 12px 4px 0;vertical-align:top;'
            f'max-width:{side}px"><em>{html.escape(self.title)}</em>'
            f'<svg role="img" aria-label="{spoken}" xmlns="http://www.w3.org/2000/svg" '
            f'viewBox="0 0 {side} {side}" width="{side}" height="{side}" '
            f'style="display:block;max-width:100%;height:auto;font:11px sans-serif;color:inherit">'
            f"<title>{spoken}</title>{''.join(parts)}</svg></div>"
        )

    def _cell(self, row: int, column: int) -> str:
        fill, _ = _shade(self.values[row][column], self.values)
        x, y = SMALL_CELL * (column + 1), SMALL_CELL * (row + 1)
        words = f"{self.labels[row]}, {self.labels[column]}: {_number(self.values[row][column])}"
        return (
            f'<g><title>{words}</title><rect x="{x}" y="{y}" width="{SMALL_CELL}" '
            f'height="{SMALL_CELL}" fill="{fill}" stroke="#888" stroke-width="0.5"/></g>'
        )


@dataclass(frozen=True, repr=False)
class Gallery:
    """A title, sentences and pictures side by side."""

    title: str
    lines: tuple[str, ...]
    pictures: tuple[Any, ...]

    def __str__(self) -> str:
        return "\n".join([self.title, *self.lines, *map(str, self.pictures)])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        lines = "".join(f"<div>{html.escape(line)}</div>" for line in self.lines)
        drawn = "".join(picture._repr_html_() for picture in self.pictures)
        # So wide that two stand side by side: the heads of one layer in a row.
        drawn = f'<div style="max-width:{2 * GALLERY_WIDTH}px">{drawn}</div>'
        return f"<div><strong>{html.escape(self.title)}</strong>{lines}{drawn}</div>"


def _svg_text(x: float, y: float, text: str, ink: str, anchor: str) -> str:
    return f'<text x="{x}" y="{y}" fill="{ink}" text-anchor="{anchor}">{html.escape(text)}</text>'


def _shade(value: float, values: list[list[float]]) -> tuple[str, str]:
    """Fill and ink of a cell; both opaque, so that light and dark pages show the same contrast."""
    finite = [number for row in values for number in row if math.isfinite(number)]
    if not math.isfinite(value):
        return "#bbbbbb", "#000000"
    low, high = min(finite), max(finite)
    depth = (value - low) / (high - low) if high > low else 0.0
    mixed = (str(round(PALE[i] + (DARK[i] - PALE[i]) * depth)) for i in range(3))
    return f"rgb({','.join(mixed)})", "#ffffff" if depth > 0.65 else "#000000"


@dataclass(frozen=True, repr=False)
class Panel:
    """Lines that each begin with a symbol, then a picture: HTML in a notebook, text elsewhere."""

    title: str
    lines: tuple[tuple[str, str], ...]
    picture: HeatMap | None = None

    def __str__(self) -> str:
        text = [self.title, *(f"  {symbol} {line}" for symbol, line in self.lines)]
        return "\n".join([*text, *([str(self.picture)] if self.picture else [])])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        symbols = {symbol for symbol, _ in self.lines}
        edge = COLOURS[next((s for s in (FAILED, OPEN) if s in symbols), PASSED)]
        items = "".join(_html_line(symbol, line) for symbol, line in self.lines)
        drawn = self.picture._repr_html_() if self.picture else ""
        return (
            f'<div style="border-left:4px solid {edge};padding:4px 12px;margin:4px 0;'
            f'color:inherit;background:transparent">'
            f"<strong>{html.escape(self.title)}</strong>{items}{drawn}</div>"
        )


def _html_line(symbol: str, line: str) -> str:
    return f'<div style="margin:2px 0">{_chip(symbol)} {html.escape(line)}</div>'


def _chip(symbol: str) -> str:
    return (
        f'<strong style="background:{COLOURS[symbol]};color:#ffffff;border-radius:3px;'
        f'padding:0 4px">{symbol}</strong>'
    )


@dataclass(frozen=True, repr=False)
class Table:
    """All parts at a glance: HTML in a notebook, text elsewhere."""

    title: str
    rows: tuple[tuple[str, str, str], ...]

    def __str__(self) -> str:
        width = max(_width(part) for _, part, _ in self.rows)
        lines = [
            f"  {symbol} {part}{' ' * (width - _width(part))}  {words}"
            for symbol, part, words in self.rows
        ]
        return "\n".join([self.title, *lines])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        rows = "".join(_html_row(*row) for row in self.rows)
        return (
            f'<table style="color:inherit;text-align:left"><caption style="color:inherit">'
            f"{html.escape(self.title)}</caption>{rows}</table>"
        )


def _html_row(symbol: str, part: str, words: str) -> str:
    left = 'style="text-align:left"'
    return (
        f"<tr><td>{_chip(symbol)}</td>"
        f"<td {left}>{html.escape(part)}</td><td {left}>{html.escape(words)}</td></tr>"
    )


# ---------------- Comparing what an answer gives with what it should give

LARGEST_PICTURE = 16  # rows or columns; more cannot be read


class Miss(Exception):
    """What a step found wrong: a sentence, perhaps a question, two shapes and a picture."""

    def __init__(
        self, text: str, question: str = "", *, shapes: str = "", grid: HeatMap | None = None,
        started: bool = True, **values: object,
    ) -> None:  # fmt: skip
        super().__init__(text)
        self.sentence = _say(TEXTS[text], **values)
        self.question = question and _say(QUESTIONS[question])
        self.shapes, self.grid, self.started = shapes, grid, started
        self.broke, self.own, self.lacking = text == "raised", False, values.get("owner")


def _tensor(actual: object, what: str) -> torch.Tensor:
    if isinstance(actual, torch.Tensor):
        return actual.detach().cpu().double()
    question = "returned" if actual is None else ""
    raise Miss("no_tensor", question, what=what, kind=type(actual).__name__)


def _shape(shape: tuple[int, ...]) -> str:
    return "(" + ", ".join(map(str, shape)) + ("," if len(shape) == 1 else "") + ")"


def _same_shape(part: str, actual: torch.Tensor, expected: tuple[int, ...], what: str) -> None:
    found = tuple(actual.shape)
    if found == expected:
        return
    known = [question for question, shape in SHAPE_MISTAKES.get(part, []) if shape == found]
    both: dict[str, Any] = {"found": _shape(found), "expected": _shape(expected)}
    shapes = _say(TEXTS["shapes"], **both)
    raise Miss("shape", known[0] if known else "", shapes=shapes, what=what, **both)


def _agree(
    part: str, actual: object, expected: Any, what: str, atol: float = PUBLISHED,
    names: list[str] = TOKENS,
) -> None:  # fmt: skip
    """Type, then shape, then values: raise a Miss that says where they differ."""
    wanted = torch.as_tensor(expected, device="cpu").detach().double()
    mine = _tensor(actual, what)
    _same_shape(part, mine, tuple(wanted.shape), what)
    differs = ~torch.isclose(mine, wanted, rtol=0, atol=atol)  # nan is never close
    if differs.any():
        raise _values_miss(part, mine, differs, what, names)


def _values_miss(
    part: str, mine: torch.Tensor, differs: torch.Tensor, what: str, names: list[str]
) -> Miss:
    miss = Miss(
        "values",
        _recognise(part, mine) or ("nan" if mine.isnan().any() else ""),
        grid=_grid(mine, differs, names),
        what=what,
        count=int(differs.sum()),
        total=differs.numel(),
        where=_where(differs, names),
    )
    if mine.isnan().any():
        miss.sentence += _say(TEXTS["blank"]) + _say(TEXTS["nan"])
    return miss


def _recognise(part: str, mine: torch.Tensor) -> str:
    """The question of the well-known mistake whose numbers these are, or nothing."""
    rows = mine.reshape(-1, mine.shape[-1]).tolist()
    row = rows[min(1, len(rows) - 1)]
    apart = [
        (max(abs(value - held) for value, held in zip(row, known)), question)  # noqa: B905
        for question, known in MISTAKES.get(part, [])
        if len(row) == len(known) and not any(map(math.isnan, row))
    ]
    nearest, question = min(apart, default=(math.inf, ""))  # two mistakes may be very near
    return question if nearest <= PUBLISHED else ""


def _where(differs: torch.Tensor, names: list[str]) -> str:
    if differs.dim() < 2:
        found, word = differs.reshape(-1).nonzero().flatten().tolist(), "positions"
    else:
        rows = differs.reshape(-1, *differs.shape[-2:]).any(dim=0).any(dim=-1)
        found, word = rows.nonzero().flatten().tolist(), "rows"
        if len(found) == len(rows):
            return _say(TEXTS["everywhere"])
    if names and (word == "rows" or differs.shape[-1] == len(names)):
        found = [_say(TEXTS["token"], index=index, token=names[index]) for index in found]
    return _say(TEXTS[word], rows=_say(TEXTS["comma"]).join(map(str, found)))


def _grid(mine: torch.Tensor, differs: torch.Tensor, names: list[str]) -> HeatMap:
    """The student's own values (of the first sequence that differs), with the places marked."""
    alone = mine.dim() < 2
    if alone:
        mine, differs = mine.reshape(1, -1), differs.reshape(1, -1)
    while mine.dim() > 2:
        first = int(differs.flatten(1).any(dim=1).nonzero()[0])
        mine, differs = mine[first], differs[first]
    limit = LARGEST_PICTURE
    values = mine[:limit, :limit].tolist()
    places = differs[:limit, :limit].nonzero().tolist()
    marks = frozenset((row, column) for row, column in places)
    # Without the last token the rows are still those of tokens; fewer columns are dimensions.
    rows = [""] if alone else _labels(len(values), names[: len(values)])
    columns = _labels(len(values[0]), rows if len(values) == len(values[0]) else names)
    return HeatMap(values, rows, columns, _say(TEXTS["your_values"]), marks)


def _labels(count: int, names: list[str]) -> list[str]:
    return list(names) if count == len(names) else [str(index) for index in range(count)]


# ---------------- Finding a student's answer, calling it, and putting weights into its layers

def _plain(name: str) -> str:
    return name.lower().replace("_", "")


def _similar(name: str, candidates: list[str], cutoff: float) -> str:
    """The candidate that looks most like `name` but is not the name of something else here."""
    taken = {*NAMES.values(), *QKV}
    plain = {_plain(other): other for other in candidates if other not in taken}
    close = difflib.get_close_matches(_plain(name), plain, n=1, cutoff=cutoff)
    return plain[close[0]] if close else ""


def _without_magic(source: str) -> str:
    """A cell under a magic such as %%time is kept as a call that holds its text: that text."""
    found = re.match(r"get_ipython\(\)\.run_cell_magic\((.*)\)\s*$", source, re.DOTALL)
    if not found:
        return source
    try:
        return str(ast.literal_eval(f"({found[1]})")[-1])
    except (SyntaxError, ValueError):
        return source


def _cell_of(namespace: dict[str, Any], name: str) -> str:
    """The text of the newest cell that defines `name`, if there is one."""
    inputs = namespace.get("In", ())  # IPython keeps the text of all cells there
    defines = re.compile(rf"^(?:class|def)\s+{name}\b", re.MULTILINE)
    texts = map(_without_magic, reversed([t for t in inputs if isinstance(t, str)]))
    return next(filter(defines.search, texts), "")


def _unread(namespace: dict[str, Any], name: str) -> SyntaxError | None:
    """The error of the newest cell that defines `name`, if Python could not even read the cell."""
    try:
        with _quiet():
            source = _cell_of(namespace, name)
            compile(source, "cell", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    except SyntaxError as error:
        return error
    return None


def _find(namespace: dict[str, Any], name: str) -> Any:
    unread = _unread(namespace, name)
    if unread:
        strange = re.match("invalid.* character", unread.msg)
        said = _say(TEXTS["full_width"], message=unread.msg) if strange else unread.msg
        raise Miss("syntax", name=name, line=unread.lineno, message=said)
    if name not in namespace:
        callables = [n for n, v in namespace.items() if callable(v) and not n.startswith("_")]
        found = _similar(name, callables, 0.8)
        raise Miss("found" if found else "undefined", name=name, found=found, started=bool(found))
    if not callable(namespace[name]):
        raise Miss("uncallable", name=name, kind=type(namespace[name]).__name__)
    return namespace[name]


@dataclass(frozen=True)
class Step:
    """One thing that is looked at; `says` is true when `run` raises nothing."""

    says: Words
    run: Callable[[Answer], None]
    question: str = ""
    values: bool = False  # whether it compares what the answer computes with the example


@dataclass(frozen=True)
class Part:
    """One part: what is defined in the notebook, how it is called, and what is looked at."""

    id: str
    also: Words
    steps: tuple[Step, ...]
    needs: str = ""

    @property
    def name(self) -> str:
        """What the notebook defines."""
        return NAMES[self.id]

    @property
    def arguments(self) -> tuple[str, ...]:
        """What it is called with, by position."""
        return ARGUMENTS[self.id]

    def called(self) -> str:
        return f"({', '.join(self.arguments)})"

    def label(self) -> str:
        """ "Part 8 · The causal mask", as in the headings of the notebook."""
        number = list(TITLES).index(self.id) + 1
        return _say(TEXTS["label"], number=number, title=_say(TITLES[self.id]))


@dataclass(frozen=True)
class Answer:
    """What a student wrote for a part, and the notebook around it."""

    part: Part
    namespace: dict[str, Any]
    target: Any

    def call(self, *arguments: Any) -> Any:
        """Call a function with copies, and see that it left them as they were."""
        copies = [a.clone() if isinstance(a, torch.Tensor) else a for a in arguments]
        result = self.target(*copies)
        for position, given in enumerate(arguments):
            if isinstance(given, torch.Tensor) and not torch.equal(copies[position], given):
                name = self.part.arguments[position]
                raise Miss("changed", "in_place", argument=name)
        return result

    def output(self, module: Any, given: torch.Tensor) -> Any:
        """What a module makes of a copy of `given`; the copy and the weights must stay as is."""
        x, before = given.clone(), {p: v.clone() for p, v in module.named_parameters()}
        result = module(x)
        if not torch.equal(x, given):
            raise Miss("changed", "in_place", argument="x")
        for path, value in module.named_parameters():
            if path in before and not torch.equal(value, before[path]):
                raise Miss("drift", "once", path=path)
        return result

    def module(self, recipe: str = "") -> Any:
        """The student's module with the example's weights copied in, whatever it began with."""
        name = recipe or self.part.name
        module = self.target(*RECIPES[name].arguments)
        for path, values in _published(name).items():
            _place(module, path, values, name)
        return module


def _layer(module: Any, path: str) -> Any:
    for name in path.split("."):
        module = module[int(name)] if name.isdigit() else _attribute(module, name)
    return module


def _attribute(owner: Any, name: str) -> Any:
    if hasattr(owner, name):
        return getattr(owner, name)
    raise _missing(
        type(owner).__name__, name, [n for n, _ in [*_children(owner), *vars(owner).items()]]
    )


def _missing(owner: str, name: str, held: list[str]) -> Miss:
    similar = _similar(name, [n for n in held if not n.startswith("_")], 0.5)
    found = _say(TEXTS["found_layer"], found=similar, name=name) if similar else ""
    return Miss("missing_layer", owner=owner, name=name, found=found)


def _children(owner: Any) -> list[tuple[str, Any]]:
    if not isinstance(owner, nn.Module):
        return []
    return [*owner.named_children(), *owner.named_parameters(recurse=False)]


def _place(module: Any, path: str, values: torch.Tensor, name: str) -> None:
    """Copy one published weight into the module, in place, after looking at kind and shape."""
    if RECIPES[name].matrices:
        weight: torch.Tensor | None = _matrix(_layer(module, path), path)
    else:
        layer_path, _, kind = path.rpartition(".")
        weight = _linear_weight(_layer(module, layer_path), layer_path, kind)
    if weight is not None:
        _same_shape(name, weight, tuple(values.shape), path)
        with torch.no_grad():
            weight.copy_(values)


def _matrix(held: Any, path: str) -> torch.Tensor:
    if not isinstance(held, torch.Tensor):
        question = "linear_in_v1" if hasattr(held, "weight") else ""
        raise Miss("kind", question, path=path, kind=type(held).__name__, expected="nn.Parameter")
    return held


def _linear_weight(layer: Any, path: str, kind: str) -> torch.Tensor | None:
    """The weight or bias of a linear layer; None for the bias that out_proj may go without."""
    weight = getattr(layer, "weight", None)
    if not isinstance(weight, torch.Tensor):
        question = "linear_in_v1" if isinstance(layer, torch.Tensor) else ""
        raise Miss("kind", question, path=path, kind=type(layer).__name__, expected="nn.Linear")
    if not path.endswith("out_proj") and getattr(layer, "bias", None) is not None:
        raise Miss("has_bias", "bias", path=path)
    return getattr(layer, kind, None)


@contextmanager
def _recorded(kind: Any) -> Iterator[list[tuple[Any, list[Any]]]]:
    """Note what is made of a class, and with which arguments; the class is as before afterwards."""
    made: list[tuple[Any, list[Any]]] = []
    own, original = "__init__" in vars(kind), kind.__init__

    @functools.wraps(original)
    def noting(self: Any, *arguments: Any, **named: Any) -> None:
        made.append((self, _bound(original, (self, *arguments), named)))
        original(self, *arguments, **named)

    kind.__init__ = noting
    try:
        yield made
    finally:
        if own:
            kind.__init__ = original
        else:
            del kind.__init__


def _bound(call: Any, arguments: tuple[Any, ...], named: dict[str, Any]) -> list[Any]:
    try:
        bound = inspect.signature(call).bind(*arguments, **named)
    except TypeError:
        return []
    bound.apply_defaults()
    return list(bound.arguments.values())[1:]


# ---------------- The arguments of a check, to try an answer with

@dataclass(frozen=True, repr=False)
class Example:
    """What the check of a part passes, to try the answer with; every time a fresh copy.

    arguments: of the function, or of the class when a module is made
    weights: copied into a module's parameters, by path ("W_key.weight"); empty for functions
    inputs: what a module is called with; None for functions
    expected: the published result, to four decimals; None where there is no such table
    """

    said: str
    arguments: tuple[Any, ...]
    weights: dict[str, torch.Tensor]
    inputs: Any = None
    expected: Any = None

    def __str__(self) -> str:
        shapes = [*map(_brief, self.arguments)]
        lines = [self.said, f"  arguments: ({', '.join(shapes)})"]
        lines += [f"  weights[{path!r}]: {_brief(held)}" for path, held in self.weights.items()]
        held = {"inputs": self.inputs, "expected": self.expected}
        lines += [f"  {name}: {_brief(one)}" for name, one in held.items() if one is not None]
        return "\n".join(lines)

    __repr__ = __str__


def _brief(held: object) -> str:
    return f"tensor {_shape(tuple(held.shape))}" if isinstance(held, torch.Tensor) else repr(held)


def _function_examples() -> dict[str, tuple[tuple[Any, ...], Any]]:
    """Arguments and result of each part that is a function of numbers."""
    return {
        "softmax_naive": ((_float(SIMPLE_SCORES),), SIMPLE_SOFTMAX),
        "context_vector": ((_inputs(), QUERY_INDEX), SIMPLE_CONTEXT[QUERY_INDEX]),
        "simple_self_attention": ((_inputs(),), (SIMPLE_WEIGHTS, SIMPLE_CONTEXT)),
        "scaled_attention_weights": (_query_and_keys(), SCALED_WEIGHTS),
        "causal_mask": ((6,), None),
        "renormalized_causal_weights": ((_float(V2_WEIGHTS),), CAUSAL_WEIGHTS),
        "causal_attention_weights": ((_causal_scores(), 2), CAUSAL_WEIGHTS),
        "exercise_3_2": ((3, 6), None),
        "exercise_3_3": ((), None),
    }


SOURCES: dict[str, Words] = {
    "inputs": (
        "The tokens of the worked example.",
        "完整示例中的词元。",
    ),
    "scaled_attention_weights": (
        "Version 1 (part 5), seed 123: torch.manual_seed(123), then torch.rand(3, 2) for W_query, "
        "W_key and W_value in turn. query = inputs[1] @ W_query, keys = inputs @ W_key.",
        "第 1 版（第 5 部分），种子 123：先 torch.manual_seed(123)，"
        "再依次为 W_query、W_key、W_value 取 torch.rand(3, 2)。"
        "query = inputs[1] @ W_query，keys = inputs @ W_key。",
    ),
    "renormalized_causal_weights": (
        "The attention weights of version 2 (part 6), seed 789, for the worked example.",
        "完整示例在第 2 版（第 6 部分，种子 789）中的注意力权重。",
    ),
    "causal_attention_weights": (
        "The raw scores of version 2 (part 6), seed 789, for the worked example; above the "
        "diagonal, where any number must do, stands 0.5.",
        "完整示例在第 2 版（第 6 部分，种子 789）中的原始分数；"
        "对角线以上可以是任何数，这里是 0.5。",
    ),
    "exercise_3_1": (
        "sa_v2 holds linear layers drawn after torch.manual_seed(789), sa_v1 parameters drawn "
        "after torch.manual_seed(123).",
        "sa_v2 的线性层在 torch.manual_seed(789) 之后创建，"
        "sa_v1 的参数在 torch.manual_seed(123) 之后创建。",
    ),
    "module": (
        "torch.manual_seed({seed}), then the layers {layers} are made in this order.",
        "先 torch.manual_seed({seed})，再按顺序创建各层：{layers}。",
    ),
}


def _example_of(part: str, recipe: str) -> Example:
    if part in RECIPES:
        name = recipe or part
        made = RECIPES[name]
        said = _say(SOURCES["module"], seed=made.seed, layers=", ".join(made.layers))
        x = _inputs() if part.startswith("Self") else _batch()
        return Example(said, made.arguments, _published(name), x, _float(CONTEXT[name]))
    if part == "exercise_3_1":
        return Example(_say(SOURCES[part]), tuple(reversed(_holders())), {})
    given, wanted = _function_examples()[part]
    return Example(_say(SOURCES.get(part, SOURCES["inputs"])), given, {}, expected=wanted)


# ---------------- Steps on the way to part 14

def _split(before: torch.Tensor, after: torch.Tensor) -> None:
    """Head h holds its own neighbouring columns of every token."""
    batch, tokens, width = before.shape
    heads = after.shape[1]
    _same_shape("step", after, (batch, heads, tokens, width // heads), "split")
    for head in range(heads):
        columns = slice(head * (width // heads), (head + 1) * (width // heads))
        _agree("", after[:, head], before[:, :, columns], f"split[:, {head}]", EXACT, [])


def _weights(after: torch.Tensor) -> None:
    """Rows add up to 1 and the future has no weight."""
    _same_shape("step", after, (*after.shape[:-1], after.shape[-2]), "weights")
    _agree("", after.sum(dim=-1), torch.ones(after.shape[:-1]), _say(TEXTS["row_sums"]), EXACT, [])
    future = after.detach() * torch.ones(after.shape[-2:]).triu(1)
    _agree("", future, torch.zeros(after.shape), _say(TEXTS["future"]), EXACT, [])


def _merge(before: torch.Tensor, after: torch.Tensor) -> None:
    """Each token has the numbers of head 0, then those of head 1, and so on."""
    batch, heads, tokens, width = before.shape
    _same_shape("step", after, (batch, tokens, heads * width), "merge")
    for head in range(heads):
        columns = slice(head * width, (head + 1) * width)
        _agree("", after[:, :, columns], before[:, head], f"merge[:, :, head {head}]", EXACT, [])


FLAT, SPLIT = "(B, T, d_out)", "(B, H, T, d_h)"
STEPS: dict[str, tuple[Callable[..., None], tuple[str, ...], Words]] = {
    "split": (
        _split,
        (FLAT, SPLIT),
        ("split: each head has its own columns", "split：每个头得到自己的列"),
    ),
    "weights": (
        _weights,
        ("(B, H, T, T)",),
        ("weights: rows add up to 1, the future has none", "weights：每行的和为 1，未来的权重为 0"),
    ),
    "merge": (
        _merge,
        (SPLIT, FLAT),
        ("merge: the heads stand side by side", "merge：各个头按顺序并排"),
    ),
}


def _step(name: str, tensors: tuple[object, ...]) -> str:
    """What is true of a step; a Miss if nothing is."""
    look, shapes, says = STEPS[name]
    given = [_tensor(one, name) for one in tensors]
    if [one.dim() for one in given] != [shape.count(",") + 1 for shape in shapes]:
        found = ", ".join(_shape(tuple(one.shape)) for one in given)
        raise Miss("instance", kind=found, expected=", ".join(shapes))
    with torch.no_grad():
        look(*given)
    return _say(says)


# ---------------- What is looked at in the three exercises

def _transfer(answer: Answer) -> tuple[Any, Any]:
    """Call transfer_weights on bare holders, so that other parts do not enter; on real modules if
    it calls them, too.
    """
    sa_v1, sa_v2 = _holders()
    try:
        answer.target(sa_v2, sa_v1)
    except Exception:
        names = ("SelfAttention_v1", "SelfAttention_v2")
        if not all(name in answer.namespace for name in names):
            raise
        sa_v1, sa_v2 = (answer.namespace[name](3, 2) for name in names)
        sa_v1.load_state_dict(_published(names[0]))
        sa_v2.load_state_dict(_published(names[1]))
        answer.target(sa_v2, sa_v1)
    return sa_v2, sa_v1


def _v2_as_it_was(answer: Answer) -> None:
    sa_v2, _ = _transfer(answer)
    for path, values in _published("SelfAttention_v2").items():
        weight = getattr(_layer(sa_v2, path.partition(".")[0]), "weight", None)
        if weight is None or not torch.equal(weight, values):
            raise Miss("v2_changed", "direction", path=path)


def _v1_shapes(answer: Answer) -> None:
    _, sa_v1 = _transfer(answer)
    for name in QKV:
        weight = _layer(sa_v1, name)
        _same_shape(answer.part.id, _tensor(weight, name), (3, 2), f"sa_v1.{name}")
        if not (isinstance(weight, nn.Parameter) and weight.requires_grad):
            raise Miss("untrainable", "trainable", path=name)


def _v1_projects(answer: Answer) -> None:
    sa_v2, sa_v1 = _transfer(answer)
    for name in QKV:
        wanted = _layer(sa_v2, name)(_inputs())
        what = f"inputs @ sa_v1.{name}"
        _agree(answer.part.id, _inputs() @ _layer(sa_v1, name), wanted, what, EXACT)


def _built(answer: Answer, *arguments: Any) -> tuple[Any, dict[str, Any]]:
    """What an exercise builds, and the contract's arguments it was built with (as far as seen)."""
    kind = _find(answer.namespace, answer.part.needs)
    names = ARGUMENTS[answer.part.needs]
    with _recorded(kind) as made:
        module = answer.target(*arguments)
    if not isinstance(module, kind):
        question = "returned" if module is None else ""
        found = type(module).__name__
        raise Miss("instance", question, kind=found, expected=answer.part.needs)
    # Not the last one made: that need not be the one that is returned.
    values = next((values for one, values in made if one is module), [])
    return module, {names[i]: value for i, value in enumerate(values[: len(names)])}


def _wrapper_of_two(answer: Answer) -> None:
    _, settings = _built(answer, 3, 6)
    _settings(settings, {"num_heads": 2})


def _settings(found: dict[str, Any], wanted: dict[str, int]) -> None:
    for name, value in wanted.items():
        if name in found and found[name] != value:
            raise Miss("setting", name=name, found=found[name])


def _two_dimensions(answer: Answer) -> None:
    wrapper, _ = _built(answer, 3, 6)
    found = _tensor(wrapper(_batch()), _say(TEXTS["output"]))
    _same_shape(answer.part.id, found, (2, 6, 2), "two_dim_wrapper(3, 6)(batch)")


def _gpt2_settings(answer: Answer) -> None:
    _settings(_built(answer)[1], GPT2_SMALL)


def _gpt2_parameters(answer: Answer) -> None:
    module, _ = _built(answer)
    found = sum(parameter.numel() for parameter in module.parameters())
    output = getattr(module, "out_proj", None)
    without = 768 if getattr(output, "bias", None) is None else 0
    if found + without not in GPT2_SMALL_PARAMETERS:
        raise Miss("parameters", found=f"{found:,}")


def _gpt2_forward(answer: Answer) -> None:
    module, _ = _built(answer)
    found = _tensor(module(torch.zeros(1, 4, 768)), _say(TEXTS["output"]))
    _same_shape(answer.part.id, found, (1, 4, 768), _say(TEXTS["output"]))


# ---------------- What is looked at in parts that are functions

def _softmax_values(answer: Answer) -> None:
    weights = answer.call(_float(SIMPLE_SCORES))
    _agree(answer.part.id, weights, SIMPLE_SOFTMAX, "softmax_naive(scores)")


def _from_scratch(answer: Answer) -> None:
    with _Called() as called:
        # The values again; a method of one's own may have the name of one of torch's.
        next(step for step in answer.part.steps if step.values).run(answer)
    if call := called.one_of(LIBRARY + SOFTMAX * (answer.part.id == "softmax_naive")):
        raise Miss("library", "library", name=answer.part.name, call=call)


def _one_context(answer: Answer) -> None:
    found = answer.call(_inputs(), QUERY_INDEX)
    _agree(answer.part.id, found, SIMPLE_CONTEXT[QUERY_INDEX], "context_vector(inputs, 1)")


def _every_context(answer: Answer) -> None:
    found = [answer.call(_inputs(), index) for index in range(6)]
    _agree("", torch.stack(found), SIMPLE_CONTEXT, "context_vector(inputs, 0…5)")


def _context_of_reversed(answer: Answer) -> None:
    found = [answer.call(_inputs().flip(0), 5 - index) for index in range(6)]
    _agree("", torch.stack(found), SIMPLE_CONTEXT, "context_vector(inputs.flip(0), 5…0)")


def _pair(answer: Answer, inputs: torch.Tensor) -> tuple[Any, Any]:
    found = answer.call(inputs)
    if not isinstance(found, (tuple, list)) or len(found) != 2:
        raise Miss("pair", "returned" if found is None else "", kind=type(found).__name__)
    return found[0], found[1]


def _simple_weights(answer: Answer) -> None:
    weights, _ = _pair(answer, _inputs())
    _agree(answer.part.id, weights, SIMPLE_WEIGHTS, "attn_weights")


def _simple_contexts(answer: Answer) -> None:
    _, contexts = _pair(answer, _inputs())
    _agree(answer.part.id, contexts, SIMPLE_CONTEXT, "context_vecs")


def _simple_reversed(answer: Answer) -> None:
    weights, contexts = _pair(answer, _inputs().flip(0))
    turned = _tensor(weights, "attn_weights").flip(0, 1)
    _agree("", turned, SIMPLE_WEIGHTS, "attn_weights")
    _agree("", _tensor(contexts, "context_vecs").flip(0), SIMPLE_CONTEXT, "context_vecs")


def _scaled_values(answer: Answer) -> None:
    found = answer.call(*_query_and_keys())
    _agree(answer.part.id, found, SCALED_WEIGHTS, "scaled_attention_weights(query, keys)")


def _scaled_reversed(answer: Answer) -> None:
    query, keys = _query_and_keys()
    found = _tensor(answer.call(query, keys.flip(0)), "scaled_attention_weights")
    _agree("", found.flip(0), SCALED_WEIGHTS, "scaled_attention_weights(query, keys.flip(0))")


def _mask_values(answer: Answer) -> None:
    for size in (6, 3, 1):
        what = f"causal_mask({size})"
        found = _tensor(answer.call(size), what).bool()
        wanted = [[float(column > row) for column in range(size)] for row in range(size)]
        _agree(answer.part.id, found, wanted, what)


def _renormalized_values(answer: Answer) -> None:
    found = answer.call(_float(V2_WEIGHTS))
    what = "renormalized_causal_weights(attn_weights)"
    _agree(answer.part.id, found, CAUSAL_WEIGHTS, what, FROM_PRINTED)


def _renormalized_sums(answer: Answer) -> None:
    found = _tensor(answer.call(_float(V2_WEIGHTS)), "attn_weights")
    _agree("", found.sum(dim=-1), [1.0] * 6, _say(TEXTS["row_sums"]), EXACT)


def _causal_values(answer: Answer) -> None:
    found = answer.call(_causal_scores(), 2)
    what = "causal_attention_weights(attn_scores, 2)"
    _agree(answer.part.id, found, CAUSAL_WEIGHTS, what, FROM_PRINTED / 2)


def _by_hand(answer: Answer) -> None:
    given, wanted = BY_HAND[answer.part.id]
    found = answer.call(*(_float(one) if isinstance(one, list) else one for one in given))
    whole = isinstance(wanted, tuple)
    for index, right in enumerate(wanted if whole else [wanted]):
        mine = found[index] if whole else found
        _agree("", mine, right, _say(TEXTS["by_hand"]), names=[])


# ---------------- What is looked at in parts that are modules

def _layers(answer: Answer) -> None:
    """The layers are there under their names, in the right shapes, and trainable."""
    module, name = answer.module(), answer.part.name
    asked: set[int] = set()
    for path in RECIPES[name].layers:
        layer = _layer(module, path)
        weight = layer if RECIPES[name].matrices else layer.weight
        known = any(weight is parameter for parameter in module.parameters())
        if not (known and weight.requires_grad):
            raise Miss("untrainable", "trainable", path=path)
        asked.update(map(id, [layer] if RECIPES[name].matrices else layer.parameters()))
    for path, parameter in module.named_parameters():
        if id(parameter) not in asked:
            raise Miss("extra", "learned", path=path)


def _biases(answer: Answer) -> None:
    module = answer.target(*RECIPES[answer.part.name].arguments, True)
    for name in QKV:
        if getattr(_layer(module, name), "bias", None) is None:
            raise Miss("no_bias", "bias", path=name)


def _context_shape(answer: Answer) -> None:
    found = _tensor(answer.output(answer.module(), _example(answer)), _say(TEXTS["output"]))
    width = len(CONTEXT[answer.part.name][0])
    _same_shape(answer.part.id, found, (*_example(answer).shape[:-1], width), _say(TEXTS["output"]))


def _example(answer: Answer) -> torch.Tensor:
    return _inputs() if answer.part.name.startswith("Self") else _batch()


def _expected(answer: Answer, module: Any, recipe: str = "") -> torch.Tensor:
    """The example's context vectors; without the bias of out_proj when the student has none."""
    name = recipe or answer.part.name
    wanted = _float(CONTEXT[name])
    output = getattr(module, "out_proj", None)
    if output is not None and getattr(output, "bias", None) is None:
        wanted = wanted - _published(name)["out_proj.bias"]
    return wanted


def _context_values(answer: Answer) -> None:
    module = answer.module()
    wanted = _expected(answer, module)
    if not answer.part.name.startswith("Self"):
        wanted = torch.stack([wanted, wanted])
    found = answer.output(module, _example(answer))
    _agree(answer.part.id, found, wanted, _say(TEXTS["contexts"]))


def _wide_values(answer: Answer) -> None:
    """With d_out = 2 and two heads a head is one number wide, and hides what is wrong with it."""
    module = answer.module("wide")
    wanted = _expected(answer, module, "wide")
    found = answer.output(module, _batch())
    _agree("wide", found, torch.stack([wanted, wanted]), _say(TEXTS["contexts_wide"]))


def _module_by_hand(answer: Answer) -> None:
    arguments, wanted = BY_HAND[answer.part.id]
    module = answer.target(*arguments)
    for name, value in HAND_WEIGHTS.items():
        layer = _layer(module, name)
        with torch.no_grad():
            getattr(layer, "weight", layer).fill_(value)
    x = _float(HAND_TOKENS)
    batched = not answer.part.name.startswith("Self")
    found = module(x[None] if batched else x)
    _agree("", found, [wanted] if batched else wanted, _say(TEXTS["by_hand"]), names=[])


def _context_reversed(answer: Answer) -> None:
    module = answer.module()
    found = _tensor(module(_inputs().flip(0)), _say(TEXTS["contexts"])).flip(0)
    _agree("", found, _expected(answer, module), _say(TEXTS["contexts_reversed"]))


def _no_leak(answer: Answer) -> None:
    module, changed = answer.module(), _batch()
    changed[:, -1] += 1.0
    plain, other = (_tensor(module(x), _say(TEXTS["output"])) for x in (_batch(), changed))
    before, after = plain[:, :-1], other[:, :-1]
    differs = ~torch.isclose(before, after, rtol=0, atol=EXACT) & ~before.isnan()
    if differs.any():
        # A softmax over the queries, or a wrong split, leaks as well as a wrong mask.
        question = _recognise(answer.part.id, plain) or "leak"
        grid, where = _grid(after, differs, TOKENS), _where(differs, TOKENS)
        raise Miss("leak", question, grid=grid, where=where)


def _fewer_tokens(answer: Answer) -> None:
    module = answer.module()
    for size in (3, 1):
        found = module(_batch()[:, :size])
        wanted = _expected(answer, module)[:size].expand(2, -1, -1)
        _agree("", found, wanted, _say(TEXTS["contexts_first"], size=size))


def _own_sequence(answer: Answer) -> None:
    module = answer.module()
    mixed = torch.stack([_inputs(), _inputs().flip(0)])
    found, wanted = _tensor(module(mixed), _say(TEXTS["contexts"])), _expected(answer, module)
    _same_shape(answer.part.id, found, (2, *wanted.shape), _say(TEXTS["contexts"]))
    _agree("", found[0], wanted, _say(TEXTS["contexts_own"]))
    _agree("", module(mixed[1:]), found[1:], _say(TEXTS["contexts_alone"]))


def _two_heads(answer: Answer) -> None:
    wrapper = answer.target(*RECIPES[answer.part.name].arguments)
    heads = _attribute(wrapper, "heads")
    if len(heads) != 2:
        raise Miss("heads", found=len(heads))
    if hasattr(heads, "keys"):
        kind = type(heads).__name__
        raise Miss("kind", "registered", path="heads", kind=kind, expected="nn.ModuleList")
    if not any(True for _ in wrapper.parameters()):
        raise Miss("unregistered", "registered")


def _indivisible(answer: Answer) -> None:
    try:
        answer.target(3, 5, 6, 0.0, 2)
    except Exception:
        return
    raise Miss("no_raise", "divisible")


# ---------------- The parts: what each check says and looks at

LAYERS = Step(
    (
        "The weights have the names and shapes asked for; exactly these are trainable.",
        "各权重的名称和形状符合要求，可训练的正是这些，没有别的参数。",
    ),
    _layers,
)
BIASES = Step(
    (
        "The three layers have a bias exactly when qkv_bias asks for it.",
        "仅当 qkv_bias=True 时，三个层才带有偏置。",
    ),
    _biases,
)
SHAPE = Step(
    ("The context vectors have the right shape.", "上下文向量的形状正确。"), _context_shape
)
VALUES = Step(
    (
        "Given the example's weights, your module returns its context vectors.",
        "使用示例的权重时，上下文向量与示例一致。",
    ),
    _context_values,
    values=True,
)
REVERSED = Step(
    (
        "Tokens in reverse order give the same vectors in reverse order.",
        "词元倒序时，得到的向量相同，只是顺序颠倒。",
    ),
    _context_reversed,
    "globals",
)
NO_LEAK = Step(
    (
        "Changing the last token leaves the earlier context vectors alone.",
        "改变最后一个词元不影响之前的上下文向量。",
    ),
    _no_leak,
    "mask",
)
FEWER = Step(
    (
        "Fewer tokens than context_length work as well.",
        "词元数少于 context_length 时也能工作。",
    ),
    _fewer_tokens,
    "shorter",
)
OWN_SEQUENCE = Step(
    (
        "Each sequence of a batch keeps to itself.",
        "批次中的各个序列互不影响。",
    ),
    _own_sequence,
    "batch",
)
_HAND = ("The case computed by hand comes out right.", "手算的例子结果正确。")
HAND = Step(_HAND, _by_hand, "sizes")
MODULE_BY_HAND = Step(_HAND, _module_by_hand, "sizes")
WIDE = Step(
    (
        "Two heads that are each two numbers wide (d_out = 4) are right as well.",
        "两个头各宽 2（d_out = 4）时，结果同样正确。",
    ),
    _wide_values,
    "view_only",
)
FROM_SCRATCH = Step(
    ("No library attention is called.", "没有调用库里的注意力函数。"), _from_scratch
)
PARTS_IN_ORDER = (
    Part(
        "softmax_naive",
        (
            "other lengths and scores; calls of a library softmax in helpers, too.",
            "其他长度和分数；辅助函数里是否调用了库的 softmax。",
        ),
        (
            Step(
                ("Your weights match the example.", "算出的权重与示例一致。"),
                _softmax_values,
                values=True,
            ),
            HAND,
            Step(("No library softmax is called.", "没有调用库里的 softmax。"), _from_scratch),
        ),
    ),
    Part(
        "context_vector",
        ("other inputs, sizes and tokens.", "其他输入、大小和词元。"),
        (
            Step(
                ("The second token gets its context vector.", "第二个词元得到它的上下文向量。"),
                _one_context,
                values=True,
            ),
            Step(
                ("Every other token gets its own.", "其余每个词元也都得到各自的向量。"),
                _every_context,
            ),
            Step(REVERSED.says, _context_of_reversed, "globals"),
            HAND,
            FROM_SCRATCH,
        ),
    ),
    Part(
        "simple_self_attention",
        ("other inputs and sizes, a single token.", "其他输入和大小，以及只有一个词元的情况。"),
        (
            Step(
                ("The weights are those of the example.", "权重与示例一致。"),
                _simple_weights,
                values=True,
            ),
            Step(
                ("The context vectors are those of the example.", "上下文向量与示例一致。"),
                _simple_contexts,
            ),
            Step(REVERSED.says, _simple_reversed, "globals"),
            HAND,
            FROM_SCRATCH,
        ),
    ),
    Part(
        "scaled_attention_weights",
        ("other widths and numbers of tokens.", "其他宽度和词元数。"),
        (
            Step(
                ("The weights are those of the example.", "权重与示例一致。"),
                _scaled_values,
                values=True,
            ),
            Step(
                (
                    "Keys in reverse order give the same weights in reverse order.",
                    "键倒序时，得到的权重相同，只是顺序颠倒。",
                ),
                _scaled_reversed,
                "globals",
            ),
            HAND,
            FROM_SCRATCH,
        ),
    ),
    Part(
        "SelfAttention_v1",
        ("other sizes and weights, the gradients.", "其他大小和权重，以及梯度。"),
        (LAYERS, SHAPE, VALUES, REVERSED, MODULE_BY_HAND, FROM_SCRATCH),
    ),
    Part(
        "SelfAttention_v2",
        (
            "other sizes and weights, with bias, the gradients.",
            "其他大小和权重、带偏置的情况，以及梯度。",
        ),
        (LAYERS, BIASES, SHAPE, VALUES, REVERSED, MODULE_BY_HAND, FROM_SCRATCH),
    ),
    Part(
        "exercise_3_1",
        ("other sizes, square ones among them.", "其他大小，包括方阵。"),
        (
            Step(("sa_v2 stays as it was.", "sa_v2 保持不变。"), _v2_as_it_was, "direction"),
            Step(
                (
                    "The weights of sa_v1 keep their shapes and stay trainable.",
                    "sa_v1 的权重保持原来的形状，并且仍可训练。",
                ),
                _v1_shapes,
                "layout",
            ),
            Step(
                (
                    "sa_v1 makes the queries, keys and values of sa_v2.",
                    "sa_v1 得到与 sa_v2 相同的查询、键和值。",
                ),
                _v1_projects,
            ),
        ),
    ),
    Part(
        "causal_mask",
        ("other sizes.", "其他大小。"),
        (
            Step(
                (
                    "Exactly the future is hidden, for 6, 3 and 1 tokens.",
                    "词元数为 6、3、1 时，恰好遮住未来。",
                ),
                _mask_values,
            ),
        ),
    ),
    Part(
        "renormalized_causal_weights",
        ("other weights and sizes.", "其他权重和大小。"),
        (
            Step(
                ("The weights are those of the example.", "权重与示例一致。"),
                _renormalized_values,
            ),
            Step(("Each row adds up to 1.", "每一行的和为 1。"), _renormalized_sums, "row_sum"),
        ),
    ),
    Part(
        "causal_attention_weights",
        ("other scores, sizes and widths.", "其他分数、大小和宽度。"),
        (
            Step(
                (
                    "The weights are those of the example, whatever stands above the diagonal.",
                    "无论对角线以上是什么，权重都与示例一致。",
                ),
                _causal_values,
                values=True,
            ),
            FROM_SCRATCH,
        ),
    ),
    Part(
        "CausalAttention",
        (
            "other sizes and weights, dropout in training and its absence in eval, the gradients, "
            "a mask that moves with the module.",
            "其他大小和权重、训练时的 dropout、评估时没有 dropout、梯度、随模块移动的掩码。",
        ),
        (
            LAYERS,
            BIASES,
            SHAPE,
            NO_LEAK,
            VALUES,
            FEWER,
            OWN_SEQUENCE,
            MODULE_BY_HAND,
            FROM_SCRATCH,
        ),
    ),
    Part(
        "MultiHeadAttentionWrapper",
        (
            "other numbers of heads, what each head is made with, training through the wrapper.",
            "其他头数、创建每个头的参数、经过包装模块的训练。",
        ),
        (
            Step(
                ("heads holds two registered heads.", "heads 中有两个已注册的头。"),
                _two_heads,
            ),
            LAYERS,
            SHAPE,
            VALUES,
            FEWER,
            OWN_SEQUENCE,
        ),
        needs="CausalAttention",
    ),
    Part(
        "exercise_3_2",
        (
            "other widths, whatever your wrapper class does.",
            "其他宽度；评分时会换上正确的包装类，所以你的第 12 部分写错也不影响这里。",
        ),
        (
            Step(
                ("It is a MultiHeadAttentionWrapper of two heads.", "这是一个双头的包装模块。"),
                _wrapper_of_two,
            ),
            Step(
                ("Its context vectors have two dimensions.", "它的上下文向量有两个维度。"),
                _two_dimensions,
                "two_wide",
            ),
        ),
        needs="MultiHeadAttentionWrapper",
    ),
    Part(
        "MultiHeadAttention",
        (
            "other sizes and numbers of heads, dropout in training and its absence in eval, the "
            "gradients, a mask that moves with the module.",
            "其他大小和头数、训练时的 dropout、评估时没有 dropout、梯度、随模块移动的掩码。",
        ),
        (
            LAYERS,
            BIASES,
            Step(
                (
                    "A width that does not split evenly into the heads is refused.",
                    "不能平分给各个头的宽度会被拒绝。",
                ),
                _indivisible,
            ),
            SHAPE,
            NO_LEAK,
            VALUES,
            WIDE,
            FEWER,
            OWN_SEQUENCE,
            FROM_SCRATCH,
        ),
    ),
    Part(
        "exercise_3_3",
        (
            "the same, whatever your MultiHeadAttention does.",
            "同样的内容，但不使用你自己写的 MultiHeadAttention。",
        ),
        (
            Step(
                (
                    "It is a MultiHeadAttention of the smallest GPT-2's sizes.",
                    "这是一个大小与最小的 GPT-2 相同的 MultiHeadAttention。",
                ),
                _gpt2_settings,
            ),
            Step(
                ("It has as many parameters as it should.", "参数个数正确。"),
                _gpt2_parameters,
            ),
            Step(
                (
                    "It turns a short sequence of width 768 into one of the same shape.",
                    "它把一个宽度为 768 的短序列变成形状相同的序列。",
                ),
                _gpt2_forward,
            ),
        ),
        needs="MultiHeadAttention",
    ),
)
PARTS = {part.id: part for part in PARTS_IN_ORDER}


# ---------------- The pictures of a student's own answers

def _heads(answer: Answer) -> list[list[float]]:
    """Which columns of the queries reach which columns of the result, found by trying.

    A column of the queries is set to 0; what changes below belongs to the same head.
    """
    module = answer.target(3, 8, 6, 0.0, 4).eval()
    with torch.no_grad():
        module.out_proj.weight.copy_(torch.eye(8))
        whole, reached = module(_inputs()[None]), []
        for column in range(8):
            kept = module.W_query.weight[column].clone()
            module.W_query.weight[column] = 0.0
            changed = (module(_inputs()[None]) - whole).abs().amax(dim=(0, 1)) > EXACT / 10
            reached.append(changed.int().tolist())
            module.W_query.weight[column] = kept
    return reached


WORD, COLUMNS = [TOKENS[QUERY_INDEX]], list("01234567")
PICTURES: dict[str, tuple[Words, list[str], list[str], Callable[[Answer], Any]]] = {
    "softmax_naive": (
        ("The weights of the second word", "第二个词的注意力权重"),
        WORD,
        TOKENS,
        lambda answer: answer.call(_float(SIMPLE_SCORES)),
    ),
    "simple_self_attention": (
        ("How much each word (row) looks at each word", "每个词（行）对各个词（列）的关注"),
        TOKENS,
        TOKENS,
        lambda answer: _pair(answer, _inputs())[0],
    ),
    "causal_mask": (
        ("1 where a word (row) may not see another", "1 表示该词（行）不能看到另一个词（列）"),
        TOKENS,
        TOKENS,
        lambda answer: answer.call(6).bool().int(),
    ),
    "renormalized_causal_weights": (
        ("The weights once the future is hidden", "遮住未来之后的注意力权重"),
        TOKENS,
        TOKENS,
        lambda answer: answer.call(_float(V2_WEIGHTS)),
    ),
    "MultiHeadAttention": (
        (
            "d_out=8, 4 heads: 1 where a column of the queries (row) reaches one of the result",
            "d_out=8，4 个头：1 表示查询的某一列（行）会影响结果的某一列（列）",
        ),
        COLUMNS,
        COLUMNS,
        _heads,
    ),
}


def _drawing(part: str, namespace: dict[str, Any]) -> object:
    if part not in PICTURES:
        return _say(TEXTS["no_picture"], part=part, parts=", ".join(PICTURES))
    title, rows, columns, draw = PICTURES[part]
    try:
        with _plain_torch(), _quiet():
            values = draw(Answer(PARTS[part], namespace, _find(namespace, PARTS[part].name)))
            return heat_map(values, rows, columns, _say(title))
    except (Exception, SystemExit):
        return _say(TEXTS["not_drawn"], part=PARTS[part].label())


# ---------------- Running a check, and saying what came of it

ALONE = (
    "Torch's settings and random numbers are left alone.",
    "没有改动 torch 的设置和随机数。",
)


@dataclass(frozen=True)
class Verdict:
    """The sentences that hold, and the first that does not with what was found."""

    part: Part
    passed: tuple[str, ...]
    failed: str = ""
    miss: Miss | None = None


def _examine(part: Part, namespace: dict[str, Any]) -> Verdict:
    passed: list[str] = []
    says = ""
    with _plain_torch(), _said_once():
        try:
            answer = Answer(part, namespace, _find(namespace, part.name))
            _argument_order(answer)
            for step in part.steps:
                says = _say(step.says)
                _take(step, answer)
                passed.append(says)
        except Miss as miss:
            # An error further on may have no other cause, so this is told instead of it.
            found = _setting_changed(part) or miss
            if found is not miss:
                says = _say(ALONE)
            elif miss.broke:  # an error says nothing about what the step looks at
                says = _say(TEXTS["runs"])
            return Verdict(part, tuple(passed), says, found)
        changed = _setting_changed(part)
    return Verdict(part, tuple(passed), _say(ALONE) if changed else "", changed)


def _setting_changed(part: Part) -> Miss | None:
    setting = _disturbed()
    miss = Miss("setting_changed", "everyone", name=part.name, setting=setting)
    return miss if setting else None


def _argument_order(answer: Answer) -> None:
    """Names of the contract in another order would take each other's values without an error."""
    try:
        names = list(inspect.signature(answer.target).parameters)
    except Exception:  # of something that was not written in Python, or annotated with no name
        return
    found = [name for name in names if name in answer.part.arguments]
    if found != [name for name in answer.part.arguments if name in found]:
        order = f"({', '.join(names)})"
        raise Miss("order", found=order, arguments=answer.part.called())


def _take(step: Step, answer: Answer) -> None:
    try:
        step.run(answer)
    except Miss as miss:
        if step.question and not miss.question:
            miss.question = _say(QUESTIONS[step.question])
        raise
    except (Exception, SystemExit) as error:
        own = [code for code, _ in _own(error) if not code.co_name.startswith("<")]
        is_own = bool(own) and own[-1] in _codes(answer.target)
        made = vars(answer.target) if isinstance(answer.target, type) else ["forward"]
        if _is_stub(error):
            text = "stub" if is_own or not answer.part.needs else "stub_below"
            name, needs = answer.part.name, answer.part.needs
            raise Miss(text, name=name, needs=needs, started=False) from None
        # Torch's own words for a module without this method: perhaps of a list of heads.
        if '"forward"' in _first_line(error) and "forward" not in made:
            raise _missing(answer.part.name, "forward", list(made)) from None
        found = _error_miss(error, step, answer.part)
        found.own = is_own
        raise found from None


def _error_miss(error: BaseException, step: Step, part: Part) -> Miss:
    message = _first_line(error)
    miss = Miss("raised", error=_raised(error))
    if isinstance(error, TypeError) and not _own(error) and "argument" in message:
        # Only the call itself failed: an error of the answer's own line is about another call.
        called = "forward" if "forward()" in message else "positional"
        miss.question = _say(TEXTS[called], arguments=part.called())
        return miss
    asked = [words for text, words in ERRORS if text in message]
    if asked:
        miss.question = _say(asked[0])
    elif step.question and step is not part.steps[0]:
        # In the first step an error has not to do with what the step looks at.
        miss.question = _say(QUESTIONS[step.question])
    return miss


def _advice(verdict: Verdict, namespace: dict[str, Any]) -> str:
    """The sentence of a failed check: what, the question, and a part below it that fails too."""
    if verdict.miss is None:
        return ""
    text = [verdict.miss.sentence, verdict.miss.question]
    needs, miss = verdict.part.needs, verdict.miss
    # An error of the answer's own line, or a name it lacks, is no doing of the part below.
    asked = needs and miss.started and not miss.own and miss.lacking != verdict.part.name
    if asked and _examine(PARTS[needs], namespace).miss is not None:
        text.append(_say(TEXTS["unmet"], needs=PARTS[needs].label()))
    return _say(TEXTS["blank"]).join(filter(None, text))


def _panel(verdict: Verdict, advice: str) -> Panel:
    part, miss = verdict.part, verdict.miss
    lines = [(PASSED, says) for says in verdict.passed]
    if miss is None:
        also = _say(TEXTS["also"], also=_say(part.also))
        return Panel(_say(TEXTS["passed"], part=part.label()), (*lines, (ALSO, also)))
    if not miss.started:  # none of the sentences is untrue of an answer that is not there
        return Panel(_say(TEXTS["failed"], part=part.label()), (*lines, (OPEN, advice)))
    lines.append((FAILED, verdict.failed or advice))
    more = [miss.shapes, advice if verdict.failed else ""]
    lines += [(DETAIL, line) for line in more if line]
    return Panel(_say(TEXTS["failed"], part=part.label()), tuple(lines), miss.grid)


def _row(verdict: Verdict) -> tuple[str, str, str]:
    if verdict.miss is None:
        return PASSED, verdict.part.label(), _say(TEXTS["done"])
    symbol = FAILED if verdict.miss.started else OPEN
    return symbol, verdict.part.label(), verdict.miss.sentence


# ---------------- Two questions about the student's own lines, for practice: a shape, and what a line is for

ASKED = {
    "SelfAttention_v1": ((5, 4), (3, 5)),
    "SelfAttention_v2": ((5, 4), (3, 5)),
    "CausalAttention": ((5, 7, 9, 0.0), (4, 3, 5)),
    "MultiHeadAttention": ((5, 12, 9, 0.0, 2), (4, 3, 5)),
}
"""What a module is made with, and the shape that goes in: all sizes differ."""
ROLES = (_no_leak, _indivisible)


@dataclass(frozen=True, repr=False)
class Practice:
    """Questions with their answers, which a notebook unfolds and plain text has at its end."""

    pairs: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        if not self.pairs:
            return _say(TEXTS["no_question"])
        asked = [f"{number}. {question}" for number, (question, _) in enumerate(self.pairs, 1)]
        told = [f"{number}. {answer}" for number, (_, answer) in enumerate(self.pairs, 1)]
        return "\n".join([*asked, _say(TEXTS["answers"]), *told])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        shown = "".join(
            f"<p>{_code(f'{number}. {question}')}</p><details><summary>"
            f"{html.escape(_say(TEXTS['unfold']))}</summary><p>{_code(answer)}</p></details>"
            for number, (question, answer) in enumerate(self.pairs, 1)
        )
        return shown or _code(str(self))


def _code(text: str) -> str:
    return re.sub("`(.*?)`", r"<code>\1</code>", html.escape(text, quote=False))


def _practice(part: str, namespace: dict[str, Any]) -> Practice:
    """A question about a shape and one about a line; two shapes if no line has a task alone."""
    source, chance = _cell_of(namespace, part), random.Random()
    answer = Answer(PARTS[part], namespace, namespace[part])
    shapes = list(_about_shapes(answer, source)) if source else []
    lines = list(_about_lines(answer, source)) if source else []
    some = chance.sample(lines, min(1, len(lines)))
    return Practice((*chance.sample(shapes, min(2 - len(some), len(shapes))), *some))


def _about_shapes(answer: Answer, source: str) -> Iterator[tuple[str, str]]:
    """Each tensor that has a name of its own, unless it is shaped as what goes in."""
    made, given = ASKED[answer.part.id]
    module = answer.target(*made)
    with _watched(_codes(answer.target)) as seen:
        module(torch.rand(given))
    call = f"{answer.part.name}{made}(torch.rand{given})"
    for name, (number, shape) in seen.items():
        line = _statement(source, number)
        if line and shape != _shape(given):
            yield _say(TEXTS["which_shape"], call=call, name=name, line=line), f"`{shape}`"


@contextmanager
def _watched(codes: list[Any]) -> Iterator[dict[str, tuple[int, str]]]:
    """The names that these codes bind to tensors, each with the line and the first shape."""
    seen: dict[str, tuple[int, str]] = {}

    def called(frame: Any, *_: object) -> Any:
        known, line = set(frame.f_locals), frame.f_lineno

        def stepped(frame: Any, *_: object) -> Any:
            nonlocal line
            for name in frame.f_locals.keys() - known:
                known.add(name)
                if isinstance(frame.f_locals[name], torch.Tensor):
                    seen.setdefault(name, (line, _shape(tuple(frame.f_locals[name].shape))))
            line = frame.f_lineno
            return stepped

        return stepped if frame.f_code in codes else None

    before = sys.gettrace()
    sys.settrace(called)
    try:
        yield seen
    finally:
        sys.settrace(before)


def _about_lines(answer: Answer, source: str) -> Iterator[tuple[str, str]]:
    """Each of the ROLES that one line plays: without it the check fails, and nothing stops."""
    steps = [step for step in answer.part.steps if step.run in ROLES]
    lines: dict[str, dict[str, str]] = {}
    for number, passed, changed in _changed(source, answer.part.name):
        namespace = dict(answer.namespace)
        exec(compile(changed, "changed", "exec"), namespace)
        other = Answer(answer.part, namespace, namespace[answer.part.name])
        ends = {_say(step.says): _end(step, other) for step in steps}
        line = _statement(source, number)
        told = _say(TEXTS["passes_on" if passed else "left_out"], line=line, passed=passed)
        for sentence, end in ends.items():
            if end == "fails" and "stops" not in ends.values():
                lines.setdefault(sentence, {}).setdefault(line, told)
    for sentence, found in lines.items():
        if len(found) == 1:
            asked = _say(TEXTS["which_line"], name=answer.part.name, sentence=sentence)
            yield asked, next(iter(found.values()))


def _end(step: Step, answer: Answer) -> str:
    try:
        _take(step, answer)
    except Miss as miss:
        return "fails" if str(miss) in ("leak", "no_raise") else "stops"
    return "holds"


def _changed(source: str, name: str) -> Iterator[tuple[int, str, Any]]:
    """The class without one of its statements, or with one that only passes something on."""
    for place, node in enumerate(_simple(ast.parse(source), name)):
        method = getattr(getattr(node, "value", None), "func", None)
        passed = getattr(getattr(method, "value", None), "id", "")
        for name_passed in {"", passed if isinstance(node, ast.Assign) else ""}:
            tree = ast.parse(source)
            here = _simple(tree, name)[place]
            if name_passed:
                here.value = ast.copy_location(ast.Name(passed, ast.Load()), here.value)
            else:
                _leave_out(tree, here)
            tree.body = [one for one in tree.body if getattr(one, "name", "") == name]
            yield node.lineno, name_passed, tree


def _simple(tree: ast.AST, name: str) -> list[Any]:
    """The statements of a class that might be left out."""
    kinds = (ast.Assign, ast.AugAssign, ast.Expr, ast.Assert)
    own = [one for one in ast.walk(tree) if getattr(one, "name", "") == name]
    # Without the line that ends it a loop goes on for ever.
    loops = [loop for loop in ast.walk(own[-1]) if isinstance(loop, ast.While)]
    endless = {inner for loop in loops for inner in ast.walk(loop)}
    return [one for one in ast.walk(own[-1]) if isinstance(one, kinds) and one not in endless]


def _leave_out(tree: ast.AST, gone: ast.AST) -> None:
    for owner in ast.walk(tree):
        for block in (getattr(owner, "body", None), getattr(owner, "orelse", None)):
            if isinstance(block, list) and gone in block:
                block[block.index(gone)] = ast.copy_location(ast.Pass(), gone)


def _statement(source: str, number: int) -> str:
    """The text of the simple statement that a line belongs to."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.stmt) or hasattr(node, "body"):
            continue
        if node.lineno <= number <= (node.end_lineno or 0):
            return " ".join((ast.get_source_segment(source, node) or "").split())
    return ""


# ---------------- What the finished module can do: trained on a small task, and timed

LETTERS = "ABCDEFGHIJKL"
TRAINED = {"tokens": 16, "width": 32, "heads": 2, "layers": 2, "batch": 64, "steps": 250}
LONGEST = 20.0  # seconds: below the 30 that programs which run notebooks allow a cell
SHOWN_PERIOD = 6
RACERS = ("scaled_attention_weights", "MultiHeadAttentionWrapper", "MultiHeadAttention")
RACE_LENGTHS, RACE_WIDTH, RACE_HEADS = (64, 128, 256), 64, 4


class _Reader(nn.Module):
    """A small model of letters: embeddings, positions, and layers of the student's attention."""

    def __init__(self, attention: Any) -> None:
        super().__init__()
        width, tokens = TRAINED["width"], TRAINED["tokens"]
        self.letters = nn.Embedding(len(LETTERS), width)
        # Attention knows no order: without positions it could not tell "before" from "after".
        self.positions = nn.Embedding(tokens, width)
        self.layers = nn.ModuleList(
            attention(width, width, tokens, 0.0, TRAINED["heads"]) for _ in range(TRAINED["layers"])
        )
        self.next = nn.Linear(width, len(LETTERS))

    def forward(self, letters: torch.Tensor) -> torch.Tensor:
        return self.next(self.streams(letters)[-1])

    def streams(self, letters: torch.Tensor) -> list[torch.Tensor]:
        """What goes into each layer, and what comes out of the last one."""
        found = [self.letters(letters) + self.positions(torch.arange(letters.shape[1]))]
        for layer in self.layers:
            found.append(found[-1] + layer(found[-1]))
        return found


def _repeats(count: int, generator: torch.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    """Sequences that repeat after 4 to 8 letters, and where the next letter is then known."""
    period = torch.randint(4, 9, (count, 1), generator=generator)
    order = torch.rand(count, len(LETTERS), generator=generator).argsort(dim=1)
    places = torch.arange(TRAINED["tokens"])
    return order.gather(1, places % period), places[:-1] >= period


def _accuracy(model: nn.Module) -> float:
    """In percent, on sequences that training does not use."""
    letters, known = _repeats(256, torch.Generator().manual_seed(2))
    with torch.no_grad():
        right = model(letters[:, :-1]).argmax(dim=-1) == letters[:, 1:]
    return 100.0 * float(right[known].double().mean())


def _fit(model: nn.Module) -> float:
    """Train; the seconds that it took."""
    began, generator = time.monotonic(), torch.Generator().manual_seed(1)
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
    for _ in range(TRAINED["steps"]):
        letters, known = _repeats(TRAINED["batch"], generator)
        scores = model(letters[:, :-1])
        loss = nn.functional.cross_entropy(scores[known], letters[:, 1:][known])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if time.monotonic() - began > LONGEST:
            break
    return time.monotonic() - began


def _looks(layer: Any, x: torch.Tensor) -> torch.Tensor:
    """The weights (heads, T, T) of a module that shows its result alone.

    With values that are 1 in a column of their own for each token, and out_proj doing nothing, the
    context vectors are the attention weights.
    """
    count, width = x.shape[0], TRAINED["width"] // TRAINED["heads"]
    seen, marks = copy.deepcopy(layer).eval(), torch.zeros(count, TRAINED["width"])
    for head in range(TRAINED["heads"]):
        marks[:, head * width : head * width + count] = torch.eye(count)
    with torch.no_grad():
        seen.W_value.weight.copy_((torch.linalg.pinv(x.double()) @ marks.double()).float().T)
        seen.out_proj.weight.copy_(torch.eye(TRAINED["width"]))
        if seen.out_proj.bias is not None:
            seen.out_proj.bias.zero_()
        result = seen(x[None])[0]
    return result.reshape(count, TRAINED["heads"], width)[:, :, :count].transpose(0, 1)


def _head_maps(model: _Reader) -> list[SmallMap]:
    letters = torch.arange(TRAINED["tokens"] - 1) % SHOWN_PERIOD
    labels = [LETTERS[letter] for letter in letters.tolist()]
    with torch.no_grad():
        streams = model.streams(letters[None])
    drawn = []
    for depth, layer in enumerate(model.layers):
        for head, weights in enumerate(_looks(layer, streams[depth][0])):
            title = _say(TEXTS["head_map"], layer=depth, head=head, **_habits(weights))
            drawn.append(SmallMap(weights.clamp(0, 1).tolist(), labels, title))
    return drawn


def _habits(weights: torch.Tensor) -> dict[str, float]:
    """In percent: how much goes to the letter before, and to what followed the last time."""
    previous = weights.diagonal(-1).mean()
    copied = weights.diagonal(-(SHOWN_PERIOD - 1))[1:].mean()
    return {"previous": 100.0 * float(previous), "copied": 100.0 * float(copied)}


def _trained(namespace: dict[str, Any]) -> Gallery:
    torch.default_generator.manual_seed(0)
    model = _Reader(namespace["MultiHeadAttention"])
    before = _accuracy(model)
    seconds = _fit(model)
    said = _say(TEXTS["accuracy"], before=before, after=_accuracy(model))
    title = _say(TEXTS["trained"], seconds=seconds)
    return Gallery(title, (_say(TEXTS["task"]), said), tuple(_head_maps(model)))


def _looped(weights_of: Any, parts: torch.Tensor) -> None:
    """Head by head and token by token, each query with the keys up to its own."""
    for queries, keys, values in parts:
        for index in range(len(queries)):
            weights_of(queries[index], keys[: index + 1]) @ values[: index + 1]


def _raced(namespace: dict[str, Any]) -> HeatMap:
    narrow, sizes = RACE_WIDTH // RACE_HEADS, (RACE_WIDTH, RACE_LENGTHS[-1], 0.0, RACE_HEADS)
    weights_of, wrapper, batched = (namespace[PARTS[part].name] for part in RACERS)
    in_a_list = wrapper(RACE_WIDTH, narrow, *sizes[1:])
    split = batched(RACE_WIDTH, *sizes)
    ways: dict[str, Callable[[torch.Tensor, torch.Tensor], object]] = {
        "loop": lambda x, parts: _looped(weights_of, parts),
        "wrapper": lambda x, parts: in_a_list(x),
        "batched": lambda x, parts: split(x),
        "provided": _library,
    }
    names = [_say(TEXTS[way]) for way in ways]
    columns = [f"T = {length}" for length in RACE_LENGTHS]
    values = [_times(run) for run in ways.values()]
    return HeatMap(values, names, columns, _say(TEXTS["raced"]), places=2)


def _library(x: torch.Tensor, parts: torch.Tensor) -> None:
    q, k, v = parts.unbind(1)
    nn.functional.scaled_dot_product_attention(q[None], k[None], v[None], is_causal=True)


def _times(run: Callable[[torch.Tensor, torch.Tensor], object]) -> list[float]:
    """Milliseconds at each length: the best of three, after one to warm up."""
    found = []
    for length in RACE_LENGTHS:
        x = torch.zeros(1, length, RACE_WIDTH)
        parts = torch.zeros(RACE_HEADS, 3, length, RACE_WIDTH // RACE_HEADS)
        spent = []
        with torch.no_grad():
            for _ in range(4):
                began = time.perf_counter()
                run(x, parts)
                spent.append(1000.0 * (time.perf_counter() - began))
        found.append(min(spent[1:]))
    return found


def _afterwards(namespace: dict[str, Any], needs: tuple[str, ...], make: Any) -> None:
    """Show what `make` gives once the parts that it needs pass; else say which does not."""
    if not _attended():
        _print(_say(TEXTS["unattended"]))
        return
    with _quiet():
        verdicts = [_examine(PARTS[part], namespace) for part in needs]
    undone = next((verdict for verdict in verdicts if verdict.miss), None)
    if undone and undone.miss:
        label, sentence = undone.part.label(), undone.miss.sentence
        _print(_say(TEXTS["first"], needs=label, sentence=sentence))
        return
    try:
        with _plain_torch(), _quiet():
            made = make(namespace)
    except (Exception, SystemExit) as error:
        _print(_raised(error))
        return
    _show(made)


# ---------------- What a notebook calls

__all__ = [
    "check", "example", "explain_yourself", "heat_map", "picture", "progress", "race", "speak",
    "step", "train",
]  # fmt: skip


def train(namespace: dict[str, Any]) -> None:
    """Train two layers of the student's part 14 on repeated letters, and draw their heads."""
    _afterwards(namespace, ("MultiHeadAttention",), _trained)


def race(namespace: dict[str, Any]) -> None:
    """Time the student's loop, wrapper and split heads beside the library's own attention."""
    _afterwards(namespace, RACERS, _raced)


def explain_yourself(part: str, namespace: dict[str, Any]) -> None:
    """Ask two questions about the student's own lines of a part; nothing of it is graded."""
    _known(part, PARTS)
    if part in ASKED:
        _afterwards(namespace, (part,), lambda names: _practice(part, names))
    else:
        _print(_say(TEXTS["not_asked"], part=part, parts=", ".join(ASKED)))


def example(part: str, d_out: int = 2) -> Example:
    """The very arguments that the check of a part passes; d_out=4 is part 14's second example."""
    _known(part, PARTS)
    wide = part == "MultiHeadAttention" and d_out == 4
    return _example_of(part, "wide" if wide else "")


def step(name: str, *tensors: torch.Tensor) -> None:
    """Check one step of part 14 from inside its forward; outside a notebook it does nothing.

    step("split", before, after)   (B, T, d_out) and what it was split into, (B, H, T, d_h)
    step("weights", weights)       (B, H, T, T), before dropout
    step("merge", before, after)   (B, H, T, d_h) and what it was joined into, (B, T, d_out)
    """
    if name not in STEPS:
        raise ValueError(f"no step {name!r}; the steps are {', '.join(STEPS)}")
    if _kernel():
        try:
            _print(f"{PASSED} {_step(name, tensors)}")
        except Miss as miss:
            # From None: the sentence is all there is to know.
            raise _failure(f"{name}: {miss.sentence}") from None


def check(part: str, namespace: dict[str, Any]) -> None:
    """Run the visible check of a part on the names of the notebook: `check("...", globals())`."""
    _known(part, PARTS)
    verdict = _examine(PARTS[part], namespace)
    with _quiet():
        advice = _advice(verdict, namespace)
    if verdict.miss is None or _kernel():
        _show(_panel(verdict, advice))
    if verdict.miss is not None:
        label = PARTS[part].label()
        sentence = _say(TEXTS["told"], part=label, advice=advice)
        raise _failure(sentence, _say(TEXTS["see"], part=label)) from None


def progress(namespace: dict[str, Any]) -> None:
    """Show how far each part is; nothing is raised, whatever the answers do."""
    with _quiet():
        verdicts = [_examine(part, namespace) for part in PARTS.values()]
    done = sum(verdict.miss is None for verdict in verdicts)
    title = _say(TEXTS["progress"], done=done, total=len(verdicts))
    _show(Table(title, tuple(map(_row, verdicts))))


def picture(part: str, namespace: dict[str, Any]) -> None:
    """Draw a part's picture from the student's own answer, or say that it is not done yet."""
    drawn = _drawing(part, namespace)
    if isinstance(drawn, str):
        _print(drawn)
    else:
        _show(drawn)
