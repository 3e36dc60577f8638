"""Guesses: the text of one expression replaced, so that the whole part may be right."""

import ast
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise

import torch

from autograder.corrections.written_answer import (
    QUOTED,
    UNTOLD,
    Edit,
    Fix,
    Guess,
    Written,
    arguments,
    bound_in,
    numbers,
)
from autograder.notebook.changes import MODULES, changes
from autograder.notebook.read import Code
from autograder.notebook.syntax import nodes, parsed

MOST_GUESSES = 600
"""Of a definition: the changes of a long one are hundreds."""
MOST_WITHOUT_ERROR = 600
"""Of an answer that raised no error: with more guesses than this it is not guessed at."""
SMALLEST = 3
"""From this on a literal may be any argument or number of the solution, not just one off."""
KINDS = (
    "misused", "letters", "operator", "call", "bound", "operands", "name", "constant", "shape",
    "arguments",
)  # fmt: skip
"""The changes that are tried, the likeliest first."""
MARK = re.compile(r"\b(?:is|not|in|and|or)\b|[a-zA-Z_]\w*\(|(?<=[\w)\]])(?:\*\*|[-+*/@<>%])")
"""A word that is an operator, a call, or an operator between two values."""
SPACED = re.compile(r" ?(\*\*|[-+*/@<>%]) ?")
SIZES = re.compile(r"\.(?:shape|size)\b|\blen\(")
USES = (ast.Call, ast.BinOp, ast.Compare, ast.UnaryOp, ast.BoolOp)
"""Where these stand in code, and not in a docstring."""


def guessed(written: Written, more: Iterable[Guess]) -> Iterator[Fix]:
    """An operator, an order, a number or a name, and `more`; near a line that raised an error."""
    within, quoted, line = written.pieces, QUOTED.findall(written.error), written.line

    def likely(guess: Guess) -> tuple[bool, bool, int]:
        node = guess.node
        first, last = within[id(node)].lineno, within[id(node)].end_lineno or 0
        named = guess.kind == "misused" or (isinstance(node, ast.Name) and node.id in quoted)
        away = max(first - line, line - last, 0) if line else 0
        return not named, bool(line) and first > line, away + KINDS.index(guess.kind)

    inside = (guess for guess in (*_every(written), *more) if id(guess.node) in within)
    guesses = {(id(guess.node), guess.new): guess for guess in inside}
    few = line or len(guesses) <= MOST_WITHOUT_ERROR
    parallel, seen = _parallel(written), set[tuple[Edit, ...]]()
    for guess in sorted(guesses.values(), key=likely) if few else ():
        equals = _alike(written, guess)
        for places in filter(None, ([guess.node], equals, parallel.get(id(guess.node)))):
            words, edits = _told(written, places, guess)
            if edits not in seen:
                seen.add(edits)
                yield words, edits


def _alike(written: Written, guess: Guess) -> list[ast.expr]:
    """Where its statement has the same name or number, or ends with the same bound."""
    old, statement = written.text(guess.node), written.pieces[id(guess.node)]
    if guess.kind == "bound":
        ends = (end for end in written.bounds if written.pieces.get(id(end)) is statement)
        return [end for end in ends if written.text(end) == old]
    everywhere = guess.kind in ("name", "constant", "misused")
    similar = nodes(statement, type(guess.node)) if everywhere else ()
    read = (node for node in similar if isinstance(getattr(node, "ctx", ast.Load()), ast.Load))
    return [node for node in read if ast.unparse(node) == old]


def _parallel(written: Written) -> dict[int, list[ast.expr]]:
    """By argument or bound, the places with the same text: the same argument of calls of one name,
    the same keyword of any call, the same bound of slices. One mistake may be made in all.
    """
    groups: dict[tuple[str, int | str | None, str], list[ast.expr]] = {}
    for call in written.calls:
        name = written.text(call.func).rpartition(".")[2]
        for place, arg in enumerate(call.args):
            groups.setdefault((name, place, written.text(arg)), []).append(arg)
        for word in call.keywords:
            groups.setdefault(("", word.arg, written.text(word.value)), []).append(word.value)
    slices = nodes(written.node, ast.Slice)
    for bound in (end for piece in slices for end in (piece.lower, piece.upper) if end):
        groups.setdefault(("", None, written.text(bound)), []).append(bound)
    return {id(node): places for places in groups.values() for node in places}


