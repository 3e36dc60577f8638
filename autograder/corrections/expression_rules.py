"""The guesses of `one_place` about expressions: operators, brackets, indices, calls and letters."""

import ast
import re
from collections.abc import Iterator
from itertools import combinations

from autograder.corrections.written_answer import (
    MERGING,
    UNTOLD,
    Guess,
    Written,
    arguments,
    returns,
)
from autograder.notebook.changes import MODULES
from autograder.notebook.syntax import nodes

OPENS, CLOSES = ("=", "return", "(", "[", ","), (")", "]", ",", "#")
"""Between which an expression needs no brackets of its own."""
MOST_SIZES = 6
"""Of one tensor: of hundreds there are thousands of orders."""
REDUCING = ("sum", "mean", "amax", "argmax", "logsumexp", "norm")
INSTEAD = {**dict.fromkeys(("mean", "amax", "max", "norm", "cumsum", "prod"), "sum"),
           **dict.fromkeys(("expm1", "exp2"), "exp"), "ones": "zeros"}  # fmt: skip
"""By another function's name the one that an answer needs."""
INFINITE = re.compile(r"-?(?:float\(['\"]-?inf['\"]\)|(?:torch|math|np)\.inf)")


def of_expressions(written: Written) -> Iterator[Guess]:
    for rule in (
        _brackets, _indices_and_sizes, _slices, _heads, _functions, _layers, _keys, _of_truth,
    ):  # fmt: skip
        yield from rule(written)
    for node in nodes(written.node, ast.BinOp):
        yield from _of_operator(written, node)
    for negated in nodes(written.node, ast.UnaryOp):
        if isinstance(negated.op, ast.Invert) and "invert" in written.error:
            yield Guess("misused", negated, f"({written.text(negated.operand)} == 0)")
    for call in written.calls:
        yield from _of_call(written, call)
        yield from _of_error(written, call)
        yield from _of_arguments(written, call)


def _brackets(written: Written) -> Iterator[Guess]:
    """Two operations in the other order; an operand that belongs into a call's brackets, or out;
    what is done behind a layer, before it.
    """
    for node in nodes(written.node, ast.BinOp):
        left, right = node.left, node.right
        if isinstance(right, ast.BinOp):
            first = ast.BinOp(left, node.op, right.left)
            yield _of(written, node, ast.BinOp(first, right.op, right.right))
        if isinstance(left, ast.BinOp):
            last = ast.BinOp(left.right, node.op, right)
            yield _of(written, node, ast.BinOp(left.left, left.op, last))
        if isinstance(left, ast.Call) and left.args:
            inside = ast.BinOp(left.args[0], node.op, right)
            yield _of(written, node, _with_first(left, inside))
    for call in written.calls:
        for inner in (arg for arg in call.args[:1] if isinstance(arg, ast.BinOp)):
            outside = ast.BinOp(_with_first(call, inner.left), inner.op, inner.right)
            yield _of(written, call, outside)
    for call, func in written.methods:
        base = func.value
        if isinstance(base, ast.Call) and base.args and written.text(base.func)[:5] == "self.":
            shaped = ast.Attribute(base.args[0], func.attr)
            yield _of(written, call, _with_first(base, ast.Call(shaped, call.args, call.keywords)))


def _of(written: Written, node: ast.expr, new: ast.expr) -> Guess:
    before, after = written.around(node)
    ends = not after.strip() or after.lstrip().startswith(CLOSES)
    stands_alone = before.rstrip().endswith(OPENS) and ends
    text = ast.unparse(new)
    return Guess("operands", node, text if stands_alone else f"({text})")


def _with_first(call: ast.Call, first: ast.expr) -> ast.Call:
    return ast.Call(call.func, [first, *call.args[1:]], call.keywords)


