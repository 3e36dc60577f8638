"""Naming by fingerprints: what differs between two students with one mistake must not count."""

import pytest
import torch

from autograder.checks import fingerprints
from autograder.checks.fingerprints import Fingerprint
from autograder.checks.results import CaseResult, Exchange
from autograder.core.model import CheckResult, Likeness, Mistake, Outcome, PartResult, Text
from autograder.grading.course_names import CourseNames, GroupName
from autograder.grading.known_pairs import KnownPair, KnownPairs
from autograder.grading.naming import Catalogue, Known
from autograder.wire import messages
from autograder.wire.places import place
from autograder.wire.tensors import pack
from autograder.wire.values import Entries, Items


def fingerprint(
    reply: messages.Reply, *asked: messages.Request, seen: object = None
) -> Fingerprint:
    exchanges = (Exchange(asked, reply),)
    result = CaseResult("check", "case", Outcome.FAILED, None, exchanges, seen)
    return fingerprints.fingerprint(result)


def returned(value: torch.Tensor | str) -> messages.Reply:
    return messages.Returned(value if isinstance(value, str) else pack(value))


def raised(message: str, kind: str = "AttributeError", where: str = "cell 1") -> messages.Reply:
    return messages.Raised(kind, message, where)


MASK, OTHER = torch.ones(4, 4).triu(2), torch.ones(4, 4).triu(2)
OTHER[0, 2] = 0
LARGEST = torch.full((3, 3), torch.finfo(torch.float64).max, dtype=torch.float64)
LACKS = "'{}' object has no attribute '{}'".format
COMPARED = {
    "the dtype of the same numbers": (returned(MASK), [
        returned(MASK.to(kind))
        for kind in (torch.bool, torch.int64, torch.float64, torch.bfloat16)
    ], [returned(OTHER)]),
    "the place that a text names": (
        raised("there it raised KeyError (cell 43, line 14)"),
        [raised("there it raised KeyError (cell 4, line 1)", where="cell 2")], []),
    "an address": (
        raised("<Head object at 0x7f3a9c> is no layer"),
        [raised("<Head object at 0x51be0> is no layer", where="cell 2")], []),
    # By the same example, two widths that have changed places give sizes of their own.
    "sizes count": (
        raised("weight has shape (6, 13), expected (13, 6)"), [],
        [raised("weight has shape (7, 6), expected (13, 6)")]),
    "a small number beside a large one counts": (
        messages.Returned(Items([124_439_808, 474.7])),
        [messages.Returned(Items([124_439_808, 474.7]))],
        [messages.Returned(Items([124_439_808, 497.8]))]),
    "names of the student's own": (
        raised(LACKS("CausalAttention", "mask")), [raised(LACKS("Head", "m"), where="cell 2")], []),
    # A layer taken for a tensor is told from a misspelt attribute of the student's own class.
    "a layer of torch counts": (
        raised(LACKS("Linear", "transpose")), [raised(LACKS("Linear", "T"))],
        [raised(LACKS("SelfAttention_v2", "W_qeury"))]),
    # A check of another device is told of an error, and not raised to.
    "the place in a text that comes back": (
        returned(f"RuntimeError: sizes differ ({place(12, 3)})"),
        [returned(f"RuntimeError: sizes differ ({place(13, 4)})")],
        [returned("RuntimeError: other")]),
    "numbers add up to none that JSON lacks": (returned(LARGEST), [returned(LARGEST)], []),
    "the kind of an error and what it says count": (
        raised("view size is not compatible", "RuntimeError"), [],
        [raised("mat1 and mat2 cannot be multiplied", "RuntimeError"),
         raised("view size is not compatible", "ValueError")]),
}  # fmt: skip


def test_texts_that_follow_from_a_case_prove_a_formula_as_numbers_do():
    """A vocabulary has the same numbers whatever its words are; the keys of results stay."""
    called = messages.Call("vocabulary", [], 5.0)
    first, other = (
        fingerprint(messages.Returned(Entries([(word, 0)])), called) for word in ("the", "a")
    )
    assert first.is_like(first) and not first.is_like(other)
    assert not first.agrees(other)


@pytest.mark.parametrize(("one", "same", "others"), COMPARED.values(), ids=COMPARED)
def test_what_differs_between_students_with_one_mistake_does_not_count(one, same, others):
    first = fingerprint(one)
    assert all(first.agrees(fingerprint(reply)) for reply in same)
    assert not any(first.agrees(fingerprint(reply)) for reply in others)


def test_a_wrong_value_beside_other_draws_is_the_same_mistake():
    """Unless the check failed for the draws themselves: then nothing was compared."""

    def dropped(seed: int, weight: float, *, compared: bool) -> Fingerprint:
        torch.manual_seed(seed)
        weights = torch.rand(200, 3).round() * weight
        comparison = ("weights", weights, weights) if compared else None
        return fingerprint(returned(weights), messages.Seed(seed), seen=comparison)

    first = dropped(1, 0.5, compared=True)
    assert first.agrees(dropped(2, 0.5, compared=True))
    assert not first.agrees(dropped(2, 0.6, compared=True))
    assert not dropped(1, 0.5, compared=False).agrees(dropped(2, 0.5, compared=False))


def said(text: str) -> Text:
    return Text(text, text)


def mistake_of(name: str) -> Mistake:
    return Mistake(name, said(name), said(f"Why {name}?"))


