"""Forbidden calls in the source: names resolved through imports, aliases and helper cells.

Only what a part's answer reaches counts: its own definition, the helpers and aliases of the
notebook that it uses, and theirs. Text in strings and comments is no call, nor is a name that
the notebook defines itself.
"""

import ast
import builtins
import functools
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import partial

from autograder.core.assignment import Part
from autograder.notebook.answers import Code
from autograder.notebook.names import Definition, bound
from autograder.notebook.syntax import kept, parsed, walked
from autograder.wire.places import place

BUILTINS = frozenset(vars(builtins))


@dataclass(frozen=True)
class SourceCall:
    """A forbidden name and the place where the source uses it."""

    call: str
    where: str


@dataclass(frozen=True, eq=False)
class _Placed:
    """A statement of the notebook's top level, and the cell that it stands in."""

    cell: int
    node: ast.AST
    number: int


@dataclass(frozen=True)
class _Use:
    """A name that a definition uses; a `plain` one is another library's only if it is imported."""

    name: str
    line: int
    plain: bool = False


@dataclass(frozen=True)
class _Symbols:
    """What the notebook's top level binds: definitions by name, and imported names."""

    defined: dict[str, list[_Placed]]
    imported: dict[str, str]
    importing: set[int]
    bindings: dict[str, list[tuple[int, str]]]
    """By name the cells that bind it, and what each of them imports by it, or ""."""

    def anew_below(self, name: str, cell: int) -> bool:
        """Whether a cell below binds to something else what this one could use by that name."""
        every = self.bindings.get(name, ())
        here = {imported for place, imported in every if place <= cell}
        below = {imported for place, imported in every if place > cell}
        # To import the same thing once more changes nothing.
        return bool(here or name in BUILTINS) and bool(below - (here - {""}))


class Source:
    """A submission's code, parsed once for all its parts."""

    def __init__(self, code: tuple[Code, ...]) -> None:
        self._symbols = _symbols(code)
        # Each part asks for them: fifteen parts of a notebook with thousands of definitions.
        self._leads = functools.cache(partial(_leads, self._symbols, _names))
        self._leads_abroad = functools.cache(partial(_leads, self._symbols, _foreign_names))
        self._uses = functools.cache(lambda placed: tuple(_uses(placed, self._symbols)))

    def forbidden_calls(self, part: Part, parts: Collection[Part] = ()) -> tuple[SourceCall, ...]:
        """The forbidden calls that the answer to `part` reaches, but not through another part."""
        others = frozenset(one.name for one in parts) - {part.name}
        found: dict[SourceCall, None] = {}
        for placed in self._reached(part, others):
            for name, line in self._uses(placed):
                if part.forbids(name):
                    found.setdefault(SourceCall(name, place(placed.number, line)))
        return tuple(found)

    def cells_for(self, parts: Collection[Part]) -> frozenset[int]:
        """The cells with the definitions that the answers to `parts` lead to, and with imports."""
        reached = [one for part in parts for one in self._reached(part)]
        return frozenset({one.cell for one in reached} | self._symbols.importing)

    def cells_of(self, part: Part, parts: Collection[Part]) -> frozenset[int]:
        """The cells with the definitions of the answer to `part`, but not of another part's."""
        others = frozenset(one.name for one in parts) - {part.name}
        return frozenset(one.cell for one in self._reached(part, others))

    def overtaken(self, part: Part, parts: Collection[Part] = ()) -> int | None:
        """The cell of the answer to `part` if a later cell rebinds what the answer uses.

        The names of `parts` are not meant: of several answers to a part the last one counts.
        """
        cell = self.cell_of(part)
        reached = _names_reached(part.name, self._symbols, self._leads_abroad)
        nodes = (self._symbols.defined[one][-1].node for one in reached)
        used = frozenset[str]().union(*map(_foreign_names, nodes))
        used -= {one.name for one in parts}
        anew = any(cell is not None and self._symbols.anew_below(name, cell) for name in used)
        return cell if anew else None

    def cell_of(self, part: Part) -> int | None:
        """The cell that defines the name of `part` (the last of them)."""
        own = self._symbols.defined.get(part.name)
        return own[-1].cell if own else None

    def built_upon(self, part: Part) -> frozenset[str]:
        """The names of the notebook's own that the answer to `part` leads to, but for its own."""
        reached = _names_reached(part.name, self._symbols, self._leads_abroad)
        return frozenset(reached) - {part.name}

    def _reached(self, part: Part, others: frozenset[str] = frozenset()) -> list[_Placed]:
        """The definitions that the answer leads to, each once; of a name the last one counts."""
        reached = _names_reached(part.name, self._symbols, self._leads, others)
        return [self._symbols.defined[one][-1] for one in reached]


