"""Part 8, the causal mask: hidden checks."""

from typing import Any

import torch

from autograder.checks import Student, agree, part, require, unchanged

MASK = ("mask", "掩码")


@part(
    "causal_mask",
    weight=0.4,
    cases=("few",),
    hint={
        "en": "Look for seeds, and for anything set with `torch.set_...`.",
        "zh": "找一找随机种子，以及用 `torch.set_...` 设置的东西。",
    },
)
def test_leaves_everything_else_alone(student: Student, case: Any) -> None:
    """torch's own settings are the same after the call as before it.

    调用前后，torch 自身的设置没有改变。
    """
    # The first check of its part: a setting changed by another check would be no change here.
    unchanged(student, lambda: student.causal_mask(case.num_tokens))


@part(
    "causal_mask",
    weight=3,
    value=True,
    cases=("few", "many"),
    hint={
        "en": "Print the mask for three tokens: may a token look at itself, and at the one before?",
        "zh": "打印三个词元的掩码：词元可以看自己吗？可以看前一个吗？",
    },
)
def test_hides_the_future(student: Student, case: Any) -> None:
    """Exactly the later tokens are hidden, for any number of tokens.

    无论有多少词元，恰好遮住后面的词元。
    """
    mask = student.causal_mask(case.num_tokens)
    right = isinstance(mask, torch.Tensor)
    require(right, "the mask is not a tensor", "掩码不是张量")
    agree(mask.bool().float(), case.hidden, what=MASK)


@part(
    "causal_mask",
    cases=("single",),
    hint={
        "en": "What do `squeeze` and its like leave of a dimension of size 1?",
        "zh": "对大小为 1 的维度，`squeeze` 之类的操作会留下什么？",
    },
)
def test_single_token(student: Student, case: Any) -> None:
    """A single token is not hidden from itself.

    只有一个词元时，它不会遮住自己。
    """
    mask = student.causal_mask(case.num_tokens)
    right = isinstance(mask, torch.Tensor)
    require(right, "the mask is not a tensor", "掩码不是张量")
    agree(mask.bool().float(), case.hidden, what=MASK)


@part("causal_mask", weight=0, gate=True)
def test_from_scratch(student: Student) -> None:
    """The mask is made without the library's attention.

    构造掩码时不得使用库里的注意力实现。
    """
    found = ", ".join(f"{call.call} ({call.where})" for call in student.offences())
    require(not found, f"not allowed here: {found}", f"这里不允许使用：{found}")
