"""The rule of `corrections` about errors: one place near the line that raised."""

import ast
import difflib
import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from autograder.grading.written_answer import Edit, Found, Written, bound_in, bound_in_self, of_self
from autograder.notebook.syntax import nodes

MOST_GUESSES, MOST_NAMES = 64, 6
"""Of an answer, and among them of other names for one."""
QUOTED = re.compile(r"'(\w+)'")
OTHERS = {ast.Mult: ("*", "@", "//"), ast.MatMult: ("@", "*"), ast.Div: ("/", "//")}
"""How an operator is written, and those that may be meant by it."""


def one_place(written: Written) -> Iterator[Found]:
    """An operator, an order, a number or a name in the line that raised, or else before it."""
    statements = _backwards(written) if written.error else []
    # An answer has many names: but for one in the message, whatever else there is comes first.
    for kind in (_named, _operators, _arguments, _numbers, _names):
        for statement in statements:
            for edits in kind(written, statement):
                yield written.within(statement, edits)


def _backwards(written: Written) -> list[ast.stmt]:
    """The simple statements, from the line that raised on backwards; then those below."""

    def away(one: ast.stmt) -> tuple[bool, int]:
        last = one.end_lineno or one.lineno
        return one.lineno > written.line, max(one.lineno - written.line, written.line - last, 0)

    inside = (one for function in written.functions for one in nodes(function, ast.stmt))
    return sorted((one for one in inside if not hasattr(one, "body")), key=away)


def _operators(written: Written, statement: ast.stmt) -> Iterator[list[Edit]]:
    for node in nodes(statement, ast.BinOp):
        begin, end = written.span(node.left)[1], written.span(node.right)[0]
        between = written.cell.source.encode()[begin:end].decode()
        old, *others = OTHERS.get(type(node.op), ("",))
        yield from ([(begin, end, between.replace(old, new))] for new in others)
        if isinstance(node.op, ast.MatMult):
            yield _swapped(written, node.left, node.right)


def _arguments(written: Written, statement: ast.stmt) -> Iterator[list[Edit]]:
    for call in nodes(statement, ast.Call):
        if written.text(call.func).endswith("softmax") and len(call.args) == 1:
            end = written.span(call.args[0])[1]
            yield [(end, end, ", dim=-1")]
        for one, other in pairwise(call.args):
            yield _swapped(written, one, other)


def _swapped(written: Written, one: ast.expr, other: ast.expr) -> list[Edit]:
    first, second = written.text(one), written.text(other)
    return [(*written.span(one), second), (*written.span(other), first)]


def _numbers(written: Written, statement: ast.stmt) -> Iterator[list[Edit]]:
    for number in nodes(statement, ast.Constant):
        if type(number.value) is int:
            for near in {abs(number.value - 1), number.value + 1}:
                yield [*written.edits([number], str(near))]


def _named(written: Written, statement: ast.stmt) -> Iterator[list[Edit]]:
    """Other names for one that the message quotes."""
    quoted = QUOTED.findall(written.error)
    names = (one for one in nodes(statement, ast.Name) if one.id in quoted)
    yield from _others(written, names, MOST_GUESSES)


def _names(written: Written, statement: ast.stmt) -> Iterator[list[Edit]]:
    yield from _others(written, nodes(statement, ast.Name))
    yield from _others(written, (one for one in nodes(statement, ast.Attribute) if of_self(one)))


def _others(
    written: Written, places: Iterable[ast.Name | ast.Attribute], most: int = MOST_NAMES
) -> Iterator[list[Edit]]:
    """What else the same function has, or `self`, the most alike first."""
    for node in places:
        inside = next(one for one in written.functions if node in [*ast.walk(one)])
        known = bound_in(inside) | {f"self.{name}" for name in bound_in_self(written)}
        name = written.text(node)
        if name in known and isinstance(node.ctx, ast.Load):
            alike = difflib.get_close_matches(name, sorted(known - {name}), most, 0)
            yield from ([*written.edits([node], one)] for one in alike)
