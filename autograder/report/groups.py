"""Wrong answers without a name, in groups that did the same with the example numbers.

The example set is the same for everybody, whichever hidden set judges a submission. So students of
all sets are compared by it, from what is recorded of each submission.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from autograder.core.model import Likeness, PartResult
from autograder.report.diagnosis import Kind, diagnosis

ID = 8
"""Letters of a group's id."""
EXPLAINED = (Kind.NOT_WRITTEN, Kind.CELL)
"""Causes that say all there is to say: a name would add nothing."""


def group_id(part: str, found: Likeness) -> str:
    """A short name for one answer's group; numbers are rounded, as no two machines add alike."""
    rounded = " ".join(f"{value + 0.0:.3g}" for value in found.values)
    return hashlib.sha256(f"{part} {found.form} {rounded}".encode()).hexdigest()[:ID]


@dataclass(frozen=True)
class Group:
    """Students whose wrong answers to a part did the same; `shown` is the result of the first."""

    ids: frozenset[str]
    students: tuple[str, ...]
    shown: PartResult
    likeness: Likeness

    @property
    def id(self) -> str:
        """Its name in commands; those of its other members' results mean the same group."""
        return group_id(self.shown.id, self.likeness)


def groups(results: Iterable[tuple[str, PartResult]]) -> tuple[Group, ...]:
    """The groups of these students' results, the largest first."""
    found: dict[tuple[str, str], list[list[tuple[str, PartResult, Likeness]]]] = {}
    for student, part in results:
        if part.unnamed and not _explained(part):
            near = found.setdefault((part.id, part.unnamed.form), [])
            mine = next((each for each in near if each[0][2].agrees(part.unnamed)), None)
            member = (student, part, part.unnamed)
            mine.append(member) if mine else near.append([member])
    made = (_group(members) for near in found.values() for members in near)
    return tuple(sorted(made, key=lambda group: (-len(group.students), group.id)))


def _explained(part: PartResult) -> bool:
    return any(cause.kind in EXPLAINED for cause in diagnosis(part).causes)


def _group(members: Sequence[tuple[str, PartResult, Likeness]]) -> Group:
    (_, shown, found), *_ = members
    ids = frozenset(group_id(part.id, mine) for _, part, mine in members)
    return Group(ids, tuple(student for student, _, _ in members), shown, found)
