"""Points follow from the outcomes of a part's checks."""

import pytest

from autograder.core.marks import by_checks as points
from autograder.core.model import CheckResult, Outcome, PartResult, Text

SAID = Text("A sentence.", "一句话。")
VALUE, OTHER = True, False
PASSED, FAILED, RAISED = Outcome.PASSED, Outcome.FAILED, Outcome.RAISED


@pytest.mark.parametrize(
    ("checks", "worth"),
    [
        ([(VALUE, PASSED), (OTHER, PASSED)], 6.0),
        ([(VALUE, PASSED), (OTHER, FAILED)], 3.0),
        ([(VALUE, FAILED), (OTHER, PASSED)], 0.0),
        ([(VALUE, RAISED), (OTHER, PASSED), (OTHER, PASSED)], 0.0),
        ([(VALUE, PASSED), (VALUE, FAILED), (OTHER, PASSED)], 4.0),
        ([(VALUE, FAILED), (VALUE, PASSED), (OTHER, PASSED)], 0.0),
        ([(OTHER, FAILED), (OTHER, PASSED)], 3.0),
    ],
)
def test_checks_count_beside_the_main_check_of_values(
    checks: list[tuple[bool, Outcome]], worth: float
) -> None:
    """The first of the largest weight; where no check of a part is of values, all count."""
    results = tuple(
        CheckResult(f"p/{number}", SAID, outcome, 1.0, value=value)
        for number, (value, outcome) in enumerate(checks)
    )
    assert points(PartResult("p", SAID, 0.0, 6.0, results)) == worth
