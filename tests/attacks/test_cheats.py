"""No trick earns a mark, reads, writes, harms or outlives: every cheat, in every place."""

import re
from collections.abc import Iterable
from html.parser import HTMLParser

import pytest
from setting import (
    AGAIN,
    EVERY,
    LATER,
    NEXT,
    ROOT,
    SLOW,
    UNARMED,
    Place,
    Result,
    Results,
    corpus,
    first_of_each_kind,
    honest,
    impossible,
    places,
    quick,
    spends_time,
)

from autograder.authoring.make import Cheat
from autograder.core.assignment.load import find
from autograder.core.model import Report
from autograder.report.diagnosis import part_text
from autograder.report.pages import part_html
from autograder.report.plain_text import plain

PLAN = find(ROOT, "attention")[0]
CHEATS = corpus()
SECONDS = 2 * PLAN.limits.submission_seconds
HARMFUL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""What a terminal obeys or a reader is misled by."""
OUR_CLASS = ("class", "tex2jax_ignore")
"""The panel's own, against formulas in error messages."""


def cells(chosen: Iterable[Cheat]) -> list[object]:
    """Cheats in every place, but the slow ones in the places of `spends_time` only.

    Quick tests are all of them in the first place, and one of each kind in the others.
    """
    firsts = first_of_each_kind()
    return [
        pytest.param(
            place, cheat, id=f"{place}-{cheat.id}",
            marks=()
            if place == places()[0] or (quick(place) and cheat.id in firsts)
            else pytest.mark.slow,
        )
        for place in places()
        for cheat in chosen
        if EVERY or spends_time(place) or not cheat.id.startswith(SLOW)
    ]  # fmt: skip


def labelled() -> list[object]:
    """The cheats that say what their answers are worth; quick is the first of each kind."""
    seen: set[str] = set()
    rows: list[object] = []
    for cheat in (cheat for cheat in CHEATS if cheat.honest is not None):
        kind = cheat.id.split("/")[0]
        rows.append(
            pytest.param(cheat, id=cheat.id, marks=pytest.mark.slow if kind in seen else ())
        )
        seen.add(kind)
    return rows


def found(results: Results, place: Place, name: str) -> Result:
    """The result, or a skip where this machine has no such place."""
    if reason := impossible(place):
        pytest.skip(reason)
    return results[place][name]


@pytest.mark.parametrize(("place", "cheat"), cells(CHEATS))
def test_a_cheat_gains_nothing(results, place, cheat):
    """Its score is at most that of its answers, and there is no sign of success."""
    names = [cheat.id, *([cheat.id + AGAIN] if cheat.id.startswith("disturbing/") else [])]
    for result in (found(results, place, name) for name in names):
        assert result.report is not None, result.problem
        assert result.report.points <= honest(cheat) + cheat.fact
        assert not evidence(result.report)
        assert result.seconds < SECONDS


@pytest.mark.parametrize(
    "cheat", [pytest.param(cheat, id=cheat.id) for cheat in CHEATS if cheat.fact]
)
def test_what_is_gained_beside_right_values_is_a_fact_of_little_weight(results, cheat):
    """No value, at most a tenth of the part; its label and SECURITY.md say how many points."""
    armed = found(results, places()[0], cheat.id).report
    unarmed = found(results, places()[0], cheat.id + UNARMED).report
    assert armed is not None
    assert unarmed is not None
    assert armed.points - unarmed.points == pytest.approx(cheat.fact, abs=0.005)
    for part, before in zip(armed.parts, unarmed.parts, strict=True):
        assert part.points - before.points <= part.max_points / 10
        values = [(a, b) for a, b in zip(part.checks, before.checks, strict=True) if a.value]
        assert all(a.outcome == b.outcome for a, b in values)
    row = f"| `{cheat.id}` | {cheat.fact:g} |"
    assert row in (ROOT / "SECURITY.md").read_text("utf-8")


BESIDE_RIGHT = [
    one for one in CHEATS if one.base == "right" and not (one.answers or one.id.startswith(SLOW))
]
"""Attacks that neither change right answers nor use up their time."""


@pytest.mark.parametrize(("place", "cheat"), cells(BESIDE_RIGHT))
def test_an_attempt_costs_nothing(results, place, cheat):
    """Right answers beside an attack that leaves them alone keep all their points."""
    report = found(results, place, cheat.id).report
    assert report is not None
    assert report.points == 100


@pytest.mark.parametrize(
    "place",
    [pytest.param(p, id=str(p), marks=() if quick(p) else pytest.mark.slow) for p in places()],
)
def test_the_next_student_loses_nothing(results, place):
    """After each class of cheats an honest submission gets full points, and no remark."""
    if reason := impossible(place):
        pytest.skip(reason)
    after = {name: each for name, each in results[place].items() if name.startswith(NEXT)}
    kinds = {cheat.id.split("/")[0] for cheat in CHEATS}
    assert {name.removeprefix(NEXT).removesuffix(LATER) for name in after} == kinds
    for name, result in after.items():
        assert result.report is not None, (name, result.problem)
        assert (result.report.points, result.report.flags) == (100, ()), name


@pytest.mark.parametrize("cheat", labelled())
def test_the_honest_score_is_that_of_the_unarmed_notebook(results, cheat):
    """What the label calls honest is what the same answers earn without the attack.

    Answers that speak of what the attack defines raise an error without it, and may earn less.
    """
    report = found(results, places()[0], cheat.id + UNARMED).report
    assert report is not None
    mine = report.points
    assert mine == cheat.honest or (cheat.evidence == "markup" and mine <= honest(cheat))


def test_the_corpus_is_large_and_of_every_kind():
    """At least 80 cheats; eight classes with at least 10 in each."""
    kinds = [cheat.id.split("/")[0] for cheat in CHEATS]
    assert len(kinds) >= 80
    assert {kind: kinds.count(kind) for kind in kinds if kinds.count(kind) < 10} == {}
    assert len(set(kinds)) == 8


def evidence(report: Report) -> list[str]:
    """Signs that a cheat succeeded: what it says itself, and what reaches a reader."""
    notes = [part for cell in report.cells for part in (cell.output, cell.error or "")]
    said = [line for text in notes for line in text.splitlines() if "SUCCEEDED" in line]
    shown = [part_text(part, language) for part in report.parts for language in ("en", "zh")]
    shown += [plain(text) for text in notes] + [text.en for text in report.flags]
    said += [text for text in shown if HARMFUL.search(text)]
    for part in report.parts:
        said += Active.of(part_html(part, "en", report.repairs))
    return said


class Active(HTMLParser):
    """Finds the tokens of smuggled markup anywhere but in text."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    @classmethod
    def of(cls, page: str) -> list[str]:
        """What is active in a page that should only show text."""
        parser = cls()
        parser.feed(page)
        parser.close()
        return parser.found

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A tag of ours carries a style or a language, and nothing else."""
        strange = set(attrs) - {OUR_CLASS}
        if set(dict(strange)) - {"style", "lang"} or "SMUGGLED" in str(attrs):
            self.found.append(f"<{tag} {attrs}>")
        if tag in {"script", "iframe", "img", "svg", "a", "object", "embed", "form", "base"}:
            self.found.append(f"<{tag}>")
