"""The mutants of a part, and which of them the hidden checks let through.

A mutant that full points are given to is compared with right answers by everything that the checks
were told of it, for every set of numbers. If all of that is equal, no reference input tells it from
a right answer, and it is sorted out. What is left survives: a check is missing, or the difference
is one that nobody asks for, and then the author says why.
"""

import functools
import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from autograder.authoring.audit import Trial, part_of
from autograder.authoring.make import NotebookBuilder, notebook_with, solution_index
from autograder.authoring.mutation_operators import Mutant, form, mutants_of
from autograder.authoring.specimens import Specimen, alternatives, mistakes
from autograder.checks.fingerprints import Fingerprint
from autograder.core import atomic_file
from autograder.core.assignment import Assignment
from autograder.core.errors import CourseError
from autograder.grading.pool import Graded
from autograder.notebook.build import source_notebook

SOLUTION = "the solution"
SOLUTION_ALONE = 1
"""As the most mutants of a part: those of its solution are made in any case, and no others."""
EXPLAINED = "mutants.toml"
"""In `specimens/`: why mutants that survive are none that a check should fail, by their ids."""


Results = Mapping[int, Mapping[str, Graded]]


@dataclass(frozen=True)
class MutatedAnswer:
    """A mutant with the right answer that it was made from."""

    mutant: Mutant
    base: Specimen

    @property
    def trial_id(self) -> str:
        """What it is called while it is graded."""
        return f"mutant:{self.mutant.part}/{self.mutant.id}"

    @property
    def answer(self) -> Specimen:
        """It as an answer to its part."""
        cells = (*self.base.cells[:-1], self.mutant.source)
        return Specimen(self.mutant.id, self.mutant.part, cells, {}, self.base.path)


def mutated_answers(assignment: Assignment, part: str, most: int = 0) -> tuple[MutatedAnswer, ...]:
    """The mutants of a part: all of the solution, then at most `most` in all (0: every one).

    Those of the alternatives are taken in the order of their ids, which is one by chance and always
    the same. What is a specimen already is left out.
    """
    solution = _solution(assignment, part)
    others = () if most == SOLUTION_ALONE else _of(alternatives(assignment), part)
    bases = (solution, *others)
    known = {_form(one.cells[-1]) for one in (*bases, *_of(mistakes(assignment), part))}
    every: dict[str, MutatedAnswer] = {}
    for base in bases:
        for mutant in _mutants(base):
            if form(mutant.source) not in known:
                every.setdefault(mutant.id, MutatedAnswer(mutant, base))
    first = [one for one in every.values() if one.base is solution]
    rest = sorted(every.keys() - {one.mutant.id for one in first})
    chosen = [*first, *(every[id_] for id_ in rest)]
    return tuple(chosen[: max(most, len(first)) if most else None])


def _solution(assignment: Assignment, part: str) -> Specimen:
    notebook = _notebook(assignment)
    source = "".join(notebook["cells"][solution_index(notebook, part)]["source"])
    return Specimen(SOLUTION, part, (source,), {}, assignment.folder / "notebook.py")


@functools.lru_cache(maxsize=2)
def _notebook(assignment: Assignment) -> Any:
    return json.loads(source_notebook(assignment, assignment.languages[0]))


def _of(specimens: Iterable[Specimen], part: str) -> Iterator[Specimen]:
    return (one for one in specimens if one.part == part)


def _form(source: str) -> str:
    try:
        return form(source)
    except SyntaxError:
        return source


def _mutants(base: Specimen) -> Iterator[Mutant]:
    try:
        yield from mutants_of(base.part, base.id, base.cells[-1])
    except SyntaxError:
        # A magic: it is graded, and not changed.
        return


def find(assignment: Assignment, id_: str) -> MutatedAnswer:
    """The mutant of this id.

    Raises:
        CourseError: there is none.
    """
    # The alternatives have twenty times as many.
    for most in (SOLUTION_ALONE, 0):
        for part in assignment.parts:
            for one in mutated_answers(assignment, part.id, most):
                if one.mutant.id == id_:
                    return one
    raise CourseError(
        f"there is no mutant {id_!r} of {assignment.id}; "
        f"`autograder audit {assignment.id} --mutants` lists those that survive"
    )


def explained(assignment: Assignment) -> dict[str, str]:
    """Why mutants survive, by their ids.

    Raises:
        CourseError: the file is not as it must be.
    """
    file = assignment.folder / "specimens" / EXPLAINED
    if not file.is_file():
        return {}
    try:
        return msgspec.convert(tomllib.loads(file.read_text("utf-8")), dict[str, str])
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
        raise CourseError(f'{file}: {error}; it has lines like a1b2c3d4 = "why"') from None


def explain(assignment: Assignment, id_: str, because: str) -> Path:
    """Write why a mutant may survive; the file written."""
    file = assignment.folder / "specimens" / EXPLAINED
    every = explained(assignment) | {id_: because}
    # A JSON string is a TOML string.
    lines = (f"{key} = {json.dumps(why, ensure_ascii=False)}\n" for key, why in every.items())
    atomic_file.write(file, "".join(lines).encode(), atomic_file.AS_OTHERS)
    return file


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
    return Trial(one.trial_id, "mutant", one.mutant.part, data, one.answer)


def with_full_points(
    every: Iterable[MutatedAnswer], results: Mapping[str, Graded]
) -> tuple[MutatedAnswer, ...]:
    """Those that have full points by one set of numbers.

    Raises:
        CourseError: one of them could not be graded.
    """
    found = []
    for one in every:
        result = results[one.trial_id]
        if result.report is None:
            raise CourseError(f"the mutant {one.mutant.id} was not graded: {result.problem}")
        mine = part_of(result.report, one.mutant.part)
        if mine.points == mine.max_points:
            found.append(one)
    return tuple(found)


def row(
    part: str, every: tuple[MutatedAnswer, ...], results: Results, explained: Mapping[str, str]
) -> MutationRow:
    """What became of a part's mutants: graded by set 0, and those with full points by all sets."""
    full = with_full_points(every, results[0])
    alike = [one for one in full if _alike(one, results)]
    apart = [one for one in full if one not in alike]
    by_set = {number + 1: with_full_points(apart, mine) for number, mine in results.items()}
    survivors = tuple(
        Survivor(
            one.mutant,
            tuple(number for number, mine in by_set.items() if one in mine),
            explained.get(one.mutant.id, ""),
        )
        for one in apart
    )
    found = tuple(one.mutant for one in alike)
    return MutationRow(part, len(every), len(every) - len(full), found, survivors)


def _alike(one: MutatedAnswer, results: Results) -> bool:
    """Whether all replies are those of the solution, or of the answer it was made from."""
    bases = ("reference", f"alternative:{one.base.id}")
    return any(
        all(_same(mine[one.trial_id], mine.get(base)) for mine in results.values())
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
