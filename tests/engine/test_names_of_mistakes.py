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
from autograder.wire.values import Items


def fingerprint(reply: messages.Reply) -> Fingerprint:
    result = CaseResult("check", "case", Outcome.FAILED, None, (Exchange((), reply),))
    return fingerprints.fingerprint(result)


def returned(value: torch.Tensor | str) -> messages.Reply:
    return messages.Returned(value if isinstance(value, str) else pack(value))


def raised(kind: str, message: str, where: str = "") -> messages.Reply:
    return messages.Raised(kind, message, where)


MASK = torch.ones(4, 4).triu(2)


@pytest.mark.parametrize("dtype", [torch.bool, torch.int64, torch.float64, torch.bfloat16])
def test_the_dtype_of_the_same_numbers_does_not_count(dtype):
    assert fingerprint(returned(MASK)).agrees(fingerprint(returned(MASK.to(dtype))))


def test_other_numbers_count():
    other = MASK.clone()
    other[0, 2] = 0
    assert not fingerprint(returned(MASK)).agrees(fingerprint(returned(other)))


def test_a_wrong_value_beside_other_draws_is_the_same_mistake():
    """Unless the check failed for the draws themselves: then nothing was compared."""

    def dropped(seed: int, weight: float, *, compared: bool) -> Fingerprint:
        torch.manual_seed(seed)
        found = torch.rand(200, 3).round() * weight
        exchange = Exchange((messages.Seed(seed),), returned(found))
        seen = ("weights", found, found) if compared else None
        result = CaseResult("check", "case", Outcome.FAILED, None, (exchange,), seen)
        return fingerprints.fingerprint(result)

    one = dropped(1, 0.5, compared=True)
    assert one.agrees(dropped(2, 0.5, compared=True))
    assert not one.agrees(dropped(2, 0.6, compared=True))
    assert not dropped(1, 0.5, compared=False).agrees(dropped(2, 0.5, compared=False))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "there it raised KeyError (cell 43, line 14)",
            "there it raised KeyError (cell 4, line 1)",
        ),
        ("'CausalAttention' object has no attribute 'mask'", "'Head' object has no attribute 'm'"),
        ("<Head object at 0x7f3a9c> is no layer", "<Head object at 0x51be0> is no layer"),
    ],
)
def test_places_and_names_in_a_message_do_not_count(one, other):
    assert fingerprint(raised("E", one, "cell 1")).agrees(fingerprint(raised("E", other, "cell 2")))


def test_sizes_in_a_message_count():
    """By the same example, two widths that have changed places give sizes of their own."""
    one, other = (
        "weight has shape (6, 13), expected (13, 6)",
        "weight has shape (7, 6), expected (13, 6)",
    )
    assert not fingerprint(raised("E", one)).agrees(fingerprint(raised("E", other)))


def test_a_small_number_beside_a_large_one_counts():
    def counted(size: float) -> Fingerprint:
        return fingerprint(messages.Returned(Items([124_439_808, size])))

    assert counted(474.7).agrees(counted(474.7))
    assert not counted(474.7).agrees(counted(497.8))


def test_a_layer_of_torch_that_lacks_an_attribute_counts():
    """A layer taken for a tensor is told from a misspelt attribute of the student's own class."""
    lacks = "'{}' object has no attribute '{}'".format
    layer = fingerprint(raised("AttributeError", lacks("Linear", "transpose"), "cell 1"))
    assert layer.agrees(fingerprint(raised("AttributeError", lacks("Linear", "T"), "cell 1")))
    own = fingerprint(raised("AttributeError", lacks("SelfAttention_v2", "W_qeury"), "cell 1"))
    assert not layer.agrees(own)


def test_the_place_in_a_text_that_comes_back_does_not_count():
    """A check of another device is told of an error, and not raised to."""
    one, other = (f"RuntimeError: sizes differ ({place(*at)})" for at in ((12, 3), (13, 4)))
    assert fingerprint(returned(one)).agrees(fingerprint(returned(other)))
    assert not fingerprint(returned(one)).agrees(fingerprint(returned("RuntimeError: other")))


def test_the_kind_of_an_error_and_what_it_says_count():
    first = fingerprint(raised("RuntimeError", "view size is not compatible"))
    assert not first.agrees(
        fingerprint(raised("RuntimeError", "mat1 and mat2 cannot be multiplied"))
    )
    assert not first.agrees(fingerprint(raised("ValueError", "view size is not compatible")))


def said(text: str) -> Text:
    return Text(text, text)


def mistake_of(name: str) -> Mistake:
    return Mistake(name, said(name), said(f"Why {name}?"))


def known(name: str, **prints: float) -> Known:
    found = {f"{key}|": value(each) for key, each in prints.items()}
    return Known("part", mistake_of(name), found)


def value(number: float) -> Fingerprint:
    return Fingerprint("form", (number, number, number))


def named(catalogue: Catalogue, **found: float) -> dict[str, set[str]]:
    prints = {f"{key}|": value(each) for key, each in found.items()}
    told = catalogue.named("part", prints)
    return {check: {mistake.id for mistake in each} for check, each in told.items()}


SCALE = known("scale", values=10, wide=20, dropout=30)
DROP = known("dropout", dropout=40, values=50)
MASKED = known("mask", leak=60, width=65, values=70)


