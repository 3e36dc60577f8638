"""All figures of a class from its entries: a pure function, shared by page, table and files."""

import csv
import io
from collections.abc import Collection, Iterable, Sequence
from statistics import fmean, quantiles

import msgspec

from autograder.core.assignment import Assignment
from autograder.core.model import Outcome
from autograder.grading.history import Change
from autograder.report.classroom import review
from autograder.report.classroom.entries import Entry
from autograder.report.classroom.item_analysis import part_figures
from autograder.report.classroom.report_data import (
    Bin,
    Figures,
    LostPart,
    Similarity,
    StudentPart,
    StudentRow,
    Totals,
    UnnamedGroup,
)
from autograder.report.classroom.similar import similarity
from autograder.report.lms.csv_cells import is_formula, text
from autograder.report.plain_text import distinct

BINS = 10
COLUMNS = (
    "student", "name", "part", "max_points", "checked", "counted", "changed",
    "checks_passed", "checks", "total", "penalty",
)  # fmt: skip


def figures(
    plan: Assignment, entries: Sequence[Entry], edition: str,
    unnamed: tuple[UnnamedGroup, ...] = (), last_run: tuple[Change, ...] = (),
    alike: Similarity | None = None,
) -> Figures:  # fmt: skip
    """The figures of the class of `edition`; `entries` in the order in which they are shown.

    Who has found out already who is `alike` passes it.
    """
    planned = {part.id for part in plan.manual}
    most = plan.plan.total_points + by_hand(entries, planned)
    alike = alike or who_is_alike(entries)
    similar = review.neighbours(alike)
    return Figures(
        assignment=edition,
        title=plan.plan.title,
        max_points=most,
        students=len(entries),
        graded=sum(entry.report is not None for entry in entries),
        totals=_totals([t for e in entries if (t := e.total) is not None], most),
        parts=part_figures(plan, entries),
        mistakes=review.mistakes(entries),
        unnamed=unnamed,
        failed=review.failed(entries),
        interrupted=review.interrupted(entries),
        repairs=review.repairs(entries),
        flags=review.flags(entries),
        help=review.students_to_help(plan, entries),
        changes=review.changes(entries),
        late=review.late(entries),
        ungraded=review.ungraded(entries),
        waiting=tuple(entry.student for entry in entries if entry.waiting),
        stale=tuple(entry.student for entry in entries if entry.stale),
        similarity=alike,
        rows=tuple(_row(plan, entry, similar.get(entry.student, ())) for entry in entries),
        last_run=last_run,
    )


def who_is_alike(entries: Iterable[Entry]) -> Similarity:
    """Whose answers are alike, as far as they are known; nothing of the gradebook's is needed."""
    return similarity({entry.student: entry.forms for entry in entries if entry.forms})


def by_hand(entries: Sequence[Entry], planned: Collection[str]) -> float:
    """What a person can give for cells that an instructor has added to those `planned`."""
    scores = (score for entry in entries for score in entry.recorded.scores.items())
    most = {name: score.by_hand or 0 for name, score in scores}
    return sum(points for name, points in most.items() if name not in planned)


def _row(plan: Assignment, entry: Entry, similar: Sequence[str]) -> StudentRow:
    results = {part.id: part for part in entry.report.parts} if entry.report else {}
    record, checked, counted = entry.recorded, entry.checked, entry.points
    cells, lost = [], []
    for id in (part.id for part in plan.parts):
        score, result = record.scores.get(id), results.get(id)
        checks = result.checks if result else ()
        passed = sum(check.outcome is Outcome.PASSED for check in checks)
        changed = score is not None and score.changed
        cells.append(
            StudentPart(id, checked.get(id), counted.get(id), changed, passed, len(checks))
        )
        if result and result.points < result.max_points:
            most = result.max_points
            lost.append(
                LostPart(id, result.points, most, passed, len(checks), review.causes(result))
            )
    return StudentRow(
        entry.student,
        record.name,
        entry.total,
        record.penalty,
        tuple(cells),
        tuple(lost),
        review.reasons(entry, similar),
    )


def _totals(points: Sequence[float], maximum: float) -> Totals | None:
    """The distribution over [0, maximum] in BINS bins; None without students."""
    if not points:
        return None
    # One student is all quartiles at once; `quantiles` wants two.
    several = points if len(points) > 1 else [*points, *points]
    low, median, high = quantiles(several, method="inclusive")
    # Extra credit can lift a total over the maximum: such a total is counted in the last bin.
    indices = [min(int(value / maximum * BINS), BINS - 1) for value in points]
    edges = [round(maximum * index / BINS, 2) for index in range(BINS + 1)]
    return Totals(
        lowest=min(points),
        lower_quartile=round(low, 2),
        median=round(median, 2),
        upper_quartile=round(high, 2),
        highest=max(points),
        mean=round(fmean(points), 2),
        bins=tuple(Bin(edges[i], edges[i + 1], indices.count(i)) for i in range(BINS)),
    )


def csv_text(figures: Figures) -> str:
    """A row for each student and part; points that do not exist are empty.

    An id that a spreadsheet would compute is guarded as any text is.
    """
    maxima = {part.id: part.max_points for part in figures.parts}
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in figures.rows:
        student = text(row.student if is_formula(row.student) else distinct(row.student))
        for cell in row.parts:
            writer.writerow([
                student, text(row.name), cell.part, maxima.get(cell.part),
                cell.checked, cell.counted, int(cell.changed), cell.passed, cell.checks,
                row.total, row.penalty,
            ])  # fmt: skip
    return file.getvalue()


def json_bytes(figures: Figures) -> bytes:
    """Every figure, indented for people who read it."""
    return msgspec.json.format(msgspec.json.encode(figures), indent=1)
