"""The audit: every specimen graded on the real road, and what that says about the suites."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from autograder.assignment import Assignment
from autograder.grading.pool import Graded
from autograder.model import Outcome, PartResult, Report
from autograder.notebook.build import source_notebook
from autograder.specimens.load import Specimen, alternatives, mistakes
from autograder.specimens.make import Frame, notebook_with


@dataclass(frozen=True)
class Trial:
    """One notebook to be graded, and what must come of it."""

    id: str
    kind: str
    part: str
    data: bytes


@dataclass(frozen=True)
class Row:
    """The figures of one part."""

    part: str
    mistakes: int = 0
    killed: int = 0
    alternatives: int = 0
    accepted: int = 0


@dataclass(frozen=True)
class Audit:
    """What the audit found; it passed when `problems` is empty."""

    rows: tuple[Row, ...]
    problems: tuple[str, ...]
    killers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def trials(assignment: Assignment, language: str, released: bytes) -> Iterator[Trial]:
    """Every notebook that the audit grades."""
    solved = Frame.of(source_notebook(assignment, language))
    yield Trial("reference", "reference", "", solved.bytes())
    yield Trial("release", "release", "", released)
    for specimen in mistakes(assignment):
        yield _trial(specimen, "mistake", solved)
    for specimen in alternatives(assignment):
        yield _trial(specimen, "alternative", solved)


def _trial(specimen: Specimen, kind: str, solved: Frame) -> Trial:
    data = notebook_with(solved, specimen).bytes()
    return Trial(f"{kind}:{specimen.id}", kind, specimen.part, data)


def write_trials(room: Path, found: Iterable[Trial]) -> dict[str, Path]:
    """Write the trials' notebooks into `room`, for the pool to read."""
    paths = {}
    for number, trial in enumerate(found):
        paths[trial.id] = room / f"{number}.ipynb"
        paths[trial.id].write_bytes(trial.data)
    return paths


def judge(assignment: Assignment, found: tuple[Trial, ...], results: Mapping[str, Graded]) -> Audit:
    """The audit's verdict on the suites from the trials' results."""
    problems: list[str] = []
    rows = {part.id: Row(part.id) for part in assignment.parts}
    killers: dict[str, tuple[str, ...]] = {}
    for trial in found:
        result = results[trial.id]
        if result.report is None:
            problems.append(f"{trial.id} was not graded: {result.problem}")
            continue
        problems += _problems(trial, result.report)
        if trial.part:
            rows[trial.part] = _counted(rows[trial.part], trial, result.report)
        if trial.kind == "mistake":
            killers[trial.id] = _failed(_part(result.report, trial.part))
    return Audit(tuple(rows.values()), tuple(problems), killers)


def _problems(trial: Trial, report: Report) -> Iterator[str]:
    for part in report.parts:
        full = part.points == part.max_points
        mine = part.id == trial.part
        if trial.kind == "release" and part.points:
            yield f"the release earns {part.points:g} in {part.id}"
        elif trial.kind == "mistake" and mine and full:
            yield f"{trial.id} earns full points"
        elif trial.kind != "release" and not full and not (trial.kind == "mistake" and mine):
            yield f"{trial.id} loses points in {part.id}: {_why(part)}"


def _why(part: PartResult) -> str:
    failed = [check for check in part.checks if check.outcome is not Outcome.PASSED]
    return "; ".join(
        f"{check.id} {check.outcome.value}" + (f" ({check.detail.en})" if check.detail else "")
        for check in failed
    )


def _counted(row: Row, trial: Trial, report: Report) -> Row:
    part = _part(report, trial.part)
    full = part.points == part.max_points
    if trial.kind == "mistake":
        return Row(row.part, row.mistakes + 1, row.killed + (not full), row.alternatives,
                   row.accepted)  # fmt: skip
    return Row(row.part, row.mistakes, row.killed, row.alternatives + 1, row.accepted + full)


def _part(report: Report, part_id: str) -> PartResult:
    return next(part for part in report.parts if part.id == part_id)


def _failed(part: PartResult) -> tuple[str, ...]:
    return tuple(check.id for check in part.checks if check.outcome is not Outcome.PASSED)