def test_a_mistake_that_explains_everything_is_no_pair():
    catalogue = Catalogue((SCALE, DROP, MASKED))
    assert set.union(*named(catalogue, values=10, wide=20, dropout=30).values()) == {"scale"}


def test_mistakes_of_one_name_count_as_one_name():
    """Four specimens of one mistake are no guess."""
    same = [known("scale", values=10) for _ in range(4)]
    assert named(Catalogue(tuple(same)), values=10) == {"values": {"scale"}}


def test_one_case_of_a_mistake_is_no_evidence_beside_failures_that_it_does_not_explain():
    """An error, or one case of numbers, is often a consequence of something else."""
    errors = Known("part", SCALE.mistake, {f"{key}|": value(0) for key in ("wide", "values")})
    assert named(Catalogue((known("scale", values=10),)), values=10, wide=99) == {}
    assert named(Catalogue((errors,)), values=0, wide=0, leak=99) == {}


def test_a_mistake_with_the_same_numbers_in_two_checks_is_named_beside_something_unknown():
    told = named(Catalogue((known("scale", values=10, wide=20),)), values=10, wide=20, leak=99)
    assert told == {"values": {"scale"}, "wide": {"scale"}}


SEEN = Likeness("form", (1.5, -2.0))
A, B = {"part/a": 1.0}, {"part/b": 1.0}
CATALOGUE = Catalogue((known("scale", **A, **B), known("mask", **A), known("drop", **B)))


def part(*named: Mistake, unnamed: Likeness | None = SEEN) -> PartResult:
    """A part that fails two checks, the first of which may have a name."""
    first = CheckResult("part/a", said("a"), Outcome.FAILED, 1, mistakes=named)
    second = CheckResult("part/b", said("b"), Outcome.FAILED, 1)
    passed = CheckResult("part/c", said("c"), Outcome.PASSED, 1)
    return PartResult("part", said("part"), 0, 3, (first, second, passed), unnamed=unnamed)


def told(result: PartResult, *pairs: tuple[str, ...], seen: Likeness = SEEN) -> list[list[str]]:
    """The ids that each check is told where these pairs are known."""
    every = KnownPairs({"part": tuple(KnownPair(seen, pair) for pair in pairs)})
    found = every.applied(result, CATALOGUE)
    return [[one.id for one in check.mistakes] for check in found.checks]


def test_each_of_two_mistakes_is_told_at_the_checks_that_it_fails():
    assert told(part(), ("mask", "scale")) == [["mask"], ["scale"], []]
    assert told(part(), ("drop", "scale")) == [["scale"], ["drop"], []]


def test_two_mistakes_behind_one_check_are_told_together():
    assert told(part(mistake_of("other")), ("mask", "scale"))[1] == ["mask + scale"]


def test_numbers_within_what_float32_loses_are_the_same():
    near = Likeness("form", (1.5001, -2.0))
    assert told(part(), ("mask", "scale"), seen=near)[1] == ["scale"]
    assert told(part(), ("mask", "scale"), seen=Likeness("form", (1.6, -2.0)))[1] == []


def test_of_several_pairs_what_they_share_is_told_and_what_the_other_may_be():
    assert told(part(), ("mask", "scale"), ("drop", "mask")) == [["mask"], ["drop", "scale"], []]
    assert told(part(), ("mask", "scale"), ("drop", "other"))[1] == []


def test_a_mistake_is_not_told_where_one_that_does_the_same_beside_a_third_may_stand():
    """Beside `other`, `drop` does what `mask` does; what it does beside `scale` nobody knows."""
    elsewhere, apart = Likeness("form", (7.0, 7.0)), Likeness("form", (8.0, 8.0))
    pairs = [
        KnownPair(SEEN, ("mask", "scale")),
        KnownPair(elsewhere, ("mask", "other")),
        KnownPair(elsewhere, ("drop", "other")),
    ]
    tried = KnownPair(apart, ("drop", "scale"))
    for every, ids in ((pairs, {"scale"}), ([*pairs, tried], {"mask", "scale"})):
        found = KnownPairs({"part": tuple(every)}).applied(part(), CATALOGUE)
        assert {one.id for check in found.checks for one in check.mistakes} == ids


def test_a_mistake_that_is_named_already_is_not_told_twice():
    assert told(part(mistake_of("scale")), ("mask", "scale")) == [["scale"], ["mask"], []]


def test_a_pair_with_a_mistake_that_the_catalogue_lacks_tells_the_other():
    assert told(part(), ("gone", "scale"))[1] == ["scale"]


def test_what_has_a_name_is_in_no_group():
    every = KnownPairs({"part": (KnownPair(SEEN, ("mask", "scale")),)})
    assert every.applied(part(), CATALOGUE).unnamed is None
    assert every.applied(part(unnamed=None), CATALOGUE) == part(unnamed=None)


def test_the_cost_of_a_group_is_for_all_that_its_answers_lack():
    """Also where a known mistake explains some of it: without its name it is another group."""
    both = {"en": "neither"}
    group = GroupName("1", "part", both, both, SEEN)
    found = CourseNames(names=(group,)).applied(part(mistake_of("scale")))
    assert [slip.mistake.id for slip in found.slips] == ["part/group-1"]
    assert [one.mistakes[0].id for one in found.checks[:2]] == ["scale", "part/group-1"]
