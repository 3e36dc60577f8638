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
"""Checks that must agree in numbers where a mistake explains only some failures: one alone gives
one in 25 unknown mistakes the name of another."""

TELLING = 4
"""Numbers of one tensor; an error or a single number is the same for many mistakes."""

LAZY = "lazy-"
"""Begins the names of answers that compute nothing of what is asked; none is a specimen."""

BOTH = " + "
"""Joins the ids of two mistakes that are made together."""

Prints = Mapping[str, Fingerprint]


def agree(one: Prints, other: Prints) -> bool:
    """Whether the same cases fail, each in the same way."""
    return one.keys() == other.keys() and all(one[key].agrees(other[key]) for key in one)


class Known(msgspec.Struct, frozen=True, array_like=True):
    """A mistake and the fingerprints of every case that it fails."""

    part: str
    mistake: Mistake
    prints: dict[str, Fingerprint]

    def explains(self, failed: Prints) -> frozenset[str]:
        """The cases that it explains: all that it fails, or none if one is failed otherwise."""
        agreed = frozenset(
            key for key, known in self.prints.items() if key in failed and known.agrees(failed[key])
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

    def find(self, id_: str) -> Known | None:
        """The mistake of this id, with what its specimen comes to with the example numbers."""
        entries = (*self.known, *self.lazy)
        return next((entry for entry in entries if entry.mistake.id == id_), None)

    def fails(self, id_: str) -> frozenset[str]:
        forms = [entry.prints for entry in self.known if entry.mistake.id == id_]
        return frozenset(check_of(key) for prints in forms for key in prints)

    def named(self, part: str, failed: Prints) -> dict[str, tuple[Mistake, ...]]:
        """The mistakes by check: those that explain everything, a lazy answer only if no other
        does; else those that explain some of it by many numbers, as an error or one case often
        follows from something unknown.
        """
        if not failed:
            return {}
        known = tuple(entry for entry in self.known if entry.part == part)
        lazy = (entry for entry in self.lazy if entry.part == part)
        if whole := _all_at_once(known, failed) or _all_at_once(lazy, failed):
            return whole
        strong = tuple(entry for entry in known if len(_numbered(entry)) >= EVIDENCE)
        return _one_by_one(strong, failed)


def _all_at_once(known: Iterable[Known], failed: Prints) -> dict[str, tuple[Mistake, ...]]:
    """The mistakes that explain every case, at every check; none if they are too many."""
    mistakes = tuple(dict.fromkeys(entry.mistake for entry in known if agree(entry.prints, failed)))
    if not mistakes or len({mistake.name for mistake in mistakes}) > TOGETHER:
        return {}
    return dict.fromkeys(sorted({check_of(key) for key in failed}), mistakes)


def _one_by_one(known: tuple[Known, ...], failed: Prints) -> dict[str, tuple[Mistake, ...]]:
    """The mistakes by check: first those that explain most, then what explains the rest."""
    explained = [(entry.mistake, cases) for entry in known if (cases := entry.explains(failed))]
    named: dict[str, tuple[Mistake, ...]] = {}
    open_ = set(failed)
    while best := max(
        (cases & open_ for _, cases in explained), key=lambda cases: (len(cases), sorted(cases)),
        default=frozenset[str](),
    ):  # fmt: skip
        mistakes = tuple(dict.fromkeys(m for m, cases in explained if cases & open_ == best))
        if len({mistake.name for mistake in mistakes}) <= TOGETHER:
            named |= dict.fromkeys(_whole(best, failed), mistakes)
        open_ -= best
    return named


def _numbered(entry: Known) -> set[str]:
    """The checks in which the mistake is known by numbers."""
    return {check_of(key) for key, print_ in entry.prints.items() if print_.tells}


def _whole(cases: Set[str], failed: Prints) -> list[str]:
    """The checks whose failed cases are all in `cases`."""
    open_ = {check_of(key) for key in failed if key not in cases}
    return sorted({check_of(key) for key in cases} - open_)


def likeness(
    results: Iterable[CaseResult], named: Mapping[str, Sequence[Mistake]],
    gates: frozenset[str], form: str,
) -> Likeness | None:  # fmt: skip
    """What groups the failures of one part that are not `named` with the same failures of others;
    failed `gates` count apart. Errors and single numbers are the same for many mistakes: where
    nothing else came back, only answers of the same `form` are alike.
    """
    failed = [result for result in results if result.outcome not in SILENT]
    broken = sorted(r.key for r in failed if r.check in gates and r.outcome is Outcome.FAILED)
    unnamed = [r for r in failed if r.check not in named and r.key not in broken]
    examples = [result.example for result in unnamed if result.outcome is not Outcome.MISSING]
    cases = sorted((case for case in examples if case), key=lambda case: case.key)
    told_by_values = any(map(_shows_values, cases))
    if not cases or len(cases) < len(unnamed) or not (told_by_values or form):
        return None
    prints = [(case.key, fingerprint(case)) for case in cases]
    lines = [
        *(f"{key} {print_.form}" for key, print_ in prints),
        *(f"rule {key}" for key in broken),
        *(f"{check} {mistake.id}" for check in sorted(named) for mistake in named[check]),
        "" if told_by_values else form,
    ]
    digest = hashlib.sha256("\n".join(lines).encode("utf-8", "replace")).hexdigest()
    return Likeness(digest[:16], tuple(value for _, print_ in prints for value in print_.values))


def _shows_values(result: CaseResult) -> bool:
    """Whether the replies hold so many numbers that two different mistakes hardly share them."""
    words = [pair for exchange in result.exchanges for pair in first_words(exchange.reply)]
    many = any(tensor is not None and tensor.numel() >= TELLING for _, tensor in words)
    return many and not any(word.startswith("raised") for word, _ in words)
