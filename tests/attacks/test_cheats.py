"""No trick earns a mark, reads, writes, harms or outlives: every cheat, in every place."""

import re
from collections.abc import Iterable
from contextlib import closing
from html.parser import HTMLParser

import pytest
import setting
from setting import Place, Result, Results, honest, impossible, places, quick

from autograder.authoring.make import Cheat
from autograder.core.assignment.load import find
from autograder.core.model import Report
from autograder.report.diagnosis import part_text
from autograder.report.pages import part_html
from autograder.report.plain_text import plain

PLAN = find(setting.ROOT, "attention")[0]
CHEATS = setting.corpus()
SECONDS = 2 * PLAN.limits.submission_seconds
HARMFUL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""What a terminal obeys or a reader is misled by."""
OUR_CLASS = ("class", "tex2jax_ignore")
"""The panel's own, against formulas in error messages."""


def cells(chosen: Iterable[Cheat]) -> list[object]:
    """Cheats in every place, but the slow ones in the places of `setting.spends_time` only.

    Quick tests are all of them in the first place, and one of each kind in the others.
    """
    firsts = setting.first_of_each_kind()
    return [
        param(place, cheat, quick=place == places()[0] or (quick(place) and cheat.id in firsts))
        for place in places()
        for cheat in chosen
        if setting.EVERY or setting.spends_time(place) or not cheat.id.startswith(setting.SLOW)
    ]


def param(*values: Place | Cheat, quick: bool = True) -> object:
    name = "-".join(value.id if isinstance(value, Cheat) else str(value) for value in values)
    return pytest.param(*values, id=name, marks=() if quick else pytest.mark.slow)


def labelled() -> list[object]:
    """The cheats that say what their answers are worth; quick is the first of each kind."""
    chosen = [cheat for cheat in CHEATS if cheat.honest is not None]
    firsts = {cheat.id.split("/")[0]: cheat for cheat in reversed(chosen)}
    return [param(cheat, quick=cheat in firsts.values()) for cheat in chosen]


def found(results: Results, place: Place, name: str) -> Result:
    if reason := impossible(place):
        pytest.skip(reason)
    return results[place][name]


@pytest.mark.parametrize(("place", "cheat"), cells(CHEATS))
def test_a_cheat_gains_nothing(results, place, cheat):
    """Its score is at most that of its answers, and there is no sign of success."""
    names = [cheat.id, *([cheat.id + setting.AGAIN] if cheat.id.startswith("disturbing/") else [])]
    for result in (found(results, place, name) for name in names):
        assert result.report is not None, result.problem
        assert result.report.points <= honest(cheat) + cheat.fact
        assert not evidence(result.report)
        assert result.seconds < SECONDS


@pytest.mark.parametrize("cheat", [param(cheat) for cheat in CHEATS if cheat.fact])
def test_what_is_gained_beside_right_values_is_a_fact_of_little_weight(results, cheat):
    """No value, at most a tenth of the part; its label and SECURITY.md say how many points."""
    armed, unarmed = (
        found(results, places()[0], name).report for name in (cheat.id, cheat.id + setting.UNARMED)
    )
    assert armed and unarmed
    assert armed.points - unarmed.points == pytest.approx(cheat.fact, abs=0.005)
    for part, before in zip(armed.parts, unarmed.parts, strict=True):
        assert part.points - before.points <= part.max_points / 10
        values = [(a, b) for a, b in zip(part.checks, before.checks, strict=True) if a.value]
        assert all(a.outcome == b.outcome for a, b in values)
    row = f"| `{cheat.id}` | {cheat.fact:g} |"
    assert row in (setting.ROOT / "SECURITY.md").read_text("utf-8")


BESIDE_RIGHT = [
    cheat
    for cheat in CHEATS
    if cheat.base == "right" and not (cheat.answers or cheat.id.startswith(setting.SLOW))
]
"""Attacks that neither change right answers nor use up their time."""


@pytest.mark.parametrize(("place", "cheat"), cells(BESIDE_RIGHT))
def test_an_attempt_costs_nothing(results, place, cheat):
    report = found(results, place, cheat.id).report
    assert report and report.points == 100


@pytest.mark.parametrize("place", [param(place, quick=quick(place)) for place in places()])
def test_the_next_student_loses_nothing(results, place):
    """After each class of cheats an honest submission gets full points, and no remark."""
    if reason := impossible(place):
        pytest.skip(reason)
    after = {name: each for name, each in results[place].items() if name.startswith(setting.NEXT)}
    kinds = {cheat.id.split("/")[0] for cheat in CHEATS}
    assert {name.removeprefix(setting.NEXT).removesuffix(setting.LATER) for name in after} == kinds
    for name, result in after.items():
        assert result.report is not None, (name, result.problem)
        assert (result.report.points, result.report.flags) == (100, ()), name


@pytest.mark.parametrize("cheat", labelled())
def test_the_honest_score_is_that_of_the_unarmed_notebook(results, cheat):
    """What the label calls honest is what the same answers earn without the attack.

    Answers that speak of what the attack defines raise an error without it, and may earn less.
    """
    report = found(results, places()[0], cheat.id + setting.UNARMED).report
    assert report and (
        report.points == cheat.honest
        or (cheat.evidence == "markup" and report.points <= honest(cheat))
    )


def test_the_corpus_is_large_and_of_every_kind():
    kinds = [cheat.id.split("/")[0] for cheat in CHEATS]
    assert len(kinds) >= 80
    assert {kind: kinds.count(kind) for kind in kinds if kinds.count(kind) < 10} == {}
    assert len(set(kinds)) == 8


def evidence(report: Report) -> list[str]:
    """Signs that a cheat succeeded: what it says itself, and what reaches a reader."""
    notes = [part for cell in report.cells for part in (cell.output, cell.error or "")]
    signs = [line for text in notes for line in text.splitlines() if "SUCCEEDED" in line]
    shown = [part_text(part, language) for part in report.parts for language in ("en", "zh")]
    shown += [plain(text) for text in notes] + [text.en for text in report.flags]
    signs += [text for text in shown if HARMFUL.search(text)]
    for part in report.parts:
        signs += Active.of(part_html(part, "en", report.repairs))
    return signs


class Active(HTMLParser):
    """Finds the tokens of smuggled markup anywhere but in text."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    @classmethod
    def of(cls, page: str) -> list[str]:
        with closing(cls()) as parser:
            parser.feed(page)
        return parser.found

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A tag of ours carries a style or a language, and nothing else."""
        strange = set(attrs) - {OUR_CLASS}
        if set(dict(strange)) - {"style", "lang"} or "SMUGGLED" in str(attrs):
            self.found.append(f"<{tag} {attrs}>")
        if tag in {"script", "iframe", "img", "svg", "a", "object", "embed", "form", "base"}:
            self.found.append(f"<{tag}>")
