"""The rules of `corrections` about arguments: their order and names, one too few or too many."""

import ast
import difflib
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations

from autograder.corrections.written_answer import (
    QUOTED,
    UNTOLD,
    Edit,
    Fix,
    Written,
    arguments,
    of_self,
)
from autograder.notebook.syntax import nodes

KEYWORDS = ("dim", "keepdim", "diagonal", "dtype", "bias")
"""Names that arguments of torch's have in the exercises' answers."""
OF_NUMPY = {"k": ["diagonal"]}
"""NumPy's name of an argument, and torch's."""
PLAIN = (ast.Name, ast.Constant)
MOST_ARGUMENTS, ORDERS = 6, (2, 3, 4)
"""Of one call, and how many of them change places: of a hundred there are millions of orders."""
MOST_NAMES = 8
"""Of those that stand together and are tried in each other's place."""


def arguments_swapped(written: Written) -> Iterator[Fix]:
    """Two to four names or numbers in each other's place, wherever something is made so."""
    inside = {*nodes(written.init, ast.Call)}
    swaps: dict[tuple[str, tuple[int, ...], tuple[str, ...], tuple[str, ...]], list[Edit]] = {}
    for node in written.calls:
        name, args = written.text(node.func), [arg for arg in node.args if isinstance(arg, PLAIN)]
        makes = node in inside or name.rpartition(".")[2][:1].isupper()
        makes = makes and len(args) <= MOST_ARGUMENTS
        sizes = ORDERS if makes else ()
        choices = chain.from_iterable(combinations(range(len(args)), size) for size in sizes)
        for places in sorted(choices, key=lambda chosen: (len(chosen), chosen[-1] - chosen[0])):
            values = [args[place] for place in places]
            old = tuple(map(written.text, values))
            for shift in range(1, len(old)) if len({*old}) == len(old) else ():
                new = (*old[shift:], *old[:shift])
                edits = [(*written.span(arg), text) for arg, text in zip(values, new, strict=True)]
                swaps.setdefault((name, places, old, new), []).extend(edits)
        for old, changes in _exchanged(written, node) if makes else ():
            swaps.setdefault((name, (), old, old[::-1]), []).extend(changes)
    for (_, _, old, new), edits in swaps.items():
        yield (", ".join(old), ", ".join(new)), tuple(edits)


def _exchanged(written: Written, call: ast.Call) -> Iterator[Fix]:
    """Two names or numbers in each other's places, if one of them stands in several or is given by
    a keyword.
    """
    places: dict[str, list[ast.expr]] = {}
    for value in _arguments(call):
        if isinstance(value, PLAIN):
            places.setdefault(written.text(value), []).append(value)
    pairs = combinations(places.items(), 2) if len(places) <= MOST_ARGUMENTS else ()
    for (first, firsts), (second, seconds) in pairs:
        if len(firsts + seconds) > 2 or not {*firsts, *seconds} <= {*call.args}:
            yield (first, second), written.edits(firsts, second) + written.edits(seconds, first)


def unpacked_otherwise(written: Written) -> Iterator[Fix]:
    """Two results in each other's place, wherever as many are unpacked."""
    targets: dict[int, list[ast.Tuple]] = {}
    for line in nodes(written.forward, ast.Assign):
        if isinstance(several := line.targets[0], ast.Tuple):
            targets.setdefault(len(several.elts), []).append(several)
    for size, places in targets.items():
        for a, b in combinations(range(size), 2) if size <= MOST_ARGUMENTS else ():
            pairs = ((place.elts[a], place.elts[b]) for place in places)
            swaps = [((x, written.text(y)), (y, written.text(x))) for x, y in pairs]
            words, _ = written.within(places[0], written.each(swaps[0]))
            yield words, written.each(chain.from_iterable(swaps))


def names_swapped(written: Written) -> Iterator[Fix]:
    """Two layers of one line, or two names of the lines of a branch, in each other's place."""
    for line in nodes(written.forward, ast.stmt):
        body, other = getattr(line, "body", []), getattr(line, "orelse", [])
        if not body:
            read = nodes(line, ast.Attribute)
            yield from _swapped(written, [layer for layer in read if of_self(layer)])
        for block in (block for block in (body, other) if len(block) > 1):
            names = (name for one in block for name in nodes(one, ast.Name))
            yield from _swapped(written, [n for n in names if isinstance(n.ctx, ast.Load)])


