"""The code of one answer as it stands in the notebook, and the changes of it that are tried.

A change is made in the text: what a student reads is, letter by letter, what is run.
"""

import ast
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Literal

from autograder.authoring.mutation_operators import changes
from autograder.core.assignment.plan import Part
from autograder.notebook.calls import Source
from autograder.notebook.names import defines, unanswered
from autograder.notebook.read import Code
from autograder.notebook.syntax import fresh_tree

MOST_LINES, MOST_LETTERS = 48, 4000
"""Of an answer without its docstrings: a longer one leaves no room for questions on its sheet."""
HELPER = re.compile(r"^(?:async |def |class )", re.MULTILINE)
"""In another cell: who has only the answer before them could not say what it does."""


@dataclass(frozen=True)
class Change:
    """What is done with lines of an answer: left out, exchanged, or written in another way."""

    kind: Literal["left_out", "exchanged", "written"]
    line: int
    last: int
    source: str
    old: str = ""
    new: str = ""


@dataclass(frozen=True)
class Answer:
    """A part's definition in its cell, and all cells that it needs, to be run in this order."""

    part: Part
    cell: Code
    cells: tuple[Code, ...]
    tree: ast.Module
    node: ast.FunctionDef | ast.ClassDef

    @property
    def fits(self) -> bool:
        """Whether a sheet has room for it."""
        return len(self.shown) <= MOST_LINES and sum(len(t) for _, t in self.shown) <= MOST_LETTERS

    def with_source(self, source: str) -> tuple[Code, ...]:
        """The cells with another text in the place of the answer's."""
        changed = replace(self.cell, source=source)
        return tuple(changed if one is self.cell else one for one in self.cells)

    @cached_property
    def lines(self) -> list[str]:
        """The lines of its cell."""
        return self.cell.source.split("\n")

    @cached_property
    def shown(self) -> list[tuple[int, str]]:
        """The lines of its cell with their numbers, without docstrings and empty lines; of a cell
        that is too long those of the definition."""
        hidden = {n for text in self._docstrings() for n in range(text.lineno, _end(text) + 1)}
        every = enumerate(map(str.rstrip, self.lines), 1)
        code = [(number, text) for number, text in every if text and number not in hidden]
        if len(code) <= MOST_LINES:
            return code
        first = min([self.node.lineno, *(one.lineno for one in self.node.decorator_list)])
        return [each for each in code if first <= each[0] <= _end(self.node)]

    @cached_property
    def statements(self) -> list[list[ast.stmt]]:
        """The blocks of its functions, of these the simple statements on lines of their own."""
        return [[one for one in block if self._alone(one, block)] for block in blocks(self.node)]

    def left_out(self) -> Iterator[Change]:
        """The answer without one of its statements, for each that returns nothing."""
        for node in (one for block in self.statements for one in block):
            if not isinstance(node, ast.Return | ast.Raise | ast.Pass):
                indent = self.lines[node.lineno - 1][: node.col_offset]
                source = self._put(node.lineno, _end(node), [f"{indent}pass"])
                yield Change("left_out", node.lineno, _end(node), source)

    def exchanged(self) -> Iterator[Change]:
        """The answer with two neighbouring statements in each other's place."""
        for one, other in (pair for block in self.statements for pair in pairwise(block)):
            begin, end = one.lineno - 1, _end(other)
            if _end(one) + 1 == other.lineno and "super(" not in self.lines[begin]:
                mine, theirs = self.lines[begin : _end(one)], self.lines[_end(one) : end]
                source = self._put(one.lineno, end, theirs + mine)
                yield Change("exchanged", one.lineno, other.lineno, source)

    def written(self) -> Iterator[Change]:
        """The answer with one expression written in another way, by the rules of the audit."""
        for _, node, other in changes(ast.Module([self.node], [])):
            if isinstance(node, ast.expr) and isinstance(other, ast.expr):
                yield from self._written(node, other)

    def _written(self, node: ast.expr, other: ast.expr) -> Iterator[Change]:
        number, line = node.lineno, self.lines[node.lineno - 1].encode()
        begin, end = line[: node.col_offset].decode(), line[node.end_col_offset :].decode()
        for new in (ast.unparse(other), f"({ast.unparse(other)})"):
            source = self._put(number, number, [f"{begin}{new}{end}"])
            if number == node.end_lineno and _holds(source, node, other):
                old = line.decode().strip()
                yield Change("written", number, number, source, old, f"{begin}{new}{end}".strip())
                return

    def _put(self, first: int, last: int, lines: list[str]) -> str:
        """The cell's text with other lines; those below keep their numbers."""
        empty = [""] * (last - first + 1 - len(lines))
        return "\n".join([*self.lines[: first - 1], *lines, *empty, *self.lines[last:]])

    def _docstrings(self) -> Iterator[ast.stmt]:
        for node in ast.walk(self.tree):
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node):
                yield node.body[0]

    def _alone(self, node: ast.stmt, block: list[ast.stmt]) -> bool:
        before = self.lines[node.lineno - 1].encode()[: node.col_offset]
        shared = any(
            one.lineno <= _end(node) and node.lineno <= _end(one)
            for one in block
            if one is not node
        )
        compound = hasattr(node, "body") or node in self._docstrings()
        return not (shared or compound or before.strip())


def answers(code: tuple[Code, ...], parts: Collection[Part]) -> list[Answer]:
    """The answers that stand in one cell each and are no stubs."""
    source = Source(code)
    found = (_answer(code, source, part, parts) for part in parts)
    return [one for one in found if one and one.fits]


def _answer(
    code: tuple[Code, ...], source: Source, part: Part, parts: Collection[Part]
) -> Answer | None:
    cells = [one for one in code if defines(one.source, part.name)]
    tree = fresh_tree(cells[-1].source) if cells else None
    if tree is None or unanswered(cells[-1].source):
        return None
    others = source.cells_of(part, parts) - {cells[-1].index}
    if any(one.index in others and HELPER.search(one.source) for one in code):
        return None
    nodes = [n for n in tree.body if getattr(n, "name", "") == part.name]
    if not nodes or not isinstance(nodes[-1], ast.FunctionDef | ast.ClassDef):
        return None
    needed = source.cells_for([part])
    run = tuple(one for one in code if one.index in needed)
    return Answer(part, cells[-1], run, tree, nodes[-1]) if cells[-1] in run else None


def blocks(tree: ast.AST) -> Iterator[list[ast.stmt]]:
    """The lists of statements in a tree, but for those of the module and its classes."""
    for node in (n for n in ast.walk(tree) if not isinstance(n, ast.Module | ast.ClassDef)):
        found = (getattr(node, field, None) for field in ("body", "orelse"))
        # A lambda and an expression have such fields too.
        yield from (block for block in found if isinstance(block, list))


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
