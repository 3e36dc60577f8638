"""Part 2, one context vector: hidden checks."""

from typing import Any

from autograder.checks import Student, agree, part, require, unchanged

CONTEXT = ("context vector", "上下文向量")


@part(
    "context_vector",
    weight=0.5,
    cases=("middle",),
    hint={
        "en": "Look for operations whose name ends in an underscore, `+=` and the like, and seeds.",
        "zh": "找一找名字以下划线结尾的操作、`+=` 之类的写法，以及随机种子。",
    },
)
def test_leaves_everything_else_alone(student: Student, case: Any) -> None:
    """`inputs` and torch's own settings are the same after the call as before it.

    调用前后，`inputs` 和 torch 自身的设置都没有改变。
    """
    # The first check of its part: a setting changed by another check would be no change here.
    unchanged(student, lambda inputs: student.context_vector(inputs, case.query_index), case.inputs)


@part(
    "context_vector",
    weight=4,
    value=True,
    cases=("first", "middle", "last"),
    hint={
        "en": "Follow one query by hand: its scores, its weights, then the sum of the inputs.",
        "zh": "手工跟踪一个查询：先是分数，再是权重，最后是输入的加权和。",
    },
)
def test_context(student: Student, case: Any) -> None:
    """The token at `query_index` gets its context vector, for inputs of any size.

    无论输入多大，`query_index` 处的词元都得到它的上下文向量。
    """
    found = student.context_vector(case.inputs, case.query_index)
    agree(found, case.context, what=CONTEXT)


@part(
    "context_vector",
    cases=("single",),
    hint={
        "en": "What do `squeeze` and its like leave of a dimension of size 1?",
        "zh": "对大小为 1 的维度，`squeeze` 之类的操作会留下什么？",
    },
)
def test_single_token(student: Student, case: Any) -> None:
    """A single token is its own context vector.

    只有一个词元时，上下文向量就是它自己。
    """
    found = student.context_vector(case.inputs, case.query_index)
    agree(found, case.context, what=CONTEXT)


@part("context_vector", weight=0, gate=True)
def test_from_scratch(student: Student) -> None:
    """The context vector is made without the library's attention.

    计算上下文向量时不得使用库里的注意力实现。
    """
    found = ", ".join(f"{call.call} ({call.where})" for call in student.offences())
    require(not found, f"not allowed here: {found}", f"这里不允许使用：{found}")
