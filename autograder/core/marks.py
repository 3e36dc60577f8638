"""The points of a part: the share of its checks, or all of them less what known mistakes cost.

Costs are looked up again whenever a kept report is read: new costs change marks, and no code runs.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from math import floor
from pathlib import Path
from typing import Self

import msgspec
from msgspec.structs import replace

from autograder.core import atomic_file
from autograder.core.assignment.plan import COSTS, Assignment, in_every, rows
from autograder.core.errors import CourseError, meant
from autograder.core.model import Outcome, PartResult, Report, Slip, Text

STEP = 0.5
"""Costs are whole steps of points, and at least one."""
GROUP = re.compile(r"(?P<part>[^/]+)/group-\w+")
"""The id of a mistake that an instructor has named."""
CHANGES = Path(__file__).with_name("corrections.toml")
"""What the changes made by rule are called, and what is told of each."""
DEFAULT = 0.1
"""What a correction takes, as a share of the part, where costs.toml has no row for it."""


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    share: float
    because: Text
    mistakes: tuple[str, ...]


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: tuple[Kind, ...] = ()


@dataclass(frozen=True)
class Costs:
    """What mistakes cost, by `part/name`, or by `name` for every part.

    `kinds` are the author's table, in shares; `course` is the instructor's, in points.
    """

    kinds: Mapping[str, Kind]
    course: Mapping[str, float]

    @classmethod
    def read(cls, assignment: Assignment) -> Self:
        """The author's `costs.toml` and the course's over it; CourseError if one is wrong."""
        kinds = _kinds(assignment.folder / COSTS, assignment.languages)
        return cls(kinds, _of_course(assignment, kinds))

    def kind(self, mistake: str) -> Kind | None:
        return self.kinds.get(mistake) or self.kinds.get(mistake.partition("/")[2])

    def of(self, mistake: str, max_points: float) -> float | None:
        """The points that the mistake with this id takes; None if nobody has said."""
        kind = self.kind(mistake)
        by_author = in_steps(kind.share, max_points) if kind else None
        return self.course.get(mistake, self.course.get(mistake.partition("/")[2], by_author))

    def on(self, report: Report) -> Report:
        return replace(report, parts=tuple(self.priced(part) for part in report.parts))

    def priced(self, part: PartResult) -> PartResult:
        """The part with its points: those of its checks, or what its slips leave if that is more.

        A gate that failed leaves nothing, unless a correction mends it.
        """
        corrected = self.priced(part.corrected) if part.corrected else None
        slips = []
        for slip in part.slips:
            points = self.of(slip.mistake.id, part.max_points)
            if points is None and slip.said:
                points = in_steps(DEFAULT, part.max_points)
            if points is not None:
                most = points if slip.most is None else slip.most
                slips.append(replace(slip, points=min(points, most)))
        if not slips or len(slips) < len(part.slips) or (not corrected and _gate_failed(part)):
            return replace(part, points=by_checks(part), corrected=corrected)
        part = replace(part, slips=tuple(slips), corrected=corrected)
        return replace(part, points=max(by_checks(part), _less_slips(part)))


@cache
def changes_by_rule() -> frozenset[str]:
    """The names of what is put right by rule, in whichever part."""
    return frozenset(tomllib.loads(CHANGES.read_text("utf-8")))


def in_steps(share: float, max_points: float) -> float:
    """A share of a part's points as a cost: in steps, at least one, at most all."""
    return min(max_points, max(STEP, round(share * max_points / STEP) * STEP))


def by_checks(part: PartResult) -> float:
    """The points for a part's checks, rounded down to a hundredth: never up to full points. Nothing
    if a gate failed, or if at most half of the cases of its main check of values are right.
    """
    total = sum(check.weight for check in part.checks)
    passed = sum(check.weight for check in part.checks if check.outcome is Outcome.PASSED)
    if not total or _gate_failed(part) or part.worthless:
        return 0.0
    if all(check.outcome is Outcome.PASSED for check in part.checks):
        return part.max_points
    return floor(100 * part.max_points * passed / total + 1e-9) / 100


def deductions(part: PartResult) -> Iterator[Slip]:
    """What mistakes have taken, one after the other; nothing where the checks alone decide."""
    if part.points != _less_slips(part):
        return
    remaining = part.max_points
    for slip in (*part.slips, *(deductions(part.corrected) if part.corrected else ())):
        taken = min(slip.points, remaining)
        remaining -= taken
        yield replace(slip, points=taken)


