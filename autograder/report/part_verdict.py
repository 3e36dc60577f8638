"""A part's verdict for the student: each cause once, what to think about, what holds; no values."""

import functools
import re
from collections.abc import Callable, Iterator, Sequence

from autograder.core.model import CheckResult, Outcome, PartResult, Text
from autograder.report import phrases
from autograder.report.diagnosis import Cause, Kind, diagnosis
from autograder.report.plain_text import escaped, plain

PANELS = 2048
"""Kept of those made last: in a class most who have a part right have the same one."""
MOST = 600
"""Letters of one message: an exception's text may be endless."""

INK, SOFT, PAPER, LINE = "--ink,#1a1a1a", "--soft,#595959", "--card,#fff", "--line,#8c8c8c"
WRONG, RIGHT = "--wrong,#a33b00", "--right,#0b6e4f"
"""Colours by name, so that a page can darken them; alone each has at least 4.5 : 1 on white."""
BOX = f"border-left:4px solid var({WRONG});padding:2px 0 2px 10px;margin:8px 0"
FRAME = (
    f"border:1px solid var({LINE});border-radius:6px;padding:10px 14px;background:var({PAPER});"
    f"color:var({INK});font-family:sans-serif;line-height:1.5;max-width:60em;"
    "overflow-wrap:anywhere"
)
STAND_ALONE = (Kind.UNTRUE, Kind.NOT_WRITTEN)
"""Causes that say all there is: what follows from them need not be listed."""
LABELS = {
    Kind.MISTAKE: phrases.LIKELY,
    Kind.ERROR: phrases.ERROR,
    Kind.UNTRUE: phrases.UNTRUE,
}


@functools.lru_cache(PANELS)
def part_html(part: PartResult, language: str, repairs: tuple[Text, ...] = ()) -> str:
    """The part's panel as one self-contained piece of HTML.

    Its class keeps MathJax from typesetting a student's error message as a formula.
    """
    unit = phrases.POINTS.in_language(language)
    title = escaped(part.title.in_language(language))
    head = (
        f'<p style="margin:0 0 6px"><strong>{title}</strong> · '
        f"{part.points:g} / {part.max_points:g} {unit}</p>"
    )
    repaired = "".join(_line(phrases.REPAIRED, repair, language) for repair in repairs)
    small = _small(phrases.NOTHING_HIDDEN, language)
    return (
        f'<div lang="{"zh-CN" if language == "zh" else "en"}" class="tex2jax_ignore" '
        f'style="{FRAME}">{head}{verdict_html(part, language)}{repaired}{small}</div>'
    )


def _for_nothing(part: PartResult) -> bool:
    """Whether sentences hold that earn nothing, for want of a right value."""
    held = [check for check in part.checks if check.weight and check.outcome is Outcome.PASSED]
    return part.worthless and bool(held)


def verdict_html(
    part: PartResult, language: str, helped: Callable[[Cause], str] = lambda _: ""
) -> str:
    """What the panel says of the part: its causes, what is unconfirmed, what holds.

    `helped` gives the HTML of what helps with a cause.
    """
    found = diagnosis(part)
    return "".join(
        [
            *(_cause(cause, language, helped(cause)) for cause in found.causes),
            _folded(phrases.UNCONFIRMED, found.unconfirmed, language),
            _folded(phrases.HOLD, found.passed, language),
            _small(phrases.WORTHLESS, language) if _for_nothing(part) else "",
        ]
    )


def _cause(cause: Cause, language: str, more: str) -> str:
    head = label_of(cause, language)
    lines = [f'<strong style="color:var({WRONG})">✗ {head}</strong>{_said(cause.said, language)}']
    if cause.rule:
        lines.append(f"<em> ({phrases.GATE.in_language(language)})</em>")
    if cause.detail:
        lines.append(f"<div>{_said(cause.detail, language)}</div>")
    if cause.question:
        said = _said(cause.question, language)
        lines.append(f"<div><em>{asked_of(cause, language)}</em>{said}</div>")
    lines.append(more)
    if cause.kind not in STAND_ALONE:
        lines.append(_folded(phrases.FOLLOWS, cause.follows, language))
    return f'<div style="{BOX}">{"".join(lines)}</div>'


