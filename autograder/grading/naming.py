"""Names mistakes by matching failed checks against the fingerprints of known mistakes."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Self

import msgspec

from autograder.checks.fingerprints import Fingerprint, fingerprint, first_words
from autograder.checks.results import CaseResult, check_of
from autograder.core.assignment.load import FINGERPRINTS, learnt
from autograder.core.assignment.plan import Assignment
from autograder.core.model import SILENT, Likeness, Mistake, Outcome

TOGETHER = 3
"""If more mistakes than this share a fingerprint, naming one would be a guess."""

EVIDENCE = 2
"""Checks whose numbers a mistake must share where it does not explain everything: with one, every
25th mistake that the catalogue lacks has the name of another."""

TELLING = 4
"""Numbers of one tensor; an error or a single number is the same for many mistakes."""

LAZY = "lazy-"
"""Begins the names of answers that compute nothing of what is asked; none is a specimen."""

Prints = Mapping[str, Fingerprint]


def agree(one: Prints, other: Prints) -> bool:
    """Whether the same cases fail, each in the same way."""
    return one.keys() == other.keys() and all(one[key].agrees(other[key]) for key in one)


class Known(msgspec.Struct, frozen=True, array_like=True):
    """A mistake and the fingerprints of every case that it fails."""

    part: str
    mistake: Mistake
    prints: dict[str, Fingerprint]

    def explains(self, found: Prints) -> frozenset[str]:
        """The cases that this mistake explains; none unless all that it fails are failed so."""
        agreed = frozenset(
            key for key, mine in self.prints.items() if key in found and mine.agrees(found[key])
        )
        return agreed if len(agreed) == len(self.prints) else frozenset()


class Catalogue(msgspec.Struct, frozen=True):
    """All known mistakes of an assignment, and what its lazy answers come to."""

    known: tuple[Known, ...] = ()
    lazy: tuple[Known, ...] = ()

    @classmethod
    def read(cls, assignment: Assignment) -> Self:
        """The catalogue of an assignment, or an empty one. Raises CourseError if it is damaged."""
        return learnt(assignment, FINGERPRINTS, cls, "autograder learn")

    def find(self, wanted: str) -> Known | None:
        """The mistake of this id, with what its specimen comes to with the example numbers."""
        every = (*self.known, *self.lazy)
        return next((one for one in every if one.mistake.id == wanted), None)

    def fails(self, wanted: str) -> frozenset[str]:
        forms = [one.prints for one in self.known if one.mistake.id == wanted]
        return frozenset(check_of(key) for prints in forms for key in prints)

    def named(self, part: str, found: Prints) -> dict[str, tuple[Mistake, ...]]:
        """The mistakes by check: those that explain everything, a lazy answer only if no other
        does; else those that explain some of it by many numbers, as an error or one case often
        follows from something unknown.
        """
        if not found:
            return {}
        mine = tuple(one for one in self.known if one.part == part)
        lazy = (one for one in self.lazy if one.part == part)
        if whole := _all_at_once(mine, found) or _all_at_once(lazy, found):
            return whole
        strong = tuple(one for one in mine if len(_numbered(one)) >= EVIDENCE)
        return _one_by_one(strong, found)


def _all_at_once(mine: Iterable[Known], found: Prints) -> dict[str, tuple[Mistake, ...]]:
    """The mistakes that explain every case, at every check; none if they are too many."""
    alike = tuple(dict.fromkeys(one.mistake for one in mine if agree(one.prints, found)))
    if not alike or len({mistake.name for mistake in alike}) > TOGETHER:
        return {}
    return dict.fromkeys(sorted({check_of(key) for key in found}), alike)


def _one_by_one(mine: tuple[Known, ...], found: Prints) -> dict[str, tuple[Mistake, ...]]:
    """The mistakes by check: first those that explain most, then what explains the rest."""
    explained = [(one.mistake, cases) for one in mine if (cases := one.explains(found))]
    named: dict[str, tuple[Mistake, ...]] = {}
    left = set(found)
    while best := max(
        (cases & left for _, cases in explained), key=lambda one: (len(one), sorted(one)),
        default=frozenset[str](),
    ):  # fmt: skip
        alike = tuple(dict.fromkeys(m for m, cases in explained if cases & left == best))
        if len({mistake.name for mistake in alike}) <= TOGETHER:
            named |= dict.fromkeys(_whole(best, found), alike)
        left -= best
    return named


def _numbered(one: Known) -> set[str]:
    """The checks in which the mistake is known by numbers."""
    return {check_of(key) for key, seen in one.prints.items() if seen.tells}


def _whole(cases: Set[str], found: Prints) -> list[str]:
    """The checks whose failed cases are all in `cases`."""
    open_ = {check_of(key) for key in found if key not in cases}
    return sorted({check_of(key) for key in cases} - open_)


def likeness(
    results: Iterable[CaseResult], named: Mapping[str, Sequence[Mistake]],
    rules: frozenset[str], form: str,
) -> Likeness | None:  # fmt: skip
    """What tells the failures of one part that are not `named` from all others, but for broken
    rules. Errors and single numbers are the same for many mistakes: where nothing else came back,
    only answers of the same `form` are alike.
    """
    failed = [result for result in results if result.outcome not in SILENT]
    broken = sorted(r.key for r in failed if r.check in rules and r.outcome is Outcome.FAILED)
    unnamed = [r for r in failed if r.check not in named and r.key not in broken]
    examples = [result.example for result in unnamed if result.outcome is not Outcome.MISSING]
    known = sorted((one for one in examples if one), key=lambda one: one.key)
    told_by_values = any(map(_shows_values, known))
    if not known or len(known) < len(unnamed) or not (told_by_values or form):
        return None
    prints = [(one.key, fingerprint(one)) for one in known]
    lines = [
        *(f"{key} {each.form}" for key, each in prints),
        *(f"rule {key}" for key in broken),
        *(f"{check} {mistake.id}" for check in sorted(named) for mistake in named[check]),
        "" if told_by_values else form,
    ]
    digest = hashlib.sha256("\n".join(lines).encode("utf-8", "replace")).hexdigest()
    return Likeness(digest[:16], tuple(value for _, each in prints for value in each.values))


def _shows_values(result: CaseResult) -> bool:
    """Whether the replies hold so many numbers that two different mistakes hardly share them."""
    told = [told for each in result.exchanges for told in first_words(each.reply)]
    many = any(tensor is not None and tensor.numel() >= TELLING for _, tensor in told)
    return many and not any(word.startswith("raised") for word, _ in told)
