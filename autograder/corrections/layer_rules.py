"""The rules of `corrections` about layers and calls: how they are made, called and turned."""

import ast
import difflib
import re
from collections.abc import Iterator, Sequence
from itertools import permutations, product

from autograder.corrections.written_answer import (
    MERGING,
    TURNS,
    UNTOLD,
    Edit,
    Found,
    Written,
    arguments,
    of_self,
)
from autograder.notebook.changes import MODULES
from autograder.notebook.syntax import nodes

MOST_LAYERS = 6
"""Of one answer: more are compared with nothing."""
NO_ATTRIBUTE = re.compile(r"object has no attribute '(\w+)'")
OF_A_LAYER = re.compile(r"'Linear' object has no attribute '(\w+)'")
SPLITTING = ("view", "reshape", "unflatten")
TURNED = ".transpose(1, 2)"
JOINING = {"stack": "cat", "cat": "stack"}
IN_QUOTES = re.compile(r"[+-]?(?:inf|nan|[\d.]+)")


def one_call(written: Written) -> Iterator[Found]:
    """A call meant otherwise: an index, a keyword of the call around it; a number in quotes."""
    for call in written.calls:
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
    for x in arguments(written.forward) if call.args else ():
        given = call.args[0]
        if "ModuleList" in written.error:
            yield written.in_line(given, f"[one({x}) for one in {written.text(given)}]")
        if isinstance(given, ast.ListComp | ast.GeneratorExp) and isinstance(given.elt, ast.Name):
            yield written.in_line(given.elt, f"{given.elt.id}({x})")


def _another_name(written: Written, call: ast.Call) -> Iterator[Found]:
    """Tensors stacked, not joined; torch's function for a layer; a buffer's name without quotes."""
    module, _, name = written.text(call.func).rpartition(".")
    if module == "torch" and name in JOINING:
        yield written.in_line(call.func, f"torch.{JOINING[name]}")
    elif module in MODULES and name in written.bound_in_self:
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
    inputs = arguments(written.forward)
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
    methods = written.methods
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
    values = {one.value for one in nodes(written.node, ast.Assign)}
    methods = [(one, func) for one, func in written.methods if one in values]
    turned = [(one, func.value) for one, func in methods if func.attr in TURNS]
    turns = {written.text(one).removeprefix(written.text(of)) for one, of in turned}
    for one, func in methods:
        if func.attr in SPLITTING:
            yield from (written.in_line(one, written.text(one) + turn) for turn in sorted(turns))


def layer_or_parameter(written: Written) -> Iterator[Found]:
    """A parameter that is called, or a layer that is not, or whose matrix is meant: everywhere."""
    if lost := OF_A_LAYER.search(written.error):
        every = (one for one in nodes(written.node, ast.Attribute) if one.attr == lost[1])
        owners: dict[str, list[ast.expr]] = {}
        for one in (one.value for one in every):
            owners.setdefault(written.text(one).partition(".")[0], []).append(one)
        for bare in owners.values():
            yield from _instead(written, [(one, f"{written.text(one)}.weight") for one in bare])
    yield from _called(written)


def _called(written: Written) -> Iterator[Found]:
    text, forward, x = written.text, written.forward, next(iter(arguments(written.forward)), "")
    made = {text(one.targets[0]): text(one.value) for one in nodes(written.init, ast.Assign)}
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


def names_changed(written: Written) -> Iterator[Found]:
    """Layers made in `__init__` under names other than the exercise's."""
    every = {target.attr: written.text(layer.func) for target, layer in _layers(written.init)}
    made = [name for name, kind in every.items() if re.search(r"\b(?!Dropout$)[A-Z]\w*$", kind)]
    missing = [name for name in written.part.layers if name not in made]
    yield from _held_together(written, missing)
    extra = [name for name in made if name not in written.part.layers]
    if any(one.attr in missing for one in written.attributes):
        # What is read under the exercise's name was made under nearly that name, or never.
        read = {one.attr for one in written.attributes if isinstance(one.ctx, ast.Load)}
        missing = [name for name in missing if name in read]
        close = (difflib.get_close_matches(name, extra, 1) for name in missing)
        extra = [name for some in close for name in some if name not in read]
    if not 0 < len(missing) <= len(extra) <= MOST_LAYERS:
        return
    right = {target.attr: ast.unparse(layer.func) for target, layer in _layers(written.right)}
    # Of a table and an embedding the one is meant that is made as the exercise's own is.
    alike = {
        (own, name): (every[own] == right.get(name))
        + difflib.SequenceMatcher(None, own.lower(), name.lower()).ratio()
        for own, name in product(extra, missing)
    }
    pairings = (
        tuple(zip(some, missing, strict=True)) for some in permutations(extra, len(missing))
    )
    names = dict(max(pairings, key=lambda pairs: sum(map(alike.__getitem__, pairs))))
    ours = (node for node in written.attributes if node.attr in names)
    edits = tuple(written.renamed(node, names[node.attr]) for node in ours)
    yield (", ".join(f"`{name}`" for name in names), ", ".join(f"`{m}`" for m in missing)), edits


