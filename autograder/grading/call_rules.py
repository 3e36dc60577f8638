"""The rules of `corrections` about calls: of a layer, a tensor, a function; an index for one."""

import ast
import re
from collections.abc import Iterator, Sequence

from autograder.grading.written_answer import (
    MERGING,
    TURNS,
    Found,
    Written,
    arguments,
    bound_in_self,
    one_letter_off,
)
from autograder.notebook.changes import MODULES
from autograder.notebook.syntax import nodes

OF_A_LAYER = re.compile(r"'Linear' object has no attribute '(\w+)'")
SPLITTING = ("view", "reshape", "unflatten")
TURNED = ".transpose(1, 2)"
JOINING = {"stack": "cat", "cat": "stack"}
IN_QUOTES = re.compile(r"[+-]?(?:inf|nan|[\d.]+)")


def one_call(written: Written) -> Iterator[Found]:
    """A call that is meant otherwise: of a tensor for an index, with a keyword of the call around
    it, of one size for two, of vectors for matrices; a number in quotes.
    """
    for call in nodes(written.node, ast.Call):
        func, args = written.text(call.func), [written.text(one) for one in call.args]
        if "callable" in written.error:
            yield written.instead(call, f"{func}[{', '.join(args)}]")
        yield from _keywords_moved(written, call)
        if re.search(r"\.(ones|zeros)$", func) and len(args) == 1:
            end = written.span(call.args[0])[1]
            yield written.within(call, [(end, end, f", {args[0]}")])
        if func.endswith(".dot") and len(args) == 2:
            yield from (written.instead(call, f"({a}) @ ({b})") for a, b in (args, args[::-1]))
        yield from _another_name(written, call)
        yield from _modules(written, call)
    for one in nodes(written.node, ast.Constant):
        if isinstance(one.value, str) and IN_QUOTES.fullmatch(one.value):
            yield written.in_line(one, f"float({written.text(one)})")


def _modules(written: Written, call: ast.Call) -> Iterator[Found]:
    """Modules where the results of each of them are wanted."""
    forward = written.method("forward")
    for x in arguments(forward) if call.args else ():
        given = call.args[0]
        if "ModuleList" in written.error:
            yield written.in_line(given, f"[one({x}) for one in {written.text(given)}]")
        if isinstance(given, ast.ListComp | ast.GeneratorExp) and isinstance(given.elt, ast.Name):
            yield written.in_line(given.elt, f"{given.elt.id}({x})")


def _another_name(written: Written, call: ast.Call) -> Iterator[Found]:
    """Tensors joined in a dimension of their own, or not; a function of torch's for the layer of
    its name; the name of a buffer without quotes.
    """
    module, _, name = written.text(call.func).rpartition(".")
    if module == "torch" and name in JOINING:
        yield written.in_line(call.func, f"torch.{JOINING[name]}")
    elif module in MODULES and name in bound_in_self(written):
        yield written.in_line(call.func, f"self.{name}")
    elif name == "register_buffer" and call.args and isinstance(call.args[0], ast.Name):
        yield written.in_line(call.args[0], repr(call.args[0].id))


def _keywords_moved(written: Written, call: ast.Call) -> Iterator[Found]:
    """The keywords of the first argument, which is a call, in the brackets around it."""
    for inner in call.args[:1]:
        if isinstance(inner, ast.Call) and inner.keywords:
            alone = ast.Call(inner.func, inner.args, [])
            keywords = [*inner.keywords, *call.keywords]
            outer = ast.Call(call.func, [alone, *call.args[1:]], keywords)
            yield written.instead(call, ast.unparse(outer))


def weights_first(written: Written) -> Iterator[Found]:
    """Weights before the inputs, in each of their products."""
    inputs = arguments(written.method("forward"))
    products = (one for one in nodes(written.node, ast.BinOp) if isinstance(one.op, ast.MatMult))
    sides = ((one, written.text(one.left), written.text(one.right)) for one in products)
    turned = [
        (one, f"{x} @ {weights}")
        for one, weights, x in sides
        # Of a sum in brackets the text has none.
        if x in inputs and isinstance(one.left, ast.Attribute) and weights.startswith("self.")
    ]
    yield from _instead(written, turned)


def heads_never_turned(written: Written) -> Iterator[Found]:
    """Tensors split into heads, none of which is turned; and what joins them again, neither."""
    calls = [(one, one.func) for one in nodes(written.node, ast.Call)]
    methods = [(one, func) for one, func in calls if isinstance(func, ast.Attribute)]
    split = [(one, func.attr) for one, func in methods if func.attr in SPLITTING]
    heads = [one for one, name in split if name == "unflatten" or _has_heads(one)]
    turned = any(func.attr in TURNS and func.value in heads for _, func in methods)
    if heads and not turned:
        splits = tuple((end, end, TURNED) for _, end in map(written.span, heads))
        joins = [func.value for one, func in methods if func.attr in MERGING and one not in heads]
        back = tuple((end, end, f"{TURNED}.contiguous()") for _, end in map(written.span, joins))
        names = "`, `".join(dict.fromkeys(written.text(one.func) for one in heads))
        yield from (((names,), edits) for edits in (splits, splits + back))


def _has_heads(shaped: ast.Call) -> bool:
    """Whether what it makes may have four dimensions: as many sizes, or a name for all of them."""
    whole = len(shaped.args) == 1 and isinstance(shaped.args[0], ast.Name | ast.Starred)
    return whole or len(shaped.args) > 3


