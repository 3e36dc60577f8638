"""Opaque code: code that can reach the process it runs in, so that nobody sees what it does.

What a worker says about itself (which operations ran, whether an argument was changed, where a
parameter is registered) is worth something only while the notebook's code has no way to the
worker's own. Code has none if it uses what `harmless` lists: no frames, no threads, no code made
from text, no patches of what others use. Any other statement is opaque. That says nothing about
its intent; the grader then asks again in a worker in which no opaque statement has run.
"""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from autograder.core.assignment.given import NONE_GIVEN, GivenModules
from autograder.notebook.answers import Code
from autograder.notebook.cells import is_beyond_bounds, keeping, parsed, span, walked
from autograder.notebook.opaque_reasons import reasons
from autograder.notebook.parse_cache import kept
from autograder.wire.places import place


@dataclass(frozen=True)
class Opaque:
    """A top-level statement of a cell that cannot be seen through, and the first reason why."""

    cell: Code
    line: int
    end: int
    reason: str

    @property
    def where(self) -> str:
        """The place, as a student finds it."""
        return place(self.cell.number, self.line)


def opaque(code: tuple[Code, ...], given: GivenModules = NONE_GIVEN) -> tuple[Opaque, ...]:
    """The opaque statements of a notebook, in order; a cell that is no Python is one as a whole.

    Modules that the assignment has `given` are the author's, and may be imported.
    """
    trees = [(cell, parsed(cell.source)) for cell in code]
    bound = {name: of for _, tree in trees if tree for name, of in _imported(tree, given)}
    known = _known(tuple(bound.items()), given)
    found: list[Opaque] = []
    for cell, tree in trees:
        unseen = _unseen(cell, tree)
        if unseen:
            found.append(Opaque(cell, 1, cell.source.count("\n") + 1, unseen))
        for statement in tree.body if tree and not unseen else ():
            reason = _reason(statement, known)
            if reason:
                found.append(Opaque(cell, *span(statement), reason))
    return tuple(found)


def _unseen(cell: Code, tree: ast.Module | None) -> str | None:
    """Why nothing of the cell is looked into, if so."""
    if tree is None:
        return "no Python"
    return "too deep or too large" if is_beyond_bounds(cell.source) else None


def without(code: tuple[Code, ...], left_out: tuple[Opaque, ...]) -> tuple[Code, ...]:
    """The code without those statements."""
    lines: dict[int, list[tuple[int, int]]] = {}
    for each in left_out:
        lines.setdefault(each.cell.index, []).append((each.line, each.end))
    return tuple(keeping(cell, lines.get(cell.index, [])) for cell in code)


@dataclass(frozen=True, eq=False)
class _Known:
    """What imports bind, as an object of its own: to compare it does not take a look at every name.

    A notebook of some thousand imports was compared with itself at each of its statements.
    """

    full: dict[str, str]
    given: GivenModules


@kept
def _known(bound: tuple[tuple[str, str], ...], given: GivenModules) -> _Known:
    return _Known(dict(bound), given)


@kept
def _reason(statement: ast.stmt, known: _Known) -> str | None:
    return next(reasons(statement, known.full, known.given), None)


@kept
def _imported(tree: ast.AST, given: GivenModules) -> tuple[tuple[str, str], ...]:
    """What imports bind: the name, and in full what it stands for."""
    return tuple(_bindings(walked(tree), given))


def _bindings(nodes: Iterable[ast.AST], given: GivenModules) -> Iterator[tuple[str, str]]:
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
            yield from _bindings(given.imports.get(node.module or "", ()), NONE_GIVEN)
        if isinstance(node, ast.Import):
            for alias in node.names:
                first = alias.name.split(".")[0]
                yield alias.asname or first, alias.name if alias.asname else first
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                yield alias.asname or alias.name, f"{node.module}.{alias.name}"
