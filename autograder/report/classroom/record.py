"""A student of the class: the kept report, what the gradebook says, and what was handed in."""

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from autograder.core.model import Report, Text


class Score(msgspec.Struct, frozen=True):
    """A part in the gradebook: the checks' points, a person's own score, extra credit.

    Of a cell that an instructor has added `by_hand` is what a person can give for it.
    """

    auto: float | None = None
    manual: float | None = None
    extra: float = 0
    by_hand: float | None = None

    @property
    def waits(self) -> bool:
        """Whether a person has to give a score, and has not yet."""
        return self.by_hand is not None and self.auto is None and self.manual is None

    @property
    def changed(self) -> bool:
        """Whether a person had a say in it."""
        return self.manual is not None or self.extra != 0


class Recorded(msgspec.Struct, frozen=True):
    """A submission in the gradebook: scores by part id, the penalty for lateness, in points.

    `elsewhere` holds the totals of the same student in other editions; None: not graded in full.
    """

    name: str = ""
    scores: Mapping[str, Score] = {}
    penalty: float = 0
    seconds_late: float = 0
    elsewhere: Mapping[str, float | None] = {}


NOTHING_RECORDED = Recorded()


@dataclass(frozen=True)
class Entry:
    """A student: a report, or the reason why there is none; forms of own lines (None: unknown)."""

    student: str
    report: Report | None = None
    problem: Text | None = None
    recorded: Recorded = NOTHING_RECORDED
    forms: Mapping[str, str] | None = None

    def attempted(self, part: str) -> bool:
        """Whether the student wrote anything for a part, as far as is known."""
        return self.forms is None or part in self.forms

    @property
    def checked(self) -> dict[str, float]:
        """The points of the checks by part id; those of the gradebook where no report is kept."""
        if self.report:
            return {part.id: part.points for part in self.report.parts}
        scores = self.recorded.scores.items()
        return {p: s.auto for p, s in scores if s.auto is not None and s.by_hand is None}

    @property
    def points(self) -> dict[str, float]:
        """What counts by part id; as in nbgrader, a person's score stands before the checks'."""
        counted = self.checked
        for part, score in self.recorded.scores.items():
            if score.changed:
                own = counted.get(part, 0) if score.manual is None else score.manual
                counted[part] = round(own + score.extra, 2)
        return counted

    @property
    def waiting(self) -> tuple[str, ...]:
        """The cells for which a person has to give a score."""
        return tuple(name for name, score in self.recorded.scores.items() if score.waits)

    @property
    def total(self) -> float | None:
        """The points that count, less the penalty and never below zero.

        None if there are none, or if a person has yet to give some.
        """
        points = self.points
        if not points or self.waiting:
            return None
        return round(max(0.0, sum(points.values()) - self.recorded.penalty), 2)

    @property
    def stale(self) -> bool:
        """Whether the gradebook holds other points than the kept report."""
        scores = self.recorded.scores
        return self.report is not None and any(
            part in scores and scores[part].auto not in (None, points)
            for part, points in self.checked.items()
        )
