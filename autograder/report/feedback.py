"""A part's verdict for the student: sentences, where to look, the mistake's name; no values."""

import functools
import re
from collections.abc import Iterator

import msgspec

from autograder.model import CheckResult, Outcome, PartResult, Text
from autograder.report import words
from autograder.report.plain import escaped, plain

COLOURS = {Outcome.PASSED: "#0b6e4f", Outcome.NOT_RUN: "#595959"}
"""Both have at least 4.5 : 1 contrast on white; every other outcome takes ATTENTION."""
ATTENTION = "#a33b00"


PANELS = 2048
"""Kept of those made last: in a class most who have a part right have the same one."""

ASKED = Text("", "")
"""In the place of a mistake's question that stands further up already."""


@functools.lru_cache(PANELS)
def part_html(part: PartResult, language: str, repairs: tuple[Text, ...] = ()) -> str:
    """The part's panel as one self-contained piece of HTML.

    Its class keeps MathJax from typesetting a student's error message as a formula.
    """
    rows = "".join(_row(check, language) for check in _told_once(part))
    notes = "".join(_note(words.REPAIRED, repair, language) for repair in repairs)
    return (
        '<div lang="{lang}" class="tex2jax_ignore" style="border:1px solid #8c8c8c;'
        "border-radius:6px;padding:10px 14px;background:#fff;color:#1a1a1a;"
        'font-family:sans-serif;line-height:1.5;max-width:60em">'
        '<p style="margin:0 0 6px"><strong>{title}</strong> · {points:g} / {maximum:g} {unit}</p>'
        '<ul style="list-style:none;margin:0;padding:0">{rows}</ul>{notes}'
        '<p style="margin:6px 0 0;color:#595959;font-size:90%">{hidden}</p></div>'
    ).format(
        lang="zh-CN" if language == "zh" else "en",
        title=escaped(part.title.in_language(language)),
        points=part.points,
        maximum=part.max_points,
        unit=words.POINTS.in_language(language),
        rows=rows,
        notes=notes,
        hidden=words.NOTHING_HIDDEN.in_language(language),
    )


def _told_once(part: PartResult) -> Iterator[CheckResult]:
    """The checks; a mistake that fails several asks its question at the first of them."""
    asked: set[str] = set()
    for check in part.checks:
        mistakes = tuple(
            msgspec.structs.replace(mistake, question=ASKED) if mistake.id in asked else mistake
            for mistake in check.mistakes
        )
        asked |= {mistake.id for mistake in mistakes}
        yield msgspec.structs.replace(check, mistakes=mistakes)


def _row(check: CheckResult, language: str) -> str:
    colour = COLOURS.get(check.outcome, ATTENTION)
    state = words.OUTCOMES[check.outcome].in_language(language)
    gate = f" <em>({words.GATE.in_language(language)})</em>" if _shut(check) else ""
    sentence = _marked(check.sentence.in_language(language))
    return (
        f'<li style="margin:4px 0"><span style="color:{colour};font-weight:bold">'
        f"{words.SIGNS[check.outcome]} {state}</span> · {sentence}{gate}"
        f"{''.join(_lines(check, language))}</li>"
    )


def _shut(check: CheckResult) -> bool:
    return check.gate and check.outcome is not Outcome.PASSED


def _lines(check: CheckResult, language: str) -> list[str]:
    lines = []
    if check.detail:
        lines.append(f"<div {INDENT}>{_marked(check.detail.in_language(language))}</div>")
    for mistake in check.mistakes:
        lines.append(_note(words.LIKELY, mistake.name, language))
        if mistake.question != ASKED:
            lines.append(_note(words.THINK, mistake.question, language))
    if check.hint and not check.mistakes:
        lines.append(_note(words.LOOK, check.hint, language))
    return lines


INDENT = 'style="margin-left:1.6em"'


def _note(label: Text, text: Text, language: str) -> str:
    said = _marked(text.in_language(language))
    return f"<div {INDENT}><em>{label.in_language(language)}</em> {said}</div>"


def _marked(text: str) -> str:
    """Escaped text in which words between backticks are code."""
    return re.sub("`([^`]+)`", r"<code>\1</code>", escaped(text, 600))


def part_text(part: PartResult, language: str) -> str:
    """The same in plain text, for terminals and for readers without HTML."""
    unit = words.POINTS.in_language(language)
    title = part.title.in_language(language)
    lines = [f"{title}: {part.points:g} / {part.max_points:g} {unit}"]
    for check in _told_once(part):
        state = words.OUTCOMES[check.outcome].in_language(language)
        sign = words.SIGNS[check.outcome]
        lines.append(f"  {sign} {state}: {check.sentence.in_language(language)}")
        said = "\n".join(_plain_lines(check, language)).splitlines()
        lines += [f"      {line}" for line in said]
    return "\n".join(lines)


def _plain_lines(check: CheckResult, language: str) -> list[str]:
    lines = [plain(check.detail.in_language(language), 600)] if check.detail else []
    for mistake in check.mistakes:
        lines.append(f"{words.LIKELY.in_language(language)} {mistake.name.in_language(language)}")
        if mistake.question != ASKED:
            question = mistake.question.in_language(language)
            lines.append(f"{words.THINK.in_language(language)} {question}")
    if check.hint and not check.mistakes:
        lines.append(f"{words.LOOK.in_language(language)} {check.hint.in_language(language)}")
    return lines
