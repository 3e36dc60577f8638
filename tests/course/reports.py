"""What tests look up in a report, and what is said of a part."""

import math
from collections.abc import Iterable

from autograder.authoring.trials import part_of as part_of
from autograder.core.marks import deductions, taken_by_checks
from autograder.core.model import PartResult, Report, Slip
from autograder.report.diagnosis import diagnosis


def points(report: Report) -> dict[str, float]:
    return {part.id: part.points for part in report.parts}


def lost(report: Report) -> set[str]:
    """The parts that earn less than they could."""
    return {part.id for part in report.parts if part.points < part.max_points}


def edited(source: str, edits: Iterable[tuple[str, str]]) -> str:
    """An answer with other text in the place of what is right."""
    for right, wrong in edits:
        assert right in source
        source = source.replace(right, wrong)
    return source


def names(slips: Iterable[Slip]) -> list[str]:
    return [slip.mistake.id.partition("/")[2] for slip in slips]


def assert_slips(part: PartResult, *told: str) -> None:
    """They are told in this order, and cost what is missing."""
    assert names(part.slips) == [*told]
    assert part.points == part.max_points - sum(slip.points for slip in part.slips) > 0


def added_up(part: PartResult) -> bool:
    """Whether what is told is what is missing, to the hundredth."""
    deducted = sum(slip.points for slip in deductions(part)) + taken_by_checks(part)
    return math.isclose(deducted, part.max_points - part.points, abs_tol=0.001)


def told_of(part: PartResult) -> list[str]:
    return [one.id.partition("/")[2] for cause in diagnosis(part).causes for one in cause.mistakes]
