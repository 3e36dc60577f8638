"""The plain values that an export is made of."""

from collections.abc import Mapping
from dataclasses import dataclass


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
        """ "Last, First", or the one that is known."""
        return ", ".join(name for name in (self.last_name, self.first_name) if name)


@dataclass(frozen=True)
class PartMark:
    """One part of one submission; `points` is None until it is graded."""

    points: float | None
    needs_manual_grade: bool = False
    overridden: bool = False
    comment: str = ""


@dataclass(frozen=True)
class Mark:
    """One submission: its parts by id, and the penalty for being late."""

    parts: Mapping[str, PartMark]
    late_penalty: float = 0.0

    @property
    def graded(self) -> bool:
        """Whether every part has points."""
        return all(part.points is not None for part in self.parts.values())

    @property
    def raw(self) -> float:
        """The sum over the graded parts."""
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
        """What the parts come to."""
        return sum(self.parts.values())


@dataclass(frozen=True)
class Table:
    """Rows of an export, header first, and warnings for the importer."""

    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()
