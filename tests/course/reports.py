"""What tests look up in a report."""

from collections.abc import Iterable

from autograder.authoring.trials import part_of as part_of
from autograder.core.model import Report


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
