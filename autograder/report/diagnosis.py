"""A part's checks sorted by cause: each cause once, then what it leaves open, then what holds."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from autograder.core.model import CheckResult, Mistake, Outcome, PartResult, Text
from autograder.report import phrases
from autograder.wire.places import PLACE, in_chinese

NUMBER = re.compile(r"\d+")
NOT_WRITTEN = "the code raised NotImplementedError"
"""How the detail of a check begins that met a released stub."""
STOPPED = frozenset(
    {Outcome.RAISED, Outcome.MISSING, Outcome.TIMED_OUT, Outcome.CRASHED, Outcome.GRADER_FAULT}
)
"""Outcomes that say nothing about a check's own sentence."""


class Kind(StrEnum):
    """What a cause is known by."""

    NOT_WRITTEN = "not written"
    CELL = "cell"
    MISTAKE = "mistake"
    ERROR = "error"
    UNTRUE = "untrue"


@dataclass(frozen=True)
class Cause:
    """One reason for lost points; `follows` are the checks that did not pass because of it.

    `mistakes` are the known ones that it may be.
    """

    kind: Kind
    said: Text
    question: Text | None = None
    detail: Text | None = None
    rule: bool = False
    follows: tuple[CheckResult, ...] = ()
    mistakes: tuple[Mistake, ...] = ()


@dataclass(frozen=True)
class Diagnosis:
    """The causes of a part, the checks that nothing is known about, and those that passed."""

    causes: tuple[Cause, ...]
    unconfirmed: tuple[CheckResult, ...]
    passed: tuple[CheckResult, ...]


def diagnosis(part: PartResult) -> Diagnosis:
    """Sort the checks of `part` by what they did not pass for.

    Only one check without a known cause counts as refuted: the others may have failed because of
    the same thing, and a sentence that might be true of the code is not marked as untrue.
    """
    passed = tuple(check for check in part.checks if check.outcome is Outcome.PASSED)
    failed = [check for check in part.checks if check.outcome is not Outcome.PASSED]
    causes = _not_written(failed) or _of_the_cell(failed, part.error) or _causes(failed)
    settled = {id(check) for cause in causes for check in cause.follows}
    unconfirmed = tuple(check for check in failed if id(check) not in settled)
    return Diagnosis(causes, unconfirmed, passed)


def _not_written(failed: list[CheckResult]) -> tuple[Cause, ...]:
    run = [check for check in failed if check.outcome is not Outcome.NOT_RUN]
    stubs = [check for check in run if check.detail and check.detail.en.startswith(NOT_WRITTEN)]
    if not stubs or len(stubs) < len(run):
        return ()
    return (Cause(Kind.NOT_WRITTEN, phrases.NOT_WRITTEN, follows=tuple(failed)),)


def _of_the_cell(failed: list[CheckResult], error: str) -> tuple[Cause, ...]:
    missing = any(check.outcome is Outcome.MISSING for check in failed)
    if not (error and missing):
        return ()
    said = Text(error, in_chinese(error))
    return (Cause(Kind.CELL, phrases.CELL_STOPPED, detail=said, follows=tuple(failed)),)


def _causes(failed: list[CheckResult]) -> tuple[Cause, ...]:
    unnamed = [check for check in failed if not check.mistakes]
    causes = (*_rules(unnamed), *_mistakes(failed), *_errors(unnamed))
    return causes or tuple(_untrue(unnamed))


def _rules(unnamed: list[CheckResult]) -> Iterable[Cause]:
    """A broken rule of the exercise stands for itself: it takes all points of its part."""
    for check in unnamed:
        if check.gate and check.outcome is Outcome.FAILED:
            yield _refuted(check, rule=True)


def _mistakes(failed: list[CheckResult]) -> Iterable[Cause]:
    """A cause for each set of mistakes that explain the same checks, in the order of the checks."""
    found: dict[Text, list[CheckResult]] = {}
    for check in failed:
        if check.mistakes:
            name = _joined((mistake.name for mistake in check.mistakes), phrases.OR)
            found.setdefault(name, []).append(check)
    for name, checks in found.items():
        known = tuple(dict.fromkeys(mistake for check in checks for mistake in check.mistakes))
        yield Cause(
            Kind.MISTAKE,
            name,
            _joined((mistake.question for mistake in known), phrases.SPACE),
            rule=any(check.gate and check.outcome is Outcome.FAILED for check in checks),
            follows=tuple(checks),
            mistakes=known,
        )


def _joined(texts: Iterable[Text], between: Text) -> Text:
    each = tuple(dict.fromkeys(texts))
    return Text(
        between.en.join(text.en for text in each), between.zh.join(text.zh for text in each)
    )


def _errors(unnamed: list[CheckResult]) -> Iterable[Cause]:
    """A cause for each error, whichever checks met it, with whichever sizes."""
    found: dict[tuple[Outcome, str, str], list[CheckResult]] = {}
    for check in unnamed:
        if check.outcome in STOPPED:
            found.setdefault((check.outcome, *_of_any_size(check.detail)), []).append(check)
    for (outcome, *_), checks in found.items():
        said = checks[0].detail or phrases.OUTCOMES[outcome]
        yield Cause(Kind.ERROR, said, follows=tuple(checks))


def _of_any_size(detail: Text | None) -> tuple[str, str]:
    """What an error says but for its numbers, and its place."""
    said = detail.en if detail else ""
    place = PLACE.search(said)
    return NUMBER.sub("", PLACE.sub("", said)), place[0] if place else ""


def _untrue(unnamed: list[CheckResult]) -> Iterable[Cause]:
    """Of several sentences without a known cause the one with the largest weight."""
    failed = [check for check in unnamed if check.outcome is Outcome.FAILED]
    if failed:
        yield _refuted(max(failed, key=lambda check: check.weight))


def _refuted(check: CheckResult, rule: bool = False) -> Cause:
    return Cause(Kind.UNTRUE, check.sentence, check.hint, check.detail, rule=rule, follows=(check,))
