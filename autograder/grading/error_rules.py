"""The rule of `corrections` about errors: one place near the line that raised."""

import ast
import re
from collections.abc import Iterator

from autograder.grading.written_answer import Found, Written
from autograder.notebook.changes import changes
from autograder.notebook.syntax import nodes

MOST_GUESSES = 96
"""Of an answer: the changes of a long one are hundreds."""
NEAR = 2
"""Of how many names declared before one, and after it, each may be meant."""
QUOTED = re.compile(r"'(\w+)'")
KINDS = ("operator", "operands", "arguments", "constant", "name", "shape", "call")
"""The changes that are tried, the likeliest first."""


def one_place(written: Written) -> Iterator[Found]:
    """An operator, an order, a number or a name in the line that raised, or else near it."""
    simple = [one for one in nodes(written.node, ast.stmt) if not hasattr(one, "body")]
    within = {id(node): statement for statement in simple for node in ast.walk(statement)}
    quoted, line = QUOTED.findall(written.error), written.line

    def likely(change: tuple[str, ast.AST, str]) -> tuple[bool, bool, int]:
        kind, node, _ = change
        first, last = within[id(node)].lineno, within[id(node)].end_lineno or 0
        named = isinstance(node, ast.Name) and node.id in quoted
        return not named, first > line, max(first - line, line - last, 0) + KINDS.index(kind)

    every = [one for one in _every(written) if id(one[1]) in within] if written.error else []
    for kind, node, new in sorted(every, key=likely):
        statement, old = within[id(node)], written.text(node)
        yield written.within(statement, written.edits([node], new))
        alike = [one for one in nodes(statement, type(node)) if _read(one) == old]
        if kind == "name" and len(alike) > 1:
            yield written.within(statement, written.edits(alike, new))


def _read(node: ast.expr) -> str:
    return ast.unparse(node) if isinstance(getattr(node, "ctx", None), ast.Load) else ""


def _every(written: Written) -> Iterator[tuple[str, ast.expr, str]]:
    """Each change by rule, a product of matrices for another, and the dimension of a softmax."""
    for kind, node, other in changes(written.node, NEAR):
        if isinstance(node, ast.expr) and kind in KINDS:
            yield kind, node, ast.unparse(other)
    for node in nodes(written.node, ast.BinOp):
        if isinstance(node.op, ast.Mult):
            yield "operator", node, ast.unparse(ast.BinOp(node.left, ast.MatMult(), node.right))
    for call in nodes(written.node, ast.Call):
        if written.text(call.func).endswith("softmax") and len([*call.args, *call.keywords]) == 1:
            yield "arguments", call, ast.unparse(call)[:-1] + ", dim=-1)"
