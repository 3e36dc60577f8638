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
    failed = [cell for cell in code if cell.index in raised]
    names = {part.id: part.name for part in assignment.parts}
    errors = {
        part.id: raised[cell.index]
        for part in parts
        for cell in failed
        if part.points < part.max_points and _gives(cell.source, names[part.id], part)
    }
    return tuple(
        msgspec.structs.replace(
            part, error=errors.get(part.id) or "", checks=_with_stubs(part, names, code)
        )
        for part in parts
    )


def _with_stubs(
    part: PartResult, names: Mapping[str, str], code: tuple[Code, ...]
) -> tuple[CheckResult, ...]:
    """The checks, those that met another part's stub with its name: this answer is written."""
    sources = {cell.number: cell.source for cell in code}

    def explained(check: CheckResult) -> CheckResult:
        text = check.detail.en if check.detail else ""
        place = PLACE.search(text) if text.startswith(NOT_WRITTEN) else None
        source = sources.get(int(place[1]), "") if place else ""
        for name in () if names[part.id] in defined(source) else names.values():
            if name in defined(source):
                at = place[0] if place else ""
                en = f"it needs `{name}`, which is not written yet ({at})"
                detail = Text(en, f"它用到了还没有写的 `{name}`（{in_chinese(at)}）")
                return msgspec.structs.replace(check, detail=detail)
        return check

    return tuple(map(explained, part.checks))


def _gives(source: str, name: str, part: PartResult) -> bool:
    """Whether the text defines the part's name, or imports one that its answer lacks."""
    lacking = {
        hit[1] for check in part.checks if check.detail and (hit := NO_NAME.search(check.detail.en))
    }
    tree = parsed(source) if lacking else None
    return name in defined(source) or bool(tree and lacking & {name for name, _ in bound(tree)})


def part_result(
    part: Part, all_checks: tuple[CheckInfo, ...], all_results: Results,
    named: Mapping[str, tuple[Mistake, ...]] = MappingProxyType({}),
) -> PartResult:  # fmt: skip
    """A part of the assignment with its checks and points; `named` are mistakes by check."""
    checks = [check for check in all_checks if check.part == part.id]
    results = [case for case in all_results if case.part == part.id]
    worst = worst_cases(results)
    good = Counter(case.check for case in results if case.outcome is Outcome.PASSED)
    cases = Counter(case.check for case in results)
    judged = tuple(
        _check(info, worst.get(info.id), named.get(info.id, ()), 2 * good[info.id] > cases[info.id])
        for info in checks
    )
    result = PartResult(part.id, part.title, 0.0, part.points, judged)
    if any(check.detail == ONLY_LIBRARY for check in judged) and not by_checks(result):
        # The first gate has failed: no call that it looks for was seen, the values tell.
        rule = next((check for check in judged if check.gate), None)
        failed = {"outcome": Outcome.FAILED, "detail": ONLY_LIBRARY}
        marked = (msgspec.structs.replace(c, **failed) if c is rule else c for c in judged)
        result = msgspec.structs.replace(result, checks=tuple(marked))
    return msgspec.structs.replace(result, points=by_checks(result))


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