def _swapped(written: Written, read: Sequence[ast.expr]) -> Iterator[Fix]:
    names = dict.fromkeys(map(written.text, read))
    for one, other in combinations(names, 2) if len(names) <= MOST_NAMES else ():
        new = {one: other, other: one}
        texts = [(node, new[written.text(node)]) for node in read if written.text(node) in new]
        yield (f"{one}, {other}", f"{other}, {one}"), written.each(texts)


def keyword_misspelt(written: Written) -> Iterator[Fix]:
    """An argument that what is called does not have: nearly one of the exercises' answers, or the
    only one that stands in the right answer alone.
    """
    named = [(written.text(call.func), word) for call in written.calls
             for word in call.keywords if word.arg]  # fmt: skip
    right = {word.arg or "" for word in nodes(written.solution, ast.keyword)}
    lacking = [*(right - {word.arg for _, word in named})]
    known, data = right | {*KEYWORDS, *written.part.signature}, written.cell.source.encode()
    for called, name in dict.fromkeys((called, word.arg or "") for called, word in named):
        begins = [written.span(word)[0] for of, word in named if (of, word.arg) == (called, name)]
        close = difflib.get_close_matches(name, known - {name}, 2) or OF_NUMPY.get(name)
        for new in close or (lacking if len(lacking) == 1 and name in written.error else []):
            if name in written.error or new in written.error:
                yield (name, new), tuple((at, data.index(b"=", at), new) for at in begins)


def argument_left_out(written: Written) -> Iterator[Fix]:
    """An argument that a call lacks: one of `__init__`, of the right answer's calls, or a size."""
    missing = "missing" in written.error
    names = QUOTED.findall(written.error) if missing else []
    args = [arg for call in nodes(written.solution, ast.Call) for arg in _arguments(call)]
    sizes = [f"{arg}.shape[-1]" for arg in arguments(written.forward)[:1]]
    plain = [*sizes, *(ast.unparse(arg) for arg in args if isinstance(arg, PLAIN))]
    for call in written.calls:
        name = written.text(call.func)
        passed = {written.text(arg) for arg in _arguments(call)}
        lacking = [arg for arg in arguments(written.init) if arg not in passed]
        is_class = name.rpartition(".")[2][:1].isupper()
        makes = name in written.notebook_names or (missing and is_class)
        for new in dict.fromkeys(lacking or plain if missing else lacking) if makes else ():
            label = new if new.isidentifier() else UNTOLD
            texts = [_with_one(call, names, arg) for arg in (new, label)]
            for text, shown in zip(*texts, strict=True):
                yield (written.text(call), shown), written.edits([call], text)


def _arguments(call: ast.Call) -> list[ast.expr]:
    return [*call.args, *(word.value for word in call.keywords)]


def _with_one(call: ast.Call, names: Iterable[str], new: str) -> Iterator[str]:
    """The call with one more argument in each place, or under the names that an error says."""
    for name in names:
        keywords = [*call.keywords, ast.keyword(name, ast.Name(new))]
        yield ast.unparse(ast.Call(call.func, call.args, keywords))
    for place in reversed(range(len(call.args) + 1)):
        args = [*call.args[:place], ast.Name(new), *call.args[place:]]
        yield ast.unparse(ast.Call(call.func, args, call.keywords))


def extra_argument(written: Written) -> Iterator[Fix]:
    """Arguments beside the right answer's that a caller would have to give; a `self` too many."""
    right = {node.name: arguments(node) for node in nodes(written.solution, ast.FunctionDef)}
    for function in (function for function in written.functions if function.name in right):
        args = function.args.args
        required = args[: len(args) - len(function.args.defaults)]
        passed = [arg for arg in required if arg.arg != "self"]
        extra = passed[len(right[function.name]) :]
        edits = [written.after(arg, "=None") for arg in extra]
        words = [arg.arg for arg in extra]
        if function is written.node and required[:1] != passed[:1] and passed:
            words.append("self")
            edits.append((written.span(required[0])[0], written.span(passed[0])[0], ""))
        if edits:
            yield ("`, `".join(words),), tuple(edits)
