"""Part 15, exercise 3.3: hidden checks, with a recording class in place of the student's module.

An answer that has kept `MultiHeadAttention` (in a `functools.partial`) is judged by what that is
made with, and one that reaches it by yet another road by what its module does.
"""

import math
from typing import Any

import torch

from autograder.checks import (
    Handle,
    Student,
    agree,
    multiplies,
    part,
    require,
    unchanged,
)

CONTEXTS = ("context vectors", "上下文向量")
MODULE = "MultiHeadAttention"
ANY_VALUE = float("inf")
"""As a tolerance: type and shape are judged, and that nothing is nan."""

ROUNDING = 1e-4
"""What float32 may lose in a sum over a thousand tokens."""

TOKENS = 16
"""Enough for each head to drop hundreds of weights: a rate below 1 leaves some of them."""

SETTINGS = {"d_in", "d_out", "context_length", "num_heads"}
"""Without one of these the student's own class has a default of its own for it."""

Settings = dict[str, int | float]


def built(student: Student) -> tuple[Handle, Settings]:
    """What the student returns, and the settings it was made with (empty if it is real)."""
    module, record = student.made_with_stand_in(MODULE, student.gpt2_small_attention, hollow=True)
    settings = record.settings(SETTINGS)
    recorded = isinstance(module, Handle) and settings
    if recorded and (multiplies(module, settings) if record.made else module.kind == MODULE):
        return module, settings
    if record.made or record.own:
        module = student.gpt2_small_attention()
    made = not isinstance(module, Handle) or module.kind != "type"
    require(made, f"the result is a class, not a {MODULE}", f"返回的是类本身，不是 {MODULE}")
    one = isinstance(module, Handle) and is_one(module)
    if isinstance(module, Handle) and not one:
        # By the heads that it has the wrapper is told from whatever else is none.
        module.parameter("heads.0")
    require(one, f"the result is no {MODULE}", f"返回的不是 {MODULE}")
    return module, {}


def is_one(module: Handle) -> bool:
    """Whether it has layers as the module has: a class that only records has not."""
    return module.parameter("W_query.weight").exists


@part(
    "exercise_3_3",
    weight=0.3,
    hint={
        "en": "Look for seeds, and for anything set with `torch.set_...`.",
        "zh": "找一找随机种子，以及用 `torch.set_...` 设置的东西。",
    },
)
def test_leaves_everything_else_alone(student: Student) -> None:
    """torch's own settings are the same after the call as before it.

    调用前后，torch 自身的设置没有改变。
    """
    # The first check of its part: a setting changed by another check would be no change here.
    unchanged(student, lambda: built(student))


@part(
    "exercise_3_3",
    value=True,
    cases=("gpt2",),
    hint={
        "en": "Look up the embedding width of the smallest GPT-2.",
        "zh": "查一查最小的 GPT-2 的嵌入宽度。",
    },
)
def test_widths(student: Student, case: Any) -> None:
    """The module is as wide as the smallest GPT-2, going in and coming out.

    模块的输入和输出宽度与最小的 GPT-2 相同。
    """
    module, settings = built(student)
    if settings:
        for name in ("d_in", "d_out"):
            found = settings.get(name)
            require(found == getattr(case, name), f"{name} is {found}", f"{name} 是 {found}")
    else:
        heads_of(module, case)
        token = torch.linspace(-1.0, 1.0, case.d_in).reshape(1, 1, case.d_in)
        # A single token has all of its own attention, whatever the heads are.
        agree(module(token), 2.0 * token, what=CONTEXTS)


@part(
    "exercise_3_3",
    value=True,
    cases=("gpt2",),
    hint={
        "en": "Look up the number of heads. Which of the arguments is the dropout rate?",
        "zh": "查一查头数，再数一数参数：哪一个是丢弃率？",
    },
)
def test_heads(student: Student, case: Any) -> None:
    """It has as many heads as the smallest GPT-2, and a dropout rate below 1.

    头数与最小的 GPT-2 相同，丢弃率小于 1。
    """
    module, settings = built(student)
    heads = settings.get("num_heads") if settings else heads_of(module, case)
    require(heads == case.num_heads, f"the number of heads is {heads}", f"头数是 {heads}")
    rate = settings.get("dropout", 0.0) if settings else float(drops_all(module, case.d_out))
    require(0.0 <= rate < 1.0, f"the dropout rate is {rate}", f"丢弃率是 {rate}")


