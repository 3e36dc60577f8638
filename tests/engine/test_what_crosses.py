"""What a check cannot be told as it is, is refused: never converted, never cut off."""

import re

import pytest
import torch

from autograder.checks import references
from autograder.checks.handle import to_value
from autograder.core.errors import CourseError
from autograder.wire import WireError
from autograder.wire.values import MAX_ITEMS, MAX_TEXT
from autograder.worker.objects import Objects


@pytest.mark.parametrize(
    ("thing", "said"),
    [
        ([0] * (MAX_ITEMS + 1), "a list of 4097 items"),
        ((0,) * (MAX_ITEMS + 1), "a tuple of 4097 items"),
        ("a" * (MAX_TEXT + 1), "a text of 65537 letters"),
        ({str(n): n for n in range(MAX_ITEMS + 1)}, "a dict of 4097 entries"),
    ],
    ids=["list", "tuple", "text", "dict"],
)
def test_a_value_that_is_too_large_is_refused_whole(thing: object, said: str) -> None:
    with pytest.raises(WireError, match=said):
        Objects().to_value(thing)
    with pytest.raises(WireError, match=said):
        Objects().to_value([thing])


def test_the_largest_values_cross_whole() -> None:
    made = Objects().to_value([[0] * MAX_ITEMS, "a" * MAX_TEXT])
    assert made.items[0].items == [0] * MAX_ITEMS
    assert made.items[1] == "a" * MAX_TEXT


@pytest.mark.parametrize("thing", [{1: 2}, [{(1, 2): 3}], {"a": {None: 1}}], ids=str)
def test_a_check_sends_no_dict_whose_keys_would_become_text(thing: object) -> None:
    with pytest.raises(TypeError, match="keys are text"):
        to_value(thing)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({1: 2}, "part/few: x has the key 1; the keys of a case are text"),
        ([{"a": {2: 3}}], "part/few: x[0]['a'] has the key 2; the keys of a case are text"),
        ((1, 2), "part/few: x is a tuple"),
        ([torch.ones(1)], "part/few: x[0] is a Tensor"),
        ({"a": torch.ones(1)}, "part/few: x['a'] is a Tensor"),
        ({1, 2}, "part/few: x is a set"),
    ],
    ids=str,
)
def test_a_case_holds_nothing_that_would_come_back_as_something_else(
    value: object, said: str
) -> None:
    with pytest.raises(CourseError, match=re.escape(said)):
        references.encode({"part/few": {"x": value}})


def test_what_a_case_may_hold_comes_back_the_same() -> None:
    values = {"n": 1, "rate": 0.5, "cfg": {"a": [1, {"b": None}], "on": True}, "text": "x"}
    case = references.decode(references.encode({"part/few": values}))["part/few"]
    assert references.contents(case) == values
