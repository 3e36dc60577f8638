"""Two known mistakes in one answer, known by what they do together with the example numbers: where
both act on the same ones, no fingerprint of one mistake helps.
"""

from collections.abc import Sequence
from itertools import permutations, product
from typing import Self

import msgspec
from msgspec.structs import replace

from autograder.core.assignment.load import PAIRS, learnt
from autograder.core.assignment.plan import Assignment
from autograder.core.model import Likeness, Mistake, PartResult, Text
from autograder.grading.naming import TOGETHER, Catalogue

BOTH = Text("two mistakes at once: {}; {}", "同时有两个错误：{}；{}")
Mistakes = tuple[Mistake, ...]


class KnownPair(msgspec.Struct, frozen=True, array_like=True):
    """What two mistakes leave without a name, and their ids."""

    likeness: Likeness
    mistakes: tuple[str, ...]


class KnownPairs(msgspec.Struct, frozen=True):
    """The pairs of an assignment, by part."""

    parts: dict[str, tuple[KnownPair, ...]] = {}

    @classmethod
    def read(cls, assignment: Assignment) -> Self:
        """The pairs of an assignment, none without a file. Raises CourseError if it is damaged."""
        of_parts = dict[str, tuple[KnownPair, ...]]
        return cls(learnt(assignment, PAIRS, of_parts, "autograder learn --pairs"))

    def with_names(self, part: PartResult, known: Catalogue) -> PartResult:
        """The result, its checks without a name named by the pair that does the same; the few that
        one of the two may be are named together.
        """
        told = {mistake.id for check in part.checks for mistake in check.mistakes}
        groups = (_found(known, group) for group in self._groups(part))
        new = [each for each in groups if each and told.isdisjoint(one.id for one in each)]
        if not new:
            return part
        unnamed = [check.id for check in part.unnamed_checks]
        # Two mistakes as one name, where what failed is the doing of both.
        together = tuple(map(_as_one, product(*new))) if new[1:] else new[0]
        named = divided(unnamed, new, known) or dict.fromkeys(unnamed, together)
        checks = tuple(
            replace(check, mistakes=named[check.id]) if check.id in named else check
            for check in part.checks
        )
        return replace(part, checks=checks, unnamed=None)

    def _groups(self, part: PartResult) -> list[tuple[str, ...]]:
        """Of the pairs that fail like this part each mistake that all of them share, unless pairs
        with another one in its place look the same; then all others as one group, if every shared
        one is sure: they are only known beside those.
        """
        mine = self.parts.get(part.id, ())
        same = [each for each in mine if part.unnamed and each.likeness.agrees(part.unnamed)]
        shared = set.intersection(*(set(each.mistakes) for each in same)) if same else set()
        rest = sorted({one for each in same for one in each.mistakes} - shared)
        sure = [(one,) for one in sorted(shared) if not _may_be_another(one, same, mine)]
        others = tuple(rest) if shared and len(sure) == len(shared) else ()
        doubtful = any(_may_be_another(one, same, mine) for one in others)
        return [*sure, others] if others and not doubtful else list(sure)


def _found(known: Catalogue, ids: tuple[str, ...]) -> Mistakes:
    """The mistakes with these ids; none if there are too many to tell of."""
    found = tuple(one.mistake for id_ in ids if (one := known.find(id_)))
    return found if len({mistake.name for mistake in found}) <= TOGETHER else ()


def _may_be_another(one: str, same: Sequence[KnownPair], pairs: Sequence[KnownPair]) -> bool:
    """Whether a mistake may be taken for another in pairs that do the same.

    Two that do the same beside some third may do so beside any, unless it is known what does.
    """
    beside, known = _beside(one, pairs), {frozenset(each.mistakes) for each in pairs}
    alike = {
        other
        for each in pairs
        for third, other in permutations(each.mistakes, 2)
        if third in beside and beside[third].agrees(each.likeness)
    }
    both = product(_beside(one, same), alike - {one})
    return any(frozenset(each) not in known for each in both if each[0] != each[1])


def _beside(one: str, pairs: Sequence[KnownPair]) -> dict[str, Likeness]:
    """What a mistake leaves without a name, by the other one."""
    mine = [each for each in pairs if one in each.mistakes]
    return {other: each.likeness for each in mine for other in each.mistakes if other != one}


def divided(checks: list[str], groups: Sequence[Mistakes], known: Catalogue) -> dict[str, Mistakes]:
    """The mistakes by check, so that each is a cause by itself; nothing where one has no check.
    What either fails alone is given to the one that has fewer.
    """
    own = {group: known.fails(group[0].id) for group in groups}
    given: dict[str, Mistakes] = {}
    ordered = sorted(checks, key=lambda check: sum(check in mine for mine in own.values()) == 2)
    for check in ordered:
        may = [group for group in groups if check in own[group]] or list(groups)
        given[check] = min(may, key=list(given.values()).count)
    return given if set(given.values()) == set(groups) else {}


def _as_one(mistakes: Sequence[Mistake]) -> Mistake:
    ids = " + ".join(mistake.id for mistake in mistakes)
    names = [mistake.name for mistake in mistakes]
    name = Text(BOTH.en.format(*(n.en for n in names)), BOTH.zh.format(*(n.zh for n in names)))
    asked = [mistake.question for mistake in mistakes]
    return Mistake(ids, name, Text(" ".join(q.en for q in asked), "".join(q.zh for q in asked)))
