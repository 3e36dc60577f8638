"""The rules of `corrections` about layers and calls: how they are made, called and transposed."""

import ast
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations
from operator import attrgetter

from autograder.corrections.written_answer import (
    MERGING,
    MOST_LAYERS,
    TRANSPOSES,
    Fix,
    Written,
    alone_and_together,
    arguments,
    of_self,
)
from autograder.notebook.changes import MODULES
from autograder.notebook.syntax import nodes

OF_A_LAYER = re.compile(r"'Linear' object has no attribute '(\w+)'")
SPLITTING = ("view", "reshape", "unflatten")
TRANSPOSED = ".transpose(1, 2)"
JOINING = {"stack": "cat", "cat": "stack"}
IN_QUOTES = re.compile(r"[+-]?(?:inf|nan|[\d.]+)")


def one_call(written: Written) -> Iterator[Fix]:
    """A call meant otherwise: an index, a keyword of the call around it; a number in quotes."""
    for call in written.calls:
        func, args = written.text(call.func), [written.text(arg) for arg in call.args]
        if "callable" in written.error:
            yield written.instead(call, f"{func}[{', '.join(args)}]")
        yield from _keywords_moved(written, call)
        if re.search(r"\.(ones|zeros)$", func) and len(args) == 1:
            yield written.within(call, [written.after(call.args[0], f", {args[0]}")])
        if func.endswith((".dot", ".mv", ".mm")) and len(args) == 2:
            yield from (written.instead(call, f"({a}) @ ({b})") for a, b in (args, args[::-1]))
        yield from _another_name(written, call)
        yield from _modules(written, call)
    for constant in nodes(written.node, ast.Constant):
        if isinstance(constant.value, str) and IN_QUOTES.fullmatch(constant.value):
            yield written.in_line(constant, f"float({written.text(constant)})")


def _modules(written: Written, call: ast.Call) -> Iterator[Fix]:
    """Modules where the results of each of them are wanted."""
    for x in arguments(written.forward) if call.args else ():
        first = call.args[0]
        if "ModuleList" in written.error:
            yield written.in_line(first, f"[one({x}) for one in {written.text(first)}]")
        if isinstance(first, ast.ListComp | ast.GeneratorExp) and isinstance(first.elt, ast.Name):
            yield written.in_line(first.elt, f"{first.elt.id}({x})")


def _another_name(written: Written, call: ast.Call) -> Iterator[Fix]:
    """Tensors stacked, not joined; torch's function for a layer; a buffer's name without quotes."""
    module, _, name = written.text(call.func).rpartition(".")
    if module == "torch" and name in JOINING:
        yield written.in_line(call.func, f"torch.{JOINING[name]}")
    elif module in MODULES and name in written.bound_in_self:
        yield written.in_line(call.func, f"self.{name}")
    elif name == "register_buffer" and call.args and isinstance(call.args[0], ast.Name):
        yield written.in_line(call.args[0], repr(call.args[0].id))


def _keywords_moved(written: Written, call: ast.Call) -> Iterator[Fix]:
    """The keywords of the first argument, which is a call, in the brackets around it."""
    for inner in call.args[:1]:
        if isinstance(inner, ast.Call) and inner.keywords:
            alone = ast.Call(inner.func, inner.args, [])
            keywords = [*inner.keywords, *call.keywords]
            outer = ast.Call(call.func, [alone, *call.args[1:]], keywords)
            yield written.instead(call, ast.unparse(outer))


def weights_first(written: Written) -> Iterator[Fix]:
    """Weights before the inputs, in each of their products."""
    inputs = arguments(written.forward)
    products = (node for node in nodes(written.node, ast.BinOp) if isinstance(node.op, ast.MatMult))
    sides = ((node, written.text(node.left), written.text(node.right)) for node in products)
    exchanged = [
        (node, f"{x} @ {weights}")
        for node, weights, x in sides
        # Of a sum in brackets the text has none.
        if x in inputs and isinstance(node.left, ast.Attribute) and weights.startswith("self.")
    ]
    yield from _instead(written, exchanged)


def heads_never_turned(written: Written) -> Iterator[Fix]:
    """Tensors split into heads, none of which is transposed; and what joins them again, neither."""
    methods = written.methods
    split = [(call, func.attr) for call, func in methods if func.attr in SPLITTING]
    heads = [call for call, name in split if name == "unflatten" or _has_heads(call)]
    transposed = any(func.attr in TRANSPOSES and func.value in heads for _, func in methods)
    if heads and not transposed:
        splits = tuple(written.after(call, TRANSPOSED) for call in heads)
        joins = [func.value for call, func in methods if func.attr in MERGING and call not in heads]
        back = tuple(written.after(value, f"{TRANSPOSED}.contiguous()") for value in joins)
        names = "`, `".join(dict.fromkeys(written.text(call.func) for call in heads))
        yield from (((names,), edits) for edits in (splits, splits + back))


def _has_heads(shaped: ast.Call) -> bool:
    """Whether what it makes may have four dimensions: as many sizes, or a name for all of them."""
    whole = len(shaped.args) == 1 and isinstance(shaped.args[0], ast.Name | ast.Starred)
    return whole or len(shaped.args) > 3


def transpose_forgotten(written: Written) -> Iterator[Fix]:
    """A tensor split into heads that is not transposed, where another one is."""
    values = {line.value for line in nodes(written.node, ast.Assign)}
    methods = [(call, func) for call, func in written.methods if call in values]
    pairs = [(call, func.value) for call, func in methods if func.attr in TRANSPOSES]
    tails = {written.text(call).removeprefix(written.text(tensor)) for call, tensor in pairs}
    for node, func in methods:
        if func.attr in SPLITTING:
            yield from (written.in_line(node, written.text(node) + tail) for tail in sorted(tails))


