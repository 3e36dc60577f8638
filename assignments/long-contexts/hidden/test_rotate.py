"""Part 9, positions by rotation: hidden checks."""

from typing import Any

from autograder.checks import Student, agree, part, unchanged

AGAIN = ("result of a second call", "第二次调用的结果")
FAR = 2e-3
"""What float32 may lose of an angle of some ten thousand."""


@part(
    "rotate",
    weight=0.5,
    cases=("gaps",),
    hint={
        "en": "Look for operations whose name ends in an underscore, `x[...] = ` and seeds.",
        "zh": "找一找名字以下划线结尾的操作、`x[...] = ` 之类的写法，以及随机种子。",
    },
)
def test_leaves_everything_else_alone(student: Student, case: Any) -> None:
    """The rows, the positions and torch's own settings are as they were.

    各行、位置和 torch 自身的设置都没有改变。
    """
    # The first check of its part: a setting changed by another check would be no change here.
    unchanged(student, student.rotate, case.x, case.positions)


@part(
    "rotate",
    weight=4,
    value=True,
    cases=("rows", "gaps"),
    hint={
        "en": "Turn (1, 0, 0, 0) and (0, 1, 0, 0) at the position 1. Which number changes with "
        "which, by what angle, and which way round?",
        "zh": "在位置 1 转动 (1, 0, 0, 0) 和 (0, 1, 0, 0)。哪个数与哪个数一起变？"
        "角度多大？朝哪个方向？",
    },
)
def test_rows_are_turned(student: Student, case: Any) -> None:
    """Every pair of numbers is turned by its own angle, which grows with the row's position.

    每一对数都转动自己的角度，角度随该行的位置增大。
    """
    agree(student.rotate(case.x, case.positions), case.result)
    # Rows in another order have the same results; what was kept of the first call has not.
    found = student.rotate(case.x.flip(0), case.positions.flip(0))
    agree(found, case.result.flip(0), what=AGAIN)


@part(
    "rotate",
    weight=1.5,
    value=True,
    cases=("heads", "one"),
    hint={
        "en": "Which of your operations count dimensions from the front, or drop any?",
        "zh": "你的哪些操作是从前面数维度的？哪些会去掉维度？",
    },
)
def test_several_heads_and_a_single_row(student: Student, case: Any) -> None:
    """The rows of several heads are turned alike, and a single row, as a cache gets it, as well.

    多个头的各行以同样的方式转动；单独的一行（缓存得到的就是这样）也是。
    """
    agree(student.rotate(case.x, case.positions), case.result)


@part(
    "rotate",
    weight=1.5,
    value=True,
    cases=("far",),
    hint={
        "en": "Up to which position does a table reach? How many digits has a number of 16 bits?",
        "zh": "表能到第几个位置？16 位的数有几位有效数字？",
    },
)
def test_far_positions(student: Student, case: Any) -> None:
    """Positions of ten thousand and more are as good as small ones.

    一万以上的位置与小的位置一样好。
    """
    agree(student.rotate(case.x, case.positions), case.result, atol=FAR)
