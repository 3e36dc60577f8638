"""Difficulty and discrimination of every part and check (classical test theory).

Difficulty is the share of the points earned (of a check: the share of students who passed).
Discrimination is the correlation with the points of all OTHER parts (of a check: the
point-biserial correlation), so that a part is never compared with itself. The map draws both.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import StatisticsError, correlation, fmean

from autograder.core.assignment import Assignment, Part
from autograder.core.model import CheckResult, Outcome, PartResult, Report
from autograder.report.classroom.entries import Entry
from autograder.report.classroom.report_data import CheckFigures, PartFigures

FEWEST = 3
"""Two students always lie on a line; a correlation says something from three on."""
FEW = 5
"""With fewer students who differ from the rest, a discrimination is chance."""
SEPARATES = 0.2
"""The usual line of item analysis below which an item is looked at."""
LOWEST = -0.25
"""The bottom of the map; what lies below is drawn there."""
TOUCH_ACROSS, TOUCH_UP = 4, 0.09
"""Dots that are nearer share a label: percent of the map's width, share of its height."""


def part_figures(plan: Assignment, entries: Sequence[Entry]) -> tuple[PartFigures, ...]:
    """The figures of every part over the graded entries; empty if there are none."""
    graded = [(entry, entry.report) for entry in entries if entry.report]
    if not graded:
        return ()
    reports = [report for _, report in graded]
    by_id = [{result.id: result for result in report.parts} for report in reports]
    return tuple(
        _part(part, reports, [results[part.id] for results in by_id],
              sum(entry.attempted(part.id) for entry, _ in graded))
        for part in plan.parts
    )  # fmt: skip


def _part(
    part: Part, reports: Sequence[Report], results: Sequence[PartResult], attempted: int
) -> PartFigures:
    points = [result.points for result in results]
    # Unrounded, sums that are equal in points would differ by 1e-14 and correlate with noise.
    rest = [round(r.points - own, 2) for r, own in zip(reports, points, strict=True)]
    columns = zip(*(result.checks for result in results), strict=True)
    return PartFigures(
        id=part.id,
        title=part.title,
        section=part.section,
        max_points=part.points,
        earned=fmean(points) / part.points,
        full=sum(value >= part.points for value in points),
        none=sum(value == 0 for value in points),
        attempted=attempted,
        discrimination=discrimination(points, rest),
        checks=tuple(_check(checks, rest) for checks in columns),
    )


def _check(checks: Sequence[CheckResult], rest: Sequence[float]) -> CheckFigures:
    """The figures of one check, given as each student's result."""
    passed = [float(check.outcome is Outcome.PASSED) for check in checks]
    return CheckFigures(
        id=checks[0].id,
        sentence=checks[0].sentence,
        gate=checks[0].gate,
        passed=fmean(passed),
        discrimination=discrimination(passed, rest),
        outcomes=dict(Counter(check.outcome.value for check in checks)),
    )


def discrimination(values: Sequence[float], rest: Sequence[float]) -> float | None:
    """The correlation; None for fewer than FEWEST students or where one side never varies."""
    if len(values) < FEWEST:
        return None
    try:
        return round(correlation(values, rest), 4)
    except StatisticsError:
        return None


def verdict(discrimination: float | None, rarer: int) -> str:
    """The key of the word for a discrimination; `rarer` students differ from most of the class."""
    if discrimination is None:
        return ""
    if rarer < FEW:
        return "few"
    return "against" if discrimination < 0 else "weak" if discrimination < SEPARATES else "good"


def height(discrimination: float) -> float:
    """Where a discrimination lies on the map: 0 at the top, 1 at the bottom."""
    return 1 - (max(discrimination, LOWEST) - LOWEST) / (1 - LOWEST)


@dataclass(frozen=True)
class Dot:
    """A part on the map: its number and figures, percent across, share down."""

    number: int
    part: PartFigures
    x: float
    y: float


class PartMap:
    """The map of the parts: difficulty along the page, discrimination up it."""

    def __init__(self, parts: Sequence[PartFigures]) -> None:
        hardest = min((part.earned for part in parts), default=0.0)
        first = min(int(10 * hardest), 8)
        self.marks = [mark / 10 for mark in range(first, 11)]
        self.spots = list(self._spots(parts))
        """Dots too close to be labelled apart, in the order of their numbers."""

    def across(self, earned: float) -> float:
        """Where a mean share lies, in percent of the width; the first mark is at 0."""
        return 100 * (earned - self.marks[0]) / (1 - self.marks[0])

    def _spots(self, parts: Sequence[PartFigures]) -> Iterator[list[Dot]]:
        spots: list[list[Dot]] = []
        dots = [
            Dot(number, part, self.across(part.earned), height(part.discrimination))
            for number, part in enumerate(parts, 1)
            if part.discrimination is not None
        ]
        for dot in sorted(dots, key=lambda dot: dot.part.earned):
            near = [spot for spot in spots if any(_touch(dot, other) for other in spot)]
            near[0].append(dot) if near else spots.append([dot])
        return (sorted(spot, key=lambda dot: dot.number) for spot in spots)


def _touch(one: Dot, other: Dot) -> bool:
    return abs(one.x - other.x) < TOUCH_ACROSS and abs(one.y - other.y) < TOUCH_UP
