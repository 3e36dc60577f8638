"""Part 9, masked and renormalised weights: hidden checks."""

from typing import Any

from autograder.checks import Student, agree, part, require, unchanged

WEIGHTS = ("weights", "权重")
ABOVE = ("weights above the diagonal", "对角线以上的权重")
ANY_VALUE = float("inf")
"""As a tolerance: type and shape are judged, and that nothing is nan."""


@part(
    "renormalized_causal_weights",
    weight=0.5,
    cases=("few",),
    hint={
        "en": "Look for operations whose name ends in an underscore, `/=` and the like, and seeds.",
        "zh": "找一找名字以下划线结尾的操作、`/=` 之类的写法，以及随机种子。",
    },
)
def test_leaves_everything_else_alone(student: Student, case: Any) -> None:
    """`attn_weights` and torch's own settings are the same after the call as before it.

    调用前后，`attn_weights` 和 torch 自身的设置都没有改变。
    """
    # The first check of its part: a setting changed by another check would be no change here.
    unchanged(student, student.renormalized_causal_weights, case.attn_weights)


@part(
    "renormalized_causal_weights",
    weight=4,
    value=True,
    cases=("few", "many"),
    hint={
        "en": "By which sum is a row divided, and is it taken before or after the mask?",
        "zh": "每一行除以哪个和？这个和是在掩码之前还是之后求的？",
    },
)
def test_weights(student: Student, case: Any) -> None:
    """What is left of each row keeps its proportions and adds up to 1.

    每一行剩下的权重保持比例，总和为 1。
    """
    agree(student.renormalized_causal_weights(case.attn_weights), case.weights, what=WEIGHTS)


@part(
    "renormalized_causal_weights",
    cases=("few", "many"),
    hint={
        "en": "Print the result for three tokens and look above the diagonal.",
        "zh": "打印三个词元的结果，看看对角线以上。",
    },
)
def test_no_weight_on_the_future(student: Student, case: Any) -> None:
    """Every weight above the diagonal is zero, however large the weight there was.

    无论对角线以上的权重原来有多大，那里的权重都是零。
    """
    found = student.renormalized_causal_weights(case.loud)
    agree(found, case.weights, what=WEIGHTS, atol=ANY_VALUE)
    agree(found.triu(1), case.weights.triu(1), what=ABOVE)


@part(
    "renormalized_causal_weights",
    cases=("single",),
    hint={
        "en": "What do `squeeze` and its like leave of a dimension of size 1?",
        "zh": "对大小为 1 的维度，`squeeze` 之类的操作会留下什么？",
    },
)
def test_single_token(student: Student, case: Any) -> None:
    """A single token keeps the weight 1.

    只有一个词元时，权重仍是 1。
    """
    agree(student.renormalized_causal_weights(case.attn_weights), case.weights, what=WEIGHTS)


@part("renormalized_causal_weights", weight=0, gate=True)
def test_from_scratch(student: Student) -> None:
    """The weights are made without the library's attention.

    计算权重时不得使用库里的注意力实现。
    """
    found = ", ".join(f"{call.call} ({call.where})" for call in student.offences())
    require(not found, f"not allowed here: {found}", f"这里不允许使用：{found}")
