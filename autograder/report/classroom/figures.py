"""All figures of a class from its entries: a pure function, shared by page, table and files."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from autograder.core.assignment import Assignment
from autograder.core.model import Outcome, PartResult
from autograder.grading.history import Change
from autograder.report.classroom import needs_attention, tallies
from autograder.report.classroom.item_analysis import part_figures
from autograder.report.classroom.record import Entry, Recorded
from autograder.report.classroom.report_data import (
    Figures,
    Similarity,
    StudentPart,
    StudentRow,
    UnnamedGroup,
)
from autograder.report.classroom.review import Losses, neighbours, review
from autograder.report.classroom.similar import similarity
from autograder.report.classroom.totals import totals

Points = tuple[Mapping[str, float], Mapping[str, float]]
"""A student's points by part: the checks', and those that count."""


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
    similar, losses = neighbours(alike), Losses()
    return Figures(
        assignment=edition,
        title=plan.plan.title,
        max_points=most,
        students=len(entries),
        graded=sum(entry.report is not None for entry in entries),
        totals=totals([t for e in entries if (t := e.total) is not None], most),
        parts=part_figures(plan, entries),
        mistakes=tallies.mistakes(entries),
        unnamed=unnamed,
        failed=tallies.failed(entries),
        interrupted=tallies.interrupted(entries),
        repairs=tallies.repairs(entries),
        flags=tallies.flags(entries),
        help=needs_attention.students_to_help(plan, entries),
        changes=needs_attention.changes(entries),
        late=needs_attention.late(entries),
        ungraded=needs_attention.ungraded(entries),
        waiting=tuple(entry.student for entry in entries if entry.waiting),
        stale=tuple(entry.student for entry in entries if entry.stale),
        similarity=alike,
        rows=tuple(_row(plan, e, losses, similar.get(e.student, ())) for e in entries),
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


def _row(plan: Assignment, entry: Entry, losses: Losses, similar: Sequence[str]) -> StudentRow:
    results = {part.id: part for part in entry.report.parts} if entry.report else {}
    record, points = entry.recorded, (entry.checked, entry.points)
    cells = tuple(_cell(part.id, record, points, results.get(part.id)) for part in plan.parts)
    lost = losses.of(entry, {cell.part: (cell.passed, cell.checks) for cell in cells})
    reasons = review(entry, similar)
    return StudentRow(entry.student, record.name, entry.total, record.penalty, cells, lost, reasons)


def _cell(part: str, record: Recorded, points: Points, result: PartResult | None) -> StudentPart:
    score, (checked, counted) = record.scores.get(part), points
    checks = result.checks if result else ()
    return StudentPart(
        part=part,
        checked=checked.get(part),
        counted=counted.get(part),
        changed=score is not None and score.changed,
        passed=sum(check.outcome is Outcome.PASSED for check in checks),
        checks=len(checks),
    )