def _told(written: Written, places: list[ast.expr], guess: Guess) -> Fix:
    statement = written.pieces[id(guess.node)]
    inner = [place for place in places if written.pieces.get(id(place)) is statement]
    words, _ = written.within(statement, written.edits(inner, guess.told or guess.new))
    return words, written.edits(places, guess.new)


def _every(written: Written) -> Iterator[Guess]:
    """Each change by rule, and those that need the right answer, or a name for what is missing."""
    literals = _literals(written.solution)
    for kind, node, changed in changes(written.node):
        if isinstance(node, ast.expr) and kind in KINDS:
            new = ast.unparse(changed)
            yield Guess(kind, node, new, UNTOLD if kind == "constant" and new in literals else "")
    yield from _misused(written)
    yield from _assigned(written)
    yield from _begun_anew(written)
    yield from _of_names(written)
    yield from _of_returns(written)
    yield from _quotients(written)
    for piece in nodes(written.node, ast.Slice):
        if piece.lower and piece.upper:
            yield Guess("shape", piece, written.text(piece.lower))
    for branch in ast.walk(written.node):
        if isinstance(branch, ast.If | ast.IfExp):
            yield from (Guess("arguments", branch.test, value) for value in ("True", "False"))


def _of_names(written: Written) -> Iterator[Guess]:
    """What is given or made and never read, for a name; how many tokens there are for a size; an
    argument or a number of the right answer for a number; a layer of another name in a module that
    is given.
    """
    args, literals = arguments(written.forward), _literals(written.solution)
    read = nodes(written.forward, ast.Attribute)
    of_args = [node for node in read if getattr(node.value, "id", "") in args]
    layers = dict.fromkeys(node.attr for node in of_args if not hasattr(torch.Tensor, node.attr))
    for layer in (node for node in of_args if node.attr in layers):
        texts = (f"{written.text(layer.value)}.{name}" for name in layers if name != layer.attr)
        yield from (Guess("name", layer, text) for text in texts)
    names = (name for name in nodes(written.forward, ast.Name) if isinstance(name.ctx, ast.Load))
    unread = _unread(written, args)
    yield from (Guess("misused", name, new) for name in names for new in unread)
    args_of = {id(n): arguments(f) for f in written.functions for n in nodes(f, ast.Constant)}
    widths = [f"{arg}.shape[-1]" for arg in args[:1]]
    for constant in nodes(written.node, ast.Constant):
        value = constant.value
        if type(value) is float or (type(value) is int and value >= SMALLEST):
            known = (*args_of.get(id(constant), ()), *widths, *_more_digits(value))
            yield from (Guess("constant", constant, text) for text in known)
            yield from (Guess("constant", constant, literal, UNTOLD) for literal in literals)
    sizes = arguments(written.init)
    for call in written.calls if args else ():
        if written.text(call.func).startswith("torch."):
            for size in (arg for arg in call.args if isinstance(arg, ast.Name)):
                yield Guess("name", size, f"{args[0]}.shape[-2]")
                yield from (Guess("name", size, name) for name in sizes if size.id in sizes)


def _quotients(written: Written) -> Iterator[Guess]:
    """How many of one size go into another, where this one is passed on."""
    lines = nodes(written.forward, ast.Assign)
    sizes = [line.targets[0] for line in lines if SIZES.search(written.text(line.value))]
    names = dict.fromkeys(name.id for target in sizes for name in nodes(target, ast.Name))
    for size in (arg for call in written.calls for arg in call.args):
        if isinstance(size, ast.Name) and size.id in names:
            others = (name for name in names if name != size.id)
            yield from (Guess("shape", size, f"{other} // {size.id}") for other in others)


def _more_digits(value: float) -> list[str]:
    """Of a number that is nearly e or pi, the whole of it."""
    known = (math.e, math.pi)
    near = (exact for exact in known if math.isclose(value, exact, rel_tol=0.05))
    return [repr(exact) for exact in near if value != exact]


