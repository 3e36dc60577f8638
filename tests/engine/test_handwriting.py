"""One answer in many hands: other text, the same values."""

import random

import pytest

from autograder.authoring.handwriting import in_own_hand

ANSWER = '''
import math

class Scale:
    """Two numbers."""

    def __init__(self, first):
        self.first = first
        self.root = math.sqrt(first)
        self.second = self.root + 1
        twice = 2 * first
        thrice = 3 * first
        both = [twice, thrice]
        last = both.pop()
        first_left = both[0]
        self.all = (last, first_left, self.second)

def answer(x):
    low = x - 1
    high = x + 1
    if low < high:
        low = high
        high = low * 2
    text = f"""{low}
    {high}"""
    return low, high, text, Scale(x).all
'''


def _value(source: str) -> object:
    names: dict[str, object] = {}
    exec(source, names)
    return names["answer"](4)  # type: ignore[operator]


def test_every_hand_writes_another_text_for_the_same_values() -> None:
    written = [in_own_hand(ANSWER, random.Random(seed)) for seed in range(40)]
    assert len(set(written)) == len(written)
    assert {repr(_value(text)) for text in written} == {repr(_value(ANSWER))}


@pytest.mark.parametrize("source", ["def f(:\n", "print(locals())\n", "!pip list\n"])
def test_what_is_no_python_or_looks_at_itself_is_left_as_it_is(source: str) -> None:
    first, _, rest = in_own_hand(source, random.Random(1)).partition("\n")
    assert first.startswith("# ") and rest == source


def test_a_cell_magic_stays_the_first_line() -> None:
    assert in_own_hand("%%time\nx = 1\n", random.Random(1)) == "%%time\nx = 1\n"
