"""Which names a notebook's cells bind at their top level, and to which imports."""

import builtins
from dataclasses import dataclass

from autograder.notebook.answers import Code
from autograder.notebook.cells import parsed
from autograder.notebook.names import bound
from autograder.notebook.parse_cache import kept

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
    return frozenset(bound(tree)) if tree else frozenset()
