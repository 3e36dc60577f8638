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
from autograder.grading.naming import BOTH, TOGETHER, Catalogue

TWO = Text("two mistakes at once: {}; {}", "同时有两个错误：{}；{}")
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

    def with_names(self, part: PartResult, catalogue: Catalogue) -> PartResult:
        """The result, its checks without a name named by the pair that does the same; the few that
        one of the two may be are named together.
        """
        ids = {mistake.id for check in part.checks for mistake in check.mistakes}
        groups = (_found(catalogue, group) for group in self._groups(part))
        new = [group for group in groups if group and ids.isdisjoint(m.id for m in group)]
        if not new:
            return part
        unnamed = [check.id for check in part.unnamed_checks]
        # Two mistakes as one name, where what failed is the doing of both.
        together = tuple(map(_as_one, product(*new))) if new[1:] else new[0]
        named = divided(unnamed, new, catalogue) or dict.fromkeys(unnamed, together)
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
        pairs = self.parts.get(part.id, ())
        same = [pair for pair in pairs if part.unnamed and pair.likeness.agrees(part.unnamed)]
        shared = set.intersection(*(set(pair.mistakes) for pair in same)) if same else set()
        unshared = sorted({id_ for pair in same for id_ in pair.mistakes} - shared)
        sure = [(id_,) for id_ in sorted(shared) if not _may_be_another(id_, same, pairs)]
        group = tuple(unshared) if shared and len(sure) == len(shared) else ()
        doubtful = any(_may_be_another(id_, same, pairs) for id_ in group)
        return [*sure, group] if group and not doubtful else list(sure)


def _found(catalogue: Catalogue, ids: tuple[str, ...]) -> Mistakes:
    """The mistakes with these ids; none if there are too many to tell of."""
    mistakes = tuple(entry.mistake for id_ in ids if (entry := catalogue.find(id_)))
    return mistakes if len({mistake.name for mistake in mistakes}) <= TOGETHER else ()


def _may_be_another(mistake: str, same: Sequence[KnownPair], pairs: Sequence[KnownPair]) -> bool:
    """Whether a mistake may be taken for another in pairs that do the same.

    Two that do the same beside some third may do so beside any, unless it is known what does.
    """
    beside, known = _beside(mistake, pairs), {frozenset(pair.mistakes) for pair in pairs}
    lookalikes = {
        other
        for pair in pairs
        for third, other in permutations(pair.mistakes, 2)
        if third in beside and beside[third].agrees(pair.likeness)
    }
    couples = product(_beside(mistake, same), lookalikes - {mistake})
    return any(frozenset(pair) not in known for pair in couples if pair[0] != pair[1])


def _beside(mistake: str, pairs: Sequence[KnownPair]) -> dict[str, Likeness]:
    """What a mistake leaves without a name, by the other one."""
    with_it = [pair for pair in pairs if mistake in pair.mistakes]
    return {other: pair.likeness for pair in with_it for other in pair.mistakes if other != mistake}


def divided(checks: list[str], groups: Sequence[Mistakes], known: Catalogue) -> dict[str, Mistakes]:
    """The mistakes by check, so that each is a cause by itself; nothing where one has no check.
    What either fails alone is given to the one that has fewer.
    """
    failed = {group: known.fails(group[0].id) for group in groups}
    by_check: dict[str, Mistakes] = {}
    ordered = sorted(checks, key=lambda check: sum(check in ids for ids in failed.values()) == 2)
    for check in ordered:
        candidates = [group for group in groups if check in failed[group]] or list(groups)
        by_check[check] = min(candidates, key=list(by_check.values()).count)
    return by_check if set(by_check.values()) == set(groups) else {}


def _as_one(mistakes: Sequence[Mistake]) -> Mistake:
    ids = BOTH.join(mistake.id for mistake in mistakes)
    names = [mistake.name for mistake in mistakes]
    name = Text(TWO.en.format(*(n.en for n in names)), TWO.zh.format(*(n.zh for n in names)))
    texts = [mistake.question for mistake in mistakes]
    return Mistake(ids, name, Text(" ".join(q.en for q in texts), "".join(q.zh for q in texts)))
