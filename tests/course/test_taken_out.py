"""Hidden checks are needed: without one, the audit names mistakes that no other check catches."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from autograder.authoring.audit import unneeded
from autograder.authoring.audit_run import AuditRun
from autograder.authoring.trials import constant_cases
from autograder.core.assignment import Assignment, sets
from autograder.core.model import CheckResult, Outcome, PartResult, Report, Text
from autograder.grading.pool import cores
from autograder.sandbox.isolation import Rings

ROUNDS = range(12) if "AUTOGRADER_EVERY_CHECK" in os.environ else (1,)
"""Which check of each part is taken out; with AUTOGRADER_EVERY_CHECK set, every one in turn."""

PART, CALLED_ONCE = "causal_mask", "SelfAttention_v1"

ALSO_A_VALUE = "from_scratch"
"""The library gives nan in every worker, so values fail too: this check says why they do."""


def chosen(audit: Any, number: int) -> list[str]:
    """Of each part one check, the `number`th in the order of their names."""
    by_part: dict[str, set[str]] = {row["part"]: set() for row in audit["rows"]}
    for failed in audit["killers"].values():
        for check in failed:
            part, _, _ = check.partition("/")
            by_part[part] |= {check} - {f"{part}/{ALSO_A_VALUE}"}
    return [sorted(checks)[number % len(checks)] for checks in by_part.values()]


def take_out(folder: Path, checks: list[str]) -> None:
    for check in checks:
        part, _, name = check.partition("/")
        path = folder / f"assignments/attention/hidden/test_{part}.py"
        suite = path.read_text("utf-8")
        assert suite.count(f"def test_{name}(") == 1
        path.write_text(suite.replace(f"def test_{name}(", f"def left_out_{name}("), "utf-8")


LAX = '''

@part("causal_mask", value=True, cases=("single",))
def test_is_a_tensor(student: Student, case: Any) -> None:
    """It is a tensor of this shape.

    它是这个形状的张量。
    """
    found = student.causal_mask(case.num_tokens)
    require(found.shape == (case.num_tokens, case.num_tokens), "no", "不是")
'''


@pytest.fixture(scope="module")
def problems(
    packed: Callable[[str], Any], new_course: Callable[[Path], Path], rings: Rings,
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[str, ...]:  # fmt: skip
    """What the audit finds of a part without one of its checks, and with a lax one.

    And of another one whose checks call each module once.
    """
    course = new_course(tmp_path_factory.mktemp("taken-out") / "course")
    take_out(course, removed(packed("attention")))
    suite = course / f"assignments/attention/hidden/test_{PART}.py"
    suite.write_text(suite.read_text("utf-8") + LAX, "utf-8")
    suite = suite.with_name(f"test_{CALLED_ONCE}.py")
    kept = [line for line in suite.read_text("utf-8").split("\n") if "second call" not in line]
    suite.write_text("\n".join(kept), "utf-8")
    run = AuditRun(course, "attention", rings, cores())
    return run.audit_of(frozenset({PART, CALLED_ONCE}), lambda ready, _: ready).problems


def removed(audit: Any) -> list[str]:
    return [check for check in chosen(audit, 1) if check.startswith(f"{PART}/")]


def test_the_audit_of_a_part_names_what_survives_without_a_check(
    packed: Callable[[str], Any], problems: tuple[str, ...]
) -> None:
    killers, gone = packed("attention")["killers"], set(removed(packed("attention")))
    lost = {mistake for mistake, failed in killers.items() if failed and set(failed) <= gone}
    said = {one for one in problems if "earns full points" in one and f":{PART}/" in one}
    assert said == {f"mistake:{mistake} earns full points" for mistake in lost}
    assert said


def test_a_check_of_values_that_a_lazy_answer_passes_is_named(problems: tuple[str, ...]) -> None:
    lax = f"{PART}/is_a_tensor is no check of values: it is passed by "
    said = {line.removeprefix(lax) for line in problems if line.startswith(lax)}
    assert said >= {"zeros", "ones", "noise"}


def test_a_module_that_gives_its_first_result_again_is_named(problems: tuple[str, ...]) -> None:
    """Where no check calls a module twice, an answer that keeps its first result earns points."""
    lazy = f"{CALLED_ONCE}/the result of its first call again earns 8 points"
    assert [line for line in problems if lazy in line]
    assert f"mistake:{CALLED_ONCE}/scores_remembered earns full points" in problems


def test_a_check_of_values_whose_case_never_changes_is_named(plan: Assignment) -> None:
    drawn = sets.read(plan.folder / "hidden")
    again = replace(drawn, sets=drawn.sets[:1] * 2)
    assert list(constant_cases(plan, drawn)) == []
    assert any("CausalAttention/dropout|often" in line for line in constant_cases(plan, again))


@pytest.mark.slow
@pytest.mark.parametrize("number", ROUNDS)
def test_the_audit_names_what_survives_without_a_check(
    packed: Callable[[str], Any], course: Path, rings: Rings, number: int
) -> None:
    """Those mistakes survive that fail no other check, and there is one for each check."""
    killers = packed("attention")["killers"]
    gone = chosen(packed("attention"), number)
    take_out(course, gone)
    survivors = {mistake for mistake, failed in killers.items() if set(failed) <= set(gone)}
    found = AuditRun(course, "attention", rings, cores()).quick_audit(lambda ready, _: ready)
    said = {
        problem
        for problem in found.problems
        if "earns full points" in problem and "variant" not in problem
    }
    assert said == {
        f"set {number}: mistake:{mistake} earns full points"
        for mistake in survivors
        for number in (1, 2)
    }
    assert {killers[mistake][0] for mistake in survivors} == set(gone)


@pytest.mark.slow
def test_a_pack_says_of_each_specimen_what_it_says_alone(
    packed: Callable[[str], Any], whole: Callable[[str], Any]
) -> None:
    """The quick audit and the whole one fail every mistake by the same checks."""
    assert packed("attention")["killers"] == whole("attention")["killers"]


SAID = Text("it holds", "成立")


MASKED, GATE = "causal_mask/masked", "causal_mask/from_scratch"


OTHER = "causal_mask/values"


def found(*sets: dict[str, tuple[str, ...]]) -> list[str]:
    """What is said of a part with a check and a gate, by what fails each mistake in each set."""
    checks = (
        CheckResult(MASKED, SAID, Outcome.PASSED, 1),
        CheckResult(GATE, SAID, Outcome.PASSED, 0, gate=True),
    )
    part = PartResult("causal_mask", SAID, 6, 6, checks)
    solved = Report("attention", "en", "", "", (part,))
    return list(unneeded(solved, sets, frozenset({"causal_mask"})))


@pytest.mark.parametrize(
    "sets",
    [
        ({"late": (MASKED,), "library": (OTHER, GATE)},),
        ({"late": (MASKED, OTHER), "library": (OTHER, GATE)}, {"late": (MASKED,), "library": ()}),
    ],
    ids=["by the only set", "by the second of two"],
)
def test_a_check_that_alone_fails_a_mistake_is_needed(
    sets: tuple[dict[str, tuple[str, ...]]],
) -> None:
    """By the numbers of another set some other check may see it, too."""
    assert found(*sets) == []


def test_a_check_that_fails_nothing_alone_is_named_once() -> None:
    """However many sets there are."""
    one = {"late": (MASKED, OTHER), "library": (OTHER, GATE)}
    assert found(one, one) == [f"the check {MASKED} is needed by no mistake"]


def test_a_gate_that_fails_nothing_is_named() -> None:
    assert found({"late": (MASKED,)}) == [f"the check {GATE} is needed by no mistake"]