def _indices_and_sizes(written: Written) -> Iterator[Guess]:
    """Indices, sizes or results in each other's place; an index too many; a loop or slice too
    short.
    """
    for returned in returns(written.node):
        if isinstance(returned.value, ast.Tuple):
            yield from _swapped(written, returned.value)
    for place in nodes(written.node, ast.Subscript):
        yield from _swapped(written, place.slice)
        if isinstance(place.ctx, ast.Load):
            yield Guess("shape", place, written.text(place.value))
    for line in nodes(written.node, ast.Assign):
        is_shape = written.text(line.value).endswith((".shape", ".size()"))
        if is_shape or isinstance(line.value, ast.Name):
            yield from _swapped(written, line.targets[0])
    ranges = (call for call in written.calls if getattr(call.func, "id", "") == "range")
    ends = {written.text(call.args[-1]) for call in ranges if call.args}
    for bound in written.bounds:
        yield Guess("bound", bound, f"{written.text(bound)} + 1")
        first: ast.expr = bound
        while isinstance(first, ast.BinOp):
            first = first.left
        yield Guess("bound", bound, written.text(first))
        yield from (Guess("bound", bound, end) for end in sorted(ends - {written.text(bound)}))


def _slices(written: Written) -> Iterator[Guess]:
    """A slice that ends at its width; what is read whole beside a slice of something else."""
    places, args = [*nodes(written.node, ast.Subscript)], arguments(written.forward)
    slices = {written.text(place.slice): place.slice for place in places}
    cut = {text: piece for text, piece in slices.items() if isinstance(piece, ast.Slice)}
    for piece in nodes(written.node, ast.Slice):
        if piece.lower and piece.upper:
            end = f"{written.text(piece.lower)} + {written.text(piece.upper)}"
            yield Guess("bound", piece.upper, end)
    indexed = {id(place.value) for place in places}
    for name in nodes(written.forward, ast.Name) if cut else ():
        if name.id in args and id(name) not in indexed:
            yield from (Guess("shape", name, f"{name.id}[{text}]") for text in cut)


def _swapped(written: Written, several: ast.expr) -> Iterator[Guess]:
    texts = [written.text(item) for item in getattr(several, "elts", ())]
    few = range(len(texts)) if len(texts) <= MOST_SIZES else ()
    for first, second in combinations(few, 2):
        new = [*texts]
        new[first], new[second] = new[second], new[first]
        yield Guess("shape", several, ", ".join(new))


def _heads(written: Written) -> Iterator[Guess]:
    """The number of a head where its first column should stand: times the width of a head."""
    numbers = {getattr(loop.target, "id", "") for loop in nodes(written.node, ast.For)}
    for total in nodes(written.node, ast.BinOp):
        width = written.text(total.right)
        if isinstance(total.op, ast.Add) and isinstance(total.left, ast.Name):
            for name in nodes(written.node, ast.Name):
                if name.id in numbers and isinstance(name.ctx, ast.Load):
                    yield Guess("name", name, f"{name.id} * {width}")


def _functions(written: Written) -> Iterator[Guess]:
    """A function of one tensor that the right answer calls and this one does not."""
    calls = (call for call in nodes(written.solution, ast.Call) if len(call.args) == 1)
    right = dict.fromkeys(ast.unparse(call.func) for call in calls if not call.keywords)
    called = {written.text(call.func) for call in written.calls}
    for name in (name for name in right if name.startswith("torch.") and name not in called):
        for node in nodes(written.node, ast.expr):
            if isinstance(node, ast.BinOp) or isinstance(getattr(node, "ctx", None), ast.Load):
                text = written.text(node)
                yield Guess("call", node, f"{name}({text})", f"{UNTOLD}({text})")


def _layers(written: Written) -> Iterator[Guess]:
    """A layer that is called with other arguments than in the right answer."""
    known = {*arguments(written.forward), *MODULES, "self"}
    right = {ast.unparse(call.func): call for call in nodes(written.solution, ast.Call)}
    for call in written.calls:
        layer = written.text(call.func)
        meant = right.get(layer) if layer.startswith("self.") else None
        if meant and known.issuperset(name.id for name in nodes(meant, ast.Name)):
            yield Guess("call", call, ast.unparse(meant), f"{layer}({UNTOLD})")


