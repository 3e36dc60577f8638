"""Part 5, a layer that remembers: hidden checks."""

from typing import Any

import pytest
import torch

from autograder.checks import Handle, Student, agree, part, require, shaped, trainable, unchanged

SOME = ("some of the context vectors", "部分上下文向量")
PROJECTIONS = ("W_query.weight", "W_key.weight", "W_value.weight")
CONTEXTS = ("context vectors", "上下文向量")
ROUNDING = 1e-4
"""What float32 may lose in sums over longer rows."""


def loaded(student: Student, case: Any) -> Handle:
    """A layer of the case's widths with the case's weights."""
    layer: Handle = student.CachedAttention(case.d_in, case.d_out)
    layer.load({path: getattr(case, path) for path in PROJECTIONS})
    return layer


def stepped(layer: Handle, rows: torch.Tensor) -> list[Any]:
    """What comes of one row after the other."""
    return [layer(rows[at : at + 1]) for at in range(len(rows))]


def compared(found: list[Any], expected: torch.Tensor) -> None:
    for at, one in enumerate(found):
        agree(
            one,
            expected[at : at + 1],
            what=(f"context vector of step {at}", f"第 {at} 步的上下文向量"),
        )


@part(
    "CachedAttention",
    weight=0.5,
    cases=("steps",),
    hint={
        "en": "Look for operations whose name ends in an underscore, `/=` and the like, and seeds.",
        "zh": "找一找名字以下划线结尾的操作、`/=` 之类的写法，以及随机种子。",
    },
)
def test_leaves_everything_else_alone(student: Student, case: Any) -> None:
    """Making and calling the layer leaves its row and torch's own settings as they were.

    创建和调用这个层之后，传入的行和 torch 自身的设置都没有改变。
    """
    # The first check of its part: a setting changed by another check would be no change here.
    unchanged(student, lambda x: student.CachedAttention(case.d_in, case.d_out)(x), case.x[:1])


@part(
    "CachedAttention",
    cases=("steps", "square"),
    hint={
        "en": "What does `dict(CachedAttention(3, 2).named_parameters())` show?",
        "zh": "`dict(CachedAttention(3, 2).named_parameters())` 显示什么？",
    },
)
def test_layers(student: Student, case: Any) -> None:
    """`W_query`, `W_key` and `W_value` are trainable, and there is nothing else to train.

    `W_query`、`W_key` 和 `W_value` 是可训练的，此外没有别的可训练参数。
    """
    layer = student.CachedAttention(case.d_in, case.d_out)
    shaped(layer, dict.fromkeys(PROJECTIONS, (case.d_out, case.d_in)))
    count, expected = layer.parameter_count(), 3 * case.d_in * case.d_out
    require(
        count == expected,
        f"{count} numbers to train, and not {expected}",
        f"可训练的数有 {count} 个，应为 {expected} 个",
    )
    trainable(layer, {path: getattr(case, path) for path in PROJECTIONS})


@part(
    "CachedAttention",
    weight=4,
    value=True,
    cases=("steps", "square", "narrow"),
    hint={
        "en": "Print the shape of what is kept after each step. Which rows does the new one see?",
        "zh": "每一步之后打印所保存内容的形状。新的一行能看到哪些行？",
    },
)
def test_row_by_row(student: Student, case: Any) -> None:
    """Row by row come the same numbers as from causal attention of all rows.

    逐行得到的数，与对所有行做因果注意力的结果相同。
    """
    compared(stepped(loaded(student, case), case.x), case.result)
    # Another text in another layer: what was kept of the first is no answer to it.
    compared(stepped(loaded(student, case), case.x.flip(0)), case.turned)


@part(
    "CachedAttention",
    weight=1.5,
    value=True,
    cases=("again",),
    hint={
        "en": "What is in the layer after `reset()`? Print all that a step has left there.",
        "zh": "`reset()` 之后层里还有什么？把一步留下的东西都打印出来。",
    },
)
def test_reset(student: Student, case: Any) -> None:
    """After `reset()` a text begins anew.

    `reset()` 之后，文本重新开始。
    """
    layer = loaded(student, case)
    stepped(layer, case.x[: case.begin])
    layer.method("reset")
    compared(stepped(layer, case.x[case.begin :]), case.later)


@part(
    "CachedAttention",
    weight=1.5,
    value=True,
    cases=("again",),
    hint={
        "en": "Whose is the cache: the layer's, or something that all layers share?",
        "zh": "缓存属于谁：某一个层，还是所有的层共用？",
    },
)
def test_two_layers(student: Student, case: Any) -> None:
    """Two layers that are called in turn remember their own rows each.

    两个层轮流调用时，各自记住自己的行。
    """
    first, second = loaded(student, case), loaded(student, case)
    for at in range(len(case.x)):
        own = slice(at, at + 1)
        agree(
            first(case.x[own]),
            case.result[own],
            what=(f"context vector of step {at}", f"第 {at} 步的上下文向量"),
        )
        found = second(case.x.flip(0)[own])
        agree(
            found,
            case.turned[own],
            what=(
                f"context vector of step {at} of the other layer",
                f"另一层第 {at} 步的上下文向量",
            ),
        )


@pytest.mark.limits(computing="0.15s", of={"en": "256 steps", "zh": "256 步"})
@part(
    "CachedAttention",
    weight=3.5,
    value=True,
    cases=("long",),
    hint={
        "en": "In step 200, how many keys does your layer compute? How many of them are new?",
        "zh": "第 200 步时，你的层计算了多少个键？其中多少个是新的？",
    },
)
def test_long_texts(student: Student, case: Any) -> None:
    """A long text comes to the right numbers in little time.

    长文本用很短的时间也能得到正确的数。
    """
    source = torch.Generator().manual_seed(case.seed)
    rows = torch.randn(case.tokens, case.d_in, generator=source)
    weights = [torch.randn(case.d_out, case.d_in, generator=source) for _ in PROJECTIONS]
    layer = student.CachedAttention(case.d_in, case.d_out)
    scaled = [one / case.d_in**0.5 for one in weights]
    layer.load(dict(zip(PROJECTIONS, scaled, strict=True)))
    found = student.provided("Steps")(layer)(rows)
    shape = isinstance(found, torch.Tensor) and found.shape == (case.tokens, case.d_out)
    require(shape, "there is not one row for each step", "返回的不是每一步一行")
    agree(found[case.places], case.result, what=SOME, atol=ROUNDING)


@part("CachedAttention", weight=0, gate=True)
def test_from_scratch(student: Student) -> None:
    """The context vectors are made without the library's attention.

    计算上下文向量时不得使用库里的注意力实现。
    """
    found = ", ".join(f"{call.call} ({call.where})" for call in student.offences())
    require(not found, f"not allowed here: {found}", f"这里不允许使用：{found}")
