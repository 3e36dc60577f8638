"""Guesses of `one_place` about brackets, indices and bounds: what belongs together in a line."""

import ast
from collections.abc import Iterator
from itertools import combinations

from autograder.grading.written_answer import Guess, Written
from autograder.notebook.syntax import nodes

OPENS, CLOSES = (b"=", b"return", b"(", b"[", b","), (b")", b"]", b",", b"\n", b"#")
"""Between which an expression needs no brackets of its own."""


def brackets(written: Written) -> Iterator[Guess]:
    """Two operations in the other order; an operand that belongs into a call's brackets, or out."""
    for node in nodes(written.node, ast.BinOp):
        left, right = node.left, node.right
        if isinstance(right, ast.BinOp):
            first = ast.BinOp(left, node.op, right.left)
            yield _of(written, node, ast.BinOp(first, right.op, right.right))
        if isinstance(left, ast.BinOp):
            last = ast.BinOp(left.right, node.op, right)
            yield _of(written, node, ast.BinOp(left.left, left.op, last))
        if isinstance(left, ast.Call) and left.args:
            inside = ast.BinOp(left.args[0], node.op, right)
            yield _of(written, node, _with_first(left, inside))
    for call in nodes(written.node, ast.Call):
        for inner in (one for one in call.args[:1] if isinstance(one, ast.BinOp)):
            outside = ast.BinOp(_with_first(call, inner.left), inner.op, inner.right)
            yield _of(written, call, outside)


def _of(written: Written, node: ast.expr, new: ast.expr) -> Guess:
    (begin, end), data = written.span(node), written.cell.source.encode()
    before, after = data[:begin].rstrip(b" "), data[end:].lstrip(b" ")
    stands_alone = before.endswith(OPENS) and after.startswith(CLOSES)
    text = ast.unparse(new)
    return Guess("operands", node, text if stands_alone else f"({text})")


def _with_first(call: ast.Call, first: ast.expr) -> ast.Call:
    return ast.Call(call.func, [first, *call.args[1:]], call.keywords)


def indices_and_sizes(written: Written) -> Iterator[Guess]:
    """Two indices or two sizes in each other's place; one more where a loop or a slice ends."""
    for place in nodes(written.node, ast.Subscript):
        yield from _swapped(written, place.slice)
    for line in nodes(written.node, ast.Assign):
        if written.text(line.value).endswith((".shape", ".size()")):
            yield from _swapped(written, line.targets[0])
    for bound in bounds(written):
        yield Guess("bound", bound, f"{written.text(bound)} + 1")


def _swapped(written: Written, several: ast.expr) -> Iterator[Guess]:
    texts = [written.text(one) for one in getattr(several, "elts", ())]
    for one, other in combinations(range(len(texts)), 2):
        new = [*texts]
        new[one], new[other] = new[other], new[one]
        yield Guess("shape", several, ", ".join(new))


def bounds(written: Written) -> Iterator[ast.expr]:
    """Where slices and ranges begin and end, as far as a name says it."""
    for piece in nodes(written.node, ast.Slice):
        yield from (one for one in (piece.lower, piece.upper) if isinstance(one, ast.Name))
    for call in nodes(written.node, ast.Call):
        if written.text(call.func) == "range":
            yield from (one for one in call.args if isinstance(one, ast.Name))


def heads(written: Written) -> Iterator[Guess]:
    """The number of a head where its first column should stand: times the width of a head."""
    numbers = {getattr(one.target, "id", "") for one in nodes(written.node, ast.For)}
    for total in nodes(written.node, ast.BinOp):
        width = written.text(total.right)
        if isinstance(total.op, ast.Add) and isinstance(total.left, ast.Name):
            for one in nodes(written.node, ast.Name):
                if one.id in numbers and isinstance(one.ctx, ast.Load):
                    yield Guess("name", one, f"{one.id} * {width}")