def _keys(written: Written) -> Iterator[Guess]:
    """Another entry of a dictionary, or one of it in its place; an argument of a key's name."""
    args = {id(n): arguments(f) for f in written.functions for n in nodes(f, ast.Subscript)}
    entries = [node for node in nodes(written.node, ast.Subscript) if _has_key(node)]
    right = {ast.unparse(n): n for n in nodes(written.solution, ast.Subscript) if _has_key(n)}
    for entry in entries:
        key = ast.literal_eval(entry.slice)
        yield from [Guess("misused", entry, key)] if key in args.get(id(entry), ()) else ()
    owners = {id(entry.value) for entry in entries}
    whole = [name for name in nodes(written.node, ast.Name) if id(name) not in owners]
    for node in (*entries, *(name for name in whole if isinstance(name.ctx, ast.Load))):
        owner = written.text(node.value if isinstance(node, ast.Subscript) else node)
        meant = (text for text, entry in right.items() if ast.unparse(entry.value) == owner)
        yield from (Guess("name", node, text, f"{owner}[{UNTOLD}]") for text in meant)
    rounds = (call for call in written.calls if getattr(call.func, "id", "") == "range")
    for number in (arg for call in rounds for arg in call.args if isinstance(arg, ast.Constant)):
        yield from (Guess("name", number, text, UNTOLD) for text in right)


def _has_key(node: ast.Subscript) -> bool:
    return isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str)


def _of_truth(written: Written) -> Iterator[Guess]:
    """A question whether a tensor is true, which is meant for each of its numbers."""
    for node in nodes(written.node, ast.BoolOp) if "ambiguous" in written.error else ():
        sign = " & " if isinstance(node.op, ast.And) else " | "
        yield Guess("misused", node, sign.join(f"({written.text(value)})" for value in node.values))


def _of_operator(written: Written, node: ast.BinOp) -> Iterator[Guess]:
    """One operand alone; another product; a dimension to spread along; no product with infinity;
    rows that are lists of their own; a quotient rounded up.
    """
    left, right = written.text(node.left), written.text(node.right)
    # Of a sum of a name and a number the number alone is nobody's.
    operands = [side for side in (node.left, node.right) if not isinstance(side, ast.Constant)]
    yield from (Guess("operator", node, written.text(side)) for side in operands)
    if isinstance(node.op, ast.Mult):
        yield Guess("operator", node, f"{left} @ {right}")
        if isinstance(node.left, ast.List):
            rows = ", ".join(map(written.text, node.left.elts))
            yield Guess("misused", node, f"[{rows} for _ in range({right})]")
        if right == "0.5":
            # In the text, where a power binds closer than what stands before it.
            yield Guess("operator", node, f"{left} ** {right}")
        for operand, text, other in ((node.left, left, right), (node.right, right, left)):
            yield Guess("shape", operand, f"({text}).unsqueeze(-1)")
            if INFINITE.fullmatch(other):
                yield Guess("misused", node, f"torch.where(({text}) != 0, {other}, 0.0)")
    if isinstance(node.op, ast.BitXor):
        yield Guess("misused", node, f"{left} ** {right}")
    if isinstance(node.op, ast.FloorDiv):
        yield Guess("operator", node, f"math.ceil(({left}) / ({right}))")
    if isinstance(node.op, ast.Div) and "float" in written.error:
        yield Guess("misused", node, f"{left} // {right}")


def _of_call(written: Written, call: ast.Call) -> Iterator[Guess]:
    """The dimension of a softmax, or one that a sum keeps; another reduction; a letter of an
    `einsum`; a transpose before another shape, or in its place.
    """
    name, args = written.text(call.func).rpartition(".")[2], call.args
    if name in REDUCING and "keepdim" not in written.text(call):
        more = "keepdim=True" if args or call.keywords else "dim=-1"
        yield Guess("arguments", call, f"{ast.unparse(call)[:-1]}, {more})".replace("(, ", "("))
    if isinstance(call.func, ast.Attribute) and name in INSTEAD:
        yield Guess("call", call.func, ast.unparse(ast.Attribute(call.func.value, INSTEAD[name])))
    if name == "len" and args:
        yield Guess("shape", args[0], f"{written.text(args[0])}[0]")
    if name == "append" and isinstance(call.func, ast.Attribute) and len(args) == 1:
        yield Guess("call", call, f"[*{written.text(call.func.value)}, {written.text(args[0])}]")
    if isinstance(call.func, ast.Attribute) and name in ("view", "reshape"):
        yield Guess("misused", call, f"{written.text(call.func.value)}.mT")
        sizes = call.args if "invalid for input" in written.error else ()
        yield from (Guess("misused", size, "-1") for size in sizes)
    if name in MERGING and isinstance(call.func, ast.Attribute):
        transposed = f"({written.text(call.func.value)}).transpose(1, 2).contiguous()"
        yield Guess("shape", call.func.value, transposed)
    if name in ("softmax", "cat", "stack") and len([*args, *call.keywords]) == 1:
        yield Guess("arguments", call, ast.unparse(call)[:-1] + ", dim=-1)")
    for first in args[:1] if name == "einsum" else ():
        if isinstance(first, ast.Constant) and isinstance(first.value, str):
            yield from (Guess("letters", first, repr(new)) for new in _letters(first.value))


