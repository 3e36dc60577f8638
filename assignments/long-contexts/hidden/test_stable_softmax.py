"""Part 1, a softmax that never overflows: hidden checks."""

from typing import Any

from autograder.checks import Student, agree, part, require, unchanged

WEIGHTS = ("weights", "权重")
AGAIN = ("weights of a second call", "第二次调用得到的权重")


@part(
    "stable_softmax",
    weight=0.5,
    cases=("rows",),
    hint={
        "en": "Look for operations whose name ends in an underscore, `-=` and the like, and seeds.",
        "zh": "找一找名字以下划线结尾的操作、`-=` 之类的写法，以及随机种子。",
    },
)
def test_leaves_everything_else_alone(student: Student, case: Any) -> None:
    """The scores and torch's own settings are as they were.

    分数和 torch 自身的设置都没有改变。
    """
    # The first check of its part: a setting changed by another check would be no change here.
    unchanged(student, student.stable_softmax, case.x)


@part(
    "stable_softmax",
    weight=4,
    value=True,
    cases=("rows", "batch", "alone"),
    hint={
        "en": "Along which dimension do the weights add up to 1? Also for a single row?",
        "zh": "权重沿哪个维度相加为 1？对单独的一行也成立吗？",
    },
)
def test_weights(student: Student, case: Any) -> None:
    """The weights are those of the formula, for one row, for several, and in batches.

    权重与公式一致，无论是一行、多行还是批次。
    """
    agree(student.stable_softmax(case.x), case.result, what=WEIGHTS)
    # In the opposite order the same; what was kept of the first call is not.
    found = student.stable_softmax(case.x.flip(-1))
    agree(found, case.result.flip(-1), what=AGAIN)


@part(
    "stable_softmax",
    weight=3,
    value=True,
    cases=("large",),
    hint={
        "en": "What is the largest number whose power you take? And in a row far below another?",
        "zh": "你求幂的数中最大的是多少？如果一行远低于另一行呢？",
    },
)
def test_large_scores(student: Student, case: Any) -> None:
    """Scores of many hundreds above or below zero give the right weights.

    分数为正几百、负几百时，权重也正确。
    """
    agree(student.stable_softmax(case.x), case.result, what=WEIGHTS, atol=1e-4)


@part(
    "stable_softmax",
    weight=1.5,
    value=True,
    cases=("hidden",),
    hint={
        "en": "What is $-\\infty$ minus a number, and what is its power?",
        "zh": "$-\\infty$ 减去一个数是多少？它的幂呢？",
    },
)
def test_hidden_places(student: Student, case: Any) -> None:
    """Hidden places have the weight 0, and the others share 1.

    被遮住的位置权重为 0，其余的相加为 1。
    """
    agree(student.stable_softmax(case.x), case.result, what=WEIGHTS)


@part("stable_softmax", weight=0, gate=True)
def test_from_scratch(student: Student) -> None:
    """The weights are made without the library's softmax.

    计算权重时不得使用库里的 softmax。
    """
    found = ", ".join(f"{call.call} ({call.where})" for call in student.offences())
    require(not found, f"not allowed here: {found}", f"这里不允许使用：{found}")
