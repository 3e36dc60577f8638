"""Wrong answers made by rule: one small change each of an answer that is right.

The source is changed in place, so that a mutant differs from its answer in one line. Whether it is
wrong is not known: some changes make no difference, or a difference that nobody asked for.
"""

import ast
import difflib
import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

Function = ast.FunctionDef | ast.AsyncFunctionDef
Change = tuple[str, int, int, str]
"""A rule's name, and the text in the place of the source between two offsets (in bytes)."""

OPERATORS: dict[type[ast.AST], tuple[str, tuple[str, ...]]] = {
    ast.Add: ("+", ("-",)),
    ast.Sub: ("-", ("+",)),
    ast.Mult: ("*", ("/",)),
    ast.Div: ("/", ("*", "//")),
    ast.FloorDiv: ("//", ("/", "*")),
    ast.Mod: ("%", ("*",)),
    ast.Pow: ("**", ("*",)),
    ast.MatMult: ("@", ("*",)),
    ast.Lt: ("<", ("<=", ">")),
    ast.LtE: ("<=", ("<", ">")),
    ast.Gt: (">", (">=", "<")),
    ast.GtE: (">=", (">", "<")),
    ast.Eq: ("==", ("!=",)),
    ast.NotEq: ("!=", ("==",)),
    ast.And: ("and", ("or",)),
    ast.Or: ("or", ("and",)),
}
TURNED = (ast.Sub, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.MatMult)
"""Operators whose operands may not change places."""


@dataclass(frozen=True)
class Mutant:
    """A changed answer to a part; `base` is the right answer that it was made from."""

    part: str
    base: str
    rule: str
    source: str
    diff: str

    @property
    def id(self) -> str:
        """The same for the same code, however it was come by."""
        return hashlib.sha256(f"{self.part}\n{form(self.source)}".encode()).hexdigest()[:8]


