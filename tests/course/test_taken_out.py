"""Hidden checks are needed: without one, the audit names mistakes that no other check catches."""

import pytest
from msgspec.structs import replace

from autograder.authoring.audit import unneeded
from autograder.authoring.trials import constant_cases
from autograder.core.assignment import sets
from autograder.core.model import CheckResult, Outcome, PartResult, Report, Text
from tests.small import a_check, audit_problems, small_assignment

LAX = a_check("is_a_tensor", "assert student.centred(case.x).shape == case.x.shape", "centred")


@pytest.fixture(scope="module")
def problems(tmp_path_factory, rings) -> tuple[str, ...]:
    """What the audit finds of a part without one of its checks and with a lax one, and of another
    one whose checks call each module once."""
    root = tmp_path_factory.mktemp("taken-out")
    hidden = small_assignment(root) / "hidden"
    suite = (hidden / "test_centred.py").read_text("utf-8")
    gone = suite.replace("def test_leaves_its_argument_alone(", "def left_out(")
    (hidden / "test_centred.py").write_text(gone + LAX, "utf-8")
    once = (hidden / "test_Gain.py").read_text("utf-8").partition("    # What a module keeps")[0]
    (hidden / "test_Gain.py").write_text(once, "utf-8")
    return audit_problems(root, rings, "centred", "Gain")


def test_the_audit_of_a_part_names_what_survives_without_a_check(problems):
    survivors = {line for line in problems if "earns full points" in line}
    assert survivors == {"mistake:centred/in_place earns full points"}


def test_a_check_of_values_that_a_lazy_answer_passes_is_named(problems):
    lax = "centred/is_a_tensor is no check of values: it is passed by "
    answers = {line.removeprefix(lax) for line in problems if line.startswith(lax)}
    assert answers >= {"zeros", "ones", "noise"}


def test_a_module_that_gives_its_first_result_again_is_named(problems):
    """Where no check calls a module twice, an answer that keeps its first result earns points."""
    assert [line for line in problems if "Gain/the result of its first call again earns 6" in line]


def test_the_audit_of_a_part_says_that_its_mistakes_are_not_learnt(problems):
    assert any("`autograder learn`" in line for line in problems)


def test_a_check_of_values_whose_case_never_changes_is_named(assignment):
    drawn = sets.read(assignment.folder / "hidden")
    again = replace(drawn, sets=drawn.sets[:1] * 2)
    assert list(constant_cases(assignment, drawn)) == []
    assert any(
        "CausalAttention/dropout|often" in line for line in constant_cases(assignment, again)
    )


SAID = Text("it holds", "成立")
MASKED, GATE, OTHER = "causal_mask/masked", "causal_mask/from_scratch", "causal_mask/values"
BOTH = {"late": (MASKED, OTHER), "library": (OTHER, GATE)}
SETS = {
    "all needed": (({"late": (MASKED,), "library": (OTHER, GATE)},), []),
    # By the numbers of another set some other check may see it, too.
    "needed by the second of two sets": ((BOTH, {"late": (MASKED,), "library": ()}), []),
    "a check that fails nothing alone": ((BOTH, BOTH), [MASKED]),
    "a gate that fails nothing": (({"late": (MASKED,)},), [GATE]),
}
"""By what fails each mistake in each set of numbers: the checks that are not needed."""


@pytest.mark.parametrize(("sets", "named"), SETS.values(), ids=SETS)
def test_a_check_that_alone_fails_no_mistake_is_named_once(sets, named):
    checks = (
        CheckResult(MASKED, SAID, Outcome.PASSED, 1),
        CheckResult(GATE, SAID, Outcome.PASSED, 0, gate=True),
    )
    part = PartResult("causal_mask", SAID, 6, 6, checks)
    lines = unneeded(Report("attention", "en", "", "", (part,)), sets, frozenset({"causal_mask"}))
    assert [line.partition(" is needed by no mistake: ")[0] for line in lines] == [
        f"the check {check}" for check in named
    ]
