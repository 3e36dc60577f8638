"""Two known mistakes in one answer, known by what they do together with the example numbers."""

from autograder.checks.fingerprints import Fingerprint
from autograder.core.model import CheckResult, Likeness, Mistake, Outcome, PartResult, Text
from autograder.grading.known_pairs import KnownPair, KnownPairs
from autograder.grading.naming import Catalogue, Known

SEEN = Likeness("form", (1.5, -2.0))


def said(text: str) -> Text:
    return Text(text, text)


def mistake(name: str) -> Mistake:
    return Mistake(name, said(name), said(f"Why {name}?"))


def known(name: str, *checks: str) -> Known:
    prints = {f"part/{check}|": Fingerprint("form", (1.0,)) for check in checks}
    return Known("part", mistake(name), prints)


CATALOGUE = Catalogue((known("scale", "a", "b"), known("mask", "a"), known("drop", "b")))


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


def test_each_of_two_mistakes_is_told_at_the_checks_that_it_fails() -> None:
    assert told(part(), ("mask", "scale")) == [["mask"], ["scale"], []]
    assert told(part(), ("drop", "scale")) == [["scale"], ["drop"], []]


def test_two_mistakes_behind_one_check_are_told_together() -> None:
    assert told(part(mistake("other")), ("mask", "scale"))[1] == ["mask + scale"]


def test_numbers_within_what_float32_loses_are_the_same() -> None:
    near = Likeness("form", (1.5001, -2.0))
    assert told(part(), ("mask", "scale"), seen=near)[1] == ["scale"]
    assert told(part(), ("mask", "scale"), seen=Likeness("form", (1.6, -2.0)))[1] == []


def test_of_several_pairs_only_what_they_share_is_told() -> None:
    assert told(part(), ("mask", "scale"), ("drop", "mask"))[1] == ["mask"]
    assert told(part(), ("mask", "scale"), ("drop", "other"))[1] == []


def test_a_mistake_is_not_told_where_one_that_does_the_same_beside_a_third_may_stand() -> None:
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


def test_a_mistake_that_is_named_already_is_not_told_twice() -> None:
    assert told(part(mistake("scale")), ("mask", "scale")) == [["scale"], ["mask"], []]


def test_a_pair_with_a_mistake_that_the_catalogue_lacks_tells_the_other() -> None:
    assert told(part(), ("gone", "scale"))[1] == ["scale"]


def test_what_has_a_name_is_in_no_group() -> None:
    every = KnownPairs({"part": (KnownPair(SEEN, ("mask", "scale")),)})
    assert every.applied(part(), CATALOGUE).unnamed is None
    assert every.applied(part(unnamed=None), CATALOGUE) == part(unnamed=None)