def taken_by_checks(part: PartResult) -> float:
    """What is missing beside the `deductions`, for checks that are not passed."""
    deducted = sum(slip.points for slip in deductions(part))
    return round(part.max_points - part.points - deducted, 2)


def _less_slips(part: PartResult) -> float:
    """All points, or those of the answer as it was corrected, less what the slips take."""
    whole = part.corrected.points if part.corrected else part.max_points
    return max(round(whole - sum(slip.points for slip in part.slips), 2), 0.0)


def _gate_failed(part: PartResult) -> bool:
    return any(check.gate and check.outcome is not Outcome.PASSED for check in part.checks)


def _kinds(file: Path, languages: tuple[str, ...]) -> dict[str, Kind]:
    if not file.is_file():
        return {}
    try:
        content = tomllib.loads(file.read_text("utf-8"))
        for row in rows(content, "kind"):
            row["because"] = in_every(row.get("because"), languages)
        table = msgspec.convert(content, _Table)
    except (ValueError, msgspec.ValidationError) as error:
        raise CourseError(f"{file}: {error}; see docs/authors.md for its form") from None
    kinds: dict[str, Kind] = {}
    for kind in table.kind:
        if not 0 < kind.share <= 1:
            raise CourseError(f"{file}: a share of {kind.share:g}; it lies above 0, at most at 1")
        for name in kind.mistakes:
            if name in kinds:
                raise CourseError(f"{file}: {name} stands in two kinds; leave one out")
            kinds[name] = kind
    return kinds


def _of_course(assignment: Assignment, kinds: Iterable[str]) -> dict[str, float]:
    file = assignment.folder / "hidden" / COSTS
    if not file.is_file():
        return {}
    try:
        costs = tomllib.loads(file.read_text("utf-8"))
        for name, points in costs.items():
            _check_cost(assignment, name, points, kinds)
    except ValueError as error:
        raise CourseError(f'{file}: {error}; a line is `"part/name" = points`') from None
    except CourseError as error:
        raise CourseError(f"{file}: {error}") from None
    return {name: float(points) for name, points in costs.items()}


def _check_cost(assignment: Assignment, name: str, points: object, mistakes: Iterable[str]) -> None:
    limits = {part.id: part.points for part in assignment.parts}
    part, slash, bare = name.rpartition("/")
    if slash and part not in limits:
        raise CourseError(f"{assignment.id} has no part {part!r}{meant(part, limits)}")
    files = [*assignment.folder.glob("specimens/mistakes/*/*.py")]
    having = sorted(file.parent.name for file in files if file.stem == bare)
    if not (GROUP.fullmatch(name) or {name, bare} & {*mistakes, *changes_by_rule()} or having):
        of_part = (f"{file.parent.name}/{file.stem}" for file in files if file.parent.name == part)
        text = f"no mistake is called {name!r}{meant(name, of_part if slash else mistakes)}"
        raise CourseError(f"{text}; {assignment.folder / COSTS} has the names")
    # What is put right by rule can be wrong in any part, whether or not it has a specimen.
    if slash and having and part not in having and bare not in changes_by_rule():
        raise CourseError(f"{part} has no mistake {bare!r}; it is one of {', '.join(having)}")
    limit = limits[part] if slash else max(limits.values())
    if isinstance(points, bool) or not isinstance(points, int | float) or not 0 <= points <= limit:
        raise CourseError(f"{name!r} cannot cost {points!r}; give a number from 0 to {limit:g}")


def write_cost(assignment: Assignment, mistake: str, points: float | None) -> None:
    """Set what the mistake with this id costs in this course; None takes the line out.

    CourseError if it cannot cost that; OSError if there is no place; nothing is changed then.
    """
    file = assignment.folder / "hidden" / COSTS
    costs = Costs.read(assignment)
    if points is not None:
        _check_cost(assignment, mistake, points, costs.kinds)
    lines = file.read_text("utf-8").splitlines() if file.is_file() else []
    pattern = re.compile(rf"""\s*["']?{re.escape(mistake)}["']?\s*=""")
    kept = [line for line in lines if not pattern.match(line)]
    new = [] if points is None else [f'"{mistake}" = {points:g}']
    text = "".join(f"{line}\n" for line in (*kept, *new))
    atomic_file.write(file, text.encode(), atomic_file.AS_OTHERS)
