"""Part 8, a sliding window: hidden checks."""

from typing import Any

import pytest
import torch

from autograder.checks import Student, agree, part, require, unchanged

SOME = ("some of the context vectors", "部分上下文向量")
CONTEXTS = ("context vectors", "上下文向量")
AGAIN = ("context vectors of a second call", "第二次调用得到的上下文向量")


def contexts(student: Student, case: Any) -> Any:
    """What the answer makes of the case's text."""
    return student.sliding_window_attention(case.queries, case.keys, case.values, case.window)


@part(
    "sliding_window_attention",
    weight=0.5,
    cases=("short",),
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
    def act(queries: Any, keys: Any, values: Any) -> None:
        student.sliding_window_attention(queries, keys, values, case.window)

    unchanged(student, act, case.queries, case.keys, case.values)


@part(
    "sliding_window_attention",
    weight=4,
    value=True,
    cases=("short", "square"),
    hint={
        "en": "With a window of 2, which places does token 5 see? And which does yours see?",
        "zh": "窗口为 2 时，词元 5 能看到哪些位置？你的呢？",
    },
)
def test_last_tokens(student: Student, case: Any) -> None:
    """Every token sees itself and as many before it as the window holds, and no other.

    每个词元看到自己以及窗口所容纳的前面的词元，别的都看不到。
    """
    agree(contexts(student, case), case.result, what=CONTEXTS)
    # With its columns turned round a value is the same value; what was kept of a call is not.
    turned = (case.queries, case.keys, case.values.flip(1), case.window)
    found = student.sliding_window_attention(*turned)
    agree(found, case.result.flip(1), what=AGAIN)


@part(
    "sliding_window_attention",
    value=True,
    cases=("one", "wide"),
    hint={
        "en": "What is in a slice that begins at a negative number? What does a window of 1 see?",
        "zh": "从负数开始的切片里有什么？窗口为 1 时能看到什么？",
    },
)
def test_narrow_and_wide(student: Student, case: Any) -> None:
    """A window of one token sees this token alone, and one wider than the text all before it.

    窗口为 1 时只看到词元自己；窗口比文本还宽时，看到前面的全部词元。
    """
    agree(contexts(student, case), case.result, what=CONTEXTS)


@pytest.mark.limits(
    memory="5MiB",
    of={"en": "1,280 tokens with a window of 8", "zh": "1280 个词元、窗口 8"},
)
@part(
    "sliding_window_attention",
    weight=3,
    value=True,
    cases=("long",),
    hint={
        "en": "How many scores do you compute for 1,280 tokens? How many of them are seen?",
        "zh": "1280 个词元时，你计算了多少个分数？其中有多少个是能看到的？",
    },
)
def test_long_texts(student: Student, case: Any) -> None:
    """Long texts come to the right numbers in little memory.

    长文本用很少的内存也能得到正确的数。
    """
    source = torch.Generator().manual_seed(case.seed)
    text = [torch.randn(case.tokens, case.width, generator=source) for _ in range(3)]
    found = student.sliding_window_attention(*text, case.window)
    shape = isinstance(found, torch.Tensor) and found.shape == text[2].shape
    require(shape, "there is not one row for each token", "返回的不是每个词元一行")
    agree(found[case.places], case.result, what=SOME)


@part("sliding_window_attention", weight=0, gate=True)
def test_from_scratch(student: Student) -> None:
    """The context vectors are made without the library's attention.

    计算上下文向量时不得使用库里的注意力实现。
    """
    found = ", ".join(f"{call.call} ({call.where})" for call in student.offences())
    require(not found, f"not allowed here: {found}", f"这里不允许使用：{found}")
