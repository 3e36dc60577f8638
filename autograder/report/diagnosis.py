"""A part's checks sorted by cause: each cause once, then what it leaves open, then what holds."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from autograder.core.marks import changes_by_rule, deductions, taken_by_checks
from autograder.core.model import CheckResult, Outcome, PartResult, Slip, Text
from autograder.notebook.damaged import AMID, ANOTHERS, BESIDE, TORN
from autograder.report.causes import Cause, Kind, causes_of, changes_of
from autograder.report.phrases import phrase
from autograder.report.plain_text import plain
from autograder.wire.places import PLACE

MOST = 600
"""Characters of one message: an exception's text may be endless."""


@dataclass(frozen=True)
class Diagnosis:
    """The causes of a part, the checks that nothing is known about, and those that passed.

    `for_nothing`: sentences hold that earn nothing, for want of a right value. `taken` are the
    points of each mistake, `taken_by_checks` those for checks that did not pass: together all that
    is missing (0 where nothing was written). `changed`: the answer was judged with changes.
    """

    causes: tuple[Cause, ...]
    unconfirmed: tuple[CheckResult, ...]
    passed: tuple[CheckResult, ...]
    for_nothing: bool = False
    taken: tuple[Slip, ...] = ()
    taken_by_checks: float = 0.0
    changed: bool = False

    @property
    def written(self) -> bool:
        return not any(cause.kind is Kind.NOT_WRITTEN for cause in self.causes)

    @property
    def held(self) -> str:
        """The phrase above those that passed: of a changed answer they do not hold as it is."""
        return "hold_changed" if self.changed else "hold"

    @property
    def deductions(self) -> tuple[Text, ...]:
        """What each mistake takes, and the checks; together all that is missing."""
        names = [(slip.points, _taken(slip)) for slip in self.taken]
        names += [(self.taken_by_checks, self._for_checks)] if self.taken_by_checks else []
        return tuple(Text(f"−{p:g}: {name.en}", f"−{p:g}：{name.zh}") for p, name in names)

    @property
    def _for_checks(self) -> Text:
        """A broken rule takes everything; what one mistake alone explains is missing for it.

        Of one that a change could put right there is more: with the change it was not right.
        """
        if any(cause.rule for cause in self.causes):
            return phrase("taken_by_rule")
        sole = len(self.causes) == 1 and not (self.unconfirmed or self.taken)
        ids = [mistake.kind for mistake in self.causes[0].mistakes] if sole else []
        known = ids and changes_by_rule().isdisjoint(ids)
        return self.causes[0].said if known else phrase("taken_by_checks")


def _taken(slip: Slip) -> Text:
    """The mistake; of one that takes an odd share, that no check takes more."""
    odd = slip.points == slip.most and slip.points % 0.5
    return phrase("taken_at_most", name=slip.mistake.name) if odd else slip.mistake.name


def diagnosis(part: PartResult) -> Diagnosis:
    """Why points are missing; what could be judged only with a change is told behind the change."""
    failed = [check for check in part.checks if check.outcome is not Outcome.PASSED]
    passed = tuple(check for check in part.checks if check.outcome is Outcome.PASSED)
    causes = causes_of(part, failed)
    explained = {id(check) for cause in causes for check in cause.follows}
    unconfirmed = tuple(check for check in failed if id(check) not in explained)
    # Of a broken rule it is said that it takes everything: the values may be right.
    broken = {cause.said for cause in causes if cause.rule}
    passed = tuple(check for check in passed if check.sentence not in broken)
    wrong = part.worthless and not part.points and not broken
    for_nothing = wrong and any(check.weight for check in passed)
    verdict = Diagnosis(causes, unconfirmed, passed, for_nothing)
    if part.corrected:
        then = diagnosis(part.corrected)
        causes = (*changes_of(part, failed), *(replace(one, later=True) for one in then.causes))
        verdict = Diagnosis(causes, then.unconfirmed, then.passed, changed=True)
    by_checks = taken_by_checks(part) if verdict.written else 0.0
    return replace(verdict, taken=tuple(deductions(part)), taken_by_checks=by_checks)


def lines_named(texts: Iterable[Text], number: int) -> frozenset[int]:
    places = (place.groups() for text in texts for place in PLACE.finditer(text.en))
    return frozenset(int(line) for cell, line in places if int(cell) == number)


def about_the_file(repairs: Iterable[Text]) -> list[Text]:
    """Those which say that the file, or an answer, may not be what is meant: to look at first."""
    wrong = (TORN, ANOTHERS.en)
    doubtful = re.compile(f"{BESIDE}|{AMID}")
    return [t for t in repairs if t.en.startswith(wrong) or doubtful.search(t.en)]


def cause_in_short(part: PartResult) -> Text | None:
    """The first cause of lost points in a few words; None if none is known."""
    return next((cause.in_short for cause in diagnosis(part).causes), None)


def part_text(part: PartResult, language: str) -> str:
    """A part's verdict in plain text, for terminals and for readers without HTML."""
    verdict = diagnosis(part)
    texts = (part.title, phrase("colon"), phrase("points"))
    title, colon, unit = (text.in_language(language) for text in texts)
    lines = [f"{title}{colon}{part.points:g} / {part.max_points:g} {unit}"]
    for cause in verdict.causes:
        lines += _cause_lines(cause, language)
    folded = ("–", "unconfirmed", verdict.unconfirmed), ("✓", verdict.held, verdict.passed)
    for sign, key, checks in folded:
        if checks:
            lines.append(f"  {sign} {phrase(key, count=len(checks)).in_language(language)}")
            lines += (f"      {check.sentence.in_language(language)}" for check in checks)
    if verdict.for_nothing:
        lines.append(f"  {phrase('worthless').in_language(language)}")
    lines += (f"  {plain(line.in_language(language), MOST)}" for line in verdict.deductions)
    return "\n".join(lines)


def _cause_lines(cause: Cause, language: str) -> Iterator[str]:
    def lines(text: Text | None) -> Sequence[str]:
        return plain(text.in_language(language), MOST).splitlines() if text else ()

    first, *rest = lines(cause.said) or [""]
    yield f"  ✗ {cause.label.in_language(language)}{first}"
    # What a student wrote is indented deeper than any line of ours, so it can look like none.
    below = [*rest, *(lines(phrase("gate_noted")) if cause.rule else ()), *lines(cause.detail)]
    if cause.question:
        prompt = cause.asked.in_language(language)
        below.append(prompt + plain(cause.question.in_language(language), MOST))
    if cause.listed:
        below += lines(phrase("follows", count=len(cause.listed)))
    yield from (f"      {line}" for line in below)