def label_of(cause: Cause, language: str) -> str:
    """What is said before a cause; a full-width colon needs no space behind it."""
    label = LABELS.get(cause.kind)
    return label.in_language(language) + phrases.SPACE.in_language(language) if label else ""


def asked_of(cause: Cause, language: str) -> str:
    """What is said before the question of a cause."""
    asked = phrases.THINK if cause.kind is Kind.MISTAKE else phrases.LOOK
    return asked.in_language(language) + phrases.SPACE.in_language(language)


def _line(label: Text, text: Text, language: str) -> str:
    return f"<div><em>{label.in_language(language)}</em> {_said(text, language)}</div>"


def _small(text: Text, language: str) -> str:
    said = text.in_language(language)
    return f'<p style="margin:6px 0 0;color:var({SOFT});font-size:90%">{said}</p>'


def _folded(label: Text, checks: Sequence[CheckResult], language: str) -> str:
    """A list that opens at a click, with a sign that nothing but its text depends on."""
    if not checks:
        return ""
    colour = RIGHT if checks[0].outcome is Outcome.PASSED else SOFT
    sign = "✓ " if checks[0].outcome is Outcome.PASSED else ""
    rows = "".join(f"<li>{_said(check.sentence, language)}</li>" for check in checks)
    said = label.in_language(language).format(count=len(checks))
    return (
        f'<details style="margin:4px 0"><summary style="color:var({colour})">{sign}{said}</summary>'
        f'<ul style="margin:4px 0;padding-left:1.6em">{rows}</ul></details>'
    )


def _said(text: Text, language: str) -> str:
    """Escaped text in which words between backticks are code."""
    return re.sub("`([^`]+)`", r"<code>\1</code>", escaped(text.in_language(language), MOST))


def part_text(part: PartResult, language: str) -> str:
    """The same in plain text, for terminals and for readers without HTML."""
    unit = phrases.POINTS.in_language(language)
    title = part.title.in_language(language)
    found = diagnosis(part)
    lines = [f"{title}: {part.points:g} / {part.max_points:g} {unit}"]
    for cause in found.causes:
        lines += _plain_cause(cause, language)
    lines += _plain_list("–", phrases.UNCONFIRMED, found.unconfirmed, language)
    lines += _plain_list("✓", phrases.HOLD, found.passed, language)
    if _for_nothing(part):
        lines.append(f"  {phrases.WORTHLESS.in_language(language)}")
    return "\n".join(lines)


def _plain_cause(cause: Cause, language: str) -> Iterator[str]:
    head = label_of(cause, language)
    first, *rest = _flat(cause.said, language).splitlines() or [""]
    yield f"  ✗ {head}{first}"
    # What a student wrote is indented deeper than any line of ours, so it can look like none.
    yield from (f"      {line}" for line in rest)
    if cause.rule:
        yield f"      ({phrases.GATE.in_language(language)})"
    if cause.detail:
        yield from (f"      {line}" for line in _flat(cause.detail, language).splitlines())
    if cause.question:
        yield f"      {asked_of(cause, language)}{_flat(cause.question, language)}"
    if cause.kind not in STAND_ALONE:
        yield f"      {phrases.FOLLOWS.in_language(language).format(count=len(cause.follows))}"


def _plain_list(
    sign: str, label: Text, checks: Sequence[CheckResult], language: str
) -> Iterator[str]:
    if checks:
        yield f"  {sign} {label.in_language(language).format(count=len(checks))}"
        yield from (f"      {check.sentence.in_language(language)}" for check in checks)


def _flat(text: Text, language: str) -> str:
    return plain(text.in_language(language), MOST)
