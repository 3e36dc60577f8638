"""The code of one answer as it stands in the notebook, and the changes of it that are tried.

A change is made in the text: what a student reads is, letter by letter, what is run.
"""

import ast
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Literal

from autograder.authoring.mutation_operators import changes
from autograder.core.assignment import Part
from autograder.notebook import Source
from autograder.notebook.answers import Code
from autograder.notebook.names import SCOPES, Definition, bare, defines, unanswered
from autograder.notebook.syntax import fresh_tree

MOST_LINES, MOST_COLUMNS, MOST_LETTERS = 40, 100, 60
"""Of cells without docstrings (of longer ones the definitions are shown); of a line that is
quoted; of an expression.
"""
NOT_ALWAYS_RUN = (*SCOPES, ast.IfExp, ast.BoolOp)


@dataclass(frozen=True)
class Change:
    """What is done with lines of an answer.

    `stopped` ends there, and returns what the expression `old` is worth. Of two that are exchanged
    the second begins at `last`.
    """

    kind: Literal["left_out", "exchanged", "written", "stopped"]
    line: int
    last: int
    source: str
    old: str = ""
    new: str = ""


@dataclass(frozen=True)
class Answer:
    """A part's answer: one text of the cells (by number) that hold it, and what runs before.

    Questions are about its definitions of `names`. Lines are counted through all of its cells.
    """

    part: Part
    cells: tuple[int, ...]
    code: Code
    others: tuple[Code, ...]
    names: frozenset[str]
    tree: ast.Module = field(repr=False)

    @cached_property
    def lines(self) -> list[str]:
        """All its lines."""
        return self.code.source.split("\n")

    @cached_property
    def shown(self) -> tuple[tuple[int, str], ...]:
        """Its lines with their numbers, without docstrings and empty lines."""
        hidden = {n for one in self._docstrings() for n in _span(one)}
        every = enumerate(map(str.rstrip, self.lines), 1)
        code = tuple(each for each in every if each[1] and each[0] not in hidden)
        if len(code) <= MOST_LINES:
            return code
        decorated = (n for one in self._nodes for n in (one, *one.decorator_list))
        wanted = {n for one in decorated for n in _span(one)}
        return tuple(each for each in code if each[0] in wanted)

    def left_out(self) -> Iterator[Change]:
        """The answer without one of its statements, for each that returns nothing."""
        for node in (one for block in self._blocks for one in block):
            if not isinstance(node, ast.Return | ast.Raise | ast.Pass):
                source, span = self._instead(node, "pass"), _span(node)
                yield Change("left_out", span[0], span[-1], source)

    def exchanged(self) -> Iterator[Change]:
        """The answer with two neighbouring statements in each other's place."""
        for one, other in (pair for block in self._blocks for pair in pairwise(block)):
            mine, theirs = _span(one), _span(other)
            if mine[-1] + 1 == theirs[0] and "super(" not in self.lines[one.lineno - 1]:
                text = [self.lines[n - 1] for n in (*theirs, *mine)]
                source = self._put(range(mine[0], theirs[-1] + 1), text)
                yield Change("exchanged", mine[0], theirs[0], source)

    def written(self) -> Iterator[Change]:
        """The answer with one expression written in another way, by the rules of the audit."""
        walked = (node for one in self._nodes for node in ast.walk(one))
        # What an error says is no matter.
        errors = {n for one in walked if isinstance(one, ast.Raise) for n in ast.walk(one)}
        for _, node, other in changes(ast.Module([*self._nodes], [])):
            if isinstance(node, ast.expr) and isinstance(other, ast.expr) and node not in errors:
                yield from self._written(node, other)

    def stopped(self, token: str) -> Iterator[Change]:
        """The answer, where the line of an expression returns it, with the token, instead."""
        for node in (one for block in self._blocks for one in block):
            for one in _expressions(node):
                text = self._around(one)[1]
                if one.lineno == one.end_lineno and len(text) <= MOST_LETTERS:
                    source = self._instead(node, f"return ({token!r}, {text})")
                    yield Change("stopped", one.lineno, one.lineno, source, text)

    def _written(self, node: ast.expr, other: ast.expr) -> Iterator[Change]:
        (begin, text, end), new = self._around(node), ast.unparse(other)
        found = fresh_tree(text)
        lines = f"{begin}{new}{end}", f"{begin}({new}){end}"
        if found is None or ast.dump(found) != ast.dump(_alone(node)) or new == ast.unparse(node):
            # It has several lines or stands in an f-string, or nobody would see a difference.
            return
        plain, safe = (fresh_tree(self._put(_span(node), [line])) for line in lines)
        if safe and len(lines[1]) <= MOST_COLUMNS:
            line = lines[plain is None or ast.dump(plain) != ast.dump(safe)]
            source, old = self._put(_span(node), [line]), self.lines[node.lineno - 1]
            yield Change("written", node.lineno, node.lineno, source, old.strip(), line.strip())

    def _around(self, node: ast.expr) -> tuple[str, ...]:
        """What stands before an expression of one line, itself, and what stands behind it."""
        line, begin, end = (
            self.lines[node.lineno - 1].encode(),
            node.col_offset,
            node.end_col_offset,
        )
        return tuple(
            one.decode(errors="replace") for one in (line[:begin], line[begin:end], line[end:])
        )

    def _instead(self, node: ast.stmt, text: str) -> str:
        """Its text with another statement."""
        return self._put(_span(node), [self._indent(node) + text])

    def _put(self, span: range, lines: list[str]) -> str:
        """Its text with other lines; those below keep their numbers."""
        empty = [""] * (len(span) - len(lines))
        return "\n".join([*self.lines[: span[0] - 1], *lines, *empty, *self.lines[span[-1] :]])

    def _indent(self, node: ast.stmt) -> str:
        return self.lines[node.lineno - 1][: node.col_offset]

    @cached_property
    def _nodes(self) -> list[Definition]:
        every = (one for one in self.tree.body if isinstance(one, Definition))
        return [one for one in every if one.name in self.names]

    @cached_property
    def _blocks(self) -> list[list[ast.stmt]]:
        """The blocks of its functions, of these the simple statements on lines of their own."""
        walked = (node for one in self._nodes for node in ast.walk(one))
        inner = (node for node in walked if not isinstance(node, ast.ClassDef))
        found = (getattr(node, name, None) for node in inner for name in ("body", "orelse"))
        # A lambda has a body too, which is no list.
        blocks = [block for block in found if isinstance(block, list)]
        return [[one for one in block if self._is_alone(one, block)] for block in blocks]

    def _docstrings(self) -> Iterator[ast.stmt]:
        for node in ast.walk(self.tree):
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node):
                yield node.body[0]

    def _is_alone(self, node: ast.stmt, block: list[ast.stmt]) -> bool:
        shared = any({*_span(one)} & {*_span(node)} for one in block if one is not node)
        compound = hasattr(node, "body") or node in self._docstrings()
        return not (shared or compound or self._indent(node).strip())


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
    called = source.cells_of(part, parts)
    mine = [one for one in code if one.index in called and bare(one.source) not in released]
    joined = Code(own.index, "\n".join(one.source for one in mine), own.number)
    tree = fresh_tree(joined.source)
    names = source.built_upon(part) - {one.name for one in parts} | {part.name}
    if tree is None or part.name not in [getattr(one, "name", "") for one in tree.body]:
        return None
    # An earlier answer must not be found where this one fails.
    rest = (one for one in code if one not in mine and not defines(one.source, part.name))
    others = tuple(one for one in rest if one.index in needed)
    return Answer(part, tuple(one.number for one in mine), joined, others, names, tree)


def _expressions(statement: ast.stmt) -> Iterator[ast.expr]:
    """What is computed in a statement, whatever its branches."""
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop()
        computed = isinstance(node, ast.Call | ast.BinOp | ast.Subscript)
        if computed and not isinstance(getattr(node, "ctx", None), ast.Store | ast.Del):
            yield node
        waiting += (n for n in ast.iter_child_nodes(node) if not isinstance(n, NOT_ALWAYS_RUN))


def _alone(node: ast.expr) -> ast.Module:
    return ast.Module([ast.Expr(node)], [])


def _span(node: ast.stmt | ast.expr) -> range:
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)
