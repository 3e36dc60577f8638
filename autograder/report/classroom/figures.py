"""All figures of a class from its entries: a pure function, shared by page, table and files.

Item analysis is that of classical test theory. Difficulty is the share of the points earned (of a
check: the share of students who passed). Discrimination is the correlation with the points of all
OTHER parts (of a check: the point-biserial correlation): a part is never compared with itself.
"""

import csv
import io
from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import StatisticsError, correlation, fmean, quantiles

import msgspec

from autograder.core.assignment.plan import Assignment, Part
from autograder.core.model import CheckResult, Outcome, Report, Text
from autograder.grading.history import Change
from autograder.report.classroom import report_data as data
from autograder.report.classroom import review
from autograder.report.classroom.entries import Entry
from autograder.report.classroom.similar import similarity
from autograder.report.diagnosis import diagnosis
from autograder.report.phrases import class_phrase
from autograder.report.plain_text import cell_text, distinct, is_formula

BINS = 10
FEWEST = 3
"""Two students always lie on a line; a correlation says something from three on."""
COLUMNS = (
    "student", "name", "part", "max_points", "checked", "counted", "changed",
    "checks_passed", "checks", "total", "penalty",
)  # fmt: skip


def figures(
    assignment: Assignment, entries: Sequence[Entry], edition: str,
    unnamed: tuple[data.UnnamedGroup, ...] = (), last_run: tuple[Change, ...] = (),
) -> data.Figures:  # fmt: skip
    """The figures of the class of `edition`; `entries` in the order in which they are shown."""
    graded = [(entry, entry.report) for entry in entries if entry.report]
    scores = {name: score for entry in entries for name, score in entry.recorded.scores.items()}
    planned = {part.id for part in assignment.manual}
    added = sum(score.by_hand or 0 for name, score in scores.items() if name not in planned)
    most = assignment.total_points + added
    files = {entry.student: report.submission_digest for entry, report in graded}
    alike = similarity({entry.student: entry.forms for entry in entries if entry.forms}, files)
    similar = review.neighbours(alike)
    return data.Figures(
        assignment=edition,
        title=assignment.title,
        max_points=most,
        students=len(entries),
        graded=len(graded),
        totals=_totals([t for e in entries if (t := e.total) is not None], most),
        parts=tuple(_part(part, graded) for part in assignment.parts if graded),
        **review.said_of_several(entries),
        costs=review.costs(entries),
        unnamed=unnamed,
        help=review.students_to_help(assignment, entries),
        changes=review.changes(entries),
        late=review.late(entries),
        extended=review.extended(entries),
        ungraded=tuple(review.ungraded(entries)),
        waiting=tuple(entry.student for entry in entries if entry.waiting),
        stale=tuple(entry.student for entry in entries if entry.stale),
        similarity=alike,
        rows=tuple(_row(assignment, entry, similar.get(entry.student, {})) for entry in entries),
        last_run=last_run,
    )


def _row(
    assignment: Assignment, entry: Entry, similar: Mapping[str, Sequence[str]]
) -> data.StudentRow:
    results = {part.id: part for part in entry.parts}
    record, checked, counted = entry.recorded, entry.checked, entry.points
    cells = []
    for id in (part.id for part in assignment.parts):
        score, result = record.scores.get(id), results.get(id)
        checks = result.judged if result else ()
        causes: tuple[Text, ...] = ()
        if result and result.points < result.max_points:
            causes = tuple(cause.in_short for cause in diagnosis(result).causes)
            causes = causes or (class_phrase("no_cause"),)
        changed = score is not None and score.changed
        passed = sum(check.outcome is Outcome.PASSED for check in checks)
        points = checked.get(id), counted.get(id)
        cells.append(data.StudentPart(id, *points, changed, passed, len(checks), causes))
    return data.StudentRow(
        student=entry.student,
        name=record.name,
        total=entry.total,
        penalty=record.penalty,
        parts=tuple(cells),
        review=tuple(dict.fromkeys(review.reasons(entry, similar))),
    )


def _totals(points: Sequence[float], maximum: float) -> data.Totals | None:
    """The distribution over [0, maximum] in BINS bins; None without students."""
    if not points:
        return None
    # One student is all quartiles at once; `quantiles` wants two.
    several = points if len(points) > 1 else [*points, *points]
    low, median, high = quantiles(several, method="inclusive")
    # Extra credit can lift a total over the maximum: such a total is counted in the last bin.
    indices = [min(int(value / maximum * BINS), BINS - 1) for value in points]
    edges = [round(maximum * index / BINS, 2) for index in range(BINS + 1)]
    return data.Totals(
        lowest=min(points),
        lower_quartile=round(low, 2),
        median=round(median, 2),
        upper_quartile=round(high, 2),
        highest=max(points),
        mean=round(fmean(points), 2),
        bins=tuple(data.Bin(edges[i], edges[i + 1], indices.count(i)) for i in range(BINS)),
    )


def _part(part: Part, graded: Sequence[tuple[Entry, Report]]) -> data.PartFigures:
    results = [next(p for p in report.parts if p.id == part.id) for _, report in graded]
    points = [result.points for result in results]
    # Unrounded, sums that are equal in points would differ by 1e-14 and correlate with noise.
    rest = [round(report.points - own, 2) for (_, report), own in zip(graded, points, strict=True)]
    columns = zip(*(result.judged for result in results), strict=True)
    return data.PartFigures(
        id=part.id,
        title=part.title,
        section=part.section,
        max_points=part.points,
        earned=fmean(points) / part.points,
        full=sum(value >= part.points for value in points),
        none=sum(value == 0 for value in points),
        attempted=sum(entry.attempted(part.id) for entry, _ in graded),
        discrimination=_discrimination(points, rest),
        checks=tuple(_check(checks, rest) for checks in columns),
    )


def _check(checks: Sequence[CheckResult], rest: Sequence[float]) -> data.CheckFigures:
    passed = [float(check.outcome is Outcome.PASSED) for check in checks]
    return data.CheckFigures(
        id=checks[0].id,
        sentence=checks[0].sentence,
        gate=checks[0].gate,
        passed=fmean(passed),
        discrimination=_discrimination(passed, rest),
        outcomes=dict(Counter(check.outcome.value for check in checks)),
    )


def _discrimination(values: Sequence[float], rest: Sequence[float]) -> float | None:
    """The correlation; None for fewer than FEWEST students or where one side never varies."""
    if len(values) < FEWEST:
        return None
    try:
        return round(correlation(values, rest), 4)
    except StatisticsError:
        return None


def csv_text(figures: data.Figures) -> str:
    """A row for each student and part; what a spreadsheet would compute is guarded, ids too."""
    maxima = {part.id: part.max_points for part in figures.parts}
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in figures.rows:
        student = cell_text(row.student if is_formula(row.student) else distinct(row.student))
        for cell in row.parts:
            writer.writerow([
                student, cell_text(row.name), cell.part, maxima.get(cell.part),
                cell.checked, cell.counted, int(cell.changed), cell.passed, cell.checks,
                row.total, row.penalty,
            ])  # fmt: skip
    return file.getvalue()


def json_bytes(figures: data.Figures) -> bytes:
    return msgspec.json.format(msgspec.json.encode(figures), indent=1)
