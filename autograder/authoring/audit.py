"""The audit: every specimen graded on the real road, and what that says about the suites."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from autograder.authoring import catalogue, result_observer
from autograder.authoring.audit_table import Audit, rows
from autograder.authoring.handwriting import disguised
from autograder.authoring.lazy import lazy_answers
from autograder.authoring.make import NotebookBuilder, notebook_with, with_stub
from autograder.authoring.result_observer import margins
from autograder.authoring.specimens import Specimen, alternatives, mistakes, variants
from autograder.core.assignment import Assignment
from autograder.core.model import Outcome, PartResult, Report
from autograder.grading.naming import Catalogue
from autograder.grading.pool import Graded
from autograder.notebook.build import source_notebook

WRONG = ("mistake", "variant")
LAZY = "lazy"


@dataclass(frozen=True)
class Trial:
    """One notebook to be graded, and what must come of it."""

    id: str
    kind: str
    part: str
    data: bytes
    specimen: Specimen | None = None


def trials(assignment: Assignment, language: str, released: bytes) -> Iterator[Trial]:
    """Every notebook that the audit grades."""
    solved = NotebookBuilder.of(source_notebook(assignment, language))
    yield Trial("reference", "reference", "", solved.bytes())
    yield Trial("release", "release", "", released)
    for part in assignment.parts:
        empty = with_stub(solved, NotebookBuilder.of(released), part.id)
        yield Trial(f"blank:{part.id}", "blank", part.id, empty.bytes())
    for specimen in mistakes(assignment):
        yield _trial(specimen, "mistake", solved)
    for number, specimen in enumerate(variants(assignment)):
        yield replace(_trial(specimen, "variant", solved), id=f"variant {number} of {specimen.id}")
    for specimen in alternatives(assignment):
        yield _trial(specimen, "alternative", solved)
    for specimen in lazy_answers(assignment):
        yield _trial(specimen, LAZY, solved)


def in_another_hand(trial: Trial, solved: NotebookBuilder) -> Trial:
    """The trial with its answer as another student would have typed it."""
    if trial.specimen is None:
        return trial
    specimen = disguised(trial.specimen)
    return replace(trial, specimen=specimen, data=notebook_with(solved, specimen).bytes())


def _trial(specimen: Specimen, kind: str, solved: NotebookBuilder) -> Trial:
    data = notebook_with(solved, specimen).bytes()
    return Trial(f"{kind}:{specimen.id}", kind, specimen.part, data, specimen)


def fresh_catalogue(found: Iterable[Trial], results: Mapping[str, Graded]) -> Catalogue:
    """The catalogue of known mistakes that follows from the trials' results."""
    sights = (
        (trial.specimen, result_observer.read(results[trial.id].evidence))
        for trial in found
        if trial.kind in WRONG and trial.specimen and results[trial.id].report
    )
    return catalogue.of_mistakes(sights)


def judge(
    assignment: Assignment, found: tuple[Trial, ...], results: Mapping[str, Graded],
    examples: Mapping[str, Graded], parts: frozenset[str],
) -> Audit:  # fmt: skip
    """The audit's verdict on the suites of `parts`.

    `results` are the trials' by hidden numbers, `examples` by the example numbers, which name.
    """
    known = fresh_catalogue(found, examples)
    told = _told(found, examples, known)
    names = {made.id: ids for made, kind, ids in told if kind == "mistake"}
    sights = {
        trial.id: result_observer.read(results[trial.id].evidence)
        for trial in found
        if results[trial.id].report
    }
    margin = margins(assignment, sights)
    killed = killers(found, results)
    table = rows(assignment, killed, names, _accepted(found, results), margin)
    mine = tuple(row for row in table if row.part in parts)
    said = (*problems(found, results), *_misnamed(told, known))
    return Audit(mine, said, killed, margin.by_check)


def problems(found: Iterable[Trial], results: Mapping[str, Graded]) -> tuple[str, ...]:
    """What is not as it must be, by one set of numbers."""
    return tuple(line for trial in found for line in _problems(trial, results[trial.id]))


def killers(found: Iterable[Trial], results: Mapping[str, Graded]) -> dict[str, tuple[str, ...]]:
    """The checks that each mistake fails, by one set of numbers."""
    return {
        trial.id.partition(":")[2]: _failed(part_of(report, trial.part))
        for trial in found
        if trial.kind == "mistake" and (report := results[trial.id].report)
    }


