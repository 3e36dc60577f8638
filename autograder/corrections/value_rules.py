"""The rules of `corrections` about values: a mask or a shape of other sizes, one number, argument,
index or line of a loop for another.
"""

import ast
import re
from collections.abc import Iterator
from itertools import islice, permutations

from autograder.corrections.written_answer import (
    Found,
    Function,
    Written,
    arguments,
    of_self,
    one_letter_off,
)
from autograder.notebook.changes import MODULES
from autograder.notebook.syntax import nodes

MOST_NAMES = 20
"""Attributes of self that may be meant by another one in the line that raised."""
SMALLEST, MOST_SIZES = 3, 4
"""Of numbers that may be how many tokens the example has, and how many of these are tried."""
NUMBER, INFINITE = re.compile(r"-?[\d.]+(?:e\d+)?"), 'float("-inf")'


def range_forgotten(written: Written) -> Iterator[Found]:
    """Loops over a number, and not over those below it."""
    every = (o for o in ast.walk(written.node) if isinstance(o, ast.For | ast.comprehension))
    loops = [one for one in every if "object is not iterable" in written.error]
    for text, loop in {written.text(one.iter): one for one in loops}.items():
        same = [one.iter for one in loops if written.text(one.iter) == text]
        head, new = f"for {written.text(loop.target)} in ", f"range({text})"
        yield (head + text, head + new), written.edits(same, new)


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
        if scores and mask and kept:
            text, size = written.text(mask), f"({written.text(scores)}).shape"
            cut = f"..., : {size}[-2], : {size}[-1]"
            places = [one.slice for one in inside if isinstance(one, ast.Subscript)]
            if not any(map(_is_cut, places)):
                new = cut if places else f"({text})[{cut}]"
                yield (text,), written.edits(places[:1] or [mask], new)


def _is_cut(piece: ast.expr) -> bool:
    """Whether names say where both dimensions end: if they are wrong, the slip is elsewhere."""
    ends = [one.upper for one in nodes(piece, ast.Slice)]
    return len(ends) == 2 and all(isinstance(one, ast.Name | ast.BinOp) for one in ends)


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
        for value in (one for outer in values for one in nodes(outer, ast.expr)):
            if NUMBER.fullmatch(written.text(value)):
                yield written.instead(value, INFINITE)


def _masked(written: Written) -> Iterator[list[ast.expr]]:
    """Of each call that hides by a mask, the mask and the other arguments; and where one is set."""
    for node in written.calls:
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        if name.startswith(("masked_fill", "where")) and node.args:
            yield [*node.args, *(one.value for one in node.keywords)]
    for place in nodes(written.node, ast.Subscript):
        if isinstance(place.ctx, ast.Store):
            yield [place.slice]


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
        yield (written.text(here), text), written.each(texts)


def rate_written_out(written: Written) -> Iterator[Found]:
    """A number for the rate at which a function drops, in the place of what `__init__` is given."""
    given, end = written.given
    for call in nodes(written.forward, ast.Call) if end else ():
        numbers = [one for one in nodes(call, ast.Constant) if type(one.value) is float]
        for rate in numbers if written.text(call.func).endswith("dropout") else ():
            for arg in given:
                kept = (end, end, f"; self.given_{arg} = {arg}")
                edits = (kept, *written.edits([rate], f"self.given_{arg}"))
                yield (written.text(rate), f"self.{arg}"), edits


def size_of_the_example(written: Written) -> Iterator[Found]:
    """A number for how many tokens there are or `__init__` is given; two, also for a width."""
    x = next(iter(arguments(written.forward)), "")
    sizes = _sizes(written.forward) if x else {}
    for size, places in sizes.items():
        # Of a batch of sequences, of one, of single numbers, or as a number.
        for new in (f"{x}.shape[-2]", f"{x}.shape[0]", x):
            yield (str(size), new), written.edits(places, new)
    for size, places in _sizes(written.init).items():
        for new in written.given[0]:
            yield (str(size), new), written.edits(places, new)
    for some in permutations(sizes, 2):
        of = zip(some, (f"{x}.shape[-2]", f"{x}.shape[-1]"), strict=True)
        edits = written.each((one, new) for size, new in of for one in sizes[size])
        old = "`, `".join(map(str, some))
        yield (old, f"{x}.shape[-2]`, `{x}.shape[-1]"), edits


def _sizes(function: Function) -> dict[int, list[ast.Constant]]:
    """The first numbers of a function that may be sizes, each with its places."""
    sizes: dict[int, list[ast.Constant]] = {}
    for one in nodes(function, ast.Constant):
        if type(one.value) is int and one.value >= SMALLEST:
            sizes.setdefault(one.value, []).append(one)
    return dict(islice(sizes.items(), MOST_SIZES))


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


def line_too_many(written: Written) -> Iterator[Found]:
    """A line that changes what an earlier one made: places of a tensor, or all of it."""
    for line in nodes(written.node, ast.Assign):
        if isinstance(line.targets[0], ast.Subscript):
            yield written.within(line, written.edits([line], "pass"))
    for alone in nodes(written.node, ast.Expr):
        if re.search(r"\.(?!_)\w+_\(", written.text(alone)):
            yield written.within(alone, written.edits([alone], "pass"))


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
    """An argument, or a name with one other letter, in the line that raised, or else in any; in
    the line that raised another attribute of self, too.
    """
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
    for one in (one for one in written.attributes if one.lineno == written.line):
        kept = sorted(written.bound_in_self - {one.attr})[:MOST_NAMES]
        yield from (written.in_line(one, f"self.{other}") for other in kept)