def heads_of(module: Handle, case: Any) -> int:
    """The number of heads with which causal attention gives what a real module gives.

    Its layers alone do not make it one. Keys are the tokens, queries the tokens times `query`.
    """
    module.load({"W_query.weight": torch.diag(case.query)})
    module.load({"W_key.weight": torch.eye(case.d_in)})
    load_identity(module, case.d_out)
    found = module(case.x)
    agree(found, torch.zeros_like(case.x), what=CONTEXTS, atol=ANY_VALUE)
    every = [number for number in range(1, case.d_out + 1) if case.d_out % number == 0]
    right = [number for number in every if (found - contexts(case, number)).abs().max() < ROUNDING]
    require(bool(right), f"the result is no {MODULE}", f"返回的不是 {MODULE}")
    return right[0]


def contexts(case: Any, heads: int) -> torch.Tensor:
    """What causal attention with so many heads makes of the tokens; values are the tokens twice."""
    keys, query = (each.double().unflatten(-1, (heads, -1)) for each in (case.x, case.query))
    scores = torch.einsum("bihd,hd,bjhd->bhij", keys, query, keys) / math.sqrt(query.shape[-1])
    future = torch.ones_like(scores, dtype=torch.bool).triu(1)
    weights = scores.masked_fill(future, -torch.inf).softmax(dim=-1)
    return 2.0 * torch.einsum("bhij,bjhd->bihd", weights, keys).flatten(start_dim=2)


def load_identity(module: Handle, width: int) -> None:
    """Let a real module, in evaluation, give twice what its heads make of its tokens."""
    # One at a time: two of them do not fit into a frame.
    module.load({"W_value.weight": 2.0 * torch.eye(width)})
    module.load({"out_proj.weight": torch.eye(width)})
    for layer in ("W_query", "W_key", "W_value", "out_proj"):
        if module.parameter(f"{layer}.bias").exists:
            module.load({f"{layer}.bias": torch.zeros(width)})
    module.eval()


def drops_all(module: Handle, width: int) -> bool:
    """Whether a real module, with the weights of `heads_of`, loses every number in training."""
    same = torch.ones(1, TOKENS, width)
    module.train()
    found = module(same)
    agree(found, same, what=CONTEXTS, atol=ANY_VALUE)
    return not bool(found.any())


@part(
    "exercise_3_3",
    value=True,
    cases=("gpt2",),
    hint={
        "en": "Look up how many tokens the smallest GPT-2 can read at once.",
        "zh": "查一查最小的 GPT-2 一次能读多少个词元。",
    },
)
def test_context_length(student: Student, case: Any) -> None:
    """It takes as many tokens as the smallest GPT-2.

    它能处理的词元数与最小的 GPT-2 相同。
    """
    module, settings = built(student)
    if settings:
        found = settings.get("context_length")
        right = found == case.context_length
        require(right, f"context_length is {found}", f"context_length 是 {found}")
    else:
        heads_of(module, case)
        # Tokens that are all alike: whatever the weights are, each gets what it would get alone.
        whole = torch.linspace(-1.0, 1.0, case.d_in).expand(1, case.context_length, case.d_in)
        agree(module(whole), 2.0 * whole, what=CONTEXTS, atol=ROUNDING)


@part("exercise_3_3", weight=0, gate=True)
def test_from_scratch(student: Student) -> None:
    """The answer does its part without the library's attention.

    答案自身不得使用库里的注意力实现。
    """
    found = ", ".join(f"{call.call} ({call.where})" for call in student.offences())
    require(not found, f"not allowed here: {found}", f"这里不允许使用：{found}")
