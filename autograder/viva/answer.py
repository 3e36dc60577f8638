"""The code of one answer as it stands in the notebook, and the changes of it that are tried.

A change is made in the text: what a student reads is, letter by letter, what is run.
"""

import ast
import random
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

from autograder.core.assignment.plan import Part
from autograder.corrections.written_answer import bound_in
from autograder.notebook.calls import Source
from autograder.notebook.changes import changes
from autograder.notebook.read import Code
from autograder.notebook.syntax import SCOPES, Definition, defined, fresh_tree, nodes, unanswered

MOST_LINES, MOST_COLUMNS, MOST_LETTERS = 40, 100, 60
"""Of cells (of longer ones the definitions are shown), of a line and an expression asked about."""
Kind = Literal["left_out", "written", "stopped"]
STOPPED = "stopped here"
NOT_ALWAYS_RUN = (*SCOPES, ast.IfExp, ast.BoolOp)
COMPUTED = ast.Call | ast.BinOp | ast.Subscript


@dataclass(frozen=True)
class Change:
    """What is done with lines of an answer: they are left out, or one is written in another way, or
    `stopped`: it returns what its expression `old` is worth.
    """

    kind: Kind
    line: int
    last: int
    source: str
    old: str = ""
    new: str = ""


@dataclass(frozen=True)
class Answer:
    """A part's answer: one text of its cells, what runs before, and the `names` asked about."""

    part: Part
    cells: tuple[int, ...]
    code: Code
    others: tuple[Code, ...]
    names: frozenset[str]
    tree: ast.Module = field(repr=False)

    @cached_property
    def lines(self) -> list[str]:
        return self.code.source.split("\n")

    @cached_property
    def shown(self) -> tuple[tuple[int, str], ...]:
        """Its lines with their numbers, without docstrings and empty lines."""
        hidden = {n for node in nodes(self.tree, ast.Expr) if _is_text(node) for n in _span(node)}
        numbered = enumerate(map(str.rstrip, self.lines), 1)
        code = tuple(line for line in numbered if line[1] and line[0] not in hidden)
        if len(code) <= MOST_LINES:
            return code
        inner = (node for node in ast.walk(self._own) if isinstance(node, ast.stmt | ast.expr))
        numbers = {n for node in inner for n in _span(node)}
        return tuple(line for line in code if line[0] in numbers)

    def left_out(self) -> Iterator[Change]:
        """The answer without one of its statements, for each that returns nothing."""
        for node in self._statements:
            if not isinstance(node, ast.Return | ast.Raise) and not _shows(node):
                yield self._change("left_out", node, "")

    def written(self, chance: random.Random) -> Iterator[Change]:
        """The answer with one expression changed by a rule of the audit's mutants, by chance."""
        # What an error says is no matter, nor is what is printed.
        says = (stmt for stmt in ast.walk(self._own) if isinstance(stmt, ast.Raise) or _shows(stmt))
        errors = {n for stmt in says for n in ast.walk(stmt)}
        for _, node, changed in sorted(changes(self._own), key=lambda _: chance.random()):
            if isinstance(node, ast.expr) and isinstance(changed, ast.expr) and node not in errors:
                begin, text, end = self._around(node)
                new, old = ast.unparse(changed), begin + text + end
                lines = [begin + middle + end for middle in (new, f"({new})")]
                usable = text and len(lines[1]) <= MOST_COLUMNS and not old.lstrip().startswith("@")
                if usable and new != ast.unparse(node):
                    ways = [self._change("written", node, line, old, line) for line in lines]
                    plain, safe = (fresh_tree(way.source) for way in ways)
                    if safe and not isinstance(getattr(changed, "value", None), str):
                        yield ways[plain is None or ast.unparse(plain) != ast.unparse(safe)]

    def stopped(self) -> dict[str, Change]:
        """By expression, the answer whose line returns its value instead, behind the word STOPPED.
        Each reads a name that the answer binds: what a constant is worth, its line shows.
        """
        names = bound_in(self._own) | {"self"}
        stops = dict[str, Change]()
        for statement in self._statements:
            waiting: list[ast.AST] = [statement]
            for node in waiting:
                children = ast.iter_child_nodes(node)
                waiting += (child for child in children if not isinstance(child, NOT_ALWAYS_RUN))
                reads = {name.id for name in nodes(node, ast.Name)} & names
                if isinstance(node, COMPUTED) and reads and (text := self._around(node)[1]):
                    line = f"{self._indent(statement)}return ({STOPPED!r}, {text})"
                    change = self._change("stopped", statement, line, text)
                    stops[text] = replace(change, line=node.lineno, last=node.lineno)
        return stops

    def _around(self, node: ast.expr) -> tuple[str, str, str]:
        """The text of its line before an expression, its own, and that behind it; all empty if it
        has several lines, its own alone if it is long or stands in an f-string.
        """
        if node.end_lineno != node.lineno:
            return "", "", ""
        begin, end = node.col_offset, node.end_col_offset
        line = self.lines[node.lineno - 1].encode()  # ast counts columns in bytes
        # In an f-string Python 3.11 counts them wrong, and may cut a letter.
        pieces = (line[:begin], line[begin:end], line[end:])
        before, text, behind = (piece.decode(errors="replace") for piece in pieces)
        tree = fresh_tree(text) if len(text) <= MOST_LETTERS else None
        same = tree and ast.unparse(tree) == ast.unparse(node)
        return before, text if same else "", behind

    def _change(
        self, kind: Kind, node: ast.stmt | ast.expr, line: str, old: str = "", new: str = ""
    ) -> Change:
        """It with another line for those of a node; those below keep their numbers."""
        first, *later = _span(node)
        empty, below = [""] * len(later), self.lines[first + len(later) :]
        source = "\n".join([*self.lines[: first - 1], line, *empty, *below])
        return Change(kind, first, first + len(later), source, old.strip(), new.strip())

    def _indent(self, node: ast.stmt) -> str:
        return self.lines[node.lineno - 1][: node.col_offset]

    @cached_property
    def _own(self) -> ast.Module:
        # Of several of one name the last one counts.
        by_name = {node.name: node for node in self.tree.body if isinstance(node, Definition)}
        return ast.Module([node for name, node in by_name.items() if name in self.names], [])

    @cached_property
    def _statements(self) -> list[ast.stmt]:
        """The simple statements of its functions that begin a line."""
        in_class = {stmt for owner in nodes(self._own, ast.ClassDef) for stmt in owner.body}
        simple = (stmt for stmt in nodes(self._own, ast.stmt) if not hasattr(stmt, "body"))
        return [s for s in simple if s not in in_class and not self._indent(s).strip()]


