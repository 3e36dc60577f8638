"""The code of one answer as it stands in the notebook, and the changes of it that are tried.

A change is made in the text: what a student reads is, letter by letter, what is run.
"""

import ast
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Literal

from autograder.authoring.mutation_operators import changes
from autograder.core.assignment import Part
from autograder.notebook import Source
from autograder.notebook.answers import Code
from autograder.notebook.names import Definition, bare, defines, unanswered
from autograder.notebook.syntax import fresh_tree

MOST_LINES = 48
"""Of a cell without its docstrings: of a longer one the definitions asked about are shown."""


@dataclass(frozen=True)
class Change:
    """What is done with lines of a cell; `stopped` is behind an assignment, whose target is `old`.

    Of two that are exchanged the second begins at `last`.
    """

    kind: Literal["left_out", "exchanged", "written", "stopped"]
    cell: Code
    line: int
    last: int
    source: str
    old: str = ""
    new: str = ""

    @property
    def text(self) -> str:
        """Its first line, as it was."""
        return self.cell.source.split("\n")[self.line - 1]


@dataclass(frozen=True)
class Cell:
    """A cell of an answer, whose definitions of `names` are asked about."""

    code: Code
    tree: ast.Module
    names: frozenset[str]

    @cached_property
    def lines(self) -> list[str]:
        """All its lines."""
        return self.code.source.split("\n")

    @cached_property
    def nodes(self) -> list[Definition]:
        """Its definitions that are asked about."""
        every = (one for one in self.tree.body if isinstance(one, Definition))
        return [one for one in every if one.name in self.names]

    @cached_property
    def shown(self) -> tuple[tuple[int, str], ...]:
        """Its lines with their numbers, without docstrings and empty lines."""
        hidden = {n for one in self._docstrings() for n in range(one.lineno, _end(one) + 1)}
        every = enumerate(map(str.rstrip, self.lines), 1)
        code = tuple((number, text) for number, text in every if text and number not in hidden)
        if len(code) <= MOST_LINES:
            return code
        firsts = [min(n.lineno for n in (one, *one.decorator_list)) for one in self.nodes]
        spans = [range(a, _end(b) + 1) for a, b in zip(firsts, self.nodes, strict=True)]
        return tuple(each for each in code if any(each[0] in span for span in spans))

    def left_out(self) -> Iterator[Change]:
        """The cell without one of its statements, for each that returns nothing."""
        for node in (one for block in self._blocks for one in block):
            if not isinstance(node, ast.Return | ast.Raise | ast.Pass):
                source = self._put(node.lineno, _end(node), [f"{self._indent(node)}pass"])
                yield Change("left_out", self.code, node.lineno, _end(node), source)

    def exchanged(self) -> Iterator[Change]:
        """The cell with two neighbouring statements in each other's place."""
        for one, other in (pair for block in self._blocks for pair in pairwise(block)):
            begin, end = one.lineno - 1, _end(other)
            if _end(one) + 1 == other.lineno and "super(" not in self.lines[begin]:
                mine, theirs = self.lines[begin : _end(one)], self.lines[_end(one) : end]
                source = self._put(one.lineno, end, theirs + mine)
                yield Change("exchanged", self.code, one.lineno, other.lineno, source)

    def written(self) -> Iterator[Change]:
        """The cell with one expression written in another way, by the rules of the audit."""
        for _, node, other in changes(ast.Module([*self.nodes], [])):
            if isinstance(node, ast.expr) and isinstance(other, ast.expr):
                yield from self._written(node, other)

    def stopped(self, token: str) -> Iterator[Change]:
        """The cell with a function that returns what it has just assigned, and the token."""
        walked = (node for one in self.nodes for node in ast.walk(one))
        methods = (one for one in walked if isinstance(one, ast.FunctionDef))
        forward = [one.body[0] for one in methods if one.name == "forward"]
        for node in (one for block in self._blocks for one in block):
            if not isinstance(node, ast.Assign | ast.AugAssign):
                continue
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            label = ast.unparse(target)
            # What __init__ sets is looked at in a call: it has nothing to return.
            own = label.startswith("self.")
            at = [one.lineno - 1 for one in forward if one.col_offset] if own else [_end(node)]
            if at and isinstance(target, ast.Name | ast.Attribute):
                stop = f"{self._indent(forward[0] if own else node)}return ({token!r}, {label})"
                source = "\n".join([*self.lines[: at[0]], stop, *self.lines[at[0] :]])
                yield Change("stopped", self.code, node.lineno, _end(node), source, label)

    def _written(self, node: ast.expr, other: ast.expr) -> Iterator[Change]:
        number, line = node.lineno, self.lines[node.lineno - 1].encode()
        begin, end = line[: node.col_offset].decode(), line[node.end_col_offset :].decode()
        for text in (ast.unparse(other), f"({ast.unparse(other)})"):
            new, old = f"{begin}{text}{end}", line.decode().strip()
            source = self._put(number, number, [new])
            if number == node.end_lineno and _holds(source, node, other):
                yield Change("written", self.code, number, number, source, old, new.strip())
                return

    def _put(self, first: int, last: int, lines: list[str]) -> str:
        """Its text with other lines; those below keep their numbers."""
        empty = [""] * (last - first + 1 - len(lines))
        return "\n".join([*self.lines[: first - 1], *lines, *empty, *self.lines[last:]])

    def _indent(self, node: ast.stmt) -> str:
        return self.lines[node.lineno - 1][: node.col_offset]

    @cached_property
    def _blocks(self) -> list[list[ast.stmt]]:
        """The blocks of its functions, of these the simple statements on lines of their own."""
        walked = (node for one in self.nodes for node in ast.walk(one))
        inner = (node for node in walked if not isinstance(node, ast.ClassDef))
        found = (getattr(node, field, None) for node in inner for field in ("body", "orelse"))
        # A lambda has a body too, which is no list.
        blocks = [block for block in found if isinstance(block, list)]
        return [[one for one in block if self._alone(one, block)] for block in blocks]

    def _docstrings(self) -> Iterator[ast.stmt]:
        for node in ast.walk(self.tree):
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node):
                yield node.body[0]

    def _alone(self, node: ast.stmt, block: list[ast.stmt]) -> bool:
        before = self.lines[node.lineno - 1].encode()[: node.col_offset]
        others = (one for one in block if one is not node)
        shared = any(one.lineno <= _end(node) and node.lineno <= _end(one) for one in others)
        compound = hasattr(node, "body") or node in self._docstrings()
        return not (shared or compound or before.strip())