def _unread(written: Written, args: Iterable[str]) -> list[str]:
    """What is given, or made by a statement of its own, and not read before it is made anew."""
    uses = {name: [True] for name in args}
    at = {node: written.pieces.get(id(node)) for node in nodes(written.forward, ast.Name)}
    order = [(o.lineno, isinstance(node.ctx, ast.Store), node.id) for node, o in at.items() if o]
    for _, is_made, name in sorted(order):
        uses.setdefault(name, []).append(is_made)
    alone = {node.id for node, o in at.items() if isinstance(o, ast.Assign) and node in o.targets}
    lost = (name for name, flags in uses.items() if any(map(all, pairwise([*flags, True]))))
    return [name for name in lost if name in alone.union(args)]


def _of_returns(written: Written) -> Iterator[Guess]:
    """What was made, where it is called; a tensor of a list's tensors for the list; several
    results in brackets of their own.
    """
    bound, lines = bound_in(written.forward), nodes(written.forward, ast.Assign)
    lists = (line for line in lines if isinstance(line.value, ast.List | ast.ListComp))
    names = {written.text(line.targets[0]) for line in lists}
    for node in (line.value for line in nodes(written.node, ast.Return)):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in bound:
            yield Guess("misused", node, written.text(node.func))
        yield from _grouped(written, node) if isinstance(node, ast.Tuple) else ()
        for value in node.elts if isinstance(node, ast.Tuple) else [node]:
            if isinstance(value, ast.Name) and value.id in names:
                yield Guess("misused", value, f"torch.stack({value.id})")


def _grouped(written: Written, several: ast.Tuple) -> Iterator[Guess]:
    """Results of which the right answer puts some together."""
    for meant in (line.value for line in nodes(written.solution, ast.Return)):
        groups = [getattr(item, "elts", [item]) for item in getattr(meant, "elts", ())]
        if sum(map(len, groups)) == len(several.elts) > len(groups):
            texts = map(written.text, several.elts)
            inner = [", ".join(next(texts) for _ in group) for group in groups]
            new = (f"({text})" if ", " in text else text for text in inner)
            yield Guess("shape", several, ", ".join(new))


def _literals(tree: ast.AST) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(repr, numbers(tree))))


def _misused(written: Written) -> Iterator[Guess]:
    """What Python lets one write and torch cannot use: a method that is not called, a list."""
    called = {id(call.func): call for call in written.calls}
    sliced = {id(piece.value) for piece in nodes(written.node, ast.Subscript)}
    for node in nodes(written.node, ast.Attribute):
        text, call = written.text(node), called.get(id(node))
        method = callable(getattr(torch.Tensor, node.attr, None))
        if written.text(node.value) == "math" and hasattr(torch, node.attr):
            yield Guess("misused", node, f"torch.{node.attr}")
        elif method and not call:
            yield Guess("misused", node, f"{text}()")
        elif call and hasattr(torch.Tensor, node.attr) and not method and not call.args:
            yield Guess("misused", call, text)
        elif node.attr == "shape" and call and len(call.args) == 1:
            yield Guess("misused", call, f"{text}[{written.text(call.args[0])}]")
        elif node.attr == "weight":
            yield Guess("misused", node, f"{text}.T")
        elif node.attr == "shape" and id(node) not in sliced and written.error:
            yield from (Guess("misused", node, f"{text}[{place}]") for place in (-1, 0))
    yield from _size_of_a_number(written)
    yield from _of_calls(written)


def _of_calls(written: Written) -> Iterator[Guess]:
    """A list where a tensor is asked for, a type of numbers that is called, two calls in a row."""
    for call, func in written.methods:
        if call.args and isinstance(call.args[0], ast.List | ast.ListComp):
            yield Guess("misused", call.args[0], f"torch.stack({written.text(call.args[0])})")
        if isinstance(getattr(torch, func.attr, None), torch.dtype):
            yield Guess("misused", func, func.attr)
        if isinstance(inner := func.value, ast.Call) and isinstance(inner.func, ast.Attribute):
            yield Guess("call", call, written.text(inner.func.value))


def _size_of_a_number(written: Written) -> Iterator[Guess]:
    """A size where it is asked how long it is, or for its shape."""
    for call in written.calls if " has no len()" in written.error else ():
        if written.text(call.func) == "len" and call.args:
            yield Guess("misused", call, written.text(call.args[0]))
    for piece in nodes(written.node, ast.Subscript):
        if getattr(piece.value, "attr", "") == "shape" and "'int'" in written.error:
            yield Guess("misused", piece, written.text(piece.value).removesuffix(".shape"))