def _held_together(written: Written, missing: list[str]) -> Iterator[Found]:
    """Layers in a list or a dictionary, whose own name is theirs, too."""
    for line in (one for one in written.init.body if isinstance(one, ast.Assign)):
        kind = re.search(r"nn\.(?:Module|Parameter)(List|Dict)\(", written.text(line.value))
        for target in line.targets if kind and len(missing) > 1 else ():
            held, end = written.text(target), written.span(line)[1]
            keys = [*range(len(missing))] if kind and kind[1] == "List" else missing
            pairs = zip(missing, keys, strict=True)
            named = (f"; self.{name} = {held}[{key!r}]" for name, key in pairs)
            names = ", ".join(f"`{name}`" for name in missing)
            yield (f"`{held}`", names), ((end, end, "".join(named)),)


def without_bias(written: Written) -> tuple[Edit, ...]:
    """What gives the layers a bias that have none and whose counterparts in the right answer do."""
    biased = {
        target.attr
        for target, layer in _layers(written.right)
        if all(one.arg != "bias" for one in layer.keywords)
    }
    return tuple(
        (*written.span(one.value), "True")
        for target, layer in _layers(written.node)
        for one in layer.keywords
        if target.attr in biased and one.arg == "bias" and written.text(one.value) == "False"
    )


def _layers(tree: ast.AST) -> Iterator[tuple[ast.Attribute, ast.Call]]:
    """The attributes of `self` that are bound to what a call makes, with the call."""
    for node in nodes(tree, ast.Assign):
        if isinstance(node.value, ast.Call):
            own = (one for one in node.targets if isinstance(one, ast.Attribute) and of_self(one))
            yield from ((target, node.value) for target in own)


def never_made(written: Written) -> Iterator[Found]:
    """What is read of `self` and never made: as the right answer makes it; or an argument, kept."""
    (given, end), known = written.given, written.bound_in_self
    lost = {f"self.{one.attr}" for one in written.attributes if one.attr not in known}
    for made in nodes(written.right, ast.Assign) if end else ():
        name = ast.unparse(made.targets[0])
        if name in lost:
            yield (name,), ((end, end, f"; {ast.unparse(made)}"),)
    if end and (kept := NO_ATTRIBUTE.search(written.error)) and f"self.{kept[1]}" in lost:
        name = f"self.{kept[1]}"
        yield from (((name,), ((end, end, f"; {name} = {arg}"),)) for arg in given[:MOST_LAYERS])


def like_another_line(written: Written) -> Iterator[Found]:
    """What is done with one layer, as it is done with another; or so with all the others."""
    every = list[tuple[ast.expr, str]]()
    for line in nodes(written.forward, ast.Assign):
        read = {f"self.{one.attr}" for one in nodes(line.value, ast.Attribute) if of_self(one)}
        layers = [name for name in read if name.removeprefix("self.") in written.part.layers]
        every += [(line.value, layers[0])] if len(layers) == 1 else []
    every = every[:MOST_LAYERS]
    for model, layer in every:
        texts = [(one, written.text(model).replace(layer, name)) for one, name in every]
        differ = [(one, new) for one, new in texts if new != written.text(one)]
        for some in (*([one] for one in differ), differ) if differ else ():
            yield written.in_line(*some[0])[0], written.each(some)


def made_otherwise(written: Written) -> Iterator[Found]:
    """What `__init__` makes otherwise than the right answer does: one line, or all of them."""
    right = {ast.unparse(one.targets[0]): one.value for one in nodes(written.right, ast.Assign)}
    known, texts = {*written.given[0], *MODULES, "self"}, list[tuple[ast.expr, str]]()
    for line in nodes(written.init, ast.Assign):
        new = right.get(written.text(line.targets[0]))
        if new and known.issuperset(one.id for one in nodes(new, ast.Name)):
            texts.append((line.value, ast.unparse(new)))
    differ = [(old, new) for old, new in texts if ast.unparse(old) != new]
    for some in (*([one] for one in differ), differ) if differ else ():
        words, _ = written.in_line(some[0][0], UNTOLD)
        yield words, written.each(some)
