"""`agree` says what differs and where, for values of every type, and never what was expected."""

from copy import deepcopy
from pathlib import Path

import numpy as np
import pytest
import torch

from autograder.checks import CheckFailed, agree


def said(actual: object, expected: object, **more: float) -> str:
    """What a student is told; empty where they agree."""
    try:
        agree(actual, expected, **more)
    except CheckFailed as failed:
        return failed.detail.en
    return ""


INT, BOOL, HALF = torch.tensor([3, 4]), torch.tensor([True, False]), torch.tensor(2.0).bfloat16()


@pytest.mark.parametrize(
    ("actual", "expected"),
    [
        *((deepcopy(value), value) for value in (
            INT, BOOL, HALF, 7, True, "text", None, [1, [2.0, "a"]], (1, (2.0, "a")),
            {1: "a", False: "b"}, b"text", frozenset({"A"}), (torch.int8, Path("a/b")),
            np.array([1, 2]), {"a": INT, "b": [1]},
        )),
        (2, 2.0), (0.1 + 0.2, 0.3), (np.float64([[0.1 + 0.2]]), np.float32([[0.3]])),
    ],
    ids=str,
)  # fmt: skip
def test_equal_values_of_any_type_agree(actual, expected):
    assert said(actual, expected) == ""


@pytest.mark.parametrize(
    ("actual", "expected", "message"),
    [(INT.float(), INT, "dtype of the result: float32, expected int64"),
     (INT + 1, INT, "2 of 2 values of the result differ, at 0, 1"),
     (7.0, 7, "type of the result: float, expected int"),
     (True, 1.0, "type of the result: bool, expected float"), (8, 7, "wrong value of the result"),
     (float("nan"), 1.0, "wrong value of the result"),
     ([1, 2], [1, 3], "wrong value of the result[1]"),
     ([1], [1, 3], "the result has 1 items, not those expected"),
     (3, [3], "type of the result: int, expected a list"),
     ([1], (1,), "type of the result: list, expected a tuple"),
     ({"1": 2}, {1: 2}, "the result has 1 items, not those expected"),
     (np.zeros(2), torch.zeros(2), "type of the result: ndarray, expected a tensor"),
     (torch.zeros(2), np.zeros(2), "type of the result: Tensor, expected an array"),
     (np.zeros(2), np.zeros(3), "shape of the result: (2,), expected (3,)")],
    ids=str
)  # fmt: skip
def test_what_differs_is_said_without_the_value(actual, expected, message):
    assert said(actual, expected) == message


def test_a_relative_tolerance_grows_with_the_value():
    assert said(1_000_001.0, 1_000_000.0, rtol=1e-5) == ""
    assert said(1_000_001.0, 1_000_000.0) != ""
    assert said(torch.tensor([1e6 + 1]), torch.tensor([1e6]), rtol=1e-5) == ""


@pytest.mark.parametrize("rtol", [0.0, 1e-3])
def test_an_infinite_value_agrees_with_itself_alone(rtol):
    hidden = torch.tensor([1.0, -torch.inf])
    assert said(hidden.clone(), hidden, rtol=rtol) == ""
    assert said(-torch.inf, -torch.inf, rtol=rtol) == ""
    for other in (5.0, torch.inf, torch.nan):
        assert said(torch.tensor([1.0, other]), hidden, rtol=rtol) != ""


@pytest.mark.parametrize(
    ("what", "told"),
    [("mask", "mask 的 2 个值中有 2 个不对，位置 0, 1"),
     (("weights", "权重"), "权重的 2 个值中有 2 个不对，位置 0, 1")]
)  # fmt: skip
def test_what_is_compared_has_a_name_in_each_language(what, told):
    """A name in letters is set apart from the Chinese words behind it."""
    name, _, message = told.partition("的")
    of_an_item = f"{name.strip()}[0] 的{message}"
    for actual, expected, text in ((INT + 1, INT, told), ([INT + 1], [INT], of_an_item)):
        with pytest.raises(CheckFailed) as failed:
            agree(actual, expected, what=what)
        assert failed.value.detail.zh == text
