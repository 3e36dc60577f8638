"""What to review: students who may need help, overridden scores, late and ungraded work."""

from collections.abc import Sequence

from autograder.core.assignment import Assignment
from autograder.core.model import Outcome, PartResult, Text
from autograder.report.classroom.record import Entry
from autograder.report.classroom.report_data import (
    LateSubmission,
    Overridden,
    SuggestedHelp,
    Ungraded,
)
from autograder.report.classroom.tallies import WRONG

NEEDS_HELP = 0.5
"""The share of all points below which a student is listed."""
UNTOUCHED = Text("not attempted", "未作答")


def students_to_help(plan: Assignment, entries: Sequence[Entry]) -> tuple[SuggestedHelp, ...]:
    """The students with less than half of the points, those with the fewest first."""
    limit = plan.plan.total_points * NEEDS_HELP
    found = [_help(e) for e in entries if e.report and e.total is not None and e.total < limit]
    return tuple(sorted((h for h in found if h), key=lambda h: h.total))


def _help(entry: Entry) -> SuggestedHelp | None:
    """The first incomplete part; None if only a penalty or an instructor took the points."""
    results = entry.report.parts if entry.report else ()
    missed = [part for part in results if part.points < part.max_points]
    if not missed or entry.total is None:
        return None
    first = missed[0]
    about = _about(first) if entry.attempted(first.id) else UNTOUCHED
    return SuggestedHelp(
        entry.student, entry.recorded.name, entry.total, first.id, about, len(missed)
    )


def _about(part: PartResult) -> Text:
    """The first named mistake, else the first sentence that does not hold."""
    names = [mistake.name for check in part.checks for mistake in check.mistakes]
    wrong = [check.sentence for check in part.checks if check.outcome in WRONG]
    lost = [c.sentence for c in part.checks if c.outcome is not Outcome.PASSED]
    return [*names, *wrong, *lost][0]


def changes(entries: Sequence[Entry]) -> tuple[Overridden, ...]:
    """The scores that an instructor overrode."""
    return tuple(
        Overridden(entry.student, part, entry.checked.get(part), entry.points[part])
        for entry in entries
        for part, score in entry.recorded.scores.items()
        if score.changed and score.by_hand is None
    )


def late(entries: Sequence[Entry]) -> tuple[LateSubmission, ...]:
    """The late submissions and what they cost."""
    return tuple(
        LateSubmission(entry.student, round(record.seconds_late / 3600, 1), record.penalty)
        for entry in entries
        if (record := entry.recorded).seconds_late > 0 or record.penalty > 0
    )


def ungraded(entries: Sequence[Entry]) -> tuple[Ungraded, ...]:
    """The students without a report or without a total, with the reason."""
    reasons = ((entry.student, _reason(entry)) for entry in entries)
    return tuple(Ungraded(student, reason) for student, reason in reasons if reason)


def _reason(entry: Entry) -> Text | None:
    if not entry.report:
        return entry.problem
    names = ", ".join(entry.waiting)
    return Text(f"needs manual grade: {names}", f"等待人工评分：{names}") if names else None
