"""The mutants of a part, and which of them the hidden checks let through.

A mutant is a right answer with one small change by rule, which need not be wrong. One with full
points survives unless the fingerprints of all cases of every set are those of a right answer: a
check is missing, or nobody asks for the difference, and then the author says why.
"""

import ast
import difflib
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import msgspec

from autograder.authoring.specimens import Specimen, alternatives, mistakes, solution
from autograder.authoring.trials import Results, TrialResult
from autograder.checks.fingerprints import Fingerprint
from autograder.core import atomic_file
from autograder.core.assignment.plan import Assignment
from autograder.core.errors import DAMAGED, CourseError
from autograder.notebook.changes import Function, changes

SOLUTION = "the solution"
EXPLAINED = "mutants.toml"
"""In `specimens/`: why mutants that survive are none that a check should fail, by their ids."""


@dataclass(frozen=True)
class Mutant:
    """A changed answer; `base` is the right answer that it was made from, `rule` what was done."""

    base: Specimen
    rule: str
    right: str
    source: str

    @property
    def diff(self) -> str:
        before, after = self.right.splitlines(), self.source.splitlines()
        changed = difflib.unified_diff(before, after, lineterm="", n=0)
        return "\n".join(line for line in changed if not line.startswith(("---", "+++", "@@")))

    @cached_property
    def id(self) -> str:
        """The same for the same code, from whichever answer it was made."""
        return hashlib.sha256(f"{self.base.part}\n{self.source}".encode()).hexdigest()[:8]

    @property
    def answer(self) -> Specimen:
        return replace(self.base, id=self.id, cells=(*self.base.cells[:-1], self.source))


def form(source: str) -> str:
    """The code without comments, layout, docstrings and annotations, which change no answer."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            node.annotation = None
        elif isinstance(node, Function):
            node.returns = None
        if isinstance(node, Function | ast.ClassDef) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    return ast.unparse(tree)


def mutants_of(base: Specimen) -> Iterator[Mutant]:
    """Every change of an answer by every rule, each once; none of one that is no plain Python."""
    if not (right := _plain_form(base)):
        return
    tree, sources = ast.parse(right), {right}
    for rule, node, new in [*changes(tree)]:
        _Replaced(node, new).visit(tree)
        try:
            source = form(ast.unparse(tree))
        except SyntaxError:
            continue
        finally:
            _Replaced(new, node).visit(tree)
        if source not in sources:
            sources.add(source)
            yield Mutant(base, rule, right, source)


def _plain_form(answer: Specimen) -> str:
    """The form of an answer; none where it has magics, which are graded and not changed."""
    try:
        return form(answer.cells[-1])
    except SyntaxError:
        return ""


class _Replaced(ast.NodeTransformer):
    def __init__(self, node: ast.AST, other: ast.AST) -> None:
        self._node, self._other = node, other

    def visit(self, node: ast.AST) -> ast.AST:
        return self._other if node is self._node else self.generic_visit(node)


def mutants(assignment: Assignment, part: str, most: int = 0) -> tuple[Mutant, ...]:
    """The mutants of a part that are no specimens: all of the solution, then at most `most` in all
    (0: every one), in the order of their ids: by chance, and always the same.
    """
    file = assignment.folder / "notebook.py"
    bases = [Specimen(SOLUTION, part, (solution(assignment, part),), {}, file)]
    bases += [base for base in alternatives(assignment) if base.part == part]
    forms = {_plain_form(one) for one in (*bases, *mistakes(assignment)) if one.part == part}
    by_id: dict[str, Mutant] = {}
    for mutant in (mutant for base in bases for mutant in mutants_of(base)):
        if mutant.source not in forms:
            by_id.setdefault(mutant.id, mutant)
    chosen = sorted(by_id.values(), key=lambda one: one.id if one.base is not bases[0] else "")
    first = sum(mutant.base is bases[0] for mutant in chosen)
    return tuple(chosen[: max(most, first) if most else None])


def find(assignment: Assignment, id_: str) -> Mutant:
    """The mutant of this id; a CourseError if there is none."""
    for part in assignment.parts:
        for mutant in mutants(assignment, part.id):
            if mutant.id == id_:
                return mutant
    raise CourseError(
        f"there is no mutant {id_!r} of {assignment.id}; "
        f"`autograder audit {assignment.id} --mutants` lists those that survive"
    )


def explained(assignment: Assignment) -> dict[str, str]:
    """Why mutants survive, by their ids; a CourseError if the file is not as it must be."""
    file = assignment.folder / "specimens" / EXPLAINED
    if not file.is_file():
        return {}
    try:
        return msgspec.toml.decode(file.read_bytes(), type=dict[str, str])
    except DAMAGED as error:
        raise CourseError(f'{file}: {error}; it has lines like a1b2c3d4 = "why"') from None


def explain(assignment: Assignment, id_: str, because: str) -> Path:
    file = assignment.folder / "specimens" / EXPLAINED
    reasons = explained(assignment) | {id_: because}
    # A JSON string is a TOML string.
    lines = (f"{key} = {json.dumps(why, ensure_ascii=False)}\n" for key, why in reasons.items())
    atomic_file.write(file, "".join(lines).encode(), atomic_file.AS_OTHERS)
    return file


@dataclass(frozen=True)
class Survivor:
    """One with full points by these sets of numbers (counted from 1), and why it may."""

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
        return tuple(survivor for survivor in self.survivors if not survivor.because)


def with_full_points(
    chosen: Iterable[Mutant], results: Mapping[str, TrialResult]
) -> tuple[Mutant, ...]:
    """Those that have full points by one set of numbers; a CourseError if one was not graded."""
    for one in chosen:
        if results[one.id].report is None:
            raise CourseError(f"the mutant {one.id} was not graded: {results[one.id].problem}")
    return tuple(one for one in chosen if results[one.id].full)


def row(
    part: str, chosen: tuple[Mutant, ...], results: Results, explained: Mapping[str, str]
) -> MutationRow:
    """What became of a part's mutants: graded by set 0, and those with full points by all sets."""
    full = with_full_points(chosen, results[0])
    alike = tuple(mutant for mutant in full if _alike(mutant, results))
    apart = [mutant for mutant in full if mutant not in alike]
    by_set = {number + 1: with_full_points(apart, graded) for number, graded in results.items()}
    numbers = {one.id: tuple(n for n, mine in by_set.items() if one in mine) for one in apart}
    alive = tuple(Survivor(one, numbers[one.id], explained.get(one.id, "")) for one in apart)
    return MutationRow(part, len(chosen), len(chosen) - len(full), alike, alive)


def _alike(mutant: Mutant, results: Results) -> bool:
    """Whether all replies are those of the solution, or of the answer it was made from."""

    def same(results: Mapping[str, TrialResult], base: str) -> bool:
        data = (results[mutant.id].evidence, results[base].evidence)
        mine, theirs = (msgspec.msgpack.decode(item, type=dict[str, Fingerprint]) for item in data)
        return all(key in theirs and seen.agrees(theirs[key]) for key, seen in mine.items())

    bases = {"reference", f"alternative:{mutant.base.id}"} & results[0].keys()
    return any(all(same(graded, base) for graded in results.values()) for base in bases)
