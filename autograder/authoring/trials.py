"""The notebooks that the audit grades, and what comes of each."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import msgspec

from autograder.authoring.handwriting import disguised
from autograder.authoring.lazy import lazy_answers
from autograder.authoring.make import NotebookBuilder, notebook_with, with_stub
from autograder.authoring.result_observer import Seen
from autograder.authoring.specimens import Specimen, alternatives, mistakes, variants
from autograder.core.assignment import Assignment
from autograder.core.model import Outcome, PartResult, Report
from autograder.notebook.build import source_notebook

WRONG = ("mistake", "variant")
LAZY = "lazy"


@dataclass(frozen=True)
class Trial:
    """One notebook to be graded: its kind, and the part and the specimen that it is about."""

    id: str
    kind: str
    part: str
    data: bytes
    specimen: Specimen | None = None


@dataclass(frozen=True)
class TrialResult:
    """The report on a trial and what an observer kept, or the problem that left it ungraded."""

    trial: Trial
    report: Report | None
    problem: str | None = None
    evidence: bytes = b""

    @property
    def part(self) -> PartResult | None:
        """The trial's own part."""
        return part_of(self.report, self.trial.part) if self.report else None

    @property
    def full(self) -> bool:
        """Whether the trial's own part has full points."""
        part = self.part
        return part is not None and part.points == part.max_points

    @property
    def failed(self) -> tuple[str, ...]:
        """The checks of its own part that it does not pass."""
        checks = self.part.checks if self.part else ()
        return tuple(check.id for check in checks if check.outcome is not Outcome.PASSED)

    @cached_property
    def seen(self) -> Seen:
        """What `result_observer.seen` kept of the trial's own part, or of all if it has none."""
        every, part = msgspec.msgpack.decode(self.evidence, type=Seen), self.trial.part
        return every.of(part) if part else every


Results = dict[int, dict[str, TrialResult]]
"""By set of hidden numbers and trial."""


def part_of(report: Report, part_id: str) -> PartResult:
    """One part's result in a report."""
    return next(part for part in report.parts if part.id == part_id)


def trials(assignment: Assignment, language: str, released: bytes) -> Iterator[Trial]:
    """Every notebook that the audit grades."""
    solved = NotebookBuilder.of(source_notebook(assignment, language))
    yield Trial("reference", "reference", "", solved.bytes())
    yield Trial("release", "release", "", released)
    for part in assignment.parts:
        empty = with_stub(solved, NotebookBuilder.of(released), part.id)
        yield Trial(f"blank:{part.id}", "blank", part.id, empty.bytes())
    for specimen in mistakes(assignment):
        yield trial_of(specimen, "mistake", solved)
    for number, specimen in enumerate(variants(assignment)):
        one = trial_of(specimen, "variant", solved)
        yield replace(one, id=f"variant {number} of {specimen.id}")
    for specimen in alternatives(assignment):
        yield trial_of(specimen, "alternative", solved)
    for specimen in lazy_answers(assignment):
        yield trial_of(specimen, LAZY, solved)


def trial_of(specimen: Specimen, kind: str, solved: NotebookBuilder) -> Trial:
    """The solved notebook with this specimen."""
    data = notebook_with(solved, specimen).bytes()
    return Trial(f"{kind}:{specimen.id}", kind, specimen.part, data, specimen)


def in_another_hand(trial: Trial, solved: NotebookBuilder) -> Trial:
    """The trial with its answer as another student would have typed it."""
    if trial.specimen is None:
        return trial
    specimen = disguised(trial.specimen)
    return replace(trial_of(specimen, trial.kind, solved), id=trial.id)
