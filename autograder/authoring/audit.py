"""The audit: what the results of all trials say about the suites."""

import math
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from autograder.authoring import catalogue
from autograder.authoring.trials import AGAIN, LAZY, WRONG, Results, Trial, TrialResult
from autograder.authoring.visible import VisibleRow
from autograder.checks.results import check_of
from autograder.core.assignment.plan import Assignment
from autograder.core.assignment.sets import EXAMPLE
from autograder.core.model import Outcome, PartResult, Report
from autograder.report.causes import Kind
from autograder.report.diagnosis import diagnosis
from autograder.wire.places import PLACE


@dataclass(frozen=True)
class AuditRow:
    part: str
    mistakes: int
    killed: int
    named: int
    alternatives: int
    accepted: int
    margin: float


@dataclass(frozen=True)
class Audit:
    """What the audit found; it passed when `problems` is empty.

    `killers` are the checks that each mistake fails, `visible` has a row for each part.
    """

    rows: tuple[AuditRow, ...]
    problems: tuple[str, ...]
    killers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    visible: Mapping[str, VisibleRow] = field(default_factory=dict)


def judge(assignment: Assignment, results: Results, parts: frozenset[str]) -> Audit:
    """Figures are by the first set of hidden numbers, faults by all, names by the example set."""
    hidden = {number: graded for number, graded in results.items() if number != EXAMPLE}
    examples, first = results[EXAMPLE].values(), hidden[0].values()
    fresh = catalogue.of_mistakes(examples)
    named, misnamed = dict[str, frozenset[str]](), list[str]()
    for result in examples:
        trial = result.trial
        if trial.kind not in WRONG or not trial.specimen or not result.report:
            continue
        made, names = trial.specimen.id, fresh.named(trial.part, result.seen.prints).values()
        ids = named[trial.id] = frozenset(mistake.id for mistakes in names for mistake in mistakes)
        for other in sorted(ids - {made}):
            if made not in ids or not catalogue.alike(fresh, made, other):
                misnamed.append(f"{trial.kind}:{made} is called {other}")
    rows = tuple(_row(part.id, first, named) for part in assignment.parts if part.id in parts)
    killed = [killers(graded.values()) for graded in hidden.values()]
    lines: list[str] = []
    for number, graded in hidden.items():
        prefix = f"set {number + 1}: " if number else ""
        lines += [f"{prefix}{line}" for result in graded.values() for line in problems(result)]
    lines += misnamed
    if solved := hidden[0]["reference"].report:
        lines += unneeded(solved, killed, parts)
    return Audit(rows, tuple(lines), killed[0])


def killers(results: Iterable[TrialResult]) -> dict[str, tuple[str, ...]]:
    return {
        result.trial.specimen.id: result.failed
        for result in results
        if result.trial.kind == "mistake" and result.trial.specimen and result.report
    }


def _row(
    part: str, results: Collection[TrialResult], named: Mapping[str, frozenset[str]]
) -> AuditRow:
    of_part = [result for result in results if result.trial.part == part]
    failed = killers(of_part)
    right = [result.full for result in of_part if result.trial.kind == "alternative"]
    killed = sum(map(bool, failed.values()))
    rightly = sum(id_ in named.get(f"mistake:{id_}", ()) for id_ in failed)
    margin = _margin(part, results)
    return AuditRow(part, len(failed), killed, rightly, len(right), sum(right), margin)


def _margin(part: str, results: Iterable[TrialResult]) -> float:
    """The nearest mistake's distance in the check where it is largest, over any right answer's."""
    right, wrong = [0.0], [math.inf]
    for result in (result for result in results if result.report):
        kind, of_part = result.trial.kind, result.trial.part == part
        if kind == "reference" or (of_part and kind == "alternative"):
            right += result.seen.of(part).passed.values()
        elif of_part and kind == "mistake":
            far = max(result.seen.failed.values(), default=0.0)
            wrong += [far] if far > 1 else []
    return min(wrong) / max(right) if max(right) else math.inf


def unneeded(
    solved: Report, killed: Iterable[Mapping[str, tuple[str, ...]]], parts: frozenset[str]
) -> Iterator[str]:
    """The checks that no mistake fails alone, by any set of numbers. A gate needs only one mistake
    that fails it: what it forbids often gives wrong values too.
    """
    failing = [checks for by_mistake in killed for checks in by_mistake.values()]
    alone = {checks[0] for checks in failing if len(checks) == 1}
    failed = {check for checks in failing for check in checks}
    for part in (part for part in solved.parts if part.id in parts):
        for check in part.checks:
            if check.id not in (failed if check.gate else alone):
                advice = "write one that it alone catches, or delete it (one check at a time)"
                yield f"the check {check.id} is needed by no mistake: {advice}"


def problems(result: TrialResult) -> Iterator[str]:
    trial, report = result.trial, result.report
    if report is None:
        yield f"{trial.id} was not graded: {result.problem}"
        return
    for part in report.parts:
        yield from (f"{trial.id} is told of an error in {error}" for error in nameless_errors(part))
        full = part.points == part.max_points
        tried, wrong = part.id == trial.part, trial.kind in (*WRONG, LAZY)
        empty = trial.kind == "release" or (trial.kind == "blank" and tried)
        if trial.kind == LAZY and tried:
            yield from _passed(trial, part)
        elif empty and part.points:
            yield f"the release earns {part.points:g} in {part.id}"
        elif wrong and tried and full:
            yield f"{trial.id} earns full points"
        elif wrong and tried and trial.specimen and trial.specimen.is_only_dear:
            for key in result.seen.prints.keys() - result.seen.dear.keys():
                check = check_of(key)
                yield f"{trial.id} fails {check} otherwise than by what it costs"
        elif not empty and not full and not (wrong and tried):
            yield f"{trial.id} loses points in {part.id}: {_why(part)}"
            if trial.kind == "reference":
                # A name may be missing because an import failed.
                errors = (cell.error for cell in report.cells if cell.error)
                yield from (f"a cell of the solution raises {error}" for error in errors)


def nameless_errors(part: PartResult) -> Iterator[str]:
    """Errors that are told without a line and without a name: raised by the grader's own code."""
    for cause in diagnosis(part).causes:
        text = f"{cause.said.en} {cause.detail.en if cause.detail else ''}"
        raised = "code raised" in text or cause.kind is Kind.CELL
        if raised and not PLACE.search(text) and cause.question is None:
            yield f"{part.id} without a line or a name: {text}"


def _passed(trial: Trial, part: PartResult) -> Iterator[str]:
    kind = trial.id.partition("/")[2]
    most = part.max_points - 0.01 if kind == AGAIN else 0.0
    if kind != AGAIN:
        values = [c.id for c in part.checks if c.value and c.outcome is Outcome.PASSED]
        yield from (f"{check} is no check of values: it is passed by {kind}" for check in values)
    if part.points > most:
        yield f"{trial.id} earns {part.points:g} points"


def _why(part: PartResult) -> str:
    failed = [check for check in part.checks if check.outcome is not Outcome.PASSED]
    return "; ".join(
        f"{check.id} {check.outcome.value}" + (f" ({check.detail.en})" if check.detail else "")
        for check in failed
    )
