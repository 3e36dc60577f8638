"""The code of one answer as it stands in the notebook, and the changes of it that are tried.

A change is made in the text: what a student reads is, letter by letter, what is run.
"""

import ast
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from autograder.authoring.mutation_operators import changes
from autograder.core.assignment.plan import Part
from autograder.notebook.calls import Source
from autograder.notebook.read import Code
from autograder.notebook.syntax import SCOPES, Definition, defines, fresh_tree, unanswered

MOST_LINES, MOST_COLUMNS, MOST_LETTERS = 40, 100, 60
"""Of cells (of longer ones the definitions are shown), of a line and an expression asked about."""
NOT_ALWAYS_RUN = (*SCOPES, ast.IfExp, ast.BoolOp)
COMPUTED = ast.Call | ast.BinOp | ast.Subscript


@dataclass(frozen=True)
class Change:
    """What is done with lines of an answer: they are left out, or one is written in another way, or
    `stopped`: it returns what its expression `old` is worth.
    """

    kind: Literal["left_out", "written", "stopped"]
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

    def text(self, change: Change) -> str:
        """The first line of a change, as it was."""
        return self.lines[change.line - 1]

    @cached_property
    def shown(self) -> tuple[tuple[int, str], ...]:
        """Its lines with their numbers, without docstrings and empty lines."""
        texts = (one for one in ast.walk(self.tree) if _is_text(one))
        hidden = {n for one in texts for n in _span(one)}
        every = enumerate(map(str.rstrip, self.lines), 1)
        code = tuple(each for each in every if each[1] and each[0] not in hidden)
        if len(code) <= MOST_LINES:
            return code
        decorated = (n for one in self._nodes for n in (one, *one.decorator_list))
        wanted = {n for one in decorated for n in _span(one)}
        return tuple(each for each in code if each[0] in wanted)

    def left_out(self) -> Iterator[Change]:
        """The answer without one of its statements, for each that returns nothing.

        Without the only one of a block there would be no code, but an error of syntax.
        """
        for block in self._blocks:
            for node in block if len(block) > 1 else ():
                if node in self._statements and not isinstance(node, ast.Return | ast.Raise):
                    span = _span(node)
                    yield Change("left_out", span[0], span[-1], self._instead(node, "pass"))

    def written(self) -> Iterator[Change]:
        """The answer with one expression written in another way, by the rules of the audit."""
        # What an error says is no matter.
        raised = (one for one in self._walked if isinstance(one, ast.Raise))
        errors = {n for one in raised for n in ast.walk(one)}
        for _, node, other in changes(ast.Module([*self._nodes], [])):
            if isinstance(node, ast.expr) and isinstance(other, ast.expr) and node not in errors:
                yield from self._written(node, ast.unparse(other))

    def stopped(self, token: str) -> dict[str, Change]:
        """The answer, where the line of an expression returns it, with the token, instead; by the
        expression. It reads a name of the answer's own: a constant is read off its line.
        """
        names = [one for one in self._walked if isinstance(one, ast.Name)]
        own = {one.id for one in names if isinstance(one.ctx, ast.Store)}
        own |= {one.arg for one in self._walked if isinstance(one, ast.arg)}
        found = dict[str, Change]()
        for statement in self._statements:
            waiting: list[ast.AST] = [statement]
            for node in waiting:
                inner = ast.iter_child_nodes(node)
                waiting += (one for one in inner if not isinstance(one, NOT_ALWAYS_RUN))
                reads = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)} & own
                if isinstance(node, COMPUTED) and reads and (text := self._around(node)[1]):
                    source = self._instead(statement, f"return ({token!r}, {text})")
                    found[text] = Change("stopped", node.lineno, node.lineno, source, text)
        return found

    def _written(self, node: ast.expr, new: str) -> Iterator[Change]:
        begin, text, end = self._around(node)
        lines, span = (f"{begin}{new}{end}", f"{begin}({new}){end}"), _span(node)
        if not text or len(lines[1]) > MOST_COLUMNS or new == ast.unparse(node):
            return
        plain, safe = (fresh_tree(self._put(span, [line])) for line in lines)
        if safe:
            line = lines[plain is None or ast.dump(plain) != ast.dump(safe)]
            source, old = self._put(span, [line]), self.lines[node.lineno - 1]
            yield Change("written", span[0], span[0], source, old.strip(), line.strip())

    def _around(self, node: ast.expr) -> tuple[str, str, str]:
        """What stands before an expression, itself, and what stands behind it in its line; itself
        is empty if it is long, has several lines, or stands in an f-string.
        """
        line, begin, end = self.lines[node.lineno - 1], node.col_offset, node.end_col_offset
        # Of bytes, as ast counts columns.
        data = line.encode()
        text = data[begin:end].decode(errors="replace")
        found = fresh_tree(text) if len(text) <= MOST_LETTERS else None
        alone = ast.Module([ast.Expr(node)], [])
        same = found is not None and ast.dump(found) == ast.dump(alone)
        return data[:begin].decode(), text if same else "", data[end:].decode()

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
    def _walked(self) -> list[ast.AST]:
        return [node for one in self._nodes for node in ast.walk(one)]

    @cached_property
    def _blocks(self) -> list[list[ast.stmt]]:
        """The statements of its functions, block by block, without docstrings."""
        inner = (node for node in self._walked if not isinstance(node, ast.ClassDef))
        found = (getattr(node, name, None) for node in inner for name in ("body", "orelse"))
        # A lambda has a body too, which is no list.
        blocks = (block for block in found if isinstance(block, list))
        return [[one for one in block if not _is_text(one)] for block in blocks]

    @cached_property
    def _statements(self) -> list[ast.stmt]:
        """The simple ones that begin a line."""
        simple = (one for block in self._blocks for one in block if not hasattr(one, "body"))
        return [one for one in simple if not self._indent(one).strip()]


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
    mine = [one for one in code if one.index in called and one.source.strip() not in released]
    joined = Code(own.index, "\n".join(one.source for one in mine), own.number)
    tree = fresh_tree(joined.source)
    names = source.built_upon(part) - {one.name for one in parts} | {part.name}
    if tree is None or part.name not in [getattr(one, "name", "") for one in tree.body]:
        return None
    # An earlier answer must not be found where this one fails.
    rest = (one for one in code if one not in mine and not defines(one.source, part.name))
    others = tuple(one for one in rest if one.index in needed)
    return Answer(part, tuple(one.number for one in mine), joined, others, names, tree)


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _span(node: ast.AST) -> range:
    first = getattr(node, "lineno", 0)
    return range(first, getattr(node, "end_lineno", first) + 1)
