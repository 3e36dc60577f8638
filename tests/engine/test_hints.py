"""When a hint leads to the cause, and when it would lead away from it."""

from pathlib import Path

from autograder.checks.items import CheckInfo
from autograder.checks.suite import CaseResult
from autograder.core.assignment import load
from autograder.core.assignment.plan import Assignment
from autograder.core.model import CheckResult, Outcome, Text
from autograder.grading.naming import Catalogue
from autograder.grading.score import part_results

PART = "causal_mask"
HINT = Text("Count the heads.", "数一数头。")
TYPE = Text("the result is no module", "返回的不是模块")
OTHER = Text("the rate is 7", "比例是 7")


def judged(plan: Assignment, *details: Text | None) -> tuple[CheckResult, ...]:
    """A part's checks, each failed with its detail, or passed where there is none."""
    names = [f"check{number}" for number in range(len(details))]
    checks = tuple(CheckInfo(name, PART, HINT, 1.0, False, HINT) for name in names)
    results = [
        CaseResult(name, "", Outcome.FAILED if detail else Outcome.PASSED, detail)
        for name, detail in zip(names, details, strict=True)
    ]
    parts = {part.id: part for part in part_results(plan, checks, results, Catalogue())}
    return parts[PART].checks


def test_one_cause_of_all_failures_is_told_without_hints_for_each(repository: Path) -> None:
    """An answer of a wrong type fails every check; no hint about heads explains that."""
    plan = load(repository / "assignments" / "attention")
    assert [check.hint for check in judged(plan, TYPE, TYPE)] == [None, None]


def test_a_check_that_fails_for_its_own_reason_keeps_its_hint(repository: Path) -> None:
    """Different causes, or one failure among passed checks: the hint is for that sentence."""
    plan = load(repository / "assignments" / "attention")
    assert [check.hint for check in judged(plan, TYPE, OTHER)] == [HINT, HINT]
    assert [check.hint for check in judged(plan, TYPE, None)] == [HINT, None]
