"""The rules of `corrections` about values: a mask or a shape of other sizes, one number, argument,
parameter or layer for another.
"""

import ast
import difflib
import re
from collections.abc import Iterator, Sequence
from itertools import chain, combinations

from autograder.grading.written_answer import TURNS, Edit, Found, Written, bound_in_self, of_self
from autograder.notebook.changes import MODULES
from autograder.notebook.syntax import nodes

KEYWORDS = ("dim", "keepdim", "diagonal", "dtype", "bias")
"""Names that arguments of torch's have in the exercises' answers."""
PLAIN = (ast.Name, ast.Constant)
MOST_ARGUMENTS, ORDERS = 6, (2, 3, 4)
"""Of one call, and how many of them change places: of a hundred there are millions of orders."""
SMALLEST, MOST_SIZES = 3, 4
"""Of numbers that may be how many tokens the example has, and how many of these are tried."""
OF_A_LAYER = re.compile(r"'Linear' object has no attribute '(\w+)'")
JOINING = {"stack": "cat", "cat": "stack"}
IN_QUOTES = re.compile(r"[+-]?(?:inf|nan|[\d.]+)")
NUMBER, INFINITE = re.compile(r"-?[\d.]+(?:e\d+)?"), 'float("-inf")'


def mask_not_boolean(written: Written) -> Iterator[Found]:
    """A mask of numbers where torch takes truth values alone."""
    for mask, *_ in _masked(written):
        yield written.instead(mask, f"({written.text(mask)}).bool()")


def mask_not_cut(written: Written) -> Iterator[Found]:
    """A mask of full size on the scores of fewer tokens."""
    for node in ast.walk(written.node):
        scores = mask = None
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            scores, mask = node.func.value, node.args[0]
            scores = scores if node.func.attr.startswith("masked_fill") else None
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Mult):
            scores, mask = node.left, node.right
        inside = [*ast.walk(mask)] if scores and mask else []
        kept = any(isinstance(one, ast.Attribute) and of_self(one) for one in inside)
        if scores and mask and kept and not any(isinstance(one, ast.Subscript) for one in inside):
            text, size = written.text(mask), f"({written.text(scores)}).shape"
            cut = f"({text})[..., : {size}[-2], : {size}[-1]]"
            yield (text,), written.edits([mask], cut)


def dimensions(written: Written) -> Iterator[Found]:
    """A shape taken apart into another number of sizes than it has."""
    for node in nodes(written.node, ast.Assign):
        target, value = node.targets[0], written.text(node.value)
        is_shape = re.search(r"\.shape$|\.size\(\)$", value)
        unpacked = is_shape and "unpack" in written.error
        if unpacked and isinstance(target, ast.Tuple) and len(target.elts) == 2:
            said = f"{written.text(target)} = {value}"
            yield (said, f"*_, {said}"), (written.before(target.elts[0], "*_, "),)
            end = written.span(target.elts[-1])[1]
            yield (said, said.replace(" =", ", _ =", 1)), ((end, end, ", _"),)


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
    """Two to four names or numbers in each other's place, wherever something is made so."""
    init = written.method("__init__")
    inside = set(nodes(init, ast.Call)) if init else set[ast.Call]()
    found: dict[tuple[str, tuple[int, ...], tuple[str, ...], tuple[str, ...]], list[Edit]] = {}
    for node in nodes(written.node, ast.Call):
        name, args = written.text(node.func), [one for one in node.args if isinstance(one, PLAIN)]
        made = node in inside or name.rpartition(".")[2][:1].isupper()
        made = made and len(args) <= MOST_ARGUMENTS
        sizes = ORDERS if made else ()
        for places in chain.from_iterable(combinations(range(len(args)), size) for size in sizes):
            some = [args[place] for place in places]
            old = tuple(map(written.text, some))
            for turn in range(1, len(old)) if len({*old}) == len(old) else ():
                new = (*old[turn:], *old[:turn])
                edits = [(*written.span(one), text) for one, text in zip(some, new, strict=True)]
                found.setdefault((name, places, old, new), []).extend(edits)
    for (_, _, old, new), edits in found.items():
        yield (", ".join(old), ", ".join(new)), tuple(edits)


def keyword_misspelt(written: Written) -> Iterator[Found]:
    """An argument that what is called does not have, nearly one of the exercises' answers."""
    named = [(written.text(call.func), one) for call in nodes(written.node, ast.Call)
             for one in call.keywords]  # fmt: skip
    known = {one.arg or "" for one in nodes(written.right, ast.keyword)}
    known |= {*KEYWORDS, *written.part.signature}
    for called, name in dict.fromkeys((called, one.arg or "") for called, one in named):
        begins = [written.span(one)[0] for of, one in named if (of, one.arg) == (called, name)]
        for new in difflib.get_close_matches(name, known - {name}, 2):
            if name in written.error or new in written.error:
                ends = [begin + len(name.encode()) for begin in begins]
                yield (name, new), tuple((*at, new) for at in zip(begins, ends, strict=True))


