"""The figures of the audit, part by part."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from autograder.authoring.result_observer import Margins, Sides
from autograder.authoring.visible import VisibleRow
from autograder.core.assignment import Assignment


@dataclass(frozen=True)
class AuditRow:
    """The figures of one part."""

    part: str
    mistakes: int
    killed: int
    named: int
    alternatives: int
    accepted: int
    margin: float


@dataclass(frozen=True)
class Audit:
    """What the audit found; it passed when `problems` is empty."""

    rows: tuple[AuditRow, ...]
    problems: tuple[str, ...]
    killers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    checks: Mapping[str, Sides] = field(default_factory=dict)
    visible: Mapping[str, VisibleRow] = field(default_factory=dict)


def rows(
    assignment: Assignment,
    killers: Mapping[str, tuple[str, ...]],
    names: Mapping[str, frozenset[str]],
    accepted: Mapping[str, tuple[str, bool]],
    margins: Margins,
) -> tuple[AuditRow, ...]:
    """The table."""
    return tuple(
        AuditRow(
            part=part.id,
            mistakes=len(mine := [id_ for id_ in killers if id_.startswith(f"{part.id}/")]),
            killed=sum(bool(killers[id_]) for id_ in mine),
            named=sum(id_ in names[id_] for id_ in mine),
            alternatives=len(right := [ok for of, ok in accepted.values() if of == part.id]),
            accepted=sum(right),
            margin=margins.by_part[part.id].margin,
        )
        for part in assignment.parts
    )
