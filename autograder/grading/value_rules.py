"""The rules of `corrections` about values: one place that makes all numbers of an answer wrong."""

import ast
import re
from collections.abc import Iterator
from itertools import combinations

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
    """Of each call that hides by a mask, the mask and the other arguments; and where one is set."""
    for node in nodes(written.node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        if name.startswith(("masked_fill", "where")) and node.args:
            yield [*node.args, *(one.value for one in node.keywords)]
    for place in nodes(written.node, ast.Subscript):
        if isinstance(place.ctx, ast.Store):
            yield [place.slice]


def arguments_swapped(written: Written) -> Iterator[Found]:
    """Two names or numbers in each other's place, wherever something is made so."""
    init = written.method("__init__")
    inside = set(nodes(init, ast.Call)) if init else set[ast.Call]()
    found: dict[tuple[str, str, str], list[Edit]] = {}
    for node in nodes(written.node, ast.Call):
        name = written.text(node.func)
        made = node in inside or name.rpartition(".")[2][:1].isupper()
        for one, other in combinations(node.args, 2) if made else ():
            first, second = written.text(one), written.text(other)
            if isinstance(one, PLAIN) and isinstance(other, PLAIN) and first != second:
                pair = (*written.span(one), second), (*written.span(other), first)
                found.setdefault((name, first, second), []).extend(pair)
    for (_, first, second), edits in found.items():
        yield (f"{first}, {second}", f"{second}, {first}"), tuple(edits)
