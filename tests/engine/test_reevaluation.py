"""A re-evaluation is no second guess: what is judged anew follows from other parts alone."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from autograder.checks.results import CaseResult
from autograder.core.assignment.plan import Part
from autograder.core.model import Outcome, Text
from autograder.grading.attempt import Answer, Results, worst_cases
from autograder.grading.reevaluation import Reevaluation
from autograder.notebook.read import Code

FIRST = Part("p", 4, 1, Text("p", "p"), "softmax_naive", "function", ("x",))
UPON = Part("q", 4, 1, Text("q", "q"), "context", "function", ("x",))
CLASS = Part("c", 4, 1, Text("c", "c"), "Head", "class", ("x",))
ANSWER = Code(0, "def helper(x):\n    return x\ndef softmax_naive(x):\n    return helper(x)")
REBOUND = (ANSWER, Code(1, "def helper(y, z):\n    return z"))
BUILT = (ANSWER, Code(1, "def context(x):\n    return softmax_naive(x) + Head(x)"))
PASSED, FAILED, RAISED = Outcome.PASSED, Outcome.FAILED, Outcome.RAISED


def of(part: Part, *outcomes: Outcome) -> Results:
    """The checks of the part with these outcomes; the first of them is of values."""
    return tuple(CaseResult(f"{part.id}/{n}", "", one, None) for n, one in enumerate(outcomes))


def passed(results: Results, part: Part) -> float:
    """A point for each check that is passed."""
    return sum(result.outcome is PASSED for result in results if result.check.startswith(part.id))


def heard(
    before: Results, parts: tuple[Part, ...], then: Results, code: tuple[Code, ...] = BUILT,
    earned: Callable[[Results, Part], float] = passed, asked: tuple[Part, ...] = (UPON,),
    **more: frozenset[str],
) -> tuple[Results, tuple[Text, ...], list[Answer]]:  # fmt: skip
    """What comes of an attempt, and is said, if every hearing comes to `then`; and the hearings."""
    hearings: list[Answer] = []

    def judge(hearing: Answer) -> Results:
        hearings.append(hearing)
        return then

    results, remarks, _ = Reevaluation(code, parts, judge, earned, **more).of(before, asked)
    return results, remarks, hearings


@pytest.mark.parametrize("before", [(PASSED, PASSED), (FAILED, PASSED)], ids=["better", "worse"])
@pytest.mark.parametrize("stood", [(PASSED, PASSED), (PASSED, FAILED), (FAILED, FAILED)])
def test_an_answer_whose_helper_is_bound_anew_is_judged_as_it_stood(before, stood):
    """Whatever it came to at the notebook's end: two states would be two guesses."""
    results, remarks, hearings = heard(
        of(FIRST, *before), (FIRST,), of(FIRST, *stood), REBOUND, asked=(FIRST,)
    )
    assert results == of(FIRST, *stood)
    assert [hearing.code for hearing in hearings] == [(ANSWER,)]
    assert bool(remarks) is (before != stood)


def test_of_several_answers_to_a_part_the_last_one_counts():
    code = (*BUILT, Code(2, "def softmax_naive(x):\n    return x"))
    before = of(FIRST, FAILED) + of(UPON, PASSED)
    assert heard(before, (FIRST, UPON), of(UPON, FAILED), code, asked=(FIRST, UPON))[2] == []


@pytest.mark.parametrize("answers", ["", "context"], ids=["nobody's cell", "another's"])
def test_it_is_said_where_an_answer_is_defined_again(answers):
    code = (
        replace(ANSWER, answers="softmax_naive"),
        Code(2, "def softmax_naive(x): ...", 7, answers),
    )
    _, remarks, _ = heard(of(FIRST, FAILED), (FIRST,), of(FIRST, FAILED), code, asked=(FIRST,))
    assert any("defined again here" in text.en for text in remarks) == (not answers)


@pytest.mark.parametrize(
    ("first", "lent"), [((FAILED, PASSED), True), ((PASSED, FAILED), False), ((PASSED,), False)]
)
def test_a_function_is_lent_where_its_own_values_are_wrong(first, lent):
    """What failed for another reason explains no wrong values in those built upon it."""
    results, remarks, hearings = heard(
        of(FIRST, *first) + of(UPON, FAILED), (FIRST, UPON), of(UPON, PASSED),
        asked=(FIRST, UPON), values=frozenset({"p/0", "q/0"}),
    )  # fmt: skip
    assert bool(remarks) is lent
    assert [hearing.lent for hearing in hearings] == ([(FIRST,)] if lent else [])
    assert (of(UPON, PASSED)[0] in results) is lent


