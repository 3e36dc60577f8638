"""Part 2, one context vector: hidden checks."""

from typing import Any

from autograder.oracle import Student, agree, part, require

SEED = 40961


@part(
    "context_vector",
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
    student.seed(SEED)
    before = student.state()
    student.context_vector(case.inputs, case.query_index)
    require(not student.last.changed, "inputs was changed in place", "inputs 被就地修改了")
    require(student.state() == before, "torch's own state was changed", "torch 自身的状态被改变了")


@part(
    "context_vector",
    weight=4,
    cases=("first", "middle", "last", "single"),
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
    agree(found, case.context, what="context vector")


@part("context_vector", weight=0, cases=("middle",), gate=True)
def test_from_scratch(student: Student, case: Any) -> None:
    """The context vector is made without the library's attention.

    上下文向量的计算没有使用库里的注意力实现。
    """
    with student.traced():
        student.context_vector(case.inputs, case.query_index)
    found = ", ".join(f"{call.call} {call.where}".strip() for call in student.offences())
    require(not found, f"not allowed here: {found}", f"这里不允许使用：{found}")
