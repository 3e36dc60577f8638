"""Part 4, scaled attention weights: hidden checks."""

from typing import Any

from autograder.oracle import Student, agree, part, require

SEED = 40961
HINT = {
    "en": "What stands under the root, and does it change when the keys get wider?",
    "zh": "根号下是什么？键变宽时它会跟着变吗？",
}


@part(
    "scaled_attention_weights",
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
    student.seed(SEED)
    before = student.state()
    student.scaled_attention_weights(case.query, case.keys)
    require(not student.last.changed, "an argument was changed in place", "有参数被就地修改了")
    require(student.state() == before, "torch's own state was changed", "torch 自身的状态被改变了")


@part("scaled_attention_weights", weight=3, cases=("narrow", "wide"), hint=HINT)
def test_weights(student: Student, case: Any) -> None:
    """The weights are right for narrow keys and for wide ones.

    键窄或键宽时，权重都正确。
    """
    found = student.scaled_attention_weights(case.query, case.keys)
    agree(found, case.weights, what="weights")


@part(
    "scaled_attention_weights",
    cases=("square", "single"),
    hint={
        "en": "Which dimension of the keys counts the tokens?",
        "zh": "键的哪个维度对应词元的个数？",
    },
)
def test_other_numbers_of_keys(student: Student, case: Any) -> None:
    """The weights are right for as many keys as a key is wide, and for a single key.

    键的个数与宽度相等时，以及只有一个键时，权重都正确。
    """
    found = student.scaled_attention_weights(case.query, case.keys)
    agree(found, case.weights, what="weights")


@part("scaled_attention_weights", weight=0, cases=("wide",), gate=True)
def test_from_scratch(student: Student, case: Any) -> None:
    """The weights are made without the library's attention.

    权重的计算没有使用库里的注意力实现。
    """
    with student.traced():
        student.scaled_attention_weights(case.query, case.keys)
    found = ", ".join(f"{call.call} {call.where}".strip() for call in student.offences())
    require(not found, f"not allowed here: {found}", f"这里不允许使用：{found}")