def test_of_two_built_upon_each_other_one_is_lent():
    code = (Code(0, "def softmax_naive(x):\n    return context(x)"), BUILT[1])
    before, parts = of(FIRST, FAILED) + of(UPON, FAILED), (FIRST, UPON)
    _, _, hearings = heard(before, parts, of(UPON, FAILED), code, asked=parts)
    assert {(hearing.parts, hearing.lent) for hearing in hearings} == {((UPON,), (FIRST,))}


HEAD = Code(2, "class Head:\n    pass")


def test_an_answer_is_lent_one_set_of_parts_at_most():
    """Not functions, then classes, then both: each would be a guess. Masks may be numbers, too."""
    before = of(FIRST, FAILED) + of(CLASS, RAISED) + of(UPON, RAISED)
    _, _, hearings = heard(before, (FIRST, CLASS, UPON), of(UPON, FAILED))
    assert [(hearing.lent, hearing.mask_of_numbers) for hearing in hearings] == [
        ((FIRST,), False), ((FIRST,), True)
    ]  # fmt: skip


PROVIDED = {
    # A function that changes its argument has right values, and fails what is built upon it.
    "for any fault of an earlier part": (
        FIRST, (FIRST,), of(FIRST, PASSED, FAILED) + of(UPON, FAILED), (FIRST,)),
    # It has the class's own behaviour, so that one second evaluation has all that is right.
    "together with a wrong function": (
        CLASS, (FIRST, CLASS), of(FIRST, FAILED) + of(CLASS, FAILED) + of(UPON, FAILED),
        (FIRST, CLASS)),
    # Its numbers may be of another dtype, or near the tolerance.
    "for a right part, if nothing is wrong": (
        CLASS, (CLASS,), of(CLASS, PASSED) + of(UPON, RAISED), (CLASS,)),
}  # fmt: skip


@pytest.mark.parametrize(("given", "parts", "before", "lent"), PROVIDED.values(), ids=PROVIDED)
def test_what_is_provided_stands_in(given, parts, before, lent):
    results, remarks, hearings = heard(
        before, (*parts, UPON), of(UPON, PASSED), (*BUILT, HEAD),
        values=frozenset({"p/0"}), provided=frozenset({given.name}),
    )  # fmt: skip
    assert [hearing.lent for hearing in hearings] == [lent]
    assert (set(of(UPON, PASSED)) <= set(results), bool(remarks)) == (True, True)


def test_a_right_part_is_replaced_only_if_more_passes_then():
    before = of(CLASS, PASSED) + of(UPON, RAISED)
    provided = frozenset({CLASS.name})
    results, remarks, _ = heard(
        before, (CLASS, UPON), of(UPON, FAILED), (*BUILT, HEAD), provided=provided
    )
    assert (results, remarks) == (before, ())


@pytest.mark.parametrize(
    ("first", "given", "then", "told"),
    [(FIRST, (), FAILED, True), (FIRST, (), RAISED, False),
     (CLASS, (), FAILED, False), (CLASS, (CLASS.name,), FAILED, True)],
    ids=["a function", "no help", "a recording class", "a provided class"],
)  # fmt: skip
def test_at_equal_points_the_failures_beside_right_parts_are_told(first, given, then, told):
    """They are the answer's own: those beside wrong parts have no name."""
    before, beside = of(first, FAILED) + of(UPON, FAILED, PASSED), of(UPON, PASSED, then)
    provided, equal = frozenset(given), lambda *_: 2.0
    code = (ANSWER, HEAD, BUILT[1])
    results, texts, hearings = heard(before, (first, UPON), beside, code, equal, provided=provided)
    assert hearings[0].lent == (first,)
    assert (set(beside) <= set(results), bool(texts)) == (told, told)
    assert told or results == before


def test_a_check_is_reported_by_a_case_that_the_example_explains():
    """Of the others a student is told no more than that the hidden numbers do it."""
    bare = CaseResult("p/0", "odd", RAISED, None)
    worst = CaseResult("p/0", "even", RAISED, None, example=bare)
    better = CaseResult("p/0", "few", FAILED, None, example=bare)
    assert worst_cases([better, bare, worst]) == {"p/0": worst}
