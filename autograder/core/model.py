"""The plain values that every package uses, frozen, and encoded to JSON without loss (msgspec)."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

import msgspec

TOLERANCE = 2e-4
"""Relative to projections: a hundred times what float32 loses, far below what mistakes move."""


class Text(msgspec.Struct, frozen=True):
    en: str
    zh: str

    def in_language(self, language: str) -> str:
        return self.zh if language == "zh" else self.en

    @classmethod
    def listed(cls, names: Sequence[str]) -> "Text":
        return cls.joined([cls(name, name) for name in names])

    @classmethod
    def joined(cls, texts: "Sequence[Text]") -> "Text":
        return cls(", ".join(text.en for text in texts), "、".join(text.zh for text in texts))


class Outcome(StrEnum):
    """How a check ended; a member outranks those below it when several cases of a check differ."""

    GRADER_FAULT = "grader fault"
    CRASHED = "crashed"
    TIMED_OUT = "timed out"
    MISSING = "missing"
    RAISED = "raised"
    FAILED = "failed"
    NOT_RUN = "not run"
    PASSED = "passed"

    def outranks(self, other: "Outcome") -> bool:
        return [*Outcome].index(self) < [*Outcome].index(other)


NOT_WRITTEN = "the code raised NotImplementedError"
"""How the detail of a check begins that met a released stub, or an error of torch's own."""
ONLY_LIBRARY = Text(
    "the values are right only with what this part does not allow",
    "停用这一部分不允许的函数之后，结果就不再正确",
)
"""The detail of a check of values that are not right where the library gives none."""
OTHERWISE = Text(
    "with the hidden numbers alone, not with those of the example: try small, large, negative ones",
    "只有用隐藏的数值时才这样，用示例的数值时不是；请自己试一试很小、很大和负的数",
)
"""The detail of a check that ends otherwise with the example numbers."""
SILENT = (Outcome.PASSED, Outcome.NOT_RUN, Outcome.GRADER_FAULT)
"""Outcomes that say nothing of an answer's mistake."""
STOPPED = (Outcome.TIMED_OUT, Outcome.CRASHED)
FAILURES = (Outcome.FAILED, Outcome.RAISED, Outcome.MISSING)
"""Outcomes whose details student code has a say in; the others have fixed sentences."""


class Mistake(msgspec.Struct, frozen=True):
    id: str
    name: Text
    question: Text

    @property
    def kind(self) -> str:
        """Its id without the part."""
        return self.id.rpartition("/")[2]


class Slip(msgspec.Struct, frozen=True):
    """A mistake beside which the rest of an answer is right, and the points that it takes: no more
    than `most`, which checks take where it is the only one. `said` tells with which change the
    answer was judged, if with any.
    """

    mistake: Mistake
    points: float = 0.0
    said: Text | None = None
    most: float | None = None


class CheckResult(msgspec.Struct, frozen=True):
    """One check (one sentence) on one submission. Only right values pass a `value` check; `mostly`:
    more than half of its cases are right.
    """

    id: str
    sentence: Text
    outcome: Outcome
    weight: float
    gate: bool = False
    detail: Text | None = None
    hint: Text | None = None
    mistakes: tuple[Mistake, ...] = ()
    value: bool = False
    mostly: bool = False

    @property
    def failed(self) -> bool:
        """Whether it says something of a mistake."""
        return self.outcome not in SILENT


class Likeness(msgspec.Struct, frozen=True):
    """What failed checks without a name saw with the example numbers, the same for all students.

    `form` is a digest of all that is exact, `values` are projections of the numbers.
    """

    form: str
    values: tuple[float, ...] = ()

    def agrees(self, other: "Likeness") -> bool:
        return self.form == other.form and near(self.values, other.values)


def near(left: tuple[float, ...], right: tuple[float, ...]) -> bool:
    """Whether these are projections of the same numbers."""
    pairs = zip(left, right, strict=False)
    return len(left) == len(right) and all(abs(a - b) <= TOLERANCE * (1 + abs(a)) for a, b in pairs)


class PartResult(msgspec.Struct, frozen=True):
    """A part's checks and the points they come to. `error` is what the cell with the answer raised,
    if it did; `unnamed` tells whose failures without a name are the same, if there are any. `slips`
    explain all that the answer lacks, or are the changes with which it was `corrected`.
    """

    id: str
    title: Text
    points: float
    max_points: float
    checks: tuple[CheckResult, ...]
    error: str = ""
    unnamed: Likeness | None = None
    slips: tuple[Slip, ...] = ()
    corrected: "PartResult | None" = None

    @property
    def judged(self) -> tuple[CheckResult, ...]:
        """The checks as they came out, with the changes if there are any."""
        return (self.corrected or self).checks

    @property
    def unnamed_checks(self) -> tuple[CheckResult, ...]:
        """The failed checks that `unnamed` is about; a broken rule is a cause by itself."""
        failed = (check for check in self.checks if check.failed and not check.mistakes)
        return tuple(one for one in failed if not (one.gate and one.outcome is Outcome.FAILED))

    @property
    def mistakes(self) -> tuple[Mistake, ...]:
        """Every mistake that is named, also of the answer as it was corrected."""
        named = (mistake for check in self.checks for mistake in check.mistakes)
        behind = self.corrected.mistakes if self.corrected else ()
        mistakes = (*named, *(slip.mistake for slip in self.slips), *behind)
        return tuple({mistake.id: mistake for mistake in mistakes}.values())

    @property
    def main_check(self) -> CheckResult | None:
        """The check of values with the largest weight; None if there is none of values."""
        values = [check for check in self.checks if check.value]
        return max(values, key=lambda check: check.weight, default=None)

    @property
    def worthless(self) -> bool:
        """Whether no more than half of the cases of the main check of values are right."""
        main = self.main_check
        return bool(main and main.outcome is not Outcome.PASSED and not main.mostly)


MAX_SHOWN = 2000
"""Characters of a cell's output, or of any other text of a stranger's, that are shown."""


class CellNote(msgspec.Struct, frozen=True):
    """What a cell of the submission printed or raised when it was run for grading."""

    index: int
    output: str
    error: str | None


class Report(msgspec.Struct, frozen=True):
    """Everything that grading a submission found out; `forms` are those of its answers, or None."""

    assignment: str
    language: str
    submission_digest: str
    assignment_digest: str
    parts: tuple[PartResult, ...]
    cells: tuple[CellNote, ...] = ()
    repairs: tuple[Text, ...] = ()
    flags: tuple[Text, ...] = ()
    versions: dict[str, str] = {}
    forms: dict[str, str] | None = None

    @property
    def points(self) -> float:
        """The sum over the parts, to the cent of a point."""
        return round(sum(part.points for part in self.parts), 2)

    @property
    def faults(self) -> tuple[CheckResult, ...]:
        checks = (check for part in self.parts for check in part.checks)
        return tuple(check for check in checks if check.outcome is Outcome.GRADER_FAULT)


class Examined(NamedTuple):
    """A report, and what else is kept of its results: mostly the exchanges behind failed checks."""

    report: Report
    evidence: bytes


@dataclass(frozen=True)
class Graded:
    """One student's result: a report, or why there is none."""

    student: str
    report: Report | None
    problem: str | None = None
    evidence: bytes = b""
