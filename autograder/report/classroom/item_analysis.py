"""Difficulty and discrimination of every part and check (classical test theory).

Difficulty is the share of the points earned (of a check: the share of students who passed).
Discrimination is the correlation with the points of all OTHER parts (of a check: the
point-biserial correlation), so that a part is never compared with itself.
"""

from collections import Counter
from collections.abc import Sequence
from statistics import StatisticsError, correlation, fmean

from autograder.core.assignment import Assignment, Part
from autograder.core.model import CheckResult, Outcome, PartResult, Report
from autograder.report.classroom.record import Entry
from autograder.report.classroom.report_data import CheckFigures, PartFigures

FEWEST = 3
"""Two students always lie on a line; a correlation says something from three on."""


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
