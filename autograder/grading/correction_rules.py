"""The rules of `corrections`: each finds one kind of slip, and the edits that put it right."""

import ast
import difflib
import re
from collections.abc import Iterable, Iterator
from itertools import permutations

from autograder.grading.written_answer import Found, Function, Written, of_self, returns

MOST_LAYERS = 6
"""Of one answer: more are compared with nothing."""
TURNS = ("T", "transpose", "permute", "swapaxes", "t")
NUMBER, INFINITE = re.compile(r"-?[\d.]+(?:e\d+)?"), 'float("-inf")'


def layers_renamed(written: Written) -> Iterator[Found]:
    """Layers made in `__init__` under names other than the exercise's."""
    init = written.method("__init__")
    if init is None or not written.part.layers:
        return
    made = _layers_made(init)
    attributes = (one for one in ast.walk(written.node) if isinstance(one, ast.Attribute))
    own = {one.attr for one in attributes if of_self(one)}
    if any(name in own and name not in made for name in written.part.layers):
        # What is read under the exercise's name has no other: it was never made.
        return
    missing = [name for name in written.part.layers if name not in made]
    extra = [name for name in made if name not in written.part.layers]
    if not 0 < len(missing) <= len(extra) <= MOST_LAYERS:
        return
    chosen = max(permutations(extra, len(missing)), key=lambda some: _likeness(some, missing))
    names = dict(zip(chosen, missing, strict=True))
    edits = tuple(
        (written.span(node)[1] - len(node.attr.encode()), written.span(node)[1], names[node.attr])
        for node in ast.walk(written.node)
        if isinstance(node, ast.Attribute) and of_self(node) and node.attr in names
    )
    yield (", ".join(f"`{name}`" for name in chosen), ", ".join(f"`{m}`" for m in missing)), edits


def _likeness(some: Iterable[str], missing: Iterable[str]) -> float:
    pairs = zip(some, missing, strict=True)
    return sum(difflib.SequenceMatcher(None, a.lower(), b.lower()).ratio() for a, b in pairs)


def _layers_made(init: Function) -> list[str]:
    """The attributes that are bound to something made by a class, in their order."""
    return [
        target.attr
        for node in ast.walk(init)
        if isinstance(node, ast.Assign) and _makes_layer(node.value)
        for target in node.targets
        if isinstance(target, ast.Attribute) and of_self(target)
    ]


def _makes_layer(value: ast.expr) -> bool:
    func = value.func if isinstance(value, ast.Call) else None
    name = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")
    return name[:1].isupper() and name != "Dropout"


def arguments_reordered(written: Written) -> Iterator[Found]:
    """Arguments of the exercise in another order."""
    function = written.method("__init__") or written.method("forward")
    if function is None:
        return
    own = function.args.args[1:] if isinstance(written.node, ast.ClassDef) else function.args.args
    names = [one.arg for one in own]
    wanted = list(written.part.signature)
    if names == wanted or sorted(names) != sorted(wanted):
        return
    defaults = [None] * (len(function.args.args) - len(function.args.defaults))
    given = dict(zip((one.arg for one in function.args.args),
                     [*defaults, *function.args.defaults], strict=True))  # fmt: skip
    texts = {one.arg: written.text(one) for one in own}
    for name, default in given.items():
        if default and name in texts:
            texts[name] += f"={written.text(default)}"
    begin, end = written.span(own[0])[0], written.span(given[own[-1].arg] or own[-1])[1]
    yield (
        (", ".join(names), ", ".join(wanted)),
        ((begin, end, ", ".join(texts[n] for n in wanted)),),
    )


def pair_returned(written: Written) -> Iterator[Found]:
    """Two results where the exercise has one."""
    function = written.method("forward")
    pairs = any(isinstance(node.value, ast.Tuple) for node in returns(written.right))
    for node in returns(function) if function and not pairs else ():
        if isinstance(node.value, ast.Tuple):
            for element in node.value.elts[:3]:
                text = written.text(element)
                yield (written.text(node.value), text), ((*written.span(node.value), text),)


def nothing_returned(written: Written) -> Iterator[Found]:
    """A result that is computed, and not returned."""
    function = written.method("forward")
    if function is None or returns(function) or not returns(written.right):
        return
    last = function.body[-1]
    end = written.span(last)[1]
    bound = [t for s in function.body if isinstance(s, ast.Assign) for t in s.targets[:1]]
    shown = [last.value] if isinstance(last, ast.Expr) else []
    printed = [v.args for v in shown if isinstance(v, ast.Call) and v.args]
    for values in (*printed, *(each[:1] for each in printed), shown, bound[-1:]):
        if text := ", ".join(map(written.text, values)):
            yield (text,), ((end, end, f"; return {text}"),)


