"""Which mutants of right answers the hidden checks let through.

A mutant that full points are given to is compared with right answers by everything that the checks
were told of it, for every set of numbers. If all of that is equal, no reference input tells it from
a right answer, and it is sorted out. What is left survives: a check is missing, or the difference
is one that nobody asks for, and then the author says why.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from autograder.authoring.audit import Trial, part_of
from autograder.authoring.make import NotebookBuilder, notebook_with
from autograder.authoring.mutants import MutatedAnswer
from autograder.authoring.mutation_operators import Mutant
from autograder.checks.fingerprints import Fingerprint
from autograder.core.errors import CourseError
from autograder.grading.pool import Graded

Results = Mapping[int, Mapping[str, Graded]]


@dataclass(frozen=True)
class Survivor:
    """A mutant with full points by these sets of numbers (counted from 1), and why it may."""

    mutant: Mutant
    sets: tuple[int, ...]
    because: str = ""


@dataclass(frozen=True)
class MutationRow:
    """What has become of one part's mutants; `alike` ones no reference input can tell apart."""

    part: str
    made: int
    caught: int
    alike: tuple[Mutant, ...]
    survivors: tuple[Survivor, ...]

    @property
    def open(self) -> tuple[Survivor, ...]:
        """Those that nobody has explained."""
        return tuple(one for one in self.survivors if not one.because)


def trial(one: MutatedAnswer, solved: NotebookBuilder) -> Trial:
    """A notebook with this mutant."""
    data = notebook_with(solved, one.answer).bytes()
    return Trial(_trial_id(one), "mutant", one.mutant.part, data, one.answer)


def row(
    part: str, every: tuple[MutatedAnswer, ...], results: Results, explained: Mapping[str, str]
) -> MutationRow:
    """What became of a part's mutants: graded by set 0, and those with full points by all sets.

    Raises:
        CourseError: one of them could not be graded.
    """
    full = [one for one in every if _full(one, results[0])]
    apart = [one for one in full if not _alike(one, results)]
    survivors = tuple(
        Survivor(
            one.mutant,
            tuple(number + 1 for number, mine in results.items() if _full(one, mine)),
            explained.get(one.mutant.id, ""),
        )
        for one in apart
    )
    alike = tuple(one.mutant for one in full if one not in apart)
    return MutationRow(part, len(every), len(every) - len(full), alike, survivors)


def _trial_id(one: MutatedAnswer) -> str:
    return f"mutant:{one.mutant.part}/{one.mutant.id}"


def _full(one: MutatedAnswer, results: Mapping[str, Graded]) -> bool:
    result = results[_trial_id(one)]
    if result.report is None:
        raise CourseError(f"the mutant {one.mutant.id} was not graded: {result.problem}")
    mine = part_of(result.report, one.mutant.part)
    return mine.points == mine.max_points


def _alike(one: MutatedAnswer, results: Results) -> bool:
    """Whether all replies are those of the solution, or of the answer it was made from."""
    bases = ("reference", f"alternative:{one.base.id}")
    return any(
        all(_same(mine[_trial_id(one)], mine.get(base)) for mine in results.values())
        for base in bases
    )


def _same(result: Graded, base: Graded | None) -> bool:
    if base is None:
        return False
    mine, theirs = (
        msgspec.msgpack.decode(each.evidence, type=dict[str, Fingerprint])
        for each in (result, base)
    )
    return all(key in theirs and seen.agrees(theirs[key]) for key, seen in mine.items())


def full_by_first(
    every: tuple[MutatedAnswer, ...], results: Mapping[str, Graded]
) -> tuple[MutatedAnswer, ...]:
    """Those that have full points by the first set."""
    return tuple(one for one in every if _full(one, results))
