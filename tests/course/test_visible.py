"""At home a student hears of every mistake that the worked example can show."""

import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType

import pytest

from autograder.authoring.visible import PRINTED, Sights, VisibleRow, alike, figures
from autograder.core.assignment import Assignment, find
from autograder.core.assignment.visible_checks import visible_checks

SHAPE_OR_PLACE = re.compile(
    r"shape is|\brow\b|every row|position|line \d+|argument|attribute|parameter|of type|found "
    r"|calls |the seed|setting of torch|not defined|bias|\w\(.*\) was"
    r"|length \d|made with \w+=|was changed"
)
"""A shape, a row or position, a line of the student's own, or the name of what is wrong."""


@pytest.fixture(scope="module")
def told(sights_of: Callable[[str], Sights]) -> Sights:
    """What is said of the specimens of `attention`."""
    return sights_of("attention")


@pytest.fixture(scope="module")
def rows(
    repository: Path, assignment: str, sights_of: Callable[[str], Sights]
) -> Mapping[str, VisibleRow]:
    return figures(find(repository, assignment)[0], sights_of(assignment))


def test_every_revealable_mistake_is_told(rows: Mapping[str, VisibleRow]) -> None:
    """No mistake that changes a value, a shape or an error of the worked example passes at home."""
    assert {row.part: row.missed for row in rows.values() if row.missed} == {}


def test_every_alternative_passes(rows: Mapping[str, VisibleRow]) -> None:
    """Every right answer, however it is written, passes the visible check of its part."""
    assert {row.part: row.refused for row in rows.values() if row.refused} == {}


def test_no_alternative_looks_like_a_mistake(told: Sights) -> None:
    """Right answers give what the reference gives on the worked example: the example is fair."""
    assert [sight.specimen for sight in told.alternatives if sight.shown] == []


def test_what_is_told_names_a_shape_or_a_place(told: Sights) -> None:
    """A message names a shape, a row, a line, or the thing that is not as it should be."""
    vague = [s for s in told.mistakes if s.message and not SHAPE_OR_PLACE.search(s.message)]
    assert [(sight.specimen, sight.message) for sight in vague] == []


def test_every_question_is_asked_of_a_mistake(
    plan: Assignment, told: Sights, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None of the questions is kept from its students by a check that fails before."""
    checks = ModuleType("checks")
    monkeypatch.setitem(sys.modules, "checks", checks)
    exec(visible_checks(plan.folder), vars(checks))
    said = "\n".join(" ".join(sight.message.split()) for sight in told.mistakes)
    assert [key for key, (english, _) in checks.QUESTIONS.items() if english not in said] == []


def test_every_part_has_mistakes_to_be_told(rows: Mapping[str, VisibleRow]) -> None:
    """In each part most of what the worked example reveals is at home in the specimens."""
    for row in rows.values():
        assert row.revealable == row.revealed > 0
        assert row.passed == row.alternatives > 0
        assert row.revealable <= row.mistakes


def test_the_table_in_the_design_has_what_is_told(
    rows: Mapping[str, VisibleRow], assignment: str, repository: Path
) -> None:
    text = (repository / "DESIGN.md").read_text("utf-8")
    start = "<!-- audit -->" if assignment == "attention" else f"<!-- audit {assignment} -->"
    table = text.partition(start)[2].partition("<!-- /audit")[0].splitlines()
    for row in rows.values():
        (line,) = (line for line in table if line.startswith(f"| {row.part} |"))
        shown = f"| {row.revealed}/{row.revealable} "
        assert f"{shown}| {row.passed}/{row.alternatives} |" in line


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ([1.0, float("nan")], [1.0 + PRINTED / 2, float("nan")], True),
        ([1.0], [1.0 + 2 * PRINTED], False),
        ([1.0, 2.0], [1.0], False),
        ({"shape": [2, 3]}, {"shape": [3, 2]}, False),
        ({"error": "ValueError"}, {"shape": [2]}, False),
        (float("inf"), float("inf"), True),
    ],
)
def test_observations_are_compared_as_printed(one: object, other: object, same: bool) -> None:
    """A difference beyond the fourth decimal cannot be seen; any other one can."""
    assert alike(one, other) is same
