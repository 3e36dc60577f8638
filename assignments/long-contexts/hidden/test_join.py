"""Part 2, two halves of a row, joined: hidden checks."""

from typing import Any

import torch

from autograder.checks import Student, agree, part, require, unchanged

NAMES = ("largest", "total", "weighted")
Three = tuple[torch.Tensor, ...]


def three(case: Any, place: str) -> Three:
    """The three things of a half, or of the whole row."""
    return tuple(getattr(case, f"{place}_{name}") for name in NAMES)


def compared(student: Student, first: Three, second: Three, whole: Three) -> None:
    """The answer makes these three of the two halves."""
    found = student.join(first, second)
    fits = isinstance(found, list | tuple) and len(found) == 3
    require(fits, "it does not return three things", "返回的不是三样东西")
    for name, one, expected in zip(NAMES, found, whole, strict=True):
        agree(one, expected, what=name)


@part(
    "join",
    weight=0.5,
    cases=("close",),
    hint={
        "en": "Look for operations whose name ends in an underscore, `*=` and the like, and seeds.",
        "zh": "找一找名字以下划线结尾的操作、`*=` 之类的写法，以及随机种子。",
    },
)
def test_leaves_everything_else_alone(student: Student, case: Any) -> None:
    """Both halves and torch's own settings are as they were.

    两半和 torch 自身的设置都没有改变。
    """

    # The first check of its part: a setting changed by another check would be no change here.
    def act(*six: Any) -> None:
        student.join(six[:3], six[3:])

    unchanged(student, act, *three(case, "first"), *three(case, "second"))


@part(
    "join",
    weight=5,
    value=True,
    cases=("close", "square", "one"),
    hint={
        "en": "Which factor belongs to which half? In which rows is it 1?",
        "zh": "哪个因子属于哪一半？在哪些行里它等于 1？",
    },
)
def test_whole_row(student: Student, case: Any) -> None:
    """Largest, total and weighted values are those of the whole row, whichever half is the higher.

    最大值、总和与加权的值都是整行的，无论哪一半更高。
    """
    compared(student, three(case, "first"), three(case, "second"), three(case, "whole"))
    # Exchanged, the halves make the same; in another order of rows, other tensors.
    turned = [tuple(one.flip(0) for one in three(case, at)) for at in ("second", "first", "whole")]
    compared(student, *turned)


@part(
    "join",
    weight=2,
    value=True,
    cases=("apart",),
    hint={
        "en": "Of which number do you take the power? Can it be larger than 0?",
        "zh": "你对哪个数求幂？它可能大于 0 吗？",
    },
)
def test_halves_far_apart(student: Student, case: Any) -> None:
    """Halves that lie hundreds apart are joined without overflow.

    相差几百的两半合并时不溢出。
    """
    compared(student, three(case, "first"), three(case, "second"), three(case, "whole"))
    compared(student, three(case, "second"), three(case, "first"), three(case, "whole"))


@part(
    "join",
    weight=1.5,
    value=True,
    cases=("nothing",),
    hint={
        "en": "What is $e^{-\\infty}$, and what becomes of $-\\infty$ minus itself or times 0?",
        "zh": "$e^{-\\infty}$ 是多少？$-\\infty$ 减去自己，或者乘 0，会得到什么？",
    },
)
def test_empty_half(student: Student, case: Any) -> None:
    """Joined with a half of which nothing has been read, the other half stays what it is.

    与还什么都没读的一半合并时，另一半保持不变。
    """
    compared(student, three(case, "first"), three(case, "second"), three(case, "whole"))
    compared(student, three(case, "second"), three(case, "first"), three(case, "whole"))
