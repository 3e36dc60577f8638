"""Part 4, causal attention in blocks: hidden checks."""

from typing import Any

import pytest
import torch

from autograder.checks import Student, agree, part, require, unchanged

SOME = ("some of the context vectors", "部分上下文向量")
CONTEXTS = ("context vectors", "上下文向量")
AGAIN = ("context vectors of a second call", "第二次调用得到的上下文向量")


def contexts(student: Student, case: Any) -> Any:
    """What the answer makes of the case's rows."""
    return student.blockwise_causal_attention(case.queries, case.keys, case.values, case.block)


@part(
    "blockwise_causal_attention",
    weight=0.5,
    cases=("whole",),
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
        student.blockwise_causal_attention(queries, keys, values, case.block)

    unchanged(student, act, case.queries, case.keys, case.values)


@part(
    "blockwise_causal_attention",
    weight=4,
    value=True,
    cases=("whole", "rest"),
    hint={
        "en": "Which blocks of keys does the third block of queries meet? Which needs a mask?",
        "zh": "第三块查询会遇到哪些键的块？其中哪一块需要掩码？",
    },
)
def test_blocks(student: Student, case: Any) -> None:
    """Every token attends to those up to itself, whether the blocks come out even or not.

    每个词元关注自己及之前的词元，无论能否整除成块。
    """
    agree(contexts(student, case), case.result, what=CONTEXTS)
    # With its columns turned round a value is the same value; what was kept of a call is not.
    turned = (case.queries, case.keys, case.values.flip(1), case.block)
    found = student.blockwise_causal_attention(*turned)
    agree(found, case.result.flip(1), what=AGAIN)


@part(
    "blockwise_causal_attention",
    value=True,
    cases=("single", "wide"),
    hint={
        "en": "What does your code do with blocks of one key, or with one wider than the text?",
        "zh": "每块只有一个键时，或者一块比文本还宽时，你的代码会怎样？",
    },
)
def test_any_block(student: Student, case: Any) -> None:
    """Blocks of a single key, and one that is wider than the text, give the same numbers.

    每块只有一个键，或者一块比文本还宽，得到的数都一样。
    """
    agree(contexts(student, case), case.result, what=CONTEXTS)


@part(
    "blockwise_causal_attention",
    weight=2,
    value=True,
    cases=("unwritten",),
    hint={
        "en": "What is 0 times nan? Which blocks does a block of queries never have to meet?",
        "zh": "0 乘 nan 是多少？一块查询从来不必遇到哪些块？",
    },
)
def test_later_blocks_have_no_part(student: Student, case: Any) -> None:
    """The rows of a block are right although all later blocks hold nothing but nan.

    即使后面的块里全是 nan，一块的各行也正确。
    """
    for begin in range(case.block, len(case.keys), case.block):
        keys, values = case.keys.clone(), case.values.clone()
        keys[begin:] = values[begin:] = torch.nan
        found = student.blockwise_causal_attention(case.queries, keys, values, case.block)
        rows = isinstance(found, torch.Tensor) and found.shape == case.result.shape
        require(rows, "there is not one row for each token", "返回的不是每个词元一行")
        agree(
            found[:begin],
            case.result[:begin],
            what=(f"rows before token {begin}", f"第 {begin} 个词元之前的行"),
        )


@part(
    "blockwise_causal_attention",
    value=True,
    cases=("large",),
    hint={
        "en": "What is subtracted from the scores of a block before their powers are taken?",
        "zh": "求幂之前，从一块的分数中减去什么？",
    },
)
def test_large_scores(student: Student, case: Any) -> None:
    """Large scores do not overflow, wherever the largest of a row stands.

    分数很大时也不溢出，无论一行的最大值在哪里。
    """
    # Products of some hundred have lost three digits before anything is done with them.
    agree(contexts(student, case), case.result, what=CONTEXTS, atol=1e-3)


@pytest.mark.limits(
    memory="6MiB", of={"en": "1,024 tokens in blocks of 56", "zh": "1024 个词元、每块 56 个"}
)
@part(
    "blockwise_causal_attention",
    weight=3.5,
    value=True,
    cases=("long",),
    hint={
        "en": "How many scores are in memory at once? Which of them could already be forgotten?",
        "zh": "同时在内存里的分数有多少个？其中哪些已经可以忘掉？",
    },
)
def test_long_texts(student: Student, case: Any) -> None:
    """Long texts come to the right numbers in little memory.

    长文本用很少的内存也能得到正确的数。
    """
    source = torch.Generator().manual_seed(case.seed)
    text = [torch.randn(case.tokens, case.width, generator=source) for _ in range(3)]
    found = student.blockwise_causal_attention(*text, case.block)
    shape = isinstance(found, torch.Tensor) and found.shape == text[2].shape
    require(shape, "there is not one row for each token", "返回的不是每个词元一行")
    agree(found[case.places], case.result, what=SOME)


@part("blockwise_causal_attention", weight=0, gate=True)
def test_from_scratch(student: Student) -> None:
    """The context vectors are made without the library's attention.

    计算上下文向量时不得使用库里的注意力实现。
    """
    found = ", ".join(f"{call.call} ({call.where})" for call in student.offences())
    require(not found, f"not allowed here: {found}", f"这里不允许使用：{found}")
