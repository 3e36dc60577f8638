"""Points are for right values: an answer that computes nothing earns none, whatever else holds."""

import pytest

from autograder.core.marks import by_checks
from autograder.core.model import CheckResult, Outcome, PartResult, Text
from autograder.report.diagnosis import part_text
from autograder.report.pages import part_html
from autograder.report.phrases import phrase

SAID = Text("A sentence.", "一句话。")


RETURNED = ("0", "Zeros(*given)", "[][0]")
"""Lazier answers are specimens that the audit grades."""
ZEROS = """
class Zeros(nn.Module):
    def __init__(self, *given, **named):
        super().__init__()
        self.heads = nn.ModuleList([nn.Linear(1, 1), nn.Linear(1, 1)])
        for name in ("W_query", "W_key", "W_value", "out_proj"):
            setattr(self, name, nn.Linear(3, 3))
    def forward(self, x):
        return x * 0
"""


@pytest.mark.parametrize("returned", RETURNED)
def test_the_same_rubbish_in_every_part_earns_nothing(grader, assignment, solved, returned):
    """Every part gives this; classes are modules whose result it is."""
    answers = {}
    for part in assignment.parts:
        source = f"{ZEROS}\ndef {part.name}(*given, **named):\n    return {returned}\n"
        if part.kind == "class":
            source = (
                f"{ZEROS}\nclass {part.name}(Zeros):\n"
                f"    def forward(self, *given):\n        return {returned}\n"
            )
        answers[part.id] = source
    assert grader.report(solved.answered(answers).bytes()).points == 0


def judged(*outcomes: tuple[bool, Outcome]) -> PartResult:
    """A part with checks of values (or not) that came out so, some of them in most cases."""
    checks = tuple(
        CheckResult(f"p/{number}", SAID, outcome, 1.0, value=value, mostly=bool(mostly))
        for number, (value, outcome, *mostly) in enumerate(outcomes)
    )
    return PartResult("p", SAID, 0.0, 4.0, checks)


YES, NO, RAISED, MOSTLY = Outcome.PASSED, Outcome.FAILED, Outcome.RAISED, True


@pytest.mark.parametrize(
    ("outcomes", "worth"),
    [([(True, YES), (False, YES)], 4.0), ([(True, YES), (False, NO)], 2.0),
     ([(True, NO), (False, YES)], 0.0), ([(False, NO), (False, YES)], 2.0),
     ([(True, RAISED), (False, YES), (False, YES)], 0.0),
     ([(True, YES), (True, NO), (False, YES)], 2.66),
     ([(True, NO), (True, YES), (False, YES)], 0.0),
     # An answer that is right but for four heads has written the formula.
     ([(True, NO, MOSTLY), (False, YES)], 2.0)],
)  # fmt: skip
def test_checks_count_beside_the_main_check_of_values(outcomes, worth):
    """The first of the largest weight; where no check of a part is of values, all count."""
    assert by_checks(judged(*outcomes)) == worth


@pytest.mark.parametrize("page", [part_html, part_text])
def test_the_page_says_why_sentences_that_hold_earn_nothing(page):
    assert phrase("worthless").en in page(judged((True, NO), (False, YES)), "en")
    assert phrase("worthless").en not in page(judged((True, YES), (False, NO)), "en")
