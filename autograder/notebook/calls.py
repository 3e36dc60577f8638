"""Forbidden calls in the source: names resolved through imports, aliases and helper cells.

Only what a part's answer reaches counts. Text in strings and comments is no call, nor is a name
that the answer defines itself, of whatever but a module.
"""

import ast
import builtins
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from autograder.core.assignment.plan import Part
from autograder.notebook import syntax
from autograder.notebook.read import Code
from autograder.notebook.syntax import Definition, nodes, parsed, remembered
from autograder.wire.places import place

BUILTINS = frozenset(vars(builtins))
WORD, MAKERS = re.compile(r"\w+"), ("namedtuple", "make_dataclass", "setattr")
"""What gives something the names that stand in its strings."""
UNREAD = ("*", "annotations")
"""What code needs that is imported under these names, though it does not read them."""


@dataclass(frozen=True)
class Offence:
    """A forbidden call in the source, and where it stands."""

    call: str
    where: str


@dataclass(frozen=True)
class _Placed:
    code: Code
    node: ast.AST


@dataclass(frozen=True)
class _Use:
    """A name that a statement uses: an attribute, `of` a name or (empty) of any other value; or a
    `plain` name, which is another library's only if it is imported.
    """

    name: str
    line: int
    plain: bool = False
    of: str = ""


@dataclass(frozen=True)
class _Facts:
    """The names that a statement reads and does not bind, each use of a name, what it imports under
    which name, and its `own`: those that it binds, by keywords and in strings too.
    """

    names: frozenset[str]
    uses: tuple[_Use, ...]
    imported: dict[str, str]
    own: frozenset[str]


class Source:
    """A submission's code, parsed once for all its parts."""

    def __init__(self, code: tuple[Code, ...]) -> None:
        self._defined: dict[str, _Placed] = {}
        self._checked = {cell.index: max(cell.index, cell.checked) for cell in code}
        self._beyond_bounds: set[int] = set()
        # By name the cells that bind it, and what each of them imports by it, or "".
        self._bindings: dict[str, list[tuple[int, str]]] = {}
        for cell in code:
            tree = parsed(cell.source)
            if tree is syntax.BEYOND_BOUNDS:
                self._beyond_bounds.add(cell.index)
                self._defined |= dict.fromkeys(syntax.defined(cell.source), _Placed(cell, tree))
            for node in tree.body if tree else ():
                for name, imported in syntax.bound(node):
                    self._bindings.setdefault(name, []).append((cell.index, imported))
                    placed = _Placed(cell, node)
                    if not imported and _counts(name, placed, self._defined.get(name)):
                        self._defined[name] = placed

    def forbidden_calls(self, part: Part, parts: Collection[Part] = ()) -> tuple[Offence, ...]:
        """The forbidden calls that the answer to `part` reaches, but not through another part."""
        reached = self._reached(part, parts)
        own_names = frozenset[str]().union(*(_facts(placed.node).own for placed in reached))
        offences = (
            Offence(name, place(placed.code.number, line))
            for placed in reached
            for name, line in self._foreign_calls(placed.node, own_names)
            if part.forbids(name)
        )
        return tuple(dict.fromkeys(offences))

    def cells_to_run(self, parts: Collection[Part], *, unread: bool = True) -> frozenset[int]:
        """The cells with the definitions that the answers to `parts` lead to, and with imports; of
        those without `unread` ones only with what the definitions read.
        """
        reached = [placed for part in parts for placed in self._reached(part)]
        read = frozenset(UNREAD).union(*(_free(placed.node) for placed in reached))
        names = self._bindings if unread else read & self._bindings.keys()
        bindings = (binding for name in names for binding in self._bindings[name])
        importing = {index for index, imported in bindings if imported}
        return frozenset({p.code.index for p in reached} | importing | self._beyond_bounds)

    def answer_cells(self, part: Part, parts: Collection[Part]) -> frozenset[int]:
        """The cells with the definitions of the answer to `part`, but not of another part's."""
        return frozenset(placed.code.index for placed in self._reached(part, parts))

    def rebound_later(self, part: Part, parts: Collection[Part] = ()) -> tuple[int, str] | None:
        """Where the answer to `part` is checked, or else stands, and the first name (by the
        alphabet), its own or one that it uses, which a cell below rebinds to something else; None
        if there is none.
        """
        if (cell := self.cell_of(part)) is None:
            return None
        last = self._checked[cell]
        names = {part.name, *(other.name for other in parts)} & self._defined.keys()
        used = {part.name}.union(*(_facts(placed.node).names for placed in self._reached(part)))
        for name in sorted(used):
            origin = self._defined[name].code.index if name in names else cell
            if origin <= cell and self._bound_anew(name, max(origin, last)):
                return last, name
        return None

    def cell_of(self, part: Part) -> int | None:
        placed = self._defined.get(part.name)
        return placed.code.index if placed else None

    def built_upon(self, part: Part, parts: Collection[Part] = ()) -> frozenset[str]:
        """The names of the notebook's own that the answer to `part` leads to, but for its own; and
        those of `parts` that are nowhere defined.
        """
        names = self._defined.keys() | {other.name for other in parts}
        read = (_free(placed.node) & names for placed in self._reached(part))
        return frozenset[str]().union(*read) - {part.name}

    def _bound_anew(self, name: str, cell: int) -> bool:
        """Whether a cell below binds to something else what this one could use by that name."""
        bindings = [*self._bindings.get(name, ()), *self._bindings.get("*", ())]
        so_far = {imported for index, imported in bindings if index <= cell}
        below = {imported for index, imported in bindings if index > cell}
        # To import the same thing once more changes nothing.
        return bool(so_far or name in BUILTINS) and bool(below - (so_far - {""}))

    def _reached(self, part: Part, parts: Collection[Part] = ()) -> list[_Placed]:
        """The definitions that the answer leads to, but not through those of other `parts`."""
        reached: list[_Placed] = []
        seen = {part.name, *(other.name for other in parts)}
        waiting = [part.name] if part.name in self._defined else []
        while waiting:
            reached.append(self._defined[waiting.pop()])
            read = _free(reached[-1].node) & self._defined.keys()
            waiting += sorted(read - seen)
            seen |= read
        return reached

    def _foreign_calls(self, node: ast.AST, own_names: frozenset[str]) -> Iterator[tuple[str, int]]:
        facts = _facts(node)
        for use in facts.uses:
            if not use.plain:
                if use.name not in own_names or self._last_import(use.of):
                    yield use.name, use.line
            elif use.name not in self._defined:
                imported = facts.imported.get(use.name) or self._last_import(use.name)
                yield imported.rpartition(".")[2], use.line

    def _last_import(self, name: str) -> str:
        """What the name stands for where it was bound last, if that is an import."""
        return self._bindings.get(name, [(0, "")])[-1][1]