def _of_error(written: Written, call: ast.Call) -> Iterator[Guess]:
    """The root of a number; each module of a list; a dictionary for keywords; the larger numbers of
    two tensors, or the only number of two; the numbers beside their places, or these.
    """
    name, args = written.text(call.func), ", ".join(map(written.text, call.args))
    if name.endswith("sqrt") and args and "must be Tensor" in written.error:
        yield Guess("misused", call, f"({written.text(call.args[0])}) ** 0.5")
    if "ModuleList" in written.error:
        yield Guess("misused", call, f"[one({args}) for one in {name}]")
    if "missing" in written.error and len(call.args) == 1 and isinstance(call.args[0], ast.Name):
        yield Guess("misused", call.args[0], f"**{args}")
    if name in ("max", "min") and "ambiguous" in written.error:
        yield Guess("misused", call, f"torch.{name}imum({args})")
    if name in ("max", "min") and "NoneType" in written.error:
        for arg in (arg for arg in call.args if isinstance(arg, ast.Name)):
            others = ", ".join(written.text(other) for other in call.args if other is not arg)
            text = f"({others} if {arg.id} is None else {written.text(call)})"
            yield Guess("misused", call, text)
    if name.endswith((".max", ".min")) and "return_types" in written.error:
        for field in ("values", "indices"):
            yield Guess("misused", call, f"{written.text(call)}.{field}")


def _of_arguments(written: Written, call: ast.Call) -> Iterator[Guess]:
    """The last dimension for one that is counted from the front; an argument given twice, or
    only in the right answer's call.
    """
    args, given = call.args, [*call.args, *(word.value for word in call.keywords)]
    for extra in _lacking(written, call) if given else ():
        last = written.text(given[-1])
        yield Guess("arguments", given[-1], f"{last}, {extra}", f"{last}, {UNTOLD}")
    for word in call.keywords:
        if word.arg == "dim" and isinstance(word.value, ast.Constant):
            yield Guess("constant", word.value, "-1")
    if "multiple values" in written.error:
        for place in range(len(args)):
            names = [ast.keyword(arg.id, arg) for arg in args[place:] if isinstance(arg, ast.Name)]
            if len(names) == len(args) - place:
                new = ast.Call(call.func, args[:place], [*names, *call.keywords])
                yield Guess("misused", call, ast.unparse(new))


def _lacking(written: Written, call: ast.Call) -> Iterator[str]:
    """The names and numbers that calls of the same name are given in the right answer alone."""
    names = {word.arg for word in call.keywords}
    known, name = arguments(written.forward), written.text(call.func).rpartition(".")[2]
    for meant in nodes(written.solution, ast.Call):
        if ast.unparse(meant.func).rpartition(".")[2] == name:
            more = [] if names else meant.args[len(call.args) :]
            words = [word for word in meant.keywords if word.arg not in names]
            values = [*more, *(word.value for word in words)]
            plain = (isinstance(v, ast.Constant) or ast.unparse(v) in known for v in values)
            if values and all(plain):
                texts = [f"{word.arg}={ast.unparse(word.value)}" for word in words]
                yield ", ".join([*map(ast.unparse, more), *texts])


def _letters(letters: str) -> Iterator[str]:
    for place, old in enumerate(letters):
        for new in dict.fromkeys(letters) if old.isalpha() else ():
            if new.isalpha() and new != old:
                yield letters[:place] + new + letters[place + 1 :]
