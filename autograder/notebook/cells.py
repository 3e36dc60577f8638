"""A cell's tree as the worker will run it: magics translated, and the code behind them in place."""

import ast
import builtins
import functools
import warnings
from dataclasses import dataclass
from itertools import chain
from typing import Any

from autograder.notebook.answers import Code
from autograder.notebook.names import bound
from autograder.notebook.syntax import (
    MAX_TOKENS,
    Unfit,
    by_names,
    cost,
    fresh_tree,
    kept,
    layers,
    tree,
)
from autograder.wire import magics

MAX_TRANSLATED = 100_000
"""Letters that are read to translate the magics of a cell: all of it anew for each of them."""

BUILTINS = frozenset(vars(builtins))
UNREADABLE = (SyntaxError, ValueError, RuntimeError, MemoryError)


class Endless(Exception):
    """There is more to translate than anybody writes."""


def parsed(source: str) -> ast.Module | None:
    """The tree of a cell; None if it is no Python, also for IPython. Not to be changed.

    Of a cell beyond the bounds what is known by its names.
    """
    found = _read(source)
    if found is Unfit.BEYOND_BOUNDS:
        return by_names(source)
    return None if isinstance(found, Unfit) else found


@kept
def walked(node: ast.AST) -> tuple[ast.AST, ...]:
    """The node and every node below, as in its `layers`."""
    return tuple(chain.from_iterable(layers(node)))


@kept
def _read(source: str) -> ast.Module | Unfit:
    found = tree(source)
    return _translated(source) if found is Unfit.NO_PYTHON else found


def _unshared(source: str) -> ast.Module | Unfit:
    """A private copy of a cell's tree, whose lines may be changed."""
    found = fresh_tree(source)
    return _translated(source) if found is Unfit.NO_PYTHON else found


def _translated(source: str) -> ast.Module | Unfit:
    if cost(source) > MAX_TOKENS:
        return Unfit.BEYOND_BOUNDS
    try:
        with warnings.catch_warnings():
            # IPython's of odd line ends is no news for the instructor's terminal.
            warnings.simplefilter("ignore")
            found = fresh_tree(_translator().transform_cell(source))
    except UNREADABLE:
        return Unfit.NO_PYTHON
    except Endless:
        return Unfit.BEYOND_BOUNDS
    if isinstance(found, Unfit):
        return found
    body: list[ast.stmt] = []
    for statement in found.body:
        inside = _behind(statement)
        inner = Unfit.NO_PYTHON if inside is None else _unshared(inside)
        if inner is Unfit.BEYOND_BOUNDS:
            return inner
        if inside is None or isinstance(inner, Unfit):
            body.append(statement)
            continue
        body += ast.increment_lineno(inner, statement.lineno - (inside.count("\n") == 0)).body
    return ast.Module(body, [])


@functools.cache
def _translator() -> Any:
    """IPython's own translation of magics, but for its loop, which reads a cell up to 500 times."""
    # Only now: IPython takes as long to import as all else, and most notebooks have no magics.
    from IPython.core.inputtransformer2 import TransformerManager

    class Translator(TransformerManager):
        def do_token_transforms(self, lines: list[str]) -> list[str]:
            left, changed = MAX_TRANSLATED, True
            while changed:
                left -= sum(map(len, lines)) + 1
                if left < 0:
                    raise Endless
                changed, lines = self.do_one_token_transform(lines)
            return lines

    return Translator()


def _behind(statement: ast.stmt) -> str | None:
    """The code that a magic of its own line or cell runs; "" if it runs none; None: no magic."""
    match statement:
        case ast.Expr(
            ast.Call(ast.Attribute(ast.Call(ast.Name("get_ipython"), []), kind), [*arguments])
        ):
            words = [word.value for word in arguments if isinstance(word, ast.Constant)]
        case _:
            return None
    if len(words) != len(arguments) or not all(isinstance(word, str) for word in words):
        return None
    return str(words[-1]) if words and _runs(kind, [str(word) for word in words]) else ""


def _runs(kind: str, words: list[str]) -> bool:
    """Whether the worker runs the last of the words of a magic."""
    if kind == "run_line_magic":
        return magics.line_magic_runs(words[0])
    line = words[1] if len(words) > 1 else ""
    return kind == "run_cell_magic" and magics.cell_magic_runs(words[0], line)


@dataclass(frozen=True)
class Binding:
    """A cell that binds a name; `imported` says what it imports, and is empty for anything else."""

    cell: int
    imported: str = ""


class Bindings:
    """The bindings of every name of a notebook."""

    def __init__(self, code: tuple[Code, ...]) -> None:
        self._of: dict[str, list[Binding]] = {}
        for cell in code:
            for name, imported in _bound(cell.source):
                self._of.setdefault(name, []).append(Binding(cell.index, imported))

    def anew_below(self, name: str, cell: int) -> bool:
        """Whether a cell below binds to something else what this one could use by that name."""
        every = self._of.get(name, ())
        here = {one.imported for one in every if one.cell <= cell}
        below = {one.imported for one in every if one.cell > cell}
        # To import the same thing once more changes nothing.
        return bool(here or name in BUILTINS) and bool(below - (here - {""}))


@kept
def _bound(source: str) -> frozenset[tuple[str, str]]:
    tree = parsed(source)
    return frozenset(bound(tree)) if tree else frozenset()
