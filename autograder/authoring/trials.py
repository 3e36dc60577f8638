"""The notebooks that the audit grades, and what observers keep of each beside its report.

Only the formula passes a check of values. A lazy answer, made by rule, must not: it calls the
solution for the shape of its result, and has its layers, parameters and dropout.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import msgspec

from autograder.authoring.make import NotebookBuilder, notebook_with, with_stub
from autograder.authoring.specimens import Specimen, alternatives, mistakes, solution, variants
from autograder.checks import references
from autograder.checks.collect import collected
from autograder.checks.fingerprints import Fingerprint, fingerprint, fingerprints
from autograder.checks.results import CaseResult
from autograder.core.assignment.plan import Assignment
from autograder.core.assignment.sets import Sets
from autograder.core.model import Outcome, PartResult, Report
from autograder.notebook.build import source_notebook

WRONG = ("mistake", "variant")
LAZY = "lazy"


@dataclass(frozen=True)
class Trial:
    id: str
    kind: str
    part: str
    data: bytes
    specimen: Specimen | None = None


class Seen(msgspec.Struct, frozen=True):
    """The fingerprint of each failed case; by check the largest distance in a case that `passed` or
    `failed`, in units of the tolerance; the outcome of each case that cost too much (`dear`).
    """

    prints: dict[str, Fingerprint]
    passed: dict[str, float]
    failed: dict[str, float]
    dear: dict[str, str] = {}

    def of(self, part: str) -> "Seen":
        of_part = [
            {key: value for key, value in sorted(field.items()) if key.startswith(f"{part}/")}
            for field in msgspec.structs.astuple(self)
        ]
        return Seen(*of_part)


@dataclass(frozen=True)
class TrialResult:
    """The report on a trial and what an observer kept, or why it is ungraded."""

    trial: Trial
    report: Report | None
    problem: str | None = None
    evidence: bytes = b""

    @property
    def part(self) -> PartResult | None:
        return part_of(self.report, self.trial.part) if self.report else None

    @property
    def full(self) -> bool:
        part = self.part
        return part is not None and part.points == part.max_points

    @property
    def failed(self) -> tuple[str, ...]:
        checks = self.part.checks if self.part else ()
        return tuple(check.id for check in checks if check.failed)

    @cached_property
    def seen(self) -> Seen:
        """What `observed` kept of the trial's own part, or of all if it has none."""
        seen, part = msgspec.msgpack.decode(self.evidence, type=Seen), self.trial.part
        return seen.of(part) if part else seen


def observed(results: tuple[CaseResult, ...]) -> bytes:
    """An observer: what `Seen` describes."""
    dear = {result.key: result.outcome.value for result in results if result.dear}
    seen = Seen(fingerprints(results), {}, {}, dear)
    for result in results:
        if result.distance is not None:
            side = seen.passed if result.outcome is Outcome.PASSED else seen.failed
            side[result.check] = max(result.distance, side.get(result.check, 0.0))
    return msgspec.msgpack.encode(seen)


def asked(without: frozenset[str], results: tuple[CaseResult, ...]) -> bytes:
    """An observer: the requests of each case that passed, `without` those of some cases."""
    passed = (one for one in results if one.outcome is Outcome.PASSED and one.key not in without)
    return msgspec.msgpack.encode({p.key: tuple(e.requests for e in p.exchanges) for p in passed})


def everything(results: tuple[CaseResult, ...]) -> bytes:
    """An observer: the fingerprint of each case, also of those that passed."""
    return msgspec.msgpack.encode({result.key: fingerprint(result) for result in results})


Results = dict[int, dict[str, TrialResult]]
"""By set of hidden numbers and trial."""


def part_of(report: Report, part_id: str) -> PartResult:
    return next(part for part in report.parts if part.id == part_id)


def trials(assignment: Assignment, language: str, released: bytes) -> Iterator[Trial]:
    solved = NotebookBuilder.of(source_notebook(assignment, language))
    yield Trial("reference", "reference", "", solved.bytes())
    yield Trial("release", "release", "", released)
    for part in assignment.parts:
        empty = with_stub(solved, NotebookBuilder.of(released), part.id)
        yield Trial(f"blank:{part.id}", "blank", part.id, empty.bytes())
    yield from (trial_of(specimen, "mistake", solved) for specimen in mistakes(assignment))
    for n, specimen in enumerate(variants(assignment)):
        yield replace(trial_of(specimen, "variant", solved), id=f"variant {n} of {specimen.id}")
    yield from (trial_of(specimen, "alternative", solved) for specimen in alternatives(assignment))
    yield from (trial_of(specimen, LAZY, solved) for specimen in lazy_answers(assignment))


def trial_of(specimen: Specimen, kind: str, solved: NotebookBuilder) -> Trial:
    data = notebook_with(solved, specimen).bytes()
    return Trial(f"{kind}:{specimen.id}", kind, specimen.part, data, specimen)


UNIFORM = "uniform weights"
AGAIN = "the result of its first call again"
"""It is right once: it passes checks of one call, and must not earn full points."""
SOFTMAX = re.compile(r"\bsoftmax\(")
KINDS = (
    UNIFORM, "zeros", "ones", "the argument itself", "the mean of the argument", "its running mean",
    "its first row", "its share of the sum", "noise",
    "the right result of other numbers", AGAIN,
)  # fmt: skip
"""What comes in the place of the right result."""

WRAPPER = Path(__file__).with_name("templates") / "lazy_answer.py"


def lazy_answers(assignment: Assignment) -> Iterator[Specimen]:
    wrapper = WRAPPER.read_text("utf-8")
    for part in assignment.parts:
        source = solution(assignment, part.id)
        # What has no arguments may give its first result again.
        kinds = KINDS if part.signature else KINDS[:-1]
        for kind in kinds if SOFTMAX.search(source) else kinds[1:]:
            code = wrapper.replace("ANSWER", part.name).replace("KIND", repr(kind), 1)
            cells = (f"{source}\n\n{code}",)
            yield Specimen(f"{part.id}/{kind}", part.id, cells, {}, WRAPPER)


def constant_cases(assignment: Assignment, sets: Sets) -> Iterator[str]:
    """Checks of values whose case is the same in every set: a table of another course passes."""
    by_set = [references.decode(numbers.references) for numbers in sets.sets]
    for case in collected(assignment, by_set[0]):
        name = f"{case.part}/{case.case}"
        contents = [references.plain_contents(cases[name]) for cases in by_set if name in cases]
        if case.info.value and len(by_set) > 1 and all(item == contents[0] for item in contents):
            yield f"{case.key} is no check of values: its case is the same in every set of numbers"