def stale(committed: Catalogue, fresh: Catalogue) -> tuple[str, ...]:
    """The problem, if there is one, that the committed fingerprints are not those of the trials."""
    changed = catalogue.stale(committed, fresh)
    if not changed:
        return ()
    return (
        f"the fingerprints of {len(changed)} mistakes are not those of the suites, such as "
        f"{changed[0]}; `autograder learn` makes them anew",
    )


def _told(
    found: tuple[Trial, ...], results: Mapping[str, Graded], known: Catalogue
) -> list[tuple[Specimen, str, frozenset[str]]]:
    """What a student is told who made a mistake, in each of its forms."""
    return [
        (trial.specimen, trial.kind, catalogue.names(known, trial.specimen, sight))
        for trial in found
        if trial.kind in WRONG and trial.specimen and results[trial.id].report
        for sight in (result_observer.read(results[trial.id].evidence),)
    ]


def _misnamed(
    told: Iterable[tuple[Specimen, str, frozenset[str]]], known: Catalogue
) -> Iterator[str]:
    for made, kind, ids in told:
        for other in sorted(ids - {made.id}):
            if made.id not in ids or not catalogue.alike(known, made.id, other):
                yield f"{kind}:{made.id} is called {other}"


def _accepted(
    found: tuple[Trial, ...], results: Mapping[str, Graded]
) -> dict[str, tuple[str, bool]]:
    """Every alternative with its part, and whether its part has full points."""
    accepted = {}
    for trial in found:
        report = results[trial.id].report
        if trial.kind == "alternative":
            mine = part_of(report, trial.part) if report else None
            accepted[trial.id] = (trial.part, bool(mine and mine.points == mine.max_points))
    return accepted


def unneeded(
    results: Mapping[str, Graded], killed: Iterable[Mapping[str, tuple[str, ...]]],
    parts: frozenset[str],
) -> Iterator[str]:  # fmt: skip
    """Checks that could be left out: by no set of numbers is a mistake failed by them alone, or, of
    a gate, at all.

    A gate says why: what it names gives wrong values, too.
    """
    failing = [checks for each in killed for checks in each.values()]
    alone = {checks[0] for checks in failing if len(checks) == 1}
    failed = {check for checks in failing for check in checks}
    report = results["reference"].report
    for part in report.parts if report else ():
        for check in part.checks if part.id in parts else ():
            if check.id not in (failed if check.gate else alone):
                yield f"the check {check.id} is needed by no mistake"


def _problems(trial: Trial, result: Graded) -> Iterator[str]:
    if result.report is None:
        yield f"{trial.id} was not graded: {result.problem}"
        return
    for part in result.report.parts:
        full = part.points == part.max_points
        mine, wrong = part.id == trial.part, trial.kind in (*WRONG, LAZY)
        empty = trial.kind == "release" or (trial.kind == "blank" and mine)
        if trial.kind == LAZY and mine:
            yield from _passed(trial, part)
        elif empty and part.points:
            yield f"the release earns {part.points:g} in {part.id}"
        elif wrong and mine and full:
            yield f"{trial.id} earns full points"
        elif not empty and not full and not (wrong and mine):
            yield f"{trial.id} loses points in {part.id}: {_why(part)}"
            yield from _errors(trial, result.report)


def _passed(trial: Trial, part: PartResult) -> Iterator[str]:
    """The checks of values that a lazy answer passes, and points that it earns."""
    values = [c.id for c in part.checks if c.value and c.outcome is Outcome.PASSED]
    kind = trial.id.partition("/")[2]
    yield from (f"{check} is no check of values: it is passed by {kind}" for check in values)
    if part.points:
        yield f"{trial.id} earns {part.points:g} points"


def _errors(trial: Trial, report: Report) -> Iterator[str]:
    """The errors of the solution's own cells: a name may be missing because an import failed."""
    if trial.kind == "reference":
        yield from (
            f"a cell of the solution raises {one.error}" for one in report.cells if one.error
        )


def _why(part: PartResult) -> str:
    failed = [check for check in part.checks if check.outcome is not Outcome.PASSED]
    return "; ".join(
        f"{check.id} {check.outcome.value}" + (f" ({check.detail.en})" if check.detail else "")
        for check in failed
    )


def part_of(report: Report, part_id: str) -> PartResult:
    """One part's result in a report."""
    return next(part for part in report.parts if part.id == part_id)


def _failed(part: PartResult) -> tuple[str, ...]:
    return tuple(check.id for check in part.checks if check.outcome is not Outcome.PASSED)
