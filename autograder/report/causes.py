"""Why points of a part are missing: each cause once, found in how its checks ended."""

import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from autograder.core.model import NOT_WRITTEN, CheckResult, Mistake, Outcome, PartResult, Text
from autograder.report.phrases import error_name, phrase, question_about
from autograder.wire.places import PLACE, in_chinese

NUMBER = re.compile(r"\d+")
NUMBERS = re.compile(r"\bvalues? of the ")
INCONCLUSIVE = frozenset(
    {Outcome.RAISED, Outcome.MISSING, Outcome.TIMED_OUT, Outcome.CRASHED, Outcome.GRADER_FAULT}
)
"""Outcomes in which the check never compared a value: they do not refute its sentence."""
LOADED = re.compile(r"the code raised \w+: [\w.]+ (?:is no (?:tensor|list) but|has shape) ")
"""How an error of loading weights begins: it is about an attribute, in the grader's words."""
NOTHING = Text("", "")


class Kind(StrEnum):
    """What a cause is known by."""

    NOT_WRITTEN = "not written"
    CELL = "cell"
    MISTAKE = "mistake"
    ERROR = "error"
    UNTRUE = "untrue"


LABELS = {Kind.MISTAKE: "likely", Kind.ERROR: "error", Kind.UNTRUE: "untrue"}


@dataclass(frozen=True)
class Cause:
    """One reason for lost points; `follows` are the checks that did not pass because of it.

    `mistakes` are the known ones that it may be. `later`: it showed only once the causes before it
    were put right. `put_right`: a change put it right, so which other requirements hold is known.
    """

    kind: Kind
    said: Text
    question: Text | None = None
    detail: Text | None = None
    rule: bool = False
    follows: tuple[CheckResult, ...] = ()
    mistakes: tuple[Mistake, ...] = ()
    later: bool = False
    put_right: bool = False

    @property
    def label(self) -> Text:
        """What is said before it, with a space where the language has one; may be empty.

        What a change put right is no guess.
        """
        key = "" if self.put_right else LABELS.get(self.kind, "")
        key = "broken" if self.rule and key == "untrue" else key
        label = phrase(key) if key else NOTHING
        return _joined((phrase("then"), label), NOTHING) if self.later else label

    @property
    def asked(self) -> Text:
        return phrase("look" if self.kind is Kind.UNTRUE else "think")

    @property
    def in_short(self) -> Text:
        """The cause in a few words, for a table; of a cell that stopped, what it raised.

        A requirement is said to be unmet: by itself it would read as praise.
        """
        if self.kind is Kind.UNTRUE:
            return _joined((self.label, self.said), NOTHING)
        return self.detail if self.kind is Kind.CELL and self.detail else self.said

    @property
    def listed(self) -> tuple[CheckResult, ...]:
        """The checks to list below it; none below a cause that says all there is."""
        says_all = self.put_right or self.kind in (Kind.UNTRUE, Kind.NOT_WRITTEN)
        return () if says_all else self.follows


def causes_of(part: PartResult, failed: list[CheckResult]) -> tuple[Cause, ...]:
    """The causes of the checks that `failed`, of the answer as it stands.

    Only one check without a known cause counts as refuted, or two if one is about the main numbers
    and the other about none: the others may have failed because of the same thing, and a sentence
    that might be true of the code is not marked as untrue.
    """
    if all_there_is := _of_all(failed, part.error):
        return all_there_is
    unnamed = [check for check in failed if not check.mistakes]
    # A broken rule of the exercise stands for itself: it takes all points of its part.
    rules = (_refuted(c, rule=True) for c in unnamed if c.gate and c.outcome is Outcome.FAILED)
    stopped = [c for c in unnamed if c.outcome in INCONCLUSIVE and not _in_graders_code(c)]
    if causes := (*rules, *_mistakes(failed), *_errors(stopped)):
        # What explains most of what is missing first; a broken rule takes everything.
        return tuple(
            sorted(causes, key=lambda one: (not one.rule, -sum(c.weight for c in one.follows)))
        )
    untrue = [check for check in unnamed if check.failed and check not in stopped]
    first = sorted(untrue, key=lambda check: (_says_little(check), -check.weight))[:1]
    # How it is made or moved explains no wrong numbers: these are told beside it, or before it.
    main = [check for check in untrue if check is part.main_check and NUMBERS.search(_said(check))]
    refuted = [*main, *first] if first and not first[0].value else first
    return tuple(map(_refuted, sorted(dict.fromkeys(refuted), key=lambda check: -check.weight)))


def changes_of(part: PartResult, failed: list[CheckResult]) -> Iterator[Cause]:
    """The changes that the answer was judged with, the first of them with the error before it."""
    raised = _of_a_line([check for check in failed if check.outcome is Outcome.RAISED])
    for number, slip in enumerate(part.slips):
        known, text, is_first = slip.mistake, slip.said, number == 0
        if text and raised and is_first:
            text = phrase("unchanged", said=text, raised=raised)
        follows = tuple(failed) if is_first else ()
        yield Cause(
            Kind.MISTAKE, known.name, known.question, text, False, follows, (known,), put_right=True
        )


