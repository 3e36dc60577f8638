"""What a gradebook holds, as plain values, and one mark for a student of several editions."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import msgspec

from autograder.report.plain_text import plain

SHOWN = 20
"""Students named in a sentence."""


class Score(msgspec.Struct, frozen=True):
    """A part in the gradebook: the checks' points, a person's own score and comment, extra credit.

    Of a cell that an instructor has added `by_hand` is what a person can give for it. nbgrader asks
    for a person where it is `marked`.
    """

    auto: float | None = None
    manual: float | None = None
    extra: float = 0
    by_hand: float | None = None
    marked: bool = False
    comment: str = ""

    @property
    def points(self) -> float | None:
        """What counts, as in nbgrader; None until it is graded."""
        score = self.auto if self.manual is None else self.manual
        return None if score is None else score + self.extra

    @property
    def looks(self) -> bool:
        """Whether at one of ours nobody knows what being late costs, or a score is older."""
        return self.marked and self.by_hand is None and self.auto is not None

    @property
    def open(self) -> bool:
        """Whether a total would be without points, or with some that a person has to confirm."""
        return self.points is None or self.waits

    @property
    def waits(self) -> bool:
        """Whether a person has to give a score, and has not yet."""
        unscored = self.by_hand is not None and self.auto is None
        return self.manual is None and (unscored or (self.looks and not self.extra))

    @property
    def changed(self) -> bool:
        return self.manual is not None or self.extra != 0


class Recorded(msgspec.Struct, frozen=True):
    """A submission in the gradebook: scores by part id, the penalty for lateness, in points.

    `due` is the student's due date, in UTC, if the assignment has one, `is_extended` if others' is
    an earlier one. `elsewhere` holds the totals of the same student in other editions; None: not
    graded in full.
    """

    name: str = ""
    scores: Mapping[str, Score] = {}
    penalty: float = 0
    seconds_late: float = 0
    due: datetime | None = None
    is_extended: bool = False
    elsewhere: Mapping[str, float | None] = {}

    @property
    def given(self) -> list[tuple[str, float | None, float]]:
        """What persons gave: score and extra credit of each part that they changed."""
        return sorted((p, s.manual, s.extra) for p, s in self.scores.items() if s.changed)

    @property
    def graded(self) -> bool:
        return not any(score.open for score in self.scores.values())

    @property
    def raw(self) -> float:
        return sum(score.points or 0.0 for score in self.scores.values())

    @property
    def total(self) -> float | None:
        """What an LMS gets, by the gradebook alone; None for what is not graded in full."""
        return round(max(0.0, self.raw - self.penalty), 2) if self.graded else None


NOTHING_RECORDED = Recorded()


@dataclass(frozen=True)
class LmsStudent:
    """A student as nbgrader's gradebook knows them; what is not known is empty."""

    id: str
    first_name: str = ""
    last_name: str = ""
    email: str = ""
    lms_user_id: str = ""

    @property
    def sortable_name(self) -> str:
        return ", ".join(name for name in (self.last_name, self.first_name) if name)


@dataclass(frozen=True)
class Sheet:
    """One assignment: its parts with their maxima, in order, and of who submitted what is recorded
    of each of them, by student id.
    """

    assignment: str
    parts: Mapping[str, float]
    marks: Mapping[str, Recorded]

    @property
    def max_points(self) -> float:
        return sum(self.parts.values())

    def total(self, student: LmsStudent) -> float | None:
        """What is entered for a student; None for who has not submitted or is not graded."""
        mark = self.marks.get(student.id)
        return mark.total if mark else None


@dataclass(frozen=True)
class Table:
    """Rows of an export, header first, and warnings for the importer."""

    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()


def noted(text: str, students: Iterable[LmsStudent]) -> tuple[str, ...]:
    ids = [plain(student.id, 40) for student in students]
    more = f" and {len(ids) - SHOWN} more" if len(ids) > SHOWN else ""
    return (f"{text} {', '.join(ids[:SHOWN])}{more}",) if ids else ()


def repeated(values: Iterable[str]) -> str | None:
    """The first value that is there twice; what is empty is no value."""
    counts = Counter(filter(None, values))
    return next((value for value, count in counts.items() if count > 1), None)


def editions_joined(sheets: Sequence[Sheet], assignments: Iterable[Sequence[str]]) -> list[Sheet]:
    """The sheets, with those of an assignment's editions as one, in the place of the first.

    `assignments` has the ids of each one's editions. Of a student's marks the better total counts.
    An edition with cells that an instructor added stays by itself: its points are of another kind.
    """
    joined = list(sheets)
    for ids in assignments:
        editions = [sheet for id in ids for sheet in joined if sheet.assignment == id]
        if len(editions) < 2 or any(sheet.parts != editions[0].parts for sheet in editions):
            continue
        best: dict[str, Recorded] = {}
        for student, mark in (item for sheet in editions for item in sheet.marks.items()):
            marks = (best.get(student, mark), mark)
            # Of a mark that waits for a person nobody knows whether it is the better one.
            best[student] = max(marks, key=lambda record: (not record.graded, record.total or 0.0))
        joined[min(map(joined.index, editions))] = Sheet(ids[0], editions[0].parts, best)
        joined = [sheet for sheet in joined if sheet not in editions]
    return joined


def several(
    sheets: Sequence[Sheet], assignments: Iterable[Sequence[str]], students: Sequence[LmsStudent]
) -> list[str]:
    notes: list[str] = []
    for ids in assignments:
        editions = [sheet for sheet in sheets if sheet.assignment in ids]
        twice = [s for s in students if sum(s.id in sheet.marks for sheet in editions) > 1]
        names = ", ".join(sheet.assignment for sheet in editions)
        notes += noted(f"handed in {names}; the better total counts:", twice)
    return notes
