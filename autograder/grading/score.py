"""Parts from case results: the worst case of each check, its name, and the points of checks."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from types import MappingProxyType

import msgspec

from autograder.checks.results import CaseResult, CheckInfo
from autograder.core.assignment.plan import Assignment, Part
from autograder.core.marks import by_checks
from autograder.core.model import (
    NOT_WRITTEN,
    ONLY_LIBRARY,
    CellNote,
    CheckResult,
    Mistake,
    Outcome,
    PartResult,
    Text,
)
from autograder.grading.attempt import Results, worst_cases
from autograder.notebook.read import Code
from autograder.notebook.syntax import bound, defined, parsed
from autograder.wire.places import PLACE, in_chinese

NO_NAME = re.compile(r"NameError: name '(\w+)' is not defined")


def with_errors(
    parts: tuple[PartResult, ...], assignment: Assignment, code: tuple[Code, ...],
    notes: Iterable[CellNote],
) -> tuple[PartResult, ...]:  # fmt: skip
    """The parts, each with what the last cell raised that defines its name, or one it lacks."""
    raised = {note.index: note.error for note in notes if note.error}
    failed = [cell for cell in code if cell.index in raised] if raised else []
    names = {part.id: part.name for part in assignment.parts}
    found = {
        part.id: raised[cell.index]
        for part in parts
        for cell in failed
        if part.points < part.max_points and _gives(cell.source, names[part.id], part)
    }
    return tuple(
        msgspec.structs.replace(
            part, error=found.get(part.id) or "", checks=_with_stubs(part, names, code)
        )
        for part in parts
    )


def _with_stubs(
    part: PartResult, names: Mapping[str, str], code: tuple[Code, ...]
) -> tuple[CheckResult, ...]:
    """The checks, those that met another part's stub with its name: this answer is written."""
    sources = {cell.number: cell.source for cell in code}

    def told(check: CheckResult) -> CheckResult:
        said = check.detail.en if check.detail else ""
        place = PLACE.search(said) if said.startswith(NOT_WRITTEN) else None
        source = sources.get(int(place[1]), "") if place else ""
        for other in () if names[part.id] in defined(source) else names.values():
            if other in defined(source):
                at = place[0] if place else ""
                en = f"it needs `{other}`, which is not written yet ({at})"
                detail = Text(en, f"它用到了还没有写的 `{other}`（{in_chinese(at)}）")
                return msgspec.structs.replace(check, detail=detail)
        return check

    return tuple(map(told, part.checks))


def _gives(source: str, name: str, part: PartResult) -> bool:
    """Whether the text defines the part's name, or imports one that its answer lacks."""
    lacking = {
        lost[1] for one in part.checks if one.detail and (lost := NO_NAME.search(one.detail.en))
    }
    tree = parsed(source) if lacking else None
    return name in defined(source) or bool(tree and lacking & {name for name, _ in bound(tree)})


def part_result(
    part: Part, every: tuple[CheckInfo, ...], all_results: Results,
    named: Mapping[str, tuple[Mistake, ...]] = MappingProxyType({}),
) -> PartResult:  # fmt: skip
    """A part of the assignment with its checks and points; `named` are mistakes by check."""
    checks = [check for check in every if check.part == part.id]
    results = [one for one in all_results if one.part == part.id]
    worst = worst_cases(results)
    right = Counter(one.check for one in results if one.outcome is Outcome.PASSED)
    cases = Counter(one.check for one in results)
    judged = tuple(
        _check(one, worst.get(one.id), named.get(one.id, ()), 2 * right[one.id] > cases[one.id])
        for one in checks
    )
    found = PartResult(part.id, part.title, 0.0, part.points, judged)
    if any(one.detail == ONLY_LIBRARY for one in judged) and not by_checks(found):
        # The first gate has failed: no call that it looks for was seen, the values tell.
        rule = next((check for check in judged if check.gate), None)
        failed = {"outcome": Outcome.FAILED, "detail": ONLY_LIBRARY}
        told = (msgspec.structs.replace(c, **failed) if c is rule else c for c in judged)
        found = msgspec.structs.replace(found, checks=tuple(told))
    return msgspec.structs.replace(found, points=by_checks(found))


def _check(
    check: CheckInfo, result: CaseResult | None, named: tuple[Mistake, ...], mostly: bool
) -> CheckResult:
    outcome, detail = (result.outcome, result.detail) if result else (Outcome.NOT_RUN, None)
    passed = outcome is Outcome.PASSED
    return CheckResult(
        id=check.id,
        sentence=check.sentence,
        outcome=outcome,
        weight=check.weight,
        gate=check.gate,
        detail=None if passed or not detail else Text(detail.en, in_chinese(detail.zh)),
        hint=None if passed else check.hint,
        mistakes=named if result and not passed else (),
        value=check.value,
        mostly=mostly,
    )