def _counts(name: str, placed: _Placed, earlier: _Placed | None) -> bool:
    """Whether a name stands for this from here on: the last definition counts, and no value that is
    made of it; but nothing that the cells of other answers bind, where its own cell has bound it.
    """
    if earlier is None:
        return True
    is_own, had_own = placed.code.answers == name, earlier.code.answers == name
    if is_own != had_own:
        return is_own or (not placed.code.answers and _defines(placed.node, name))
    made = isinstance(getattr(earlier.node, "value", None), ast.Lambda)
    was_defined = made or isinstance(earlier.node, Definition)
    return not was_defined or _defines(placed.node, name)


def _defines(node: ast.AST, name: str) -> bool:
    """Whether a statement gives what a name may be known for, and not a value under that name."""
    if isinstance(node, ast.Assign | ast.AnnAssign):
        return isinstance(node.value, ast.Name | ast.Attribute | ast.Lambda)
    return any(inner.name == name for inner in ast.walk(node) if isinstance(inner, Definition))


@remembered
def _free(node: ast.AST) -> frozenset[str]:
    return frozenset(syntax.free(node))


@remembered
def _facts(node: ast.AST) -> _Facts:
    walk = tuple(ast.walk(node))
    own_names = frozenset(map(_own_name, walk)) - {""}
    # An attribute by a keyword, as of a SimpleNamespace: the name itself may still be foreign.
    keywords = {inner.arg for inner in walk if isinstance(inner, ast.keyword) and inner.arg}
    calls = (call for call in walk if isinstance(call, ast.Call) and _name(call.func) in MAKERS)
    texts = (text.value for call in calls for text in nodes(call, ast.Constant))
    keywords |= {word for text in texts if isinstance(text, str) for word in WORD.findall(text)}
    names = _free(node) - own_names
    return _Facts(
        names,
        tuple(use for inner in walk if (use := _use(inner, names))),
        {name: full for line in nodes(node, ast.ImportFrom) for name, full in syntax.bound(line)},
        own_names | keywords,
    )


def _name(node: ast.AST) -> str:
    return getattr(node, "attr", "") or getattr(node, "id", "")


def _own_name(node: ast.AST) -> str:
    """A name that a statement binds itself: a method, an attribute, a local variable."""
    if isinstance(node, Definition | syntax.NAMING):
        return node.name or ""
    if isinstance(getattr(node, "ctx", None), ast.Store):
        return _name(node)
    return node.arg if isinstance(node, ast.arg) else ""


def _use(node: ast.AST, names: frozenset[str]) -> _Use | None:
    """A name that may be another library's, as far as the statement alone can say."""
    match node:
        case ast.Attribute(value, attr, ast.Load()):
            while isinstance(value, ast.Attribute):
                value = value.value
            return _Use(attr, node.lineno, of=value.id if isinstance(value, ast.Name) else "")
        case ast.Name(name, ast.Load()) if name in names:
            return _Use(name, node.lineno, plain=True)
        case ast.Call(ast.Name("getattr"), [_, ast.Constant(str(name)), *_]):
            return _Use(name, node.lineno)
    return None