def prints(found: dict[str, float]) -> dict[str, Fingerprint]:
    return {f"{check}|": Fingerprint("form", (number,) * 3) for check, number in found.items()}


def known(name: str, **found: float) -> Known:
    return Known("part", mistake_of(name), prints(found))


def named(*catalogue: Known, **found: float) -> dict[str, set[str]]:
    names = Catalogue(catalogue).named("part", prints(found))
    return {check: {mistake.id for mistake in mistakes} for check, mistakes in names.items()}


def test_mistakes_of_one_name_count_as_one_name():
    """Four specimens of one mistake are no guess."""
    same = [known("scale", values=10) for _ in range(4)]
    assert named(*same, values=10) == {"values": {"scale"}}


def test_one_case_of_a_mistake_is_no_evidence_beside_failures_that_it_does_not_explain():
    """An error, or one case of numbers, is often a consequence of something else."""
    assert named(known("scale", values=10), values=10, wide=99) == {}
    assert named(known("scale", wide=0, values=0), values=0, wide=0, leak=99) == {}


def test_a_mistake_with_the_same_numbers_in_two_checks_is_named_beside_something_unknown():
    names = named(known("scale", values=10, wide=20), values=10, wide=20, leak=99)
    assert names == {"values": {"scale"}, "wide": {"scale"}}


SEEN = Likeness("form", (1.5, -2.0))
A, B = {"part/a": 1.0}, {"part/b": 1.0}
CATALOGUE = Catalogue((known("scale", **A, **B), known("mask", **A), known("drop", **B)))


def part(*named: Mistake, unnamed: Likeness | None = SEEN) -> PartResult:
    """A part that fails two checks, the first of which may have a name."""
    first = CheckResult("part/a", said("a"), Outcome.FAILED, 1, mistakes=named)
    second = CheckResult("part/b", said("b"), Outcome.FAILED, 1)
    passed = CheckResult("part/c", said("c"), Outcome.PASSED, 1)
    return PartResult("part", said("part"), 0, 3, (first, second, passed), unnamed=unnamed)


def applied(result: PartResult, *pairs: KnownPair) -> PartResult:
    """What is made of it where these pairs are known."""
    return KnownPairs({"part": pairs}).with_names(result, CATALOGUE)


def told(result: PartResult, *pairs: tuple[str, ...], seen: Likeness = SEEN) -> list[list[str]]:
    """The ids that each check is told then."""
    part_result = applied(result, *(KnownPair(seen, pair) for pair in pairs))
    return [[mistake.id for mistake in check.mistakes] for check in part_result.checks]


PAIRS = {
    "each at the check that it fails": ("", [("mask", "scale")], ["mask"], ["scale"]),
    "in the order of the checks": ("", [("drop", "scale")], ["scale"], ["drop"]),
    "together behind one check": ("other", [("mask", "scale")], ["other"], ["mask + scale"]),
    "what several pairs share, and what the other may be": (
        "", [("mask", "scale"), ("drop", "mask")], ["mask"], ["drop", "scale"]),
    "what several pairs do not share": ("", [("mask", "scale"), ("drop", "other")], [], []),
    "what is named already, once": ("scale", [("mask", "scale")], ["scale"], ["mask"]),
    "the other, where the catalogue lacks one": ("", [("gone", "scale")], ["scale"], ["scale"]),
}  # fmt: skip


@pytest.mark.parametrize(("named", "pairs", "first", "second"), PAIRS.values(), ids=PAIRS)
def test_of_two_mistakes_both_are_told(named, pairs, first, second):
    result = part(mistake_of(named)) if named else part()
    assert told(result, *pairs) == [first, second, []]


def test_numbers_within_what_float32_loses_are_the_same():
    likeness = Likeness("form", (1.5001, -2.0))
    assert told(part(), ("mask", "scale"), seen=likeness)[1] == ["scale"]
    assert told(part(), ("mask", "scale"), seen=Likeness("form", (1.6, -2.0)))[1] == []


def test_a_mistake_is_not_told_where_one_that_does_the_same_beside_a_third_may_stand():
    """Beside `other`, `drop` does what `mask` does; what it does beside `scale` nobody knows."""
    elsewhere, apart = Likeness("form", (7.0, 7.0)), Likeness("form", (8.0, 8.0))
    beside = [KnownPair(elsewhere, (name, "other")) for name in ("mask", "drop")]
    pairs = [KnownPair(SEEN, ("mask", "scale")), *beside]
    tried = KnownPair(apart, ("drop", "scale"))
    for known_pairs, ids in ((pairs, {"scale"}), ([*pairs, tried], {"mask", "scale"})):
        result = applied(part(), *known_pairs)
        assert {mistake.id for check in result.checks for mistake in check.mistakes} == ids


def test_what_has_a_name_is_in_no_group():
    pair = KnownPair(SEEN, ("mask", "scale"))
    assert applied(part(), pair).unnamed is None
    assert applied(part(unnamed=None), pair) == part(unnamed=None)


def test_the_cost_of_a_group_is_for_all_that_its_answers_lack():
    """Also where a known mistake explains some of it: without its name it is another group."""
    texts = {"en": "neither"}
    group = GroupName("1", "part", texts, texts, SEEN)
    result = CourseNames(names=(group,)).with_names(part(mistake_of("scale")))
    assert [slip.mistake.id for slip in result.slips] == ["part/group-1"]
    assert [check.mistakes[0].id for check in result.checks[:2]] == ["scale", "part/group-1"]
