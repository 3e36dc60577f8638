"""Part 1: hidden checks. A docstring is what the student reads: English, a blank line, Chinese."""

from typing import Any

from autograder.checks import Student, agree, part, require, unchanged


@part(
    "centred",
    weight=3,
    value=True,
    cases=("few", "many"),
    hint={
        "en": "Print the mean of each row of your result. Which dimension did you sum over?",
        "zh": "打印结果中每一行的平均值。你是沿哪个维度求和的？",
    },
)
def test_rows_are_centred(student: Student, case: Any) -> None:
    """From each number the mean of its row is taken.

    每个数都减去了所在行的平均值。
    """
    agree(student.centred(case.x), case.centred)


@part("centred", cases=("few",))
def test_leaves_its_argument_alone(student: Student, case: Any) -> None:
    """The argument is the same after the call as before it.

    调用前后，参数没有改变。
    """
    unchanged(student, student.centred, case.x)


@part("centred", weight=0, gate=True)
def test_from_scratch(student: Student) -> None:
    """The mean is computed without the library's.

    计算平均值时不得使用库函数。
    """
    found = ", ".join(f"{call.call} ({call.where})" for call in student.offences())
    require(not found, f"not allowed here: {found}", f"这里不允许使用：{found}")