def turn_forgotten(written: Written) -> Iterator[Found]:
    """A tensor split into heads that is not turned, where another one is."""
    values = [one.value for one in nodes(written.node, ast.Assign)]
    calls = [(one, one.func) for one in values if isinstance(one, ast.Call)]
    methods = [(one, func) for one, func in calls if isinstance(func, ast.Attribute)]
    turned = [(one, func.value) for one, func in methods if func.attr in TURNS]
    turns = {written.text(one).removeprefix(written.text(of)) for one, of in turned}
    for one, func in methods:
        if func.attr in SPLITTING:
            yield from (written.in_line(one, written.text(one) + turn) for turn in sorted(turns))


def indices(written: Written) -> Iterator[Found]:
    """An index that is missing or one too many, of an argument or in a loop."""
    for function in written.functions:
        args = arguments(function)
        sides = (side for one in nodes(function, ast.BinOp) for side in (one.left, one.right))
        for side in sides if "'int'" in written.error else ():
            index = written.text(side)
            others = (one for one in args if index in args and one != index)
            yield from (written.in_line(side, f"{one}[{index}]") for one in others)
        for loop in nodes(function, ast.For):
            yield from _in_a_loop(written, loop)


def _in_a_loop(written: Written, loop: ast.For) -> Iterator[Found]:
    numbers = [one.id for one in nodes(loop.target, ast.Name)]
    called = {id(one.func) for one in nodes(loop, ast.Call)}
    for line in loop.body:
        for one in nodes(line, ast.Subscript):
            if written.text(one.slice) in numbers:
                yield written.in_line(one, written.text(one.value))
            elif numbers:
                yield written.in_line(one.slice, numbers[0])
        for name in nodes(line, ast.Name):
            plain = isinstance(name.ctx, ast.Load) and id(name) not in called
            if plain and numbers and name.id not in (*numbers, *MODULES):
                yield written.in_line(name, f"{name.id}[{numbers[0]}]")


def another_variable(written: Written) -> Iterator[Found]:
    """An argument, or a name with one other letter, in the line that raised, or else in any."""
    for function in written.functions:
        loops = [name for loop in nodes(function, ast.For) for name in nodes(loop.target, ast.Name)]
        args = [*arguments(function), *(one.id for one in loops)]
        names = [*nodes(function, ast.Name)]
        bound = sorted({one.id for one in names if isinstance(one.ctx, ast.Store)})
        read = (one for one in names if isinstance(one.ctx, ast.Load) and one.id in (*args, *bound))
        for name in (one for one in read if written.line in (0, one.lineno)):
            alike = (one for one in bound if one_letter_off(one, name.id))
            others = (one for one in dict.fromkeys((*alike, *args)) if one != name.id)
            yield from (written.in_line(name, one) for one in others)


def loop_left_early(written: Written) -> Iterator[Found]:
    """A `return` at the end of a loop's lines that belongs behind the loop, or behind several."""
    returns = {one.end_lineno: one for one in nodes(written.node, ast.Return)}
    source = written.cell.source.encode()
    for loop in nodes(written.node, ast.For):
        last = returns.get(loop.end_lineno)
        if last and last.lineno > loop.body[0].lineno:
            end = written.span(last)[0]
            begin = end - last.col_offset + loop.col_offset
            # It may stand behind a condition, or another statement, in its line.
            if begin < end and source[begin:end].isspace():
                yield (written.text(last),), ((begin, end, ""),)


def layers(written: Written) -> Iterator[Found]:
    """A parameter that is called, or a layer that is not, or not asked for its matrix, in every
    line where this is done.
    """
    if lost := OF_A_LAYER.search(written.error):
        every = (one for one in nodes(written.node, ast.Attribute) if one.attr == lost[1])
        owners: dict[str, list[ast.expr]] = {}
        for one in (one.value for one in every):
            owners.setdefault(written.text(one).partition(".")[0], []).append(one)
        for bare in owners.values():
            yield from _instead(written, [(one, f"{written.text(one)}.weight") for one in bare])
    yield from _called(written)


def _called(written: Written) -> Iterator[Found]:
    init, forward = written.method("__init__"), written.method("forward")
    if not init or not forward or not forward.args.args[1:]:
        return
    text, x = written.text, forward.args.args[1].arg
    made = {text(one.targets[0]): text(one.value) for one in nodes(init, ast.Assign)}
    linear = {name for name, value in made.items() if "Linear" in value}
    calls = {one.func: one for one in nodes(forward, ast.Call)}
    either: tuple[Sequence[tuple[ast.expr, str]], ...] = ()
    if "callable" in written.error:
        # What is a layer may be called, also around what is none.
        layer = {name for name, value in made.items() if re.match(r"(torch\.)?nn\.(?!Par)", value)}
        called = [one for func, one in calls.items() if text(func) in made.keys() - layer]
        inputs = [(one, text(one.args[0]) if one.args else x) for one in called]
        products = [(one, f"({given} @ {text(one.func)})") for one, given in inputs]
        either = [(one, text(one.func)) for one in called], products
    elif "Linear" in written.error:
        read = (one for one in nodes(forward, ast.Attribute) if text(one) in linear)
        bare = [one for one in read if one not in calls or not calls[one].args]
        pairs = [*nodes(forward, ast.BinOp)]
        sides = {p.right: (p, p.left) for p in pairs} | {p.left: (p, p.right) for p in pairs}
        of_both = [(sides[o][0], f"{text(o)}({text(sides[o][1])})") for o in bare if o in sides]
        either = [(calls.get(one, one), f"{text(one)}({x})") for one in bare], of_both
    for texts in either:
        yield from _instead(written, texts)


def _instead(written: Written, texts: Sequence[tuple[ast.expr, str]]) -> Iterator[Found]:
    """Another text in the place of each of these nodes, if there are any."""
    if texts:
        told = ((written.text(node), new) for node, new in texts)
        old, new = ("`, `".join(dict.fromkeys(some)) for some in zip(*told, strict=True))
        yield (old, new), written.each(texts)
