"""Names mistakes by matching failed checks against the fingerprints of known mistakes."""

from collections.abc import Iterable, Mapping
from typing import Self

import msgspec

from autograder.assignment.sets import MENDED
from autograder.errors import CourseError
from autograder.model import Mistake
from autograder.oracle.fingerprints import Fingerprint, fingerprints
from autograder.oracle.suite import CaseResult

TOGETHER = 3
"""If more mistakes than this share a fingerprint, naming one would be a guess."""

Prints = Mapping[str, Fingerprint]


class Known(msgspec.Struct, frozen=True, array_like=True):
    """A mistake and the fingerprints of every case that it fails."""

    part: str
    mistake: Mistake
    prints: dict[str, Fingerprint]

    def explains(self, found: Prints) -> frozenset[str]:
        """The cases that this mistake explains; none unless all that it fails are failed so."""
        for key, mine in self.prints.items():
            if key not in found or not mine.agrees(found[key]):
                return frozenset()
        return frozenset(self.prints)


class Catalogue(msgspec.Struct, frozen=True):
    """All known mistakes of an assignment."""

    known: tuple[Known, ...] = ()

    @classmethod
    def decode(cls, data: bytes) -> Self:
        """The catalogue of a set of numbers; empty if none was made.

        Raises:
            CourseError: there is one that cannot be read.
        """
        if not data:
            return cls()
        try:
            return msgspec.msgpack.decode(data, type=cls)
        except msgspec.DecodeError as error:
            raise CourseError(f"the fingerprints of a set: {error}; {MENDED}") from None

    def encode(self) -> bytes:
        """The catalogue as `decode` reads it."""
        return msgspec.msgpack.encode(self)

    def explained(self, results: Iterable[CaseResult]) -> frozenset[str]:
        """The checks whose failure has the name of a mistake, of all parts."""
        by_part: dict[str, list[CaseResult]] = {}
        for result in results:
            by_part.setdefault(result.check.partition("/")[0], []).append(result)
        named = (self.named(part, fingerprints(mine)) for part, mine in by_part.items())
        return frozenset(check for each in named for check in each)

    def named(self, part: str, found: Prints) -> dict[str, tuple[Mistake, ...]]:
        """The mistakes by check: those that explain most come first, the others what is left.

        Mistakes that explain exactly the same are named together.
        """
        if not found:
            return {}
        explained = {
            one.mistake.id: (one.mistake, cases)
            for one in self.known
            if one.part == part and (cases := one.explains(found))
        }
        named: dict[str, tuple[Mistake, ...]] = {}
        left = set(found)
        while best := _most(explained, left):
            alike = tuple(m for m, cases in explained.values() if cases & left == best)
            if len(alike) <= TOGETHER:
                named |= dict.fromkeys(_whole(best, found), alike)
            left -= best
        return named


def _most(explained: Mapping[str, tuple[Mistake, frozenset[str]]], left: set[str]) -> set[str]:
    """The largest set of cases that are left and that one mistake explains."""
    best: frozenset[str] = frozenset()
    for _, cases in explained.values():
        best = max(best, cases & left, key=lambda each: (len(each), sorted(each)))
    return set(best)


def _whole(cases: set[str], found: Prints) -> list[str]:
    """The checks whose failed cases are all in `cases`."""
    open_ = {_check(key) for key in found if key not in cases}
    return sorted({_check(key) for key in cases} - open_)


def _check(key: str) -> str:
    return key.partition("|")[0]
