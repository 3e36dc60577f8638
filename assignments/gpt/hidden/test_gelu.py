"""Part 2, the GELU activation: hidden checks."""

from typing import Any

from autograder.checks import Student, agree, part, require, unchanged


@part(
    "gelu",
    weight=0.4,
    cases=("row",),
    hint={
        "en": "Look for operations whose name ends in an underscore, `*=` and the like, and seeds.",
        "zh": "找一找名字以下划线结尾的操作、`*=` 之类的写法，以及随机种子。",
    },
)
def test_leaves_everything_else_alone(student: Student, case: Any) -> None:
    """`x` and torch's own settings are the same after the call as before it.

    调用前后，`x` 和 torch 自身的设置都没有改变。
    """
    # The first check of its part: a setting changed by another check would be no change here.
    unchanged(student, student.gelu, case.x)


@part(
    "gelu",
    weight=3,
    value=True,
    cases=("row", "batch", "wide"),
    hint={
        "en": "Compute gelu(1) = 0.8412 step by step: the cube, the sum, the root, tanh, the half.",
        "zh": "一步一步计算 gelu(1) = 0.8412：立方、和、根号、tanh、一半。",
    },
)
def test_values(student: Student, case: Any) -> None:
    """Every number becomes what the formula makes of it, in tensors of any shape.

    无论张量是什么形状，每个数都变成公式给出的值。
    """
    agree(student.gelu(case.x), case.result)


@part(
    "gelu",
    cases=("far",),
    hint={
        "en": "What do exponentials of large numbers become in float32?",
        "zh": "在 float32 里，很大的数的指数会变成什么？",
    },
)
def test_far_from_zero(student: Student, case: Any) -> None:
    """Far above zero a number stays as it is; far below it becomes 0; nothing is nan.

    远大于零的数保持不变；远小于零的数变成 0；没有 nan。
    """
    agree(student.gelu(case.x), case.result)


@part("gelu", weight=0, gate=True)
def test_from_scratch(student: Student) -> None:
    """The function is computed without the library's gelu.

    计算时不得使用库里的 gelu。
    """
    found = ", ".join(f"{call.call} ({call.where})" for call in student.offences())
    require(not found, f"not allowed here: {found}", f"这里不允许使用：{found}")
