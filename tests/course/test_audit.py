"""The audit: every mistake caught and named, every right answer accepted, every check needed."""

import json
import subprocess
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from autograder.authoring.visible import figures, sights
from autograder.core.assignment import Assignment

Run = Callable[..., subprocess.CompletedProcess[str]]
MARGIN = 100
START, END = "<!-- audit -->", "<!-- /audit -->"


def test_the_audit_finds_nothing_wrong(audit: Any) -> None:
    assert audit["problems"] == []


@pytest.mark.slow
def test_the_command_succeeds_where_nothing_is_wrong(whole: Any) -> None:
    """Nor are the fingerprints beside the suites stale, at which the quick audit does not look."""
    assert whole["problems"] == []
    assert whole["code"] == 0


def test_there_are_enough_specimens(audit: Any) -> None:
    count = {row["part"]: row["mistakes"] for row in audit["rows"]}
    assert sum(count.values()) >= 160
    assert min(count.values()) >= 6
    assert count["CausalAttention"] >= 30
    assert count["MultiHeadAttention"] >= 30
    assert sum(row["alternatives"] for row in audit["rows"]) >= 100


def test_every_mistake_is_caught_and_nearly_every_one_named(audit: Any) -> None:
    for row in audit["rows"]:
        assert row["killed"] == row["mistakes"]
    named, every = (sum(row[key] for row in audit["rows"]) for key in ("named", "mistakes"))
    assert named >= 0.95 * every


def test_right_answers_and_mistakes_are_far_apart(audit: Any) -> None:
    near = {row["part"]: row["margin"] for row in audit["rows"]}
    assert {
        part for part, margin in near.items() if margin is not None and margin < MARGIN
    } == set()


def test_the_page_shows_every_mistake(audit: Any) -> None:
    for mistake in audit["killers"]:
        assert f"<td>{mistake.partition('/')[2]}</td>" in audit["page"]


def test_the_table_in_the_design_is_that_of_the_audit(audit: Any, repository: Path) -> None:
    text = (repository / "DESIGN.md").read_text("utf-8")
    table = text.partition(START)[2].partition(END)[0]
    for row in audit["rows"]:
        of = row["mistakes"]
        caught = f"| {row['part']} | {row['killed']}/{of} | {row['named']}/{of} "
        assert f"{caught}| {row['accepted']}/{row['alternatives']} |" in table


@pytest.mark.slow
def test_the_audit_says_what_the_visible_checks_see(whole: Any, plan: Assignment) -> None:
    seen = json.loads(json.dumps({k: asdict(v) for k, v in figures(plan, sights(plan)).items()}))
    assert whole["visible"] == seen


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        pytest.param(
            "no_such_part/wrong.py", '"""name = \'x\'"""', "no_such_part", marks=pytest.mark.slow
        ),
        pytest.param(
            "causal_mask/mute.py",
            "def causal_mask(n):\n    return n\n",
            "docstring",
            marks=pytest.mark.slow,
        ),
        ("causal_mask/torn.py", '"""name = \'x\'"""\ndef causal_mask(', "causal_mask/torn.py"),
    ],
)
def test_a_bad_specimen_is_named_with_the_reason(
    course: Path, run: Run, file: str, text: str, said: str
) -> None:
    path = course / "assignments/attention/specimens/mistakes" / file
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, "utf-8")
    done = run(course, "autograder", "audit", "attention")
    assert done.returncode == 1
    assert said in done.stderr
    assert path.name in done.stderr
    assert "Traceback" not in done.stderr
