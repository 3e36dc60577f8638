"""The rule of `corrections` that guesses: one place, with another text in which all is right."""

import ast
import difflib
import re
from collections.abc import Iterable, Iterator
from itertools import chain

import torch

from autograder.grading.written_answer import Found, Written
from autograder.notebook.changes import changes
from autograder.notebook.syntax import nodes

MOST_GUESSES = 200
"""Of an answer: the changes of a long one are hundreds."""
MOST_NODES = 1000
"""Of an answer: every change is written out before the likely ones are chosen."""
MOST_PLACES = 400
"""Of an answer without an error: in a longer one the first of them are no likely ones."""
FEW = 3
"""From which number on another one may be meant than the next."""
KEYWORDS = ("dim", "keepdim", "diagonal", "dtype", "bias")
"""Names that arguments of torch's have in the exercises' answers."""
QUOTED = re.compile(r"'(\w+)'")
KINDS = (
    "misused", "letters", "operator", "call", "operands", "name", "constant", "shape", "arguments",
)  # fmt: skip
"""The changes that are tried, the likeliest first."""
Guess = tuple[str, ast.expr, str]
"""The kind of a change, what is changed, and the text in its place."""


def one_place(written: Written) -> Iterator[Found]:
    """An operator, an order, a number or a name; near the line that raised an error, if one did."""
    simple = [one for one in nodes(written.node, ast.stmt) if not hasattr(one, "body")]
    within = {id(node): statement for statement in simple for node in ast.walk(statement)}
    quoted, line = QUOTED.findall(written.error), written.line

    def likely(guess: Guess) -> tuple[bool, bool, int]:
        kind, node, _ = guess
        first, last = within[id(node)].lineno, within[id(node)].end_lineno or 0
        named = kind == "misused" or (isinstance(node, ast.Name) and node.id in quoted)
        away = max(first - line, line - last, 0) if line else 0
        return not named, bool(line) and first > line, away + KINDS.index(kind)

    if sum(1 for _ in ast.walk(written.node)) > MOST_NODES:
        return
    yield from _parameters(written)
    places = (guess for guess in _every(written) if id(guess[1]) in within)
    every = {(id(node), new): (kind, node, new) for kind, node, new in places}
    few = line or len(every) <= MOST_PLACES
    for kind, node, new in sorted(every.values(), key=likely) if few else ():
        statement, old = within[id(node)], written.text(node)
        yield written.within(statement, written.edits([node], new))
        alike = [one for one in nodes(statement, type(node)) if _read(one) == old]
        if kind in ("name", "constant") and len(alike) > 1:
            yield written.within(statement, written.edits(alike, new))


def _read(node: ast.expr) -> str:
    return ast.unparse(node) if isinstance(getattr(node, "ctx", ast.Load()), ast.Load) else ""


def _every(written: Written) -> Iterator[Guess]:
    """Each change by rule, and those that need the right answer, or a name for what is missing."""
    for kind, node, other in changes(written.node):
        if isinstance(node, ast.expr) and kind in KINDS:
            yield kind, node, ast.unparse(other)
    yield from _misused(written)
    yield from _assigned(written)
    for node in nodes(written.node, ast.BinOp):
        yield from _of_operator(written, node)
    yield from _of_names(written)
    numbers = _numbers(written.right)
    for call in nodes(written.node, ast.Call):
        yield from _of_call(written, call)
        yield from _of_arguments(written, call, numbers)
    for piece in nodes(written.node, ast.Slice):
        if piece.lower and piece.upper:
            yield "shape", piece, written.text(piece.lower)


def _of_names(written: Written) -> Iterator[Guess]:
    """An argument that is never read for a name; how many tokens there are for a size; an argument
    or a number of the right answer for a number.
    """
    function = written.method("forward")
    args = [one.arg for one in function.args.args if one.arg != "self"] if function else []
    names = [*nodes(function, ast.Name)] if function else []
    unread = {*args} - {one.id for one in names}
    yield from (("misused", one, new) for one in names for new in unread)
    for constant in nodes(written.node, ast.Constant):
        if type(constant.value) is float or (type(constant.value) is int and constant.value >= FEW):
            others = (*_numbers(written.right), *args)
            yield from (("constant", constant, one) for one in others)
    for call in nodes(written.node, ast.Call) if args else ():
        if written.text(call.func).startswith("torch."):
            sizes = (one for one in call.args if isinstance(one, ast.Name))
            yield from (("name", one, f"{args[0]}.shape[-2]") for one in sizes)


def _numbers(tree: ast.AST) -> tuple[str, ...]:
    values = (one.value for one in nodes(tree, ast.Constant) if type(one.value) in (int, float))
    return tuple(dict.fromkeys(map(repr, values)))


def _of_operator(written: Written, node: ast.BinOp) -> Iterator[Guess]:
    """One operand alone; a product of matrices for another; a dimension for one to spread along."""
    left, right = written.text(node.left), written.text(node.right)
    yield from (("operator", node, one) for one in (left, right))
    if isinstance(node.op, ast.Mult):
        yield "operator", node, f"{left} @ {right}"
        for one, text in ((node.left, left), (node.right, right)):
            yield "shape", one, f"({text}).unsqueeze(-1)"
    if isinstance(node.op, ast.Div) and "float" in written.error:
        yield "misused", node, f"{left} // {right}"


