"""The rules of `corrections` about values: one place that makes all numbers of an answer wrong."""

import ast
import re
from collections.abc import Iterator
from itertools import pairwise

from autograder.grading.written_answer import Edit, Found, Written
from autograder.notebook.syntax import nodes

PLAIN = (ast.Name, ast.Constant)
NUMBER, INFINITE = re.compile(r"-?[\d.]+(?:e\d+)?"), 'float("-inf")'


def mask_not_boolean(written: Written) -> Iterator[Found]:
    """A mask of numbers where torch takes truth values alone."""
    for mask, *_ in _masked(written):
        yield written.instead(mask, f"({written.text(mask)}).bool()")


def small_fill(written: Written) -> Iterator[Found]:
    """A number for what is hidden, which leaves some weight where it is not small enough."""
    for _, *values in _masked(written):
        for value in values:
            if NUMBER.fullmatch(written.text(value)):
                yield written.instead(value, INFINITE)


def _masked(written: Written) -> Iterator[list[ast.expr]]:
    """Of each call that hides by a mask, the mask and the other arguments."""
    for node in nodes(written.node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        if name.startswith(("masked_fill", "where")) and node.args:
            yield [*node.args, *(one.value for one in node.keywords)]


def operand_too_many(written: Written) -> Iterator[Found]:
    """Something added to what is right by itself, or subtracted, or it from something."""
    for node in nodes(written.node, ast.BinOp):
        if isinstance(node.op, ast.Add | ast.Sub):
            for kept in (node.left, node.right):
                yield written.instead(node, written.text(kept))


def arguments_swapped(written: Written) -> Iterator[Found]:
    """Two names or numbers in each other's place, wherever something is made so."""
    init = written.method("__init__")
    inside = set(nodes(init, ast.Call)) if init else set[ast.Call]()
    found: dict[tuple[str, str, str], list[Edit]] = {}
    for node in nodes(written.node, ast.Call):
        name = written.text(node.func)
        made = node in inside or name.rpartition(".")[2][:1].isupper()
        for one, other in pairwise(node.args) if made else ():
            first, second = written.text(one), written.text(other)
            if isinstance(one, PLAIN) and isinstance(other, PLAIN) and first != second:
                pair = (*written.span(one), second), (*written.span(other), first)
                found.setdefault((name, first, second), []).extend(pair)
    for (_, first, second), edits in found.items():
        yield (f"{first}, {second}", f"{second}, {first}"), tuple(edits)


def other_width(written: Written) -> Iterator[Found]:
    """The width of the input where the other is meant, or the reverse, in something made."""
    init, widths = written.method("__init__"), written.part.signature[:2]
    for call in nodes(init, ast.Call) if init and len(widths) == 2 else ():
        for arg in call.args:
            if isinstance(arg, ast.Name) and arg.id in widths:
                other = widths[1 - widths.index(arg.id)]
                yield written.within(call, written.edits([arg], other))