def own_errors(written: Written) -> Iterator[Found]:
    """Assertions and raised errors of the student's own."""
    for function in written.functions:
        for node in ast.walk(function):
            if isinstance(node, ast.Assert | ast.If) and _refuses(node):
                lines = written.text(node).splitlines()
                below = "\n" * (len(lines) - 1)
                yield (lines[0] if lines else "",), ((*written.span(node), f"pass{below}"),)


def _refuses(node: ast.Assert | ast.If) -> bool:
    if isinstance(node, ast.Assert):
        return True
    return not node.orelse and all(isinstance(one, ast.Raise) for one in node.body)


def turned_round(written: Written) -> Iterator[Found]:
    """`.T`, which turns all dimensions of a batch round, or others than the last two swapped."""
    nodes = [n for n in ast.walk(written.node) if isinstance(n, ast.Attribute) and n.attr == "T"]
    ends = [written.span(node)[1] for node in nodes]
    if ends:
        yield (".T", ".mT"), tuple((end - 1, end, "mT") for end in ends)
    for node in ast.walk(written.node):
        right = node.right if isinstance(node, ast.BinOp) else None
        func = right.func if isinstance(right, ast.Call) else None
        if right and isinstance(func, ast.Attribute) and func.attr in TURNS:
            begin = written.span(func.value)[1]
            turned = written.text(right)[len(written.text(func.value)) :]
            yield (turned, ".mT"), ((begin, written.span(right)[1], ".mT"),)


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
            (begin, end), size = written.span(mask), f"({written.text(scores)}).shape"
            cut = f")[..., : {size}[-2], : {size}[-1]]"
            yield (written.text(mask),), ((begin, begin, "("), (end, end, cut))


def mask_not_boolean(written: Written) -> Iterator[Found]:
    """A mask of numbers where torch takes truth values alone."""
    for mask, *_ in _masked(written):
        (begin, end), text = written.span(mask), written.text(mask)
        yield (text, f"({text}).bool()"), ((begin, begin, "("), (end, end, ").bool()"))


def small_fill(written: Written) -> Iterator[Found]:
    """A number for what is hidden, which leaves some weight where it is not small enough."""
    for _, *values in _masked(written):
        for value in values:
            text = written.text(value)
            if NUMBER.fullmatch(text):
                yield (text, INFINITE), ((*written.span(value), INFINITE),)


def _masked(written: Written) -> Iterator[list[ast.expr]]:
    """Of each call that hides by a mask, the mask and the other arguments."""
    for node in ast.walk(written.node):
        func = node.func if isinstance(node, ast.Call) else None
        name = func.attr if isinstance(func, ast.Attribute) else ""
        if isinstance(node, ast.Call) and name.startswith(("masked_fill", "where")) and node.args:
            yield [*node.args, *(one.value for one in node.keywords)]


def operand_too_many(written: Written) -> Iterator[Found]:
    """Something added to what is right by itself, or subtracted, or it from something."""
    for node in ast.walk(written.node):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
            for kept in (node.left, node.right):
                text = written.text(kept)
                yield (written.text(node), text), ((*written.span(node), text),)


def dimensions(written: Written) -> Iterator[Found]:
    """A shape taken apart into another number of sizes than it has."""
    for node in ast.walk(written.node):
        target = node.targets[0] if isinstance(node, ast.Assign) else None
        if isinstance(node, ast.Assign) and isinstance(target, ast.Tuple):
            text, value = written.text(target), written.text(node.value)
            begin = written.span(target.elts[0])[0]
            if len(target.elts) == 2 and re.search(r"\.shape$|\.size\(\)$", value):
                yield (f"{text} = {value}", f"*_, {text} = {value}"), ((begin, begin, "*_, "),)


def viewed(written: Written) -> Iterator[Found]:
    """`view` of what does not lie in order."""
    nodes = [n for n in ast.walk(written.node) if isinstance(n, ast.Attribute) and n.attr == "view"]
    if nodes:
        ends = [written.span(node)[1] for node in nodes]
        yield ("view", "reshape"), tuple((end - 4, end, "reshape") for end in ends)


def no_super(written: Written) -> Iterator[Found]:
    """`__init__` of a module that does not call its base class's."""
    init = written.method("__init__")
    bases = written.node.bases if isinstance(written.node, ast.ClassDef) else []
    if init is None or not bases or "super" in written.text(init):
        return
    first = init.body[0]
    if isinstance(first, ast.Assign | ast.Expr | ast.AnnAssign):
        begin = written.span(first)[0]
        yield (), ((begin, begin, "super().__init__(); "),)
    elif isinstance(first, ast.If):
        begin = written.span(first.test)[0]
        yield (), ((begin, begin, "super().__init__() or "),)


def untransposed(written: Written) -> Iterator[Found]:
    """A product of matrices of which one has to be transposed first."""
    for node in ast.walk(written.node):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
            text = written.text(node.right)
            if not re.search(r"\.T$|\.mT$|transpose\(|permute\(", text):
                begin, end = written.span(node.right)
                edits = (begin, begin, "("), (end, end, ").mT")
                yield (text, f"({text}).mT"), edits