def _of_call(written: Written, call: ast.Call) -> Iterator[Guess]:
    """The dimension of a softmax, a letter of an `einsum`, an argument's name in other letters."""
    name, args = written.text(call.func).rpartition(".")[2], call.args
    if name == "softmax" and len([*args, *call.keywords]) == 1:
        yield "arguments", call, ast.unparse(call)[:-1] + ", dim=-1)"
    if name == "einsum" and isinstance(args[0], ast.Constant) and isinstance(args[0].value, str):
        yield from (("letters", args[0], repr(new)) for new in _letters(args[0].value))
    for one in call.keywords:
        for new in difflib.get_close_matches(one.arg or "", KEYWORDS, 1):
            others = [other for other in call.keywords if other is not one]
            named = [ast.keyword(new, one.value), *others]
            yield "misused", call, ast.unparse(ast.Call(call.func, args, named))


def _of_arguments(written: Written, call: ast.Call, numbers: Iterable[str]) -> Iterator[Guess]:
    """An argument that is left out, or given twice."""
    name, args = written.text(call.func).rpartition(".")[2], call.args
    if "missing" in written.error and name[:1].isupper():
        for new in numbers:
            for place in range(len(args) + 1):
                yield "misused", call, _call(call, [*args[:place], ast.Name(new), *args[place:]])
            named = [ast.keyword(one, ast.Name(new)) for one in QUOTED.findall(written.error)]
            yield "misused", call, _call(call, args, named)
    if "multiple values" in written.error:
        for place in range(len(args)):
            named = [ast.keyword(one.id, one) for one in args[place:] if isinstance(one, ast.Name)]
            if len(named) == len(args) - place:
                yield "misused", call, _call(call, args[:place], named)


def _call(call: ast.Call, args: list[ast.expr], named: Iterable[ast.keyword] = ()) -> str:
    return ast.unparse(ast.Call(call.func, args, [*named, *call.keywords]))


def _letters(letters: str) -> Iterator[str]:
    for place, old in enumerate(letters):
        for new in dict.fromkeys(letters) if old.isalpha() else ():
            if new.isalpha() and new != old:
                yield letters[:place] + new + letters[place + 1 :]


def _misused(written: Written) -> Iterator[Guess]:
    """What Python lets one write and torch cannot use: a method that is not called, a list."""
    called = {id(call.func): call for call in nodes(written.node, ast.Call)}
    sliced = {id(one.value) for one in nodes(written.node, ast.Subscript)}
    for node in nodes(written.node, ast.Attribute):
        text, call = written.text(node), called.get(id(node))
        method = callable(getattr(torch.Tensor, node.attr, None))
        if written.text(node.value) == "math" and hasattr(torch, node.attr):
            yield "misused", node, f"torch.{node.attr}"
        elif method and not call:
            yield "misused", node, f"{text}()"
        elif call and hasattr(torch.Tensor, node.attr) and not method and not call.args:
            yield "misused", call, text
        elif node.attr == "shape" and call and len(call.args) == 1:
            yield "misused", call, f"{text}[{written.text(call.args[0])}]"
        elif node.attr == "shape" and id(node) not in sliced:
            yield from (("misused", node, f"{text}[{place}]") for place in (-1, 0))
    for call in called.values():
        if call.args and isinstance(call.args[0], ast.List | ast.ListComp):
            yield "misused", call.args[0], f"torch.stack({written.text(call.args[0])})"


def _assigned(written: Written) -> Iterator[Guess]:
    """A rate where a layer is called; what registering a buffer returns, which is nothing; `super`
    without its brackets.
    """
    for read in nodes(written.node, ast.Attribute):
        if written.text(read.value) == "super":
            yield "misused", read.value, "super()"
    called = {written.text(call.func) for call in nodes(written.node, ast.Call)}
    for node in nodes(written.node, ast.Assign):
        target, text = node.targets[0], written.text(node.value)
        if isinstance(node.value, ast.Name) and written.text(target) in called:
            yield "misused", node.value, f"torch.nn.Dropout({text})"
        if text.startswith("self.register_"):
            yield "misused", target, "_"


def _parameters(written: Written) -> Iterator[Found]:
    """Parameters that are written to where gradients are kept, or to which tensors are assigned."""
    every: list[ast.expr | ast.stmt] = []
    if "leaf" in written.error:
        every, new = [*nodes(written.node, ast.Expr)], "with torch.no_grad(): {}"
    elif "cannot assign" in written.error:
        every = [node.value for node in nodes(written.node, ast.Assign)]
        new = "torch.nn.Parameter({})"
    if here := [one for one in every if one.lineno == written.line]:
        texts = {one: new.format(written.text(one)) for one in every}
        edits = (written.edits([one], text) for one, text in texts.items())
        yield (written.text(here[0]), texts[here[0]]), tuple(chain.from_iterable(edits))
