"""A second hearing never costs anything."""

import pytest

from autograder.assignment import Part
from autograder.grading.hearing import Results, heard
from autograder.model import Outcome, Text
from autograder.notebook.answers import Code
from autograder.oracle.suite import CaseResult

PART = Part("p", 4, 1, Text("p", "p"), "softmax_naive", "function", ("x",))
CODE = (
    Code(0, "def helper(x):\n    return x\ndef softmax_naive(x):\n    return helper(x)"),
    Code(1, "def helper(y, z):\n    return z"),
)


def passing(count: int) -> Results:
    """Three checks of the part, of which so many are passed."""
    outcomes = [Outcome.PASSED] * count + [Outcome.FAILED] * (3 - count)
    return tuple(CaseResult(f"p/{n}", "", one, None) for n, one in enumerate(outcomes))


@pytest.mark.parametrize(("worth", "taken"), [(0.0, False), (2.0, True), (3.0, True)])
def test_a_hearing_counts_only_if_it_brings_points(worth: float, taken: bool) -> None:
    """With more checks passed, but not the gate, it would bring fewer."""
    first, second = passing(1), passing(2)
    found, said = heard(
        first,
        CODE,
        (PART,),
        lambda _: second,
        lambda one, _: worth if one is second else 2.0,
        (PART,),
    )
    assert found == (second if taken else first)
    assert bool(said) is taken
