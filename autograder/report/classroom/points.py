"""The map of the parts: difficulty along the page, discrimination up it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from autograder.report.classroom.report_data import PartFigures

LOWEST = -0.25
"""The bottom of the map; what lies below is drawn there."""
TOUCH_ACROSS, TOUCH_UP = 4, 0.09
"""Dots that are nearer share a label: percent of the map's width, share of its height."""


def height(discrimination: float) -> float:
    """Where a discrimination lies: 0 at the top, 1 at the bottom."""
    return 1 - (max(discrimination, LOWEST) - LOWEST) / (1 - LOWEST)


@dataclass(frozen=True)
class Spot:
    """Parts too close to be labelled apart: their dots (percent across, share down), the label."""

    parts: tuple[PartFigures, ...]
    dots: tuple[tuple[float, float], ...]
    label: str

    @property
    def x(self) -> float:
        """The middle of the dots, in percent."""
        return fmean(x for x, _ in self.dots)

    @property
    def top(self) -> float:
        """The highest dot."""
        return min(y for _, y in self.dots)

    @property
    def bottom(self) -> float:
        """The lowest dot."""
        return max(y for _, y in self.dots)


class PartMap:
    """The spots and marks of the map; `numbers` are the parts' labels."""

    def __init__(self, parts: Sequence[PartFigures], numbers: Mapping[str, int]) -> None:
        hardest = min((part.earned for part in parts), default=0.0)
        first = min(int(10 * hardest), 8)
        self.marks = [mark / 10 for mark in range(first, 11)]
        self._numbers = numbers
        self.spots = [self._spot(group) for group in self._groups(parts)]

    def across(self, earned: float) -> float:
        """Where a mean share lies, in percent of the width; the first mark is at 0."""
        return 100 * (earned - self.marks[0]) / (1 - self.marks[0])

    def _dot(self, part: PartFigures) -> tuple[float, float]:
        return self.across(part.earned), height(part.discrimination or 0)

    def _groups(self, parts: Sequence[PartFigures]) -> list[list[PartFigures]]:
        groups: list[list[PartFigures]] = []
        placed = [part for part in parts if part.discrimination is not None]
        for part in sorted(placed, key=lambda part: part.earned):
            near = (group for group in groups if any(self._touch(part, other) for other in group))
            group = next(near, None)
            if group is None:
                groups.append([part])
            else:
                group.append(part)
        return groups

    def _touch(self, one: PartFigures, other: PartFigures) -> bool:
        (x, y), (other_x, other_y) = self._dot(one), self._dot(other)
        return abs(x - other_x) < TOUCH_ACROSS and abs(y - other_y) < TOUCH_UP

    def _spot(self, group: list[PartFigures]) -> Spot:
        ordered = tuple(sorted(group, key=lambda part: self._numbers[part.id]))
        label = ", ".join(str(self._numbers[part.id]) for part in ordered)
        return Spot(ordered, tuple(self._dot(part) for part in ordered), label)
