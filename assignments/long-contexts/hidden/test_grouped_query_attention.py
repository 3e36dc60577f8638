"""Part 6, fewer keys than queries: hidden checks."""

from typing import Any

from autograder.checks import Student, agree, part, require, unchanged

HEADS = ("contexts of the heads", "各头的上下文向量")
AGAIN = ("contexts of the heads in a second call", "第二次调用得到的各头上下文向量")


def contexts(student: Student, case: Any) -> Any:
    """What the answer makes of the case's heads."""
    return student.grouped_query_attention(case.queries, case.keys, case.values)


@part(
    "grouped_query_attention",
    weight=0.5,
    cases=("two",),
    hint={
        "en": "Look for operations whose name ends in an underscore, `/=` and the like, and seeds.",
        "zh": "找一找名字以下划线结尾的操作、`/=` 之类的写法，以及随机种子。",
    },
)
def test_leaves_everything_else_alone(student: Student, case: Any) -> None:
    """The arguments and torch's own settings are as they were.

    各个参数和 torch 自身的设置都没有改变。
    """
    # The first check of its part: a setting changed by another check would be no change here.
    unchanged(student, student.grouped_query_attention, case.queries, case.keys, case.values)


@part(
    "grouped_query_attention",
    weight=4,
    value=True,
    cases=("two", "three"),
    hint={
        "en": "Write down which query head uses which head of keys. Which do yours use? And "
        "does each head by itself see only what came before?",
        "zh": "写下每个查询头用的是哪个键的头。你的用的是哪个？"
        "每个头单独来看，是否只看到前面的词元？",
    },
)
def test_neighbours_share(student: Student, case: Any) -> None:
    """Neighbouring query heads share a head of keys and values; every head is causal attention.

    相邻的查询头共用一个键和值的头；每个头都是因果注意力。
    """
    agree(contexts(student, case), case.result, what=HEADS)
    # From the last head to the first all is the same; what was kept of the first call is not.
    turned = (one.flip(0) for one in (case.queries, case.keys, case.values))
    found = student.grouped_query_attention(*turned)
    agree(found, case.result.flip(0), what=AGAIN)


@part(
    "grouped_query_attention",
    weight=1.5,
    value=True,
    cases=("square", "shared"),
    hint={
        "en": "Which dimension of your tensors has the size 1 here, and what becomes of it?",
        "zh": "这时你的张量中哪个维度的大小是 1？它后来怎样了？",
    },
)
def test_one_for_each_and_one_for_all(student: Student, case: Any) -> None:
    """With a head of keys for each query head, and with one for all of them, it is right as well.

    每个查询头都有自己的键的头，或者全部共用一个，结果也都正确。
    """
    agree(contexts(student, case), case.result, what=HEADS)


@part("grouped_query_attention", weight=0, gate=True)
def test_from_scratch(student: Student) -> None:
    """The contexts are made without the library's attention.

    计算上下文向量时不得使用库里的注意力实现。
    """
    found = ", ".join(f"{call.call} ({call.where})" for call in student.offences())
    require(not found, f"not allowed here: {found}", f"这里不允许使用：{found}")
