"""Part 3, simplified self-attention: hidden checks."""

from typing import Any

import torch

from autograder.checks import Student, agree, part, require, unchanged

SIZES = ("tall", "wide", "square")


def attention(student: Student, inputs: torch.Tensor) -> list[Any]:
    """The pair that the student returns."""
    pair = student.simple_self_attention(inputs)
    right = isinstance(pair, list | tuple) and len(pair) == 2
    require(right, "the result is not a pair", "返回的结果不是一对值")
    return pair


@part(
    "simple_self_attention",
    weight=0.5,
    cases=("wide",),
    hint={
        "en": "Look for operations whose name ends in an underscore, `+=` and the like, and seeds.",
        "zh": "找一找名字以下划线结尾的操作、`+=` 之类的写法，以及随机种子。",
    },
)
def test_leaves_everything_else_alone(student: Student, case: Any) -> None:
    """`inputs` and torch's own settings are the same after the call as before it.

    调用前后，`inputs` 和 torch 自身的设置都没有改变。
    """
    # The first check of its part: a setting changed by another check would be no change here.
    unchanged(student, student.simple_self_attention, case.inputs)


@part(
    "simple_self_attention",
    weight=2,
    value=True,
    cases=SIZES,
    hint={
        "en": "A row of the weights belongs to one query: along which dimension is its sum?",
        "zh": "权重的一行属于一个查询：它的和沿着哪个维度计算？",
    },
)
def test_weights(student: Student, case: Any) -> None:
    """The first of the pair holds every token's attention weights.

    返回的第一个值是每个词元的注意力权重。
    """
    weights, _ = attention(student, case.inputs)
    agree(weights, case.weights, what="attn_weights")


@part(
    "simple_self_attention",
    weight=2,
    value=True,
    cases=SIZES,
    hint={
        "en": "Which tokens does row i of the weights add up, and into which row of the result?",
        "zh": "权重的第 i 行把哪些词元相加，结果放进哪一行？",
    },
)
def test_contexts(student: Student, case: Any) -> None:
    """The second of the pair holds every token's context vector.

    返回的第二个值是每个词元的上下文向量。
    """
    _, contexts = attention(student, case.inputs)
    agree(contexts, case.contexts, what="context_vecs")


@part(
    "simple_self_attention",
    cases=("single",),
    hint={
        "en": "What do `squeeze` and its like leave of a dimension of size 1?",
        "zh": "对大小为 1 的维度，`squeeze` 之类的操作会留下什么？",
    },
)
def test_single_token(student: Student, case: Any) -> None:
    """A single token has the weight 1 and is its own context vector.

    只有一个词元时，权重是 1，上下文向量就是它自己。
    """
    weights, contexts = attention(student, case.inputs)
    agree(weights, case.weights, what="attn_weights")
    agree(contexts, case.contexts, what="context_vecs")


@part("simple_self_attention", weight=0, gate=True)
def test_from_scratch(student: Student) -> None:
    """Weights and context vectors are made without the library's attention.

    计算权重和上下文向量时不得使用库里的注意力实现。
    """
    found = ", ".join(f"{call.call} ({call.where})" for call in student.offences())
    require(not found, f"not allowed here: {found}", f"这里不允许使用：{found}")
