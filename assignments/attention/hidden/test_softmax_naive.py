"""Part 1, the naive softmax: hidden checks."""

from typing import Any

from autograder.checks import Student, agree, part, require, unchanged

WEIGHTS = ("weights", "权重")


@part(
    "softmax_naive",
    weight=0.5,
    cases=("short",),
    hint={
        "en": "Look for operations whose name ends in an underscore, `+=` and the like, and seeds.",
        "zh": "找一找名字以下划线结尾的操作、`+=` 之类的写法，以及随机种子。",
    },
)
def test_leaves_everything_else_alone(student: Student, case: Any) -> None:
    """`x` and torch's own settings are the same after the call as before it.

    调用前后，`x` 和 torch 自身的设置都没有改变。
    """
    # The first check of its part: a setting changed by another check would be no change here.
    unchanged(student, student.softmax_naive, case.x)


@part(
    "softmax_naive",
    weight=4,
    value=True,
    cases=("short", "long", "low"),
    hint={
        "en": "Work two scores out on paper, then compare each step with a line of the code.",
        "zh": "先在纸上算两个分数，再把每一步与代码的每一行对照。",
    },
)
def test_weights(student: Student, case: Any) -> None:
    """Any number of scores becomes the right weights.

    任意个数的分数都得到正确的权重。
    """
    agree(student.softmax_naive(case.x), case.weights, what=WEIGHTS)


@part(
    "softmax_naive",
    cases=("single",),
    hint={
        "en": "What do `squeeze` and its like leave of a dimension of size 1?",
        "zh": "对大小为 1 的维度，`squeeze` 之类的操作会留下什么？",
    },
)
def test_single_score(student: Student, case: Any) -> None:
    """A single score becomes the weight 1.

    只有一个分数时，权重是 1。
    """
    agree(student.softmax_naive(case.x), case.weights, what=WEIGHTS)


@part("softmax_naive", weight=0, gate=True)
def test_from_scratch(student: Student) -> None:
    """The weights are made without a library softmax.

    计算权重时不得使用库里的 softmax。
    """
    found = ", ".join(f"{call.call} ({call.where})" for call in student.offences())
    require(not found, f"not allowed here: {found}", f"这里不允许使用：{found}")