@dataclass(frozen=True)
class Answer:
    """A part's answer: the cells shown, its own the last, and all that are run, in this order."""

    part: Part
    cells: tuple[Cell, ...]
    needed: tuple[Code, ...]

    def changed(self, change: Change) -> tuple[Code, ...]:
        """What is run, with a change made."""
        made = replace(change.cell, source=change.source)
        return tuple(made if one is change.cell else one for one in self.needed)


def answers(code: tuple[Code, ...], parts: Collection[Part], released: str) -> list[Answer]:
    """The answers that are no stubs, each with the student's own cells that it calls."""
    source = Source(code)
    found = (_answer(code, source, part, parts, released) for part in parts)
    return [one for one in found if one]


def _answer(
    code: tuple[Code, ...], source: Source, part: Part, parts: Collection[Part], released: str
) -> Answer | None:
    own = next((one for one in reversed(code) if defines(one.source, part.name)), None)
    needed = source.cells_for([part])
    if own is None or unanswered(own.source) or own.index not in needed:
        return None
    called = source.cells_of(part, parts) - {own.index}
    shown = [one for one in code if one.index in called and bare(one.source) not in released]
    names = source.built_upon(part) - {one.name for one in parts} | {part.name}
    trees = [(one, fresh_tree(one.source)) for one in (*shown, own)]
    cells = tuple(Cell(one, tree, names) for one, tree in trees if tree)
    if len(cells) < len(trees) or part.name not in [one.name for one in cells[-1].nodes]:
        return None
    return Answer(part, cells, tuple(one for one in code if one.index in needed))


def _holds(source: str, node: ast.expr, other: ast.expr) -> bool:
    """Whether `other` is what the text has in the place of `node`, and not a piece of it."""
    tree, wanted = fresh_tree(source), ast.dump(other)
    return any(
        (one.lineno, ast.dump(one)) == (node.lineno, wanted)
        and one.col_offset in (node.col_offset, node.col_offset + 1)
        for one in ast.walk(tree or ast.Module([], []))
        if isinstance(one, ast.expr)
    )


def _end(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno
