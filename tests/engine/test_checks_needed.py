"""The audit names a check that no mistake needs, by any set of numbers."""

import pytest

from autograder.authoring.audit import unneeded
from autograder.core.model import CheckResult, Outcome, PartResult, Report, Text

SAID = Text("it holds", "成立")
MASKED, GATE = "causal_mask/masked", "causal_mask/from_scratch"
OTHER = "causal_mask/values"


def found(*sets: dict[str, tuple[str, ...]]) -> list[str]:
    """What is said of a part with a check and a gate, by what fails each mistake in each set."""
    checks = (
        CheckResult(MASKED, SAID, Outcome.PASSED, 1),
        CheckResult(GATE, SAID, Outcome.PASSED, 0, gate=True),
    )
    part = PartResult("causal_mask", SAID, 6, 6, checks)
    solved = Report("attention", "en", "", "", (part,))
    return list(unneeded(solved, sets, frozenset({"causal_mask"})))


@pytest.mark.parametrize(
    "sets",
    [
        ({"late": (MASKED,), "library": (OTHER, GATE)},),
        ({"late": (MASKED, OTHER), "library": (OTHER, GATE)}, {"late": (MASKED,), "library": ()}),
    ],
    ids=["by the only set", "by the second of two"],
)
def test_a_check_that_alone_fails_a_mistake_is_needed(
    sets: tuple[dict[str, tuple[str, ...]]],
) -> None:
    """By the numbers of another set some other check may see it, too."""
    assert found(*sets) == []


def test_a_check_that_fails_nothing_alone_is_named_once() -> None:
    """However many sets there are."""
    one = {"late": (MASKED, OTHER), "library": (OTHER, GATE)}
    assert found(one, one) == [f"the check {MASKED} is needed by no mistake"]


def test_a_gate_that_fails_nothing_is_named() -> None:
    assert found({"late": (MASKED,)}) == [f"the check {GATE} is needed by no mistake"]