def layer_or_parameter(written: Written) -> Iterator[Fix]:
    """A parameter that is called, or a layer that is not, or whose matrix is meant: everywhere."""
    if lost := OF_A_LAYER.search(written.error):
        read = (node for node in nodes(written.node, ast.Attribute) if node.attr == lost[1])
        owners: dict[str, list[ast.expr]] = {}
        for layer in (node.value for node in read):
            owners.setdefault(written.text(layer).partition(".")[0], []).append(layer)
        for bare in owners.values():
            yield from _instead(written, [(use, f"{written.text(use)}.weight") for use in bare])
    yield from _called(written)


def _called(written: Written) -> Iterator[Fix]:
    text, forward, x = written.text, written.forward, next(iter(arguments(written.forward)), "")
    made = {text(line.targets[0]): text(line.value) for line in nodes(written.init, ast.Assign)}
    linear = {name for name, value in made.items() if "Linear" in value}
    calls = {call.func: call for call in nodes(forward, ast.Call)}
    either: tuple[Sequence[tuple[ast.expr, str]], ...] = ()
    if "callable" in written.error:
        # What is a layer may be called, also around what is none.
        layer = {name for name, value in made.items() if re.match(r"(torch\.)?nn\.(?!Par)", value)}
        called = [call for func, call in calls.items() if text(func) in made.keys() - layer]
        inputs = [(call, text(call.args[0]) if call.args else x) for call in called]
        products = [(call, f"({arg} @ {text(call.func)})") for call, arg in inputs]
        either = [(call, text(call.func)) for call in called], products
    elif "Linear" in written.error:
        read = (node for node in nodes(forward, ast.Attribute) if text(node) in linear)
        bare = [node for node in read if node not in calls or not calls[node].args]
        pairs = [*nodes(forward, ast.BinOp)]
        sides = {p.right: (p, p.left) for p in pairs} | {p.left: (p, p.right) for p in pairs}
        of_both = [(sides[o][0], f"{text(o)}({text(sides[o][1])})") for o in bare if o in sides]
        either = [(calls.get(node, node), f"{text(node)}({x})") for node in bare], of_both
    for texts in either:
        yield from _instead(written, texts)


def _instead(written: Written, texts: Sequence[tuple[ast.expr, str]]) -> Iterator[Fix]:
    if texts:
        pairs = ((written.text(node), new) for node, new in texts)
        old, new = ("`, `".join(dict.fromkeys(column)) for column in zip(*pairs, strict=True))
        yield (old, new), written.each(texts)


def like_another_line(written: Written) -> Iterator[Fix]:
    """What is done with one layer, as it is done with another; or so with all the others."""
    uses = list[tuple[ast.expr, str]]()
    for line in nodes(written.forward, ast.Assign):
        read = {f"self.{node.attr}" for node in nodes(line.value, ast.Attribute) if of_self(node)}
        layers = [name for name in read if name.removeprefix("self.") in written.part.layers]
        uses += [(line.value, layers[0])] if len(layers) == 1 else []
    uses = uses[:MOST_LAYERS]
    yield from _one_for_all(written, uses)
    for model, layer in uses:
        texts = [(value, written.text(model).replace(layer, name)) for value, name in uses]
        differ = [(value, new) for value, new in texts if new != written.text(value)]
        for changes in alone_and_together(differ):
            yield written.in_line(*changes[0])[0], written.each(changes)


def _one_for_all(written: Written, uses: list[tuple[ast.expr, str]]) -> Iterator[Fix]:
    """One layer in several lines, and as many others in none: each of them in one line."""
    read = Counter(layer for _, layer in uses)
    lacking = [f"self.{layer}" for layer in written.part.layers if layer in written.bound_in_self]
    lacking = [layer for layer in lacking if layer not in written.text(written.forward)]
    for name in [layer for layer, count in read.items() if count == len(lacking) + 1 > 1]:
        lines = [line for line, layer in uses if layer == name]
        for order in permutations((name, *lacking)):
            texts = zip(lines, order, strict=True)
            pairs = [(line, written.text(line).replace(name, new)) for line, new in texts]
            words = written.text(lines[0]), ", ".join(text for _, text in pairs)
            yield words, written.each(pairs)


def left_out_for_one(written: Written) -> Iterator[Fix]:
    """Lines that make one tensor of itself, as others' lines do, for one that lacks them."""
    lines: dict[str, dict[str, ast.Assign]] = {}
    made: dict[str, ast.Assign] = {}
    for line in nodes(written.forward, ast.Assign):
        name = written.text(line.targets[0])
        made.setdefault(name, line)
        form = re.sub(rf"\b{re.escape(name)}\b", "{}", written.text(line))
        if form.count("{}") > 1:
            lines.setdefault(name, {})[form] = line
    place = attrgetter("lineno")
    for one, other in permutations(lines, 2) if len(lines) <= MOST_LAYERS else ():
        shared = [form for form in lines[one] if form in lines[other]]
        for name in sorted(made.keys() - {one, other}) if shared else ():
            lacking = [form for form in shared if form not in lines.get(name, {})]
            below = [max(lines[one][form], made[name], key=place) for form in lacking]
            added = (f"; {form.replace('{}', name)}" for form in lacking)
            texts = [*zip(below, added, strict=True)]
            edits = tuple(written.after(*text) for text in texts)
            if edits:
                yield written.within(texts[0][0], edits[:1])[0], edits
