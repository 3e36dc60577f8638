"""The figures of a class as plain frozen values; encoded as they are, they are the JSON file.

Shares lie between 0 and 1, discriminations between -1 and 1 (None where they are not defined),
everything else is in points or counts students. Below: how page and table write a number.
"""

from collections.abc import Mapping
from enum import IntEnum

import msgspec

from autograder.core.model import Text
from autograder.grading.history import Change


class Bin(msgspec.Struct, frozen=True):
    """Students with at least `low` and less than `high` points; the last bin includes `high`."""

    low: float
    high: float
    students: int


class Totals(msgspec.Struct, frozen=True):
    """The distribution of the totals; the five numbers and the mean, in points."""

    lowest: float
    lower_quartile: float
    median: float
    upper_quartile: float
    highest: float
    mean: float
    bins: tuple[Bin, ...]


class CheckFigures(msgspec.Struct, frozen=True):
    """One check over the class: the share that passed it, and how each outcome is counted."""

    id: str
    sentence: Text
    gate: bool
    passed: float
    discrimination: float | None
    outcomes: Mapping[str, int]


class PartFigures(msgspec.Struct, frozen=True):
    """One part over the class: the mean share earned; how many have all, none, or attempted it."""

    id: str
    title: Text
    section: int
    max_points: float
    earned: float
    full: int
    none: int
    attempted: int
    discrimination: float | None
    checks: tuple[CheckFigures, ...]


class Named(msgspec.Struct, frozen=True):
    """Something said of several students: a mistake, a failed sentence, a repair, a flag."""

    text: Text
    parts: tuple[str, ...]
    students: tuple[str, ...]


class MistakeCost(msgspec.Struct, frozen=True):
    """A mistake by its id and name, the points that it takes of one student's part, and whose."""

    id: str
    name: Text
    points: float
    students: tuple[str, ...]

    @property
    def taken(self) -> float:
        return self.points * len(self.students)


class UnnamedGroup(msgspec.Struct, frozen=True):
    """Students with the same nameless mistake, what they are told, and the first one's code."""

    id: str
    part: str
    points: float
    max_points: float
    cause: Text
    students: tuple[str, ...]
    code: str


class SuggestedHelp(msgspec.Struct, frozen=True):
    """A student to talk to, the first part without all points, and what to talk about."""

    student: str
    name: str
    total: float
    first: str
    about: Text
    missed: int


class Overridden(msgspec.Struct, frozen=True):
    student: str
    part: str
    checked: float | None
    counted: float


class LateSubmission(msgspec.Struct, frozen=True):
    student: str
    hours: float
    penalty: float


class Ungraded(msgspec.Struct, frozen=True):
    student: str
    reason: Text


class StudentPart(msgspec.Struct, frozen=True):
    """The checks' points, those that count, how many checks passed, why points were taken."""

    part: str
    checked: float | None
    counted: float | None
    changed: bool
    passed: int
    checks: int
    causes: tuple[Text, ...] = ()


class ReasonKind(IntEnum):
    """Why a person should look at a submission, the most pressing first."""

    UNGRADED = 0
    WAITING = 1
    STALE = 2
    FLAG = 3
    SIMILAR = 4
    UNEXPLAINED = 5
    EDITIONS = 6
    ABSENT = 7


class Reason(msgspec.Struct, frozen=True):
    kind: ReasonKind
    text: Text


class StudentRow(msgspec.Struct, frozen=True):
    """A student: the total that counts, every part, what a person should look at."""

    student: str
    name: str
    total: float | None
    penalty: float
    parts: tuple[StudentPart, ...]
    review: tuple[Reason, ...] = ()

    @property
    def lost(self) -> tuple[StudentPart, ...]:
        return tuple(part for part in self.parts if part.causes)


class Alike(msgspec.Struct, frozen=True):
    """Students who are alike: the share of equal tokens that any two of them have, or more, and
    the parts that all of them wrote.

    `files` are those of the students who handed in the same bytes as another of them.
    """

    students: tuple[str, ...]
    least: float
    parts: tuple[str, ...]
    files: tuple[tuple[str, ...], ...] = ()


class Similarity(msgspec.Struct, frozen=True):
    """Groups of students with a share of at least `threshold`, as many as can be shown.

    `usual` is the median share over all pairs with enough to compare.
    """

    usual: float | None
    threshold: float
    groups: tuple[Alike, ...]


class Figures(msgspec.Struct, frozen=True):
    assignment: str
    title: Text
    max_points: float
    students: int
    graded: int
    totals: Totals | None
    parts: tuple[PartFigures, ...]
    mistakes: tuple[Named, ...]
    costs: tuple[MistakeCost, ...]
    unnamed: tuple[UnnamedGroup, ...]
    failed: tuple[Named, ...]
    interrupted: tuple[Named, ...]
    repairs: tuple[Named, ...]
    flags: tuple[Named, ...]
    help: tuple[SuggestedHelp, ...]
    changes: tuple[Overridden, ...]
    late: tuple[LateSubmission, ...]
    extended: Mapping[str, str]
    ungraded: tuple[Ungraded, ...]
    stale: tuple[str, ...]
    waiting: tuple[str, ...]
    similarity: Similarity
    rows: tuple[StudentRow, ...]
    last_run: tuple[Change, ...] = ()


def number(value: float | None) -> str:
    """Points as they are written: no needless zeros; a dash for none."""
    return "–" if value is None else f"{value:.2f}".rstrip("0").rstrip(".").replace("-", "−")


def percent(share: float | None) -> str:
    """A share in whole percent; never 0 or 100 for what only rounds to it."""
    if share is None:
        return "–"
    whole = round(share * 100)
    if 0 < share < 1:
        whole = min(max(whole, 1), 99)
    return f"{whole}%"


def correlation(value: float | None) -> str:
    return "–" if value is None else f"{value:z.2f}".replace("-", "−")
