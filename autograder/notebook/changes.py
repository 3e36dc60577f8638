"""Small changes of a program by rule: one operator, number, name, argument or statement each."""

import ast
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

Function = ast.FunctionDef | ast.AsyncFunctionDef
Change = tuple[str, ast.AST, ast.AST]
"""A rule's name, a node of an answer, and what is put in its place."""
Replacements = Iterator[tuple[str, ast.AST]]

OTHERS: dict[type[ast.AST], tuple[type[Any], ...]] = {
    ast.Add: (ast.Sub,), ast.Sub: (ast.Add,), ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,),
    ast.Mult: (ast.Div,), ast.Div: (ast.Mult, ast.FloorDiv), ast.FloorDiv: (ast.Div, ast.Mult),
    ast.Mod: (ast.Mult,), ast.Pow: (ast.Mult,), ast.MatMult: (ast.Mult,),
    ast.Lt: (ast.LtE, ast.Gt), ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.Lt), ast.GtE: (ast.Gt, ast.Lt),
}  # fmt: skip
"""Operators that one might have written instead."""
NOT_COMMUTATIVE = (ast.Sub, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.MatMult)
MODULES = ("torch", "nn", "F", "math", "np")


def changes(tree: ast.AST) -> Iterator[Change]:
    """Every change of a program, each by itself; names by those declared beside them."""
    for node in _code(tree):
        yield from ((rule, node, new) for rule, new in _by_rule(node))
    for function in (node for node in ast.walk(tree) if isinstance(node, Function)):
        arguments = (*function.args.args, *function.args.kwonlyargs)
        uses = [name for name in _code(function) if isinstance(name, ast.Name)]
        names = [argument.arg for argument in arguments if argument.arg != "self"]
        names += [name.id for name in uses if isinstance(name.ctx, ast.Store)]
        for use in (name for name in uses if isinstance(name.ctx, ast.Load)):
            for neighbour in _neighbours(use.id, names):
                yield "name", use, ast.Name(neighbour, ast.Load())
    for kind in (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)):
        attributes = [inner for inner in _code(kind) if isinstance(inner, ast.Attribute)]
        of_self = [inner for inner in attributes if getattr(inner.value, "id", "") == "self"]
        names = [inner.attr for inner in of_self if isinstance(inner.ctx, ast.Store)]
        for used in (inner for inner in of_self if isinstance(inner.ctx, ast.Load)):
            for neighbour in _neighbours(used.attr, names):
                yield "name", used, ast.Attribute(used.value, neighbour, ast.Load())


def _code(node: ast.AST) -> Iterator[ast.AST]:
    """What runs, without annotations, imports and the numbers below a minus sign."""
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "ctx"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or isinstance(child, ast.Import | ast.ImportFrom):
                continue
            yield child
            if not (isinstance(child, ast.UnaryOp) and isinstance(child.operand, ast.Constant)):
                yield from _code(child)


def _neighbours(name: str, declared: Sequence[str]) -> list[str]:
    """What is declared before a name and after it; all others would be a class's hundreds."""
    names = [*dict.fromkeys(declared)]
    place = names.index(name) if name in names else len(names) + 1
    return [other for other in names[max(place - 1, 0) : place + 2] if other != name]


def _by_rule(node: ast.AST) -> Replacements:
    match node:
        case ast.BinOp() | ast.Compare():
            yield from _operator(node)
        case ast.UnaryOp(ast.USub(), ast.Constant(int(value) | float(value))):
            yield from (("constant", ast.Constant(number)) for number in _beside(-value))
        case ast.UnaryOp(_, operand):
            yield "operator", operand
        case ast.Constant(int(value) | float(value)):
            yield from (("constant", ast.Constant(number)) for number in _beside(value))
        case ast.Slice() | ast.Attribute():
            yield from _shape(node)
        case ast.If() | ast.IfExp() | ast.While():
            yield "condition", _with(node, test=ast.UnaryOp(ast.Not(), node.test))
        case ast.BoolOp():
            yield from _bool_op(node)
        case ast.Call():
            yield from _call(node)
        case ast.stmt():
            yield from _statement(node)


def _operator(node: ast.BinOp | ast.Compare) -> Replacements:
    op = node.op if isinstance(node, ast.BinOp) else node.ops[0]
    for operator in OTHERS.get(type(op), ()):
        if isinstance(node, ast.BinOp):
            yield "operator", _with(node, op=operator())
        else:
            yield "operator", _with(node, ops=[operator(), *node.ops[1:]])
    if isinstance(node, ast.BinOp) and isinstance(node.op, NOT_COMMUTATIVE):
        yield "operands", ast.BinOp(node.right, node.op, node.left)


def _shape(node: ast.Slice | ast.Attribute) -> Replacements:
    match node:
        case ast.Attribute(value, "T" | "mT"):
            yield "shape", value
        case ast.Slice(lower, upper, step):
            if lower:
                yield "shape", ast.Slice(None, upper, step)
            if upper:
                yield "shape", ast.Slice(lower, None, step)


def _beside(value: float) -> tuple[float, ...]:
    if isinstance(value, bool):
        return (not value,)
    if isinstance(value, int):
        return (value + 1, value - 1)
    return (value * 2, 0.0) if value else (1.0,)


def _bool_op(node: ast.BoolOp) -> Replacements:
    """Each `and` as an `or`, or the reverse; `and` binds closer."""

    def joined(op: ast.boolop, values: list[ast.expr]) -> ast.expr:
        return ast.BoolOp(op, values) if len(values) > 1 else values[0]

    and_, or_ = ast.And(), ast.Or()
    for place in range(1, len(values := node.values)):
        if isinstance(node.op, ast.And):
            sides = [joined(and_, values[:place]), joined(and_, values[place:])]
        else:
            pair = joined(and_, values[place - 1 : place + 1])
            sides = [*values[: place - 1], pair, *values[place + 1 :]]
        yield "operator", joined(or_, sides)


def _call(node: ast.Call) -> Replacements:
    method = node.func if isinstance(node.func, ast.Attribute) else None
    if method and method.attr == "__init__":
        return
    args, keywords = node.args, node.keywords
    plain = [arg for arg in args if not isinstance(arg, ast.Starred)]
    if len(plain) == len(args):
        for place, (first, second) in enumerate(pairwise(args)):
            turned = [*args[:place], second, first, *args[place + 2 :]]
            yield "arguments", _with(node, args=turned)
    for gone in [*plain, *(keyword for keyword in keywords if keyword.arg)][1:]:
        kept = [arg for arg in args if arg is not gone]
        named = [keyword for keyword in keywords if keyword is not gone]
        yield "arguments", _with(node, args=kept, keywords=named)
    for inner in (*plain[:1], *([method.value] if method else [])):
        if not (isinstance(inner, ast.Name) and inner.id in MODULES):
            yield "call", inner


def _statement(node: ast.stmt) -> Replacements:
    """Leaves out what an answer can be run without: what it assigns has a value before."""
    if isinstance(node, ast.Assign):
        used = {name.id for name in ast.walk(node.value) if isinstance(name, ast.Name)}
        targets = {target.id for target in node.targets if isinstance(target, ast.Name)}
        needless = len(targets) < len(node.targets) or bool(used & targets)
    else:
        docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        needless = isinstance(node, ast.Expr | ast.AugAssign | ast.Return) and not docstring
    if needless:
        yield "statement", ast.Pass()


def _with(node: ast.AST, **fields: Any) -> ast.AST:
    return type(node)(**(dict(ast.iter_fields(node)) | fields))
