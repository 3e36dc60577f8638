"""Reports that nobody had to grade for."""

from autograder.core.assignment.load import find
from autograder.core.model import CheckResult, Mistake, Outcome, PartResult, Report, Text
from tests.courses import ROOT

ASSIGNMENT, EDITION = find(ROOT, "attention")
NAME = Text("softmax over the wrong dimension", "softmax 的维度错了")


def said(text: str) -> Text:
    return Text(text, text)


def graded(digest: str = "0", **outcomes: Outcome) -> Report:
    """A report with two checks a part; a part named in `outcomes` loses its second check."""
    parts = []
    for part in ASSIGNMENT.parts:
        second = outcomes.get(part.id, Outcome.PASSED)
        mistake = Mistake("dim", NAME, said("Which sum is one?"))
        mistakes = (mistake,) if second is Outcome.FAILED else ()
        checks = (
            CheckResult(f"{part.id}-1", said("It can be called."), Outcome.PASSED, 1),
            CheckResult(f"{part.id}-2", said("It is right."), second, 1, False, mistakes=mistakes),
        )
        points = part.points if second is Outcome.PASSED else part.points / 2
        parts.append(PartResult(part.id, part.title, points, part.points, checks))
    return Report("attention", "en", digest, ASSIGNMENT.digest, tuple(parts))