def form(source: str) -> str:
    """The code without comments, layout, docstrings and annotations, which change no answer."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            node.annotation = None
        elif isinstance(node, Function):
            node.returns = None
        if isinstance(node, Function | ast.ClassDef) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    return ast.unparse(tree)


def mutants_of(part: str, base: str, source: str) -> Iterator[Mutant]:
    """Every change of an answer by every rule, each once."""
    known = {form(source)}
    for rule, start, end, text in Changes(source):
        data = source.encode()
        changed = (data[:start] + text.encode() + data[end:]).decode()
        try:
            made = form(changed)
        except SyntaxError:
            continue
        if made not in known:
            known.add(made)
            yield Mutant(part, base, rule, changed, _diff(source, changed))


def _diff(source: str, changed: str) -> str:
    lines = difflib.unified_diff(source.splitlines(), changed.splitlines(), lineterm="", n=0)
    return "\n".join(line for line in lines if not line.startswith(("---", "+++", "@@")))


class Changes:
    """The changes of one source."""

    def __init__(self, source: str) -> None:
        self._data = source.encode()
        self._starts = [0]
        for line in self._data.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))
        self._tree = ast.parse(source)

    def __iter__(self) -> Iterator[Change]:
        for node in _code(self._tree):
            yield from self._of(node)
        for function in ast.walk(self._tree):
            if isinstance(function, Function):
                yield from self._names(function)
        for kind in ast.walk(self._tree):
            if isinstance(kind, ast.ClassDef):
                yield from self._attributes(kind)

    def _of(self, node: ast.AST) -> Iterator[Change]:
        for kinds, rule in RULES:
            if isinstance(node, kinds):
                yield from rule(self, node)
                return

    def _binary(self, node: ast.BinOp) -> Iterator[Change]:
        yield from self._operator(node.op, node.left, node.right)
        if isinstance(node.op, TURNED):
            yield "operands", *self._span(node), self._turned(node)

    def _comparison(self, node: ast.Compare) -> Iterator[Change]:
        yield from self._operator(node.ops[0], node.left, node.comparators[0])

    def _junction(self, node: ast.BoolOp) -> Iterator[Change]:
        for left, right in pairwise(node.values):
            yield from self._operator(node.op, left, right)

    def _slice(self, node: ast.Slice) -> Iterator[Change]:
        for bound in (node.lower, node.upper):
            if bound is not None:
                yield "shape", *self._span(bound), ""

    def _transposed(self, node: ast.Attribute) -> Iterator[Change]:
        if node.attr in ("T", "mT"):
            yield "shape", *self._span(node), self._text(node.value)

    def _condition(self, node: ast.If | ast.IfExp | ast.While) -> Iterator[Change]:
        yield "condition", *self._span(node.test), f"not ({self._text(node.test)})"

    def _operator(self, operator: ast.AST, left: ast.expr, right: ast.expr) -> Iterator[Change]:
        sign, others = OPERATORS.get(type(operator), ("", ()))
        start, end = self._span(left)[1], self._span(right)[0]
        between = self._data[start:end].decode()
        for other in others:
            if sign in between:
                yield "operator", start, end, between.replace(sign, other, 1)

    def _turned(self, node: ast.BinOp) -> str:
        sign = OPERATORS[type(node.op)][0]
        return f"(({self._text(node.right)}) {sign} ({self._text(node.left)}))"

    def _constant(self, node: ast.UnaryOp | ast.Constant) -> Iterator[Change]:
        negative = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)
        inner: ast.expr = node.operand if isinstance(node, ast.UnaryOp) else node
        if isinstance(inner, ast.Constant) and type(inner.value) in (int, float):
            value = -inner.value if negative else inner.value  # type: ignore[operator]
            for other in _beside(value):  # type: ignore[arg-type]
                yield "constant", *self._span(node), repr(other)
        elif isinstance(inner, ast.Constant) and isinstance(inner.value, bool):
            yield "constant", *self._span(inner), repr(not inner.value)
        elif isinstance(node, ast.UnaryOp):
            yield "operator", *self._span(node), f"({self._text(inner)})"

    def _call(self, node: ast.Call) -> Iterator[Change]:
        if isinstance(node.func, ast.Attribute) and node.func.attr == "__init__":
            return
        plain = [arg for arg in node.args if not isinstance(arg, ast.Starred)]
        if len(plain) == len(node.args):
            for one, other in pairwise(plain):
                start, end = self._span(one)[0], self._span(other)[1]
                between = self._data[self._span(one)[1] : self._span(other)[0]].decode()
                yield "arguments", start, end, self._text(other) + between + self._text(one)
        given: list[ast.expr | ast.keyword] = [*plain, *(w for w in node.keywords if w.arg)]
        for before, arg in pairwise(given):
            # With the comma in front of it.
            yield "arguments", self._span(before)[1], self._span(arg)[1], ""
        inside = node.func.value if isinstance(node.func, ast.Attribute) else None
        for inner in (*plain[:1], *([inside] if inside else [])):
            if not (isinstance(inner, ast.Name) and inner.id in ("torch", "nn", "F", "math", "np")):
                yield "call", *self._span(node), f"({self._text(inner)})"

    def _statement(self, node: ast.stmt) -> Iterator[Change]:
        docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if isinstance(node, ast.Expr | ast.AugAssign | ast.Return) and not docstring:
            yield "statement", *self._span(node), "pass"
        elif isinstance(node, ast.Assign):
            if any(not isinstance(target, ast.Name) for target in node.targets):
                yield "statement", *self._span(node), "pass"
            else:
                used = {one.id for one in ast.walk(node.value) if isinstance(one, ast.Name)}
                if used & {target.id for target in node.targets if isinstance(target, ast.Name)}:
                    yield "statement", *self._span(node), "pass"

    def _names(self, function: Function) -> Iterator[Change]:
        arguments = function.args
        names = {one.arg: None for one in (*arguments.args, *arguments.kwonlyargs)}
        names.pop("self", None)
        uses = [one for one in _code(function) if isinstance(one, ast.Name)]
        names |= {one.id: None for one in uses if isinstance(one.ctx, ast.Store)}
        for use in uses:
            if isinstance(use.ctx, ast.Load) and use.id in names:
                for other in _neighbours(use.id, [*names]):
                    yield "name", *self._span(use), other

    def _attributes(self, kind: ast.ClassDef) -> Iterator[Change]:
        own = [one for one in _code(kind) if isinstance(one, ast.Attribute) and _of_self(one)]
        names = {one.attr: None for one in own if isinstance(one.ctx, ast.Store)}
        for use in own:
            if isinstance(use.ctx, ast.Load) and use.attr in names:
                for other in _neighbours(use.attr, [*names]):
                    yield "name", *self._span(use), f"self.{other}"

    def _span(self, node: ast.expr | ast.stmt | ast.keyword) -> tuple[int, int]:
        assert node.end_lineno is not None and node.end_col_offset is not None
        start = self._starts[node.lineno - 1] + node.col_offset
        return start, self._starts[node.end_lineno - 1] + node.end_col_offset

    def _text(self, node: ast.expr) -> str:
        start, end = self._span(node)
        return self._data[start:end].decode()


RULES: tuple[tuple[type[ast.AST] | tuple[type[ast.AST], ...], Callable[..., Any]], ...] = (
    (ast.BinOp, Changes._binary),
    (ast.Compare, Changes._comparison),
    (ast.BoolOp, Changes._junction),
    ((ast.UnaryOp, ast.Constant), Changes._constant),
    (ast.Call, Changes._call),
    (ast.Slice, Changes._slice),
    (ast.Attribute, Changes._transposed),
    ((ast.If, ast.IfExp, ast.While), Changes._condition),
    (ast.stmt, Changes._statement),
)


def _neighbours(name: str, names: list[str]) -> list[str]:
    """What is declared before a name and behind it; all others would be a class's hundreds."""
    place = names.index(name)
    return [other for other in names[max(place - 1, 0) : place + 2] if other != name]


def _of_self(node: ast.Attribute) -> bool:
    return isinstance(node.value, ast.Name) and node.value.id == "self"


def _beside(value: float) -> Iterable[float]:
    """Numbers that one might have written instead."""
    if isinstance(value, int):
        return (value + 1, value - 1)
    return (value * 2, 0.0) if value else (1.0,)


def _code(node: ast.AST) -> Iterator[ast.AST]:
    """What runs, without annotations, imports and the numbers below a minus sign."""
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "ctx"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or isinstance(child, ast.Import | ast.ImportFrom):
                continue
            yield child
            negative = isinstance(child, ast.UnaryOp) and isinstance(child.operand, ast.Constant)
            if not negative:
                yield from _code(child)
