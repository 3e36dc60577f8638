"""Only the formula passes a check of values: what must not, made by rule for any assignment.

A lazy answer calls the solution for the shape of its result, and has its layers, parameters and
dropout. Whoever has another course's numbers in a table passes a case that is the same everywhere.
"""

from collections.abc import Iterator
from pathlib import Path

from autograder.authoring.specimens import Specimen, solution
from autograder.checks import references
from autograder.checks.collect import collected
from autograder.core.assignment.plan import Assignment
from autograder.core.assignment.sets import Sets

UNIFORM = "uniform weights"
AGAIN = "the result of its first call again"
"""It is right once: it passes checks of one call, and must not earn a point."""
SOFTMAX = "softmax("
KINDS = (
    UNIFORM, "zeros", "ones", "the argument itself", "the mean of the argument", "its running mean",
    "its first row", "its share of the sum", "noise",
    "the right result of other numbers", AGAIN,
)  # fmt: skip
"""What comes in the place of the right result."""

WRAPPER = Path(__file__).with_name("templates") / "lazy_answer.py"


def lazy_answers(assignment: Assignment) -> Iterator[Specimen]:
    wrapper = WRAPPER.read_text("utf-8")
    for part in assignment.parts:
        source = solution(assignment, part.id)
        for kind in KINDS if SOFTMAX in source else KINDS[1:]:
            made = wrapper.replace("ANSWER", part.name).replace("KIND", repr(kind), 1)
            cells = (f"{source}\n\n{made}",)
            yield Specimen(f"{part.id}/{kind}", part.id, cells, {}, WRAPPER)


def constant_cases(assignment: Assignment, sets: Sets) -> Iterator[str]:
    """What is wrong with checks of values whose case is the same in every set of numbers."""
    every = [references.decode(one.references) for one in sets.sets]
    for one in collected(assignment, every[0]):
        name = f"{one.part}/{one.case}"
        contents = [references.plain_contents(cases[name]) for cases in every if name in cases]
        if one.info.value and len(every) > 1 and all(each == contents[0] for each in contents):
            yield f"{one.key} is no check of values: its case is the same in every set of numbers"
