"""Part 7, how large is the cache: hidden checks."""

from typing import Any

from autograder.checks import Student, agree, part

BYTES = ("number of bytes", "字节数")


@part(
    "cache_bytes",
    weight=3,
    value=True,
    cases=("short", "long"),
    hint={
        "en": "For one token, in one layer, for one head: how many numbers are kept, and of what?",
        "zh": "一个词元、一层、一个头：保存多少个数？是什么的数？",
    },
)
def test_whole_text(student: Student, case: Any) -> None:
    """Without a window the keys and values of all tokens are counted, in bytes.

    没有窗口时，数出所有词元的键和值的字节数。
    """
    agree(student.cache_bytes(*case.sizes), case.bytes, what=BYTES)


@part(
    "cache_bytes",
    weight=2,
    value=True,
    cases=("cut",),
    hint={
        "en": "How many tokens are still in the cache when more have been read than it keeps?",
        "zh": "读过的词元比缓存能保留的多时，缓存里还有多少个词元？",
    },
)
def test_window(student: Student, case: Any) -> None:
    """Of a text longer than the window only the window is kept.

    文本比窗口长时，只保留窗口里的部分。
    """
    agree(student.cache_bytes(*case.sizes), case.bytes, what=BYTES)


@part(
    "cache_bytes",
    value=True,
    cases=("wide",),
    hint={
        "en": "How many tokens can be kept of a text that is shorter than the window?",
        "zh": "文本比窗口短时，能保留多少个词元？",
    },
)
def test_window_longer_than_the_text(student: Student, case: Any) -> None:
    """Of a text shorter than the window there is no more to keep than the text.

    文本比窗口短时，要保留的不会比文本还多。
    """
    agree(student.cache_bytes(*case.sizes), case.bytes, what=BYTES)