def parameters(written: Written) -> Iterator[Found]:
    """Parameters that are written to where gradients are kept, or to which tensors are assigned."""
    every: list[ast.expr | ast.stmt] = []
    if "leaf" in written.error:
        every, new = [*nodes(written.node, ast.Expr)], "with torch.no_grad(): {}"
    elif "cannot assign" in written.error:
        every = [node.value for node in nodes(written.node, ast.Assign)]
        new = "torch.nn.Parameter({})"
    texts = [(one, new.format(written.text(one))) for one in every]
    for here, text in [one for one in texts if one[0].lineno == written.line][:1]:
        yield (written.text(here), text), _edits(written, texts)


def size_of_the_example(written: Written) -> Iterator[Found]:
    """A number where how many tokens there are should stand, wherever it stands."""
    forward = written.method("forward")
    args = [one.arg for one in forward.args.args if one.arg != "self"] if forward else []
    sizes: dict[int, list[ast.Constant]] = {}
    for one in nodes(forward, ast.Constant) if forward and args else ():
        if type(one.value) is int and one.value >= SMALLEST:
            sizes.setdefault(one.value, []).append(one)
    for size, places in list(sizes.items())[:MOST_SIZES]:
        # Of a batch of sequences, of one, or of single numbers.
        for new in (f"{args[0]}.shape[-2]", f"{args[0]}.shape[0]"):
            yield (str(size), new), written.edits(places, new)


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
    for one in nodes(written.node, ast.Constant):
        if isinstance(one.value, str) and IN_QUOTES.fullmatch(one.value):
            yield written.instead(one, f"float({written.text(one)})")


def _another_name(written: Written, call: ast.Call) -> Iterator[Found]:
    """Tensors joined in a dimension of their own, or not; a function of torch's for the layer of
    its name; the name of a buffer without quotes.
    """
    module, _, name = written.text(call.func).rpartition(".")
    if module == "torch" and name in JOINING:
        yield written.instead(call.func, f"torch.{JOINING[name]}")
    elif module in MODULES and name in bound_in_self(written):
        yield written.instead(call.func, f"self.{name}")
    elif name == "register_buffer" and call.args and isinstance(call.args[0], ast.Name):
        yield written.instead(call.args[0], repr(call.args[0].id))


def _keywords_moved(written: Written, call: ast.Call) -> Iterator[Found]:
    """The keywords of the first argument, which is a call, in the brackets around it."""
    for inner in call.args[:1]:
        if isinstance(inner, ast.Call) and inner.keywords:
            alone = ast.Call(inner.func, inner.args, [])
            keywords = [*inner.keywords, *call.keywords]
            yield written.instead(
                call, ast.unparse(ast.Call(call.func, [alone, *call.args[1:]], keywords))
            )


def turned_otherwise(written: Written) -> Iterator[Found]:
    """A tensor split into heads that is not turned, where another one is."""
    values = [one.value for one in nodes(written.node, ast.Assign)]
    calls = [(one, one.func) for one in values if isinstance(one, ast.Call)]
    methods = [(one, func) for one, func in calls if isinstance(func, ast.Attribute)]
    turned = [(one, func.value) for one, func in methods if func.attr in TURNS]
    turns = {written.text(one).removeprefix(written.text(of)) for one, of in turned}
    for one, func in methods:
        if func.attr in ("view", "reshape", "unflatten"):
            yield from (written.instead(one, written.text(one) + turn) for turn in sorted(turns))


def loop_left_early(written: Written) -> Iterator[Found]:
    """A `return` at the end of a loop's lines that belongs behind the loop, or behind several."""
    returns = {one.end_lineno: one for one in nodes(written.node, ast.Return)}
    for loop in nodes(written.node, ast.For):
        last = returns.get(loop.end_lineno)
        if last and last.lineno > loop.body[0].lineno:
            begin, deeper = written.span(last)[0], last.col_offset - loop.col_offset
            yield (written.text(last),), ((begin - deeper, begin, ""),)


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
        called = [one for func, one in calls.items() if text(func) in made.keys() - linear]
        inputs = [(one, text(one.args[0]) if one.args else x) for one in called]
        products = [(one, f"({given} @ {text(one.func)})") for one, given in inputs]
        either = [(one, text(one.func)) for one in called], products
    elif "Linear" in written.error:
        read = (one for one in nodes(forward, ast.Attribute) if text(one) in linear)
        bare = [one for one in read if one not in calls or not calls[one].args]
        right = {one.right: one for one in nodes(forward, ast.BinOp)}
        by_right = [(right[o], f"{text(o)}({text(right[o].left)})") for o in bare if o in right]
        either = [(calls.get(one, one), f"{text(one)}({x})") for one in bare], by_right
    for texts in either:
        yield from _instead(written, texts)


def _instead(written: Written, texts: Sequence[tuple[ast.expr, str]]) -> Iterator[Found]:
    """Another text in the place of each of these nodes, if there are any."""
    if texts:
        told = ((written.text(node), new) for node, new in texts)
        old, new = ("`, `".join(dict.fromkeys(some)) for some in zip(*told, strict=True))
        yield (old, new), _edits(written, texts)


def _edits(written: Written, texts: Sequence[tuple[ast.expr | ast.stmt, str]]) -> tuple[Edit, ...]:
    return tuple(edit for node, text in texts for edit in written.edits([node], text))
