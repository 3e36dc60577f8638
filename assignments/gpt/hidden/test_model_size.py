"""Part 6, how large is it: hidden checks."""

from typing import Any

from autograder.checks import Student, agree, part, require

COUNT = ("number of parameters", "参数个数")


def sizes(student: Student, case: Any, *, tied: bool) -> tuple[Any, Any]:
    """What the answer says of the case: the count and the memory."""
    found = student.model_size(case.cfg, case.bytes_per_number, tied)
    pair = isinstance(found, list | tuple) and len(found) == 2
    require(pair, "it does not return two numbers", "返回的不是两个数")
    return found[0], found[1]


@part(
    "model_size",
    weight=4,
    value=True,
    cases=("small", "biased", "large"),
    hint={
        "en": "Print `named_parameters()` of a small model with its shapes, and tick them off.",
        "zh": "打印一个小模型的 `named_parameters()` 和形状，逐个勾掉。",
    },
)
def test_count(student: Student, case: Any) -> None:
    """The number of parameters is right, for small models and for large ones.

    参数的个数正确，无论模型大小。
    """
    count, _ = sizes(student, case, tied=False)
    agree(count, case.numbers, what=COUNT)


@part(
    "model_size",
    weight=2,
    value=True,
    cases=("tied",),
    hint={
        "en": "Which of the two large tables is left if they are one?",
        "zh": "如果两张大表是同一张，还剩下哪一张？",
    },
)
def test_tied(student: Student, case: Any) -> None:
    """Tied tables are counted once.

    共用的表只数一次。
    """
    count, _ = sizes(student, case, tied=True)
    agree(count, case.numbers, what=COUNT)


@part(
    "model_size",
    weight=2,
    cases=("small", "large"),
    hint={
        "en": "How many bytes are a mebibyte, and how many does each number take?",
        "zh": "一个 MiB 有多少字节？每个数占多少字节？",
    },
)
def test_memory(student: Student, case: Any) -> None:
    """The memory is that of the count, in mebibytes.

    内存与参数个数相符，单位是 MiB。
    """
    for tied in (False, True):
        count, memory = sizes(student, case, tied=tied)
        counted = isinstance(count, int | float)
        require(counted, "the number of parameters is no number", "参数的个数不是数")
        agree(memory, count * case.bytes_per_number / 2**20, what=("memory", "内存"), rtol=1e-6)
