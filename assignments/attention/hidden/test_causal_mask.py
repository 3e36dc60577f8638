"""Part 8, the causal mask: hidden checks."""

from typing import Any

import torch

from autograder.oracle import Student, agree, part, require

SEED = 40961


@part(
    "causal_mask",
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
    student.seed(SEED)
    before = student.state()
    student.causal_mask(case.num_tokens)
    require(student.state() == before, "torch's own state was changed", "torch 自身的状态被改变了")


@part(
    "causal_mask",
    weight=3,
    cases=("few", "many", "single"),
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
    agree(mask.bool().float(), case.hidden, what="mask")


@part("causal_mask", weight=0, cases=("few",), gate=True)
def test_from_scratch(student: Student, case: Any) -> None:
    """The mask is made without the library's attention.

    掩码的构造没有使用库里的注意力实现。
    """
    with student.traced():
        student.causal_mask(case.num_tokens)
    found = ", ".join(f"{call.call} {call.where}".strip() for call in student.offences())
    require(not found, f"not allowed here: {found}", f"这里不允许使用：{found}")
