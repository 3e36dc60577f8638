"""Which names a notebook's cells bind at their top level, and to which imports."""

import ast
import builtins
from collections.abc import Iterator
from dataclasses import dataclass

from autograder.notebook.answers import Code
from autograder.notebook.cells import parsed
from autograder.notebook.names import Definition
from autograder.notebook.parse_cache import kept

SCOPES = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
BUILTINS = frozenset(vars(builtins))


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
    return frozenset(_names(tree)) if tree else frozenset()


def _names(tree: ast.Module) -> Iterator[tuple[str, str]]:
    waiting: list[ast.AST] = list(tree.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, Definition):
            yield node.name, ""
        elif isinstance(node, ast.Import | ast.ImportFrom):
            yield from _imported(node)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id, ""
        elif not isinstance(node, SCOPES):
            waiting += ast.iter_child_nodes(node)


def _imported(node: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, str]]:
    module = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
    for alias in node.names:
        first = alias.name.partition(".")[0]
        # `import torch.nn` binds torch, `import torch.nn as nn` what the whole name stands for.
        named = alias.asname or module
        yield alias.asname or first, f"{module}{alias.name if named else first}"