def answers(code: tuple[Code, ...], parts: Collection[Part], released: str) -> Iterator[Answer]:
    """The answers that are no stubs, each with the student's own cells that it calls."""
    source = Source(code)
    for part in parts:
        needed, used = source.cells_to_run([part]), source.answer_cells(part, parts)
        own = [cell for cell in code if cell.index in used and cell.source.strip() not in released]
        main = next((cell for cell in reversed(own) if part.name in defined(cell.source)), None)
        tree = fresh_tree("\n".join(cell.source for cell in own))
        bound = [getattr(node, "name", "") for node in tree.body] if tree else []
        if main and tree and part.name in bound and not unanswered(main.source):
            joined = Code(main.index, "\n".join(cell.source for cell in own), main.number)
            names = source.built_upon(part) - {p.name for p in parts} | {part.name}
            rest = (cell for cell in code if cell.index in needed and cell not in own)
            # An earlier answer must not be found where this one fails.
            others = tuple(cell for cell in rest if part.name not in defined(cell.source))
            yield Answer(part, tuple(cell.number for cell in own), joined, others, names, tree)


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _shows(node: ast.AST) -> bool:
    called = getattr(getattr(node, "value", None), "func", None)
    return _is_text(node) or (isinstance(node, ast.Expr) and getattr(called, "id", "") == "print")


def _span(node: ast.stmt | ast.expr) -> range:
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)
