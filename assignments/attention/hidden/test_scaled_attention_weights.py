"""Part 4, scaled attention weights: hidden checks."""

from typing import Any

from autograder.checks import Student, agree, part, require, unchanged

WEIGHTS = ("weights", "权重")
HINT = {
    "en": "What stands under the root, and does it change when the keys get wider?",
    "zh": "根号下是什么？键变宽时它会跟着变吗？",
}


@part(
    "scaled_attention_weights",
    weight=0.5,
    cases=("wide",),
    hint={
        "en": "Look for operations whose name ends in an underscore, `/=` and the like, and seeds.",
        "zh": "找一找名字以下划线结尾的操作、`/=` 之类的写法，以及随机种子。",
    },
)
def test_leaves_everything_else_alone(student: Student, case: Any) -> None:
    """`query`, `keys` and torch's own settings are the same after the call as before it.

    调用前后，`query`、`keys` 和 torch 自身的设置都没有改变。
    """
    # The first check of its part: a setting changed by another check would be no change here.
    unchanged(student, student.scaled_attention_weights, case.query, case.keys)


@part("scaled_attention_weights", value=True, weight=3, cases=("narrow", "wide"), hint=HINT)
def test_weights(student: Student, case: Any) -> None:
    """The weights are right for narrow keys and for wide ones.

    无论键的维数是小是大，权重都正确。
    """
    found = student.scaled_attention_weights(case.query, case.keys)
    agree(found, case.weights, what=WEIGHTS)


@part(
    "scaled_attention_weights",
    value=True,
    cases=("square",),
    hint={
        "en": "Which dimension of the keys counts the tokens?",
        "zh": "键的哪个维度对应词元的个数？",
    },
)
def test_other_numbers_of_keys(student: Student, case: Any) -> None:
    """The weights are right for as many keys as a key is wide.

    键的个数与宽度相等时，权重都正确。
    """
    found = student.scaled_attention_weights(case.query, case.keys)
    agree(found, case.weights, what=WEIGHTS)


@part(
    "scaled_attention_weights",
    cases=("single",),
    hint={
        "en": "What do `squeeze` and its like leave of a dimension of size 1?",
        "zh": "对大小为 1 的维度，`squeeze` 之类的操作会留下什么？",
    },
)
def test_single_key(student: Student, case: Any) -> None:
    """A single key gets the weight 1.

    只有一个键时，权重是 1。
    """
    found = student.scaled_attention_weights(case.query, case.keys)
    agree(found, case.weights, what=WEIGHTS)


@part("scaled_attention_weights", weight=0, gate=True)
def test_from_scratch(student: Student) -> None:
    """The weights are made without the library's attention.

    计算权重时不得使用库里的注意力实现。
    """
    found = ", ".join(f"{call.call} ({call.where})" for call in student.offences())
    require(not found, f"not allowed here: {found}", f"这里不允许使用：{found}")
