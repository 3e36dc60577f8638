"""Turns case results into points."""

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType

import msgspec

from autograder.checks.fingerprints import fingerprints
from autograder.checks.items import CheckInfo
from autograder.checks.suite import CaseResult
from autograder.core.assignment import Assignment, Part
from autograder.core.marks import by_checks
from autograder.core.model import CellNote, CheckResult, Mistake, Outcome, PartResult, Text
from autograder.grading.naming import Catalogue, likeness
from autograder.notebook.answers import Code
from autograder.notebook.names import bound, defines
from autograder.notebook.syntax import parsed
from autograder.wire.places import in_chinese

NO_NAME = re.compile(r"NameError: name '(\w+)' is not defined")


def part_results(
    assignment: Assignment, checks: tuple[CheckInfo, ...], results: Iterable[CaseResult],
    catalogue: Catalogue, forms: Mapping[str, str] = MappingProxyType({}),
) -> tuple[PartResult, ...]:  # fmt: skip
    """Every part of the assignment with its checks and points, and known mistakes named.

    `forms` are those of the student's own lines by part: some failures without a name are the same
    mistake only if the answers are.
    """
    by_check: dict[str, list[CaseResult]] = {}
    for result in results:
        by_check.setdefault(result.check, []).append(result)
    return tuple(
        _part(part, [c for c in checks if c.part == part.id], by_check, catalogue, forms)
        for part in assignment.parts
    )


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
    return tuple(msgspec.structs.replace(part, error=found.get(part.id) or "") for part in parts)


def _gives(source: str, name: str, part: PartResult) -> bool:
    """Whether the text defines the part's name, or imports one that its answer lacks."""
    lacking = {
        lost[1] for one in part.checks if one.detail and (lost := NO_NAME.search(one.detail.en))
    }
    tree = parsed(source) if lacking else None
    return defines(source, name) or bool(tree and lacking & {name for name, _ in bound(tree)})


def _part(
    part: Part, checks: list[CheckInfo], results: dict[str, list[CaseResult]],
    catalogue: Catalogue, forms: Mapping[str, str],
) -> PartResult:  # fmt: skip
    mine = [result for check in checks for result in results.get(check.id, [])]
    named = catalogue.named(part.id, fingerprints(mine))
    judged = _led(
        tuple(_check(check, results.get(check.id, []), named.get(check.id, ())) for check in checks)
    )
    rules = frozenset(check.id for check in checks if check.gate)
    alike = likeness(mine, named, rules, forms.get(part.id, ""))
    judged_part = PartResult(part.id, part.title, 0.0, part.points, judged, unnamed=alike)
    return msgspec.structs.replace(judged_part, points=by_checks(judged_part))


def _led(checks: tuple[CheckResult, ...]) -> tuple[CheckResult, ...]:
    """The checks, without hints where all of them that were run tell one and the same cause.

    Each check's hint is for its own sentence: of an answer of a wrong type it would lead away.
    """
    run = [check for check in checks if check.outcome is not Outcome.NOT_RUN]
    causes = {check.detail for check in run}
    if len(checks) < 2 or len(causes) != 1 or None in causes:
        return checks
    return tuple(msgspec.structs.replace(check, hint=None) for check in checks)


def _check(check: CheckInfo, results: list[CaseResult], named: tuple[Mistake, ...]) -> CheckResult:
    if not results:
        return _result(check, CaseResult(check.id, "", Outcome.NOT_RUN, None), ())
    worst = Outcome.worst([result.outcome for result in results])
    return _result(check, next(result for result in results if result.outcome is worst), named)


def _result(check: CheckInfo, result: CaseResult, named: tuple[Mistake, ...]) -> CheckResult:
    passed = result.outcome is Outcome.PASSED
    return CheckResult(
        id=check.id,
        sentence=check.sentence,
        outcome=result.outcome,
        weight=check.weight,
        gate=check.gate,
        detail=None if passed or not result.detail else _placed(result.detail),
        hint=None if passed else check.hint,
        mistakes=() if passed else named,
        value=check.value,
    )


def _placed(detail: Text) -> Text:
    return Text(detail.en, in_chinese(detail.zh))