def _symbols(code: tuple[Code, ...]) -> _Symbols:
    symbols = _Symbols({}, {}, set(), {})
    for cell in code:
        tree = parsed(cell.source)
        for name, imported in bound(tree) if tree else ():
            symbols.bindings.setdefault(name, []).append((cell.index, imported))
        for node in tree.body if tree else ():
            for name in _bound(node):
                symbols.defined.setdefault(name, []).append(_Placed(cell.index, node, cell.number))
            if isinstance(node, ast.Import | ast.ImportFrom):
                symbols.importing.add(cell.index)
            symbols.imported.update(_imports(node))
    return symbols


def _bound(node: ast.AST) -> Iterator[str]:
    if isinstance(node, Definition):
        yield node.name
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    for target in targets:
        for part in ast.walk(target) if target else ():
            if isinstance(part, ast.Name):
                yield part.id


def _imports(node: ast.AST) -> dict[str, str]:
    if isinstance(node, ast.ImportFrom):
        return {alias.asname or alias.name: alias.name for alias in node.names}
    return {}


def _leads(
    symbols: _Symbols, names: Callable[[ast.AST], frozenset[str]], name: str
) -> tuple[str, ...]:
    """The defined names among the `names` in the last definition of `name`."""
    # Name by name: all that is defined, taken again for each of them, is quadratic.
    found = names(symbols.defined[name][-1].node)
    return tuple(sorted(one for one in found if one in symbols.defined))


def _names_reached(
    name: str, symbols: _Symbols, leads: Callable[[str], tuple[str, ...]],
    others: frozenset[str] = frozenset(),
) -> list[str]:  # fmt: skip
    """The defined names that `name` leads to, itself the first, but not through `others`."""
    reached: list[str] = []
    waiting, seen = [name] if name in symbols.defined else [], {name}
    while waiting:
        one = waiting.pop()
        reached.append(one)
        further = [name for name in leads(one) if name not in seen and name not in others]
        seen.update(further)
        waiting += further
    return reached


def _uses(placed: _Placed, symbols: _Symbols) -> Iterator[tuple[str, int]]:
    """Every name of another library that the definition uses, with its line."""
    local = _local_imports(placed.node)
    for use in _used(placed.node):
        if not use.plain:
            yield use.name, use.line
            continue
        imported = local.get(use.name) or symbols.imported.get(use.name)
        if imported and use.name not in symbols.defined:
            yield imported, use.line


@kept
def _names(node: ast.AST) -> frozenset[str]:
    """Every plain name that occurs."""
    return frozenset(inner.id for inner in walked(node) if isinstance(inner, ast.Name))


@kept
def _foreign_names(node: ast.AST) -> frozenset[str]:
    """The plain names that it does not bind itself."""
    return frozenset(use.name for use in _used(node) if use.plain)


@kept
def _local_imports(node: ast.AST) -> dict[str, str]:
    return {k: v for inner in walked(node) for k, v in _imports(inner).items()}


@kept
def _used(node: ast.AST) -> tuple[_Use, ...]:
    return tuple(_uses_in(node))


def _uses_in(node: ast.AST) -> Iterator[_Use]:
    """Every name that may be another library's, as far as the definition alone can say."""
    own = _own_names(node)
    for inner in walked(node):
        if isinstance(inner, ast.Attribute) and isinstance(inner.ctx, ast.Load):
            if not (_is_self(inner.value) and inner.attr in own):
                yield _Use(inner.attr, inner.lineno)
        elif isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Load):
            if inner.id not in own:
                yield _Use(inner.id, inner.lineno, plain=True)
        elif isinstance(inner, ast.Call) and isinstance(inner.func, ast.Name):
            yield from _by_getattr(inner)


def _own_names(node: ast.AST) -> set[str]:
    """Names that the definition binds itself: its methods, attributes of self, local variables."""
    own: set[str] = set()
    for inner in walked(node):
        if isinstance(inner, Definition):
            own.add(inner.name)
        elif isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
            own.add(inner.id)
        elif isinstance(inner, ast.Attribute) and isinstance(inner.ctx, ast.Store):
            own.add(inner.attr)
        elif isinstance(inner, ast.arg):
            own.add(inner.arg)
    return own


def _is_self(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id in ("self", "cls")


def _by_getattr(call: ast.Call) -> Iterator[_Use]:
    if isinstance(call.func, ast.Name) and call.func.id == "getattr" and len(call.args) > 1:
        name = call.args[1]
        if isinstance(name, ast.Constant) and isinstance(name.value, str):
            yield _Use(name.value, call.lineno)
