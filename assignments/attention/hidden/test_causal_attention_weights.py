"""Part 10, causal weights from masked scores: hidden checks."""

from typing import Any

from autograder.checks import Student, agree, part, require, unchanged

WEIGHTS = ("weights", "权重")
ABOVE = ("weights above the diagonal", "对角线以上的权重")
ANY_VALUE = float("inf")
"""As a tolerance: type and shape are judged, and that nothing is nan."""


@part(
    "causal_attention_weights",
    weight=0.5,
    cases=("narrow",),
    hint={
        "en": "Look for operations whose name ends in an underscore, `/=` and the like, and seeds.",
        "zh": "找一找名字以下划线结尾的操作、`/=` 之类的写法，以及随机种子。",
    },
)
def test_leaves_everything_else_alone(student: Student, case: Any) -> None:
    """`attn_scores` and torch's own settings are the same after the call as before it.

    调用前后，`attn_scores` 和 torch 自身的设置都没有改变。
    """
    # The first check of its part: a setting changed by another check would be no change here.
    unchanged(
        student, lambda scores: student.causal_attention_weights(scores, case.d_k), case.attn_scores
    )


@part(
    "causal_attention_weights",
    weight=4,
    value=True,
    cases=("narrow", "wide", "square"),
    hint={
        "en": "What does the softmax make of a hidden score, and what divides the others?",
        "zh": "softmax 会把被遮住的分数变成什么？其余的分数除以什么？",
    },
)
def test_weights(student: Student, case: Any) -> None:
    """Scores of any size and width become the right weights.

    任意大小和宽度的分数都得到正确的权重。
    """
    found = student.causal_attention_weights(case.attn_scores, case.d_k)
    agree(found, case.weights, what=WEIGHTS)


@part(
    "causal_attention_weights",
    cases=("narrow", "square"),
    hint={
        "en": "Print the scores just before the softmax and look above the diagonal.",
        "zh": "在 softmax 之前打印分数，看看对角线以上。",
    },
)
def test_no_weight_on_the_future(student: Student, case: Any) -> None:
    """Every weight above the diagonal is zero, however large the score there was.

    无论对角线以上的分数原来有多大，那里的权重都是零。
    """
    found = student.causal_attention_weights(case.loud, case.d_k)
    agree(found, case.weights, what=WEIGHTS, atol=ANY_VALUE)
    agree(found.triu(1), case.weights.triu(1), what=ABOVE)


@part(
    "causal_attention_weights",
    cases=("single",),
    hint={
        "en": "What do `squeeze` and its like leave of a dimension of size 1?",
        "zh": "对大小为 1 的维度，`squeeze` 之类的操作会留下什么？",
    },
)
def test_single_token(student: Student, case: Any) -> None:
    """A single token gets the weight 1.

    只有一个词元时，权重是 1。
    """
    found = student.causal_attention_weights(case.attn_scores, case.d_k)
    agree(found, case.weights, what=WEIGHTS)


@part("causal_attention_weights", weight=0, gate=True)
def test_from_scratch(student: Student) -> None:
    """The weights are made without the library's attention.

    计算权重时不得使用库里的注意力实现。
    """
    found = ", ".join(f"{call.call} ({call.where})" for call in student.offences())
    require(not found, f"not allowed here: {found}", f"这里不允许使用：{found}")
