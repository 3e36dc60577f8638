"""The mutants of a part: those of its solution and of its alternatives, but for its specimens."""

import functools
import json
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from autograder.authoring.make import solution_index
from autograder.authoring.mutation_operators import Mutant, form, mutants_of
from autograder.authoring.specimens import Specimen, alternatives, mistakes
from autograder.core import atomic_file
from autograder.core.assignment import Assignment
from autograder.core.errors import CourseError
from autograder.notebook.build import source_notebook

SOLUTION = "the solution"
SOLUTION_ALONE = 1
"""As the most mutants of a part: those of its solution are made in any case, and no others."""
EXPLAINED = "mutants.toml"
"""In `specimens/`: why mutants that survive are none that a check should fail, by their ids."""


@dataclass(frozen=True)
class MutatedAnswer:
    """A mutant with the right answer that it was made from."""

    mutant: Mutant
    base: Specimen

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
    first = [one for one in every.values() if one.base is bases[0]]
    rest = sorted((one for one in every.values() if one.base is not bases[0]), key=_id)
    return tuple([*first, *rest][: max(most, len(first)) if most else None])


def _id(one: MutatedAnswer) -> str:
    return one.mutant.id


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
