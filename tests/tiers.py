"""Which cases of one rule `make test` runs; `make test-all` runs them all."""

from collections.abc import Iterable

import pytest


def every(step: int, cases: Iterable[object]) -> list[object]:
    """Cases for `parametrize` of which every so manieth, from the first, is quick."""
    return [
        pytest.param(case, marks=pytest.mark.slow if number % step else ())
        for number, case in enumerate(cases)
    ]


def only(quick: Iterable[object], cases: Iterable[object]) -> list[object]:
    """Cases for `parametrize` of which these are quick."""
    chosen = list(quick)
    listed = list(cases)
    assert all(case in listed for case in chosen), chosen
    return [pytest.param(case, marks=() if case in chosen else pytest.mark.slow) for case in listed]
