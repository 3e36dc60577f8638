"""The rules of `corrections` about values: a mask or a shape of other sizes, one number, argument,
index or line of a loop for another.
"""

import ast
import re
from collections.abc import Iterator
from itertools import combinations, islice, permutations

from autograder.corrections.written_answer import (
    Fix,
    Function,
    Written,
    arguments,
    bound_in,
    of_self,
    one_letter_off,
)
from autograder.notebook.changes import MODULES
from autograder.notebook.syntax import nodes

MOST_NAMES = 20
"""Attributes of self that may be meant by another one in the line that raised."""
SMALLEST, MOST_SIZES = 3, 4
"""Of numbers that may be how many tokens the example has, and how many of these are tried."""
FURTHEST = 3
"""Lines that another line is moved by."""
NUMBER, INFINITE = re.compile(r"-?[\d.]+(?:e\d+)?"), 'float("-inf")'


def range_forgotten(written: Written) -> Iterator[Fix]:
    """Loops over a number, and not over those below it."""
    heads = (n for n in ast.walk(written.node) if isinstance(n, ast.For | ast.comprehension))
    loops = [node for node in heads if "object is not iterable" in written.error]
    for text, loop in {written.text(node.iter): node for node in loops}.items():
        same = [node.iter for node in loops if written.text(node.iter) == text]
        head, new = f"for {written.text(loop.target)} in ", f"range({text})"
        yield (head + text, head + new), written.edits(same, new)


def mask_not_boolean(written: Written) -> Iterator[Fix]:
    """A mask of numbers where torch takes truth values alone."""
    for mask, *_ in _masked(written):
        yield written.instead(mask, f"({written.text(mask)}).bool()")


def mask_not_cut(written: Written) -> Iterator[Fix]:
    """A mask of full size on the scores of fewer tokens."""
    for node in ast.walk(written.node):
        scores = mask = None
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            scores, mask = node.func.value, node.args[0]
            scores = scores if node.func.attr.startswith("masked_fill") else None
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Mult):
            scores, mask = node.left, node.right
        inside = [*ast.walk(mask)] if scores and mask else []
        kept = any(isinstance(inner, ast.Attribute) and of_self(inner) for inner in inside)
        if scores and mask and kept:
            text, size = written.text(mask), f"({written.text(scores)}).shape"
            cut = f"..., : {size}[-2], : {size}[-1]"
            places = [inner.slice for inner in inside if isinstance(inner, ast.Subscript)]
            if not any(map(_is_cut, places)):
                new = cut if places else f"({text})[{cut}]"
                yield (text,), written.edits(places[:1] or [mask], new)


def _is_cut(piece: ast.expr) -> bool:
    """Whether names say where both dimensions end: if they are wrong, the slip is elsewhere."""
    ends = [cut.upper for cut in nodes(piece, ast.Slice)]
    return len(ends) == 2 and all(isinstance(end, ast.Name | ast.BinOp) for end in ends)


def dimensions(written: Written) -> Iterator[Fix]:
    """A shape taken apart into another number of sizes than it has."""
    for node in nodes(written.node, ast.Assign):
        target, value = node.targets[0], written.text(node.value)
        is_shape = re.search(r"\.shape$|\.size\(\)$", value)
        unpacked = is_shape and "unpack" in written.error
        if unpacked and isinstance(target, ast.Tuple) and len(target.elts) == 2:
            text = f"{written.text(target)} = {value}"
            yield (text, f"*_, {text}"), (written.before(target.elts[0], "*_, "),)
            yield (text, text.replace(" =", ", _ =", 1)), (written.after(target.elts[-1], ", _"),)


def small_fill(written: Written) -> Iterator[Fix]:
    """A number for what is hidden, which leaves some weight where it is not small enough; or what
    is reckoned from the scores.
    """
    for _, *values in _masked(written):
        for value in (inner for outer in values for inner in nodes(outer, ast.expr)):
            if isinstance(value, ast.BinOp) or NUMBER.fullmatch(written.text(value)):
                yield written.instead(value, INFINITE)


def _masked(written: Written) -> Iterator[list[ast.expr]]:
    """Of each call that hides by a mask, the mask and the other arguments; and where one is set."""
    for node in written.calls:
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        if name.startswith(("masked_fill", "where")) and node.args:
            yield [*node.args, *(word.value for word in node.keywords)]
    for place in nodes(written.node, ast.Subscript):
        if isinstance(place.ctx, ast.Store):
            yield [place.slice]


def parameters(written: Written) -> Iterator[Fix]:
    """Parameters that are written to where gradients are kept, or to which tensors are assigned."""
    places: list[ast.expr | ast.stmt] = []
    if "leaf" in written.error:
        places, new = [*nodes(written.node, ast.Expr)], "with torch.no_grad(): {}"
    elif "cannot assign" in written.error:
        places = [node.value for node in nodes(written.node, ast.Assign)]
        new = "torch.nn.Parameter({})"
    texts = [(node, new.format(written.text(node))) for node in places]
    for place, text in [pair for pair in texts if pair[0].lineno == written.line][:1]:
        yield (written.text(place), text), written.each(texts)