def _of_all(failed: list[CheckResult], error: str) -> tuple[Cause, ...]:
    """A cause that says all there is: nothing is written, or its cell stopped with `error`."""
    run = [check for check in failed if check.outcome is not Outcome.NOT_RUN]
    stubs = [text for text in map(_said, run) if text.startswith(NOT_WRITTEN)]
    if run and len(stubs) == len(run) and not any(map(error_name, stubs)):
        return (Cause(Kind.NOT_WRITTEN, phrase("not_written"), follows=tuple(failed)),)
    if run and not error and all(check.outcome is Outcome.MISSING for check in run):
        nowhere = phrase("not_in_the_file", name=_said(run[0]).partition(" ")[0])
        return (Cause(Kind.NOT_WRITTEN, nowhere, follows=tuple(failed)),)
    lost = any(c.outcome is Outcome.MISSING for c in failed)
    lacks = "NameError" not in error and any("NameError" in _said(check) for check in failed)
    if error and (lost or lacks):
        text, row = Text(error, in_chinese(error)), error_name(error)
        question = row.question if row else None
        stopped = phrase("cell_stopped" if lost else "other_cell_stopped")
        if lost and error.startswith("SyntaxError"):
            # What a newer Python reads is no Python here.
            stopped = phrase("no_python", version=".".join(map(str, sys.version_info[:2])))
        return (Cause(Kind.CELL, stopped, question, text, follows=tuple(failed)),)
    return ()


def _said(check: CheckResult) -> str:
    return check.detail.en if check.detail else ""


def _says_little(check: CheckResult) -> bool:
    """Whether all that can be told follows from anything, as wrong draws do from wrong values."""
    text = _said(check) if check.outcome is Outcome.FAILED else ""
    of_values = bool(NUMBERS.search(text)) or (check.value and not text.startswith("shape of "))
    return not question_about(text) and (not text or of_values)


def _in_graders_code(check: CheckResult) -> bool:
    """Whether the error arose in the grader's code: it names no line or name of the student's,
    as "'NoneType' object has no attribute 'backward'". It is told as the sentence.
    """
    text, part = _said(check), re.escape(check.id.partition("/")[0])
    match = PLACE.search(text) or LOADED.match(text) or re.search(rf"\b{part}\b", text)
    return check.outcome is Outcome.RAISED and bool(text) and not match


def _mistakes(failed: list[CheckResult]) -> Iterable[Cause]:
    """A cause for each set of mistakes that explain the same checks, in the order of the checks."""
    checks_by_name: dict[Text, list[CheckResult]] = {}
    for check in failed:
        if check.mistakes:
            name = _joined((mistake.name for mistake in check.mistakes), phrase("or"))
            checks_by_name.setdefault(name, []).append(check)
    for name, checks in checks_by_name.items():
        mistakes = tuple(dict.fromkeys(mistake for check in checks for mistake in check.mistakes))
        raised = (check for check in checks if check.outcome is Outcome.RAISED)
        # What names no line, but a name of the student's.
        named = next((check.detail for check in raised if not _in_graders_code(check)), None)
        refused = error_name(named.en) if named and LOADED.match(named.en) else None
        yield Cause(
            Kind.MISTAKE,
            name,
            _joined((mistake.question for mistake in mistakes), Text(" ", "")),
            _of_a_line(checks) or (refused.name if refused else named),
            rule=any(check.gate and check.outcome is Outcome.FAILED for check in checks),
            follows=tuple(checks),
            mistakes=mistakes,
        )


def _of_a_line(checks: list[CheckResult]) -> Text | None:
    return next((check.detail for check in checks if PLACE.search(_said(check))), None)


def _joined(texts: Iterable[Text], between: Text) -> Text:
    unique = tuple(dict.fromkeys(texts))
    en, zh = (text.en for text in unique), (text.zh for text in unique)
    return Text(between.en.join(en), between.zh.join(zh))


def _errors(stopped: list[CheckResult]) -> Iterable[Cause]:
    """A cause for each error, whichever checks met it, with whichever sizes.

    What the grader met itself when it used an object is the same error without a line.
    """
    checks_by_error: dict[tuple[Outcome, str, str], list[CheckResult]] = {}
    lines: dict[str, str] = {}
    for check in sorted(stopped, key=lambda check: not PLACE.search(_said(check))):
        place = PLACE.search(text := _said(check))
        row = error_name(text)
        bare = row.name.en if row else PLACE.sub("", text).removesuffix(" ()")
        of_any_size = NUMBER.sub("", bare)
        line = place[0] if place else lines.get(of_any_size, "")
        lines.setdefault(of_any_size, line)
        checks_by_error.setdefault((check.outcome, of_any_size, line), []).append(check)
    for (outcome, *_), checks in checks_by_error.items():
        with_line = _of_a_line(checks)
        detail = with_line or checks[0].detail or phrase(f"outcome_{outcome.name.lower()}")
        row = error_name(detail.en) if outcome is Outcome.RAISED else None
        name, asks, below = (row.name, row.question, with_line) if row else (detail, None, None)
        yield Cause(Kind.ERROR, name, asks, below, follows=tuple(checks))


def _refuted(check: CheckResult, rule: bool = False) -> Cause:
    detail = check.detail if check.outcome is Outcome.FAILED else None
    # A hint is about the requirement: where nothing came back, it would ask for a divisor.
    question = (question_about(detail.en) if detail else None) or check.hint
    return Cause(Kind.UNTRUE, check.sentence, question, detail, rule=rule, follows=(check,))
