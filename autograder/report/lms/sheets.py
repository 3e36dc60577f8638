"""The plain values that an export is made of, and one mark for a student of several editions."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from autograder.report.plain_text import plain

SHOWN = 20
"""Students named in a sentence."""


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
class PartMark:
    """One part of one submission; `points` is None until it is graded."""

    points: float | None
    needs_manual_grade: bool = False
    overridden: bool = False
    comment: str = ""

    @property
    def waits(self) -> bool:
        """Whether a person has to give points, or to say what being late costs."""
        return self.points is None or (self.needs_manual_grade and not self.overridden)


@dataclass(frozen=True)
class Mark:
    """One submission: its parts by id, and the penalty for being late."""

    parts: Mapping[str, PartMark]
    late_penalty: float = 0.0

    @property
    def graded(self) -> bool:
        """Whether every part has points, and no person has to look."""
        return not any(part.waits for part in self.parts.values())

    @property
    def raw(self) -> float:
        return sum(part.points or 0.0 for part in self.parts.values())

    @property
    def total(self) -> float | None:
        """What is entered for the student; None for a submission that is not graded in full."""
        return max(0.0, self.raw - self.late_penalty) if self.graded else None


@dataclass(frozen=True)
class Sheet:
    """One assignment: its parts with their maxima, in order, and the marks by student id."""

    assignment: str
    parts: Mapping[str, float]
    marks: Mapping[str, Mark]

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


def noted(said: str, students: Iterable[LmsStudent]) -> tuple[str, ...]:
    """A sentence about these students, if there are any."""
    ids = [plain(student.id, 40) for student in students]
    more = f" and {len(ids) - SHOWN} more" if len(ids) > SHOWN else ""
    return (f"{said} {', '.join(ids[:SHOWN])}{more}",) if ids else ()


def repeated(values: Iterable[str]) -> str | None:
    """The first value that is there twice; what is empty is no value."""
    counts = Counter(filter(None, values))
    return next((value for value, count in counts.items() if count > 1), None)


def editions_joined(sheets: Sequence[Sheet], assignments: Iterable[Sequence[str]]) -> list[Sheet]:
    """The sheets, with those of an assignment's editions as one, in the place of the first.

    `assignments` has the ids of each one's editions. Of a student's marks the better total counts.
    An edition with cells that an instructor added stays by itself: its points are of another kind.
    """
    found = list(sheets)
    for ids in assignments:
        own = [sheet for id in ids for sheet in found if sheet.assignment == id]
        if len(own) < 2 or any(sheet.parts != own[0].parts for sheet in own):
            continue
        best: dict[str, Mark] = {}
        for student, mark in (each for sheet in own for each in sheet.marks.items()):
            both = (best.get(student, mark), mark)
            # Of a mark that waits for a person nobody knows whether it is the better one.
            best[student] = max(both, key=lambda one: (not one.graded, one.total or 0.0))
        found[min(map(found.index, own))] = Sheet(ids[0], own[0].parts, best)
        found = [sheet for sheet in found if sheet not in own]
    return found


def several(
    sheets: Sequence[Sheet], assignments: Iterable[Sequence[str]], students: Sequence[LmsStudent]
) -> list[str]:
    """Who handed in several editions, for the importer to look at."""
    said: list[str] = []
    for ids in assignments:
        own = [sheet for sheet in sheets if sheet.assignment in ids]
        twice = [s for s in students if sum(s.id in sheet.marks for sheet in own) > 1]
        names = ", ".join(sheet.assignment for sheet in own)
        said += noted(f"handed in {names}; the better total counts:", twice)
    return said