def size_of_the_example(written: Written) -> Iterator[Fix]:
    """A number for how many tokens there are or `__init__` is given; two, also for a width."""
    x = next(iter(arguments(written.forward)), "")
    sizes = _sizes(written.forward) if x else {}
    for size, places in sizes.items():
        # Of a batch of sequences, of one, of single numbers, or as a number.
        for new in (f"{x}.shape[-2]", f"{x}.shape[0]", x):
            yield (str(size), new), written.edits(places, new)
    for size, places in _sizes(written.init).items():
        for new in arguments(written.init):
            yield (str(size), new), written.edits(places, new)
    for pair in permutations(sizes, 2):
        texts = zip(pair, (f"{x}.shape[-2]", f"{x}.shape[-1]"), strict=True)
        edits = written.each((place, new) for size, new in texts for place in sizes[size])
        old = "`, `".join(map(str, pair))
        yield (old, f"{x}.shape[-2]`, `{x}.shape[-1]"), edits


def _sizes(function: Function) -> dict[int, list[ast.Constant]]:
    """The first numbers of a function that may be sizes, each with its places."""
    sizes: dict[int, list[ast.Constant]] = {}
    for number in nodes(function, ast.Constant):
        if type(number.value) is int and number.value >= SMALLEST:
            sizes.setdefault(number.value, []).append(number)
    return dict(islice(sizes.items(), MOST_SIZES))


def loop_left_early(written: Written) -> Iterator[Fix]:
    """A `return` at the end of a loop's lines that belongs behind the loop, or behind several."""
    returns = {node.end_lineno: node for node in nodes(written.node, ast.Return)}
    source = written.cell.source.encode()
    for loop in nodes(written.node, ast.For):
        last = returns.get(loop.end_lineno)
        if last and last.lineno > loop.body[0].lineno:
            end = written.span(last)[0]
            begin = end - last.col_offset + loop.col_offset
            # It may stand behind a condition, or another statement, in its line.
            if begin < end and source[begin:end].isspace():
                yield (written.text(last),), ((begin, end, ""),)


def rounds_begin_alike(written: Written) -> Iterator[Fix]:
    """A loop whose rounds all begin with the same value: what comes out has another name."""
    for function in written.functions:
        for loop in nodes(function, ast.For):
            names = [*nodes(loop, ast.Name)]
            used = {name.id for name in names if isinstance(name.ctx, ast.Load)}
            bound = {name.id for name in names if isinstance(name.ctx, ast.Store)}
            results = (line.targets[0] for line in loop.body if isinstance(line, ast.Assign))
            for result in (node for node in results if isinstance(node, ast.Name)):
                everywhere = [n for n in nodes(function, ast.Name) if n.id == result.id]
                for name in sorted(used & bound_in(function) - bound - {result.id}):
                    if result.id not in used:
                        yield written.in_line(result, name)[0], written.edits(everywhere, name)


def lines_in_another_order(written: Written) -> Iterator[Fix]:
    """A line that belongs a few lines further down, or up."""
    blocks = [getattr(node, "body", []) for node in ast.walk(written.forward)]
    for body in (block for block in blocks if isinstance(block, list)):
        lines = [line for line in body if isinstance(line, ast.Assign | ast.AugAssign)]
        pairs = combinations(range(len(lines)), 2)
        for run in (lines[a : b + 1] for a, b in pairs if b - a <= FURTHEST):
            first, *between, last = map(written.text, run)
            words = f"{first}; {last}", f"{last}; {first}"
            for order in ((*between, last, first), (last, first, *between)):
                yield words, written.each(zip(run, order, strict=True))


def indices(written: Written) -> Iterator[Fix]:
    """An index that is missing or one too many, of an argument or in a loop."""
    for function in written.functions:
        args = arguments(function)
        sides = (side for node in nodes(function, ast.BinOp) for side in (node.left, node.right))
        for side in sides if "'int'" in written.error else ():
            index = written.text(side)
            indexed = (arg for arg in args if index in args and arg != index)
            yield from (written.in_line(side, f"{arg}[{index}]") for arg in indexed)
        for loop in nodes(function, ast.For):
            yield from _in_a_loop(written, loop)


def _in_a_loop(written: Written, loop: ast.For) -> Iterator[Fix]:
    numbers = [target.id for target in nodes(loop.target, ast.Name)]
    called = {id(call.func) for call in nodes(loop, ast.Call)}
    for line in loop.body:
        for piece in nodes(line, ast.Subscript):
            if written.text(piece.slice) in numbers:
                yield written.in_line(piece, written.text(piece.value))
            elif numbers:
                yield written.in_line(piece.slice, numbers[0])
        for name in nodes(line, ast.Name):
            plain = isinstance(name.ctx, ast.Load) and id(name) not in called
            if plain and numbers and name.id not in (*numbers, *MODULES):
                yield written.in_line(name, f"{name.id}[{numbers[0]}]")


def another_variable(written: Written) -> Iterator[Fix]:
    """An argument, or a name with one other letter, in the line that raised, or else in any; in
    the line that raised another attribute of self, too.
    """
    for function in written.functions:
        loops = [name for loop in nodes(function, ast.For) for name in nodes(loop.target, ast.Name)]
        args = [*arguments(function), *(target.id for target in loops)]
        names = [*nodes(function, ast.Name)]
        bound = sorted({var.id for var in names if isinstance(var.ctx, ast.Store)})
        read = (var for var in names if isinstance(var.ctx, ast.Load) and var.id in (*args, *bound))
        for name in (var for var in read if written.line in (0, var.lineno)):
            alike = (var for var in bound if one_letter_off(var, name.id))
            variables = (var for var in dict.fromkeys((*alike, *args)) if var != name.id)
            yield from (written.in_line(name, var) for var in variables)
    for attribute in (node for node in written.attributes if node.lineno == written.line):
        kept = sorted(written.bound_in_self - {attribute.attr})[:MOST_NAMES]
        yield from (written.in_line(attribute, f"self.{attr}") for attr in kept)
