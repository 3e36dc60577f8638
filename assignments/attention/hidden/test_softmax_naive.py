"""Part 1, the naive softmax: hidden checks."""

from typing import Any

from autograder.oracle import Student, agree, part, require

SEED = 40961


@part(
    "softmax_naive",
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
    student.seed(SEED)
    before = student.state()
    student.softmax_naive(case.x)
    require(not student.last.changed, "x was changed in place", "x 被就地修改了")
    require(student.state() == before, "torch's own state was changed", "torch 自身的状态被改变了")


@part(
    "softmax_naive",
    weight=4,
    cases=("short", "long", "single"),
    hint={
        "en": "Work two scores out on paper, then compare each step with a line of the code.",
        "zh": "先在纸上算两个分数，再把每一步与代码的每一行对照。",
    },
)
def test_weights(student: Student, case: Any) -> None:
    """Any number of scores becomes the right weights.

    任意个数的分数都得到正确的权重。
    """
    agree(student.softmax_naive(case.x), case.weights, what="weights")


@part("softmax_naive", weight=0, cases=("short",), gate=True)
def test_from_scratch(student: Student, case: Any) -> None:
    """The weights are made without a library softmax.

    权重的计算没有使用库里的 softmax。
    """
    with student.traced():
        student.softmax_naive(case.x)
    found = ", ".join(f"{call.call} {call.where}".strip() for call in student.offences())
    require(not found, f"not allowed here: {found}", f"这里不允许使用：{found}")
