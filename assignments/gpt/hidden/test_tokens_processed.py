"""Part 9, what the cache saves: hidden checks."""

from typing import Any

from autograder.checks import Student, agree, part

UNCACHED = ("uncached count", "不用缓存时的词元数")
CACHED = ("cached count", "用缓存时的词元数")


@part(
    "tokens_processed",
    weight=3,
    value=True,
    cases=("short", "long", "one"),
    hint={
        "en": "Write down the tokens of each call of the model, for 4 tokens and 3 new ones.",
        "zh": "写下每次调用模型时的词元，以 4 个词元和 3 个新词元为例。",
    },
)
def test_counts(student: Student, case: Any) -> None:
    """The tokens that pass the model are counted, without a cache and with one.

    没有缓存和有缓存时，通过模型的词元数都正确。
    """
    agree(student.tokens_processed(case.prompt, case.new, False), case.again, what=UNCACHED)
    agree(student.tokens_processed(case.prompt, case.new, True), case.once, what=CACHED)


@part(
    "tokens_processed",
    cases=("none",),
    hint={
        "en": "How often is the model called if there is nothing to generate?",
        "zh": "没有要生成的词元时，模型被调用几次？",
    },
)
def test_nothing_new(student: Student, case: Any) -> None:
    """Without new tokens nothing passes the model.

    没有新词元时，没有词元通过模型。
    """
    agree(student.tokens_processed(case.prompt, 0, False), case.again, what=UNCACHED)
    agree(student.tokens_processed(case.prompt, 0, True), case.once, what=CACHED)