def _assigned(written: Written) -> Iterator[Guess]:
    """A dropout rate where a layer is called; what registering a buffer returns, which is nothing;
    `super` without its brackets; a call or a comparison whose value is not kept.
    """
    for call in (line.value for line in nodes(written.node, ast.Expr)):
        if isinstance(call, ast.Compare) and isinstance(call.ops[0], ast.Eq):
            left, right = written.text(call.left), written.text(call.comparators[0])
            yield Guess("misused", call, f"{left} = {right}")
        names = dict.fromkeys(name.id for name in nodes(call, ast.Name))
        inputs = [name for name in names if name not in ("self", "super", *MODULES)]
        if isinstance(call, ast.Call):
            yield from (Guess("misused", call, f"{x} = {written.text(call)}") for x in inputs)
    for read in nodes(written.node, ast.Attribute):
        if written.text(read.value) == "super":
            yield Guess("misused", read.value, "super()")
    called = {written.text(call.func) for call in written.calls}
    for node in nodes(written.node, ast.Assign):
        target, text = node.targets[0], written.text(node.value)
        if isinstance(node.value, ast.Name) and written.text(target) in called:
            yield Guess("misused", node.value, f"torch.nn.Dropout({text})")
        if text.startswith("self.register_"):
            yield Guess("misused", target, "_")


def _begun_anew(written: Written) -> Iterator[Guess]:
    """A sum that each round of its loop begins anew, or that begins with something else than 0."""
    sums = {written.text(line.target) for line in nodes(written.node, ast.AugAssign)}
    for first in nodes(written.node, ast.Assign):
        if written.text(first.targets[0]) in sums:
            yield Guess("misused", first.value, f"torch.zeros_like({written.text(first.value)})")
    for line in (line for loop in nodes(written.node, ast.For) for line in loop.body):
        if isinstance(line, ast.Assign) and isinstance(total := line.targets[0], ast.Name):
            yield Guess("misused", line.value, f"{total.id} + {written.text(line.value)}")


def removes_needed_step(words: tuple[str, ...], solution: str) -> bool:
    """Whether a change takes away an operator or a call that the right answer has too.

    It makes a mistake of its own then, and not the answer right but for another one.
    """
    gone = _marks(words[0]) - _marks(words[-1])
    uses = (ast.unparse(node) for kind in USES for node in nodes(ast.parse(solution), kind))
    # Of a long line not all is quoted.
    return UNTOLD not in words[-1] and any(gone & _marks(use) for use in uses)


def adds_solutions_call(before: Iterable[Code], after: Iterable[Code], solution: str) -> bool:
    """Whether a change calls once more what the right answer calls: of an answer that lacked this
    step, what it still lacks is no slip.
    """
    old, new = (_calls(parsed(cell.source) for cell in code) for code in (before, after))
    steps = (new - old).keys() & _calls([ast.parse(solution)]).keys()
    return new.total() > old.total() and bool(steps)


def _calls(trees: Iterable[ast.Module | None]) -> Counter[str]:
    calls = (call for tree in trees if tree for call in nodes(tree, ast.Call))
    return Counter(ast.unparse(call.func) for call in calls)


def _marks(text: str) -> set[str]:
    return {*MARK.findall(SPACED.sub(r"\1", text))}


def leaves_unread(before: Iterable[Code], after: Iterable[Code]) -> bool:
    """Whether a change leaves something unread that the answer computes or is given. It removes a
    step then, and would make any answer look like the mistake that lacks this step.
    """
    pairs = ((old, new) for old, new in zip(before, after, strict=True) if old != new)
    trees = ((parsed(old.source), parsed(new.source)) for old, new in pairs)
    return any(
        (_names(old, ast.Load) - _names(new, ast.Load))
        & _names(old, ast.Store).union(arg.arg for arg in nodes(old, ast.arg))
        for old, new in trees
        if old and new
    )


def _names(module: ast.Module, how: type[ast.expr_context]) -> set[str]:
    """The names and attributes that are read, or bound."""
    used = (node for node in ast.walk(module) if isinstance(getattr(node, "ctx", None), how))
    return {getattr(node, "attr", "") or getattr(node, "id", "") for node in used}
