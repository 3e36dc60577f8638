"""Part 8, attention with a cache: hidden checks."""

from typing import Any

from autograder.checks import Handle, Student, agree, part, require, unchanged

CONTEXTS = ("context vectors", "上下文向量")


def answer(student: Student, *args: object) -> tuple[Any, Any]:
    """Contexts and cache; fails unless there are both, and the cache is a pair."""
    found = student.cached_attention(*args)
    pair = isinstance(found, list | tuple) and len(found) == 2
    require(pair, "it does not return contexts and a cache", "返回的不是上下文向量和缓存")
    pair = isinstance(found[1], list | tuple) and len(found[1]) == 2
    require(pair, "the cache is no pair of keys and values", "缓存不是一对键和值")
    return found[0], found[1]


@part(
    "cached_attention",
    cases=("chunk",),
    hint={
        "en": "Look for operations whose name ends in an underscore, `/=` and the like, and seeds.",
        "zh": "找一找名字以下划线结尾的操作、`/=` 之类的写法，以及随机种子。",
    },
)
def test_leaves_everything_else_alone(student: Student, case: Any) -> None:
    """The arguments, the cache included, and torch's own settings are as they were.

    各个参数（包括缓存）和 torch 自身的设置都没有改变。
    """

    # The first check of its part: a setting changed by another check would be no change here.
    def act(queries: Handle, keys: Handle, values: Handle, *cache: Handle) -> None:
        student.cached_attention(queries, keys, values, cache)

    past = case.past
    new = (case.queries[past:], case.keys[past:], case.values[past:])
    unchanged(student, act, *new, case.keys[:past], case.values[:past])


@part(
    "cached_attention",
    weight=2,
    value=True,
    cases=("first", "square"),
    hint={
        "en": "What is the cache before the first token?",
        "zh": "第一个词元之前，缓存是什么？",
    },
)
def test_without_a_cache(student: Student, case: Any) -> None:
    """Without a cache this is causal attention.

    没有缓存时，就是因果注意力。
    """
    contexts, _ = answer(student, case.queries, case.keys, case.values, None)
    agree(contexts, case.contexts, what=CONTEXTS)


@part(
    "cached_attention",
    weight=4,
    value=True,
    cases=("steps",),
    hint={
        "en": "Print the shape of the cache after each step. What stands in it, in which order?",
        "zh": "每一步之后打印缓存的形状。里面有什么？顺序如何？",
    },
)
def test_one_token_at_a_time(student: Student, case: Any) -> None:
    """Token by token, with the cache handed on, gives the same; the cache holds nothing more.

    逐个词元计算并传递缓存，结果相同；缓存里没有多余的东西。
    """
    cache: Any = None
    for at in range(len(case.queries)):
        one = slice(at, at + 1)
        args = (case.queries[one], case.keys[one], case.values[one], cache)
        contexts, cache = answer(student, *args)
        agree(
            contexts,
            case.contexts[one],
            what=(f"context vector of token {at}", f"第 {at} 个词元的上下文向量"),
        )
    agree(cache[0], case.keys, what=("keys in the cache", "缓存中的键"))
    agree(cache[1], case.values, what=("values in the cache", "缓存中的值"))


@part(
    "cached_attention",
    weight=3,
    value=True,
    cases=("chunk", "long_chunk"),
    hint={
        "en": "The first new token sees the whole cache. Where in its row does the future begin?",
        "zh": "第一个新词元能看到整个缓存。在它那一行里，未来从哪里开始？",
    },
)
def test_several_tokens_behind_a_cache(student: Student, case: Any) -> None:
    """Several new tokens see the whole cache and, among themselves, none that follows.

    几个新词元都能看到整个缓存，而在它们之间，看不到后面的词元。
    """
    past = case.past
    cache = (case.keys[:past], case.values[:past])
    new = (case.queries[past:], case.keys[past:], case.values[past:])
    contexts, _ = answer(student, *new, cache)
    agree(contexts, case.later, what=CONTEXTS)


@part("cached_attention", weight=0, gate=True)
def test_from_scratch(student: Student) -> None:
    """The context vectors are made without the library's attention.

    计算上下文向量时不得使用库里的注意力实现。
    """
    found = ", ".join(f"{call.call} ({call.where})" for call in student.offences())
    require(not found, f"not allowed here: {found}", f"这里不允许使用：{found}")
