"""The rules of `corrections` about arguments: their order and names, one too few or too many."""

import ast
import difflib
from collections.abc import Iterable, Iterator
from itertools import chain, combinations

from autograder.corrections.written_answer import QUOTED, UNTOLD, Edit, Found, Written, arguments
from autograder.notebook.syntax import nodes

KEYWORDS = ("dim", "keepdim", "diagonal", "dtype", "bias")
"""Names that arguments of torch's have in the exercises' answers."""
OF_NUMPY = {"k": ["diagonal"]}
"""NumPy's name of an argument, and torch's."""
PLAIN = (ast.Name, ast.Constant)
MOST_ARGUMENTS, ORDERS = 6, (2, 3, 4)
"""Of one call, and how many of them change places: of a hundred there are millions of orders."""


def arguments_swapped(written: Written) -> Iterator[Found]:
    """Two to four names or numbers in each other's place, wherever something is made so."""
    inside = {*nodes(written.init, ast.Call)}
    found: dict[tuple[str, tuple[int, ...], tuple[str, ...], tuple[str, ...]], list[Edit]] = {}
    for node in written.calls:
        name, args = written.text(node.func), [one for one in node.args if isinstance(one, PLAIN)]
        made = node in inside or name.rpartition(".")[2][:1].isupper()
        made = made and len(args) <= MOST_ARGUMENTS
        sizes = ORDERS if made else ()
        every = chain.from_iterable(combinations(range(len(args)), size) for size in sizes)
        for places in sorted(every, key=lambda some: (len(some), some[-1] - some[0])):
            some = [args[place] for place in places]
            old = tuple(map(written.text, some))
            for turn in range(1, len(old)) if len({*old}) == len(old) else ():
                new = (*old[turn:], *old[:turn])
                edits = [(*written.span(one), text) for one, text in zip(some, new, strict=True)]
                found.setdefault((name, places, old, new), []).extend(edits)
        for old, both in _exchanged(written, node) if made else ():
            found.setdefault((name, (), old, old[::-1]), []).extend(both)
    for (_, _, old, new), edits in found.items():
        yield (", ".join(old), ", ".join(new)), tuple(edits)


def _exchanged(written: Written, call: ast.Call) -> Iterator[Found]:
    """Two names or numbers in each other's places, if one of them stands in several or is given by
    a keyword.
    """
    places: dict[str, list[ast.expr]] = {}
    for value in _arguments(call):
        if isinstance(value, PLAIN):
            places.setdefault(written.text(value), []).append(value)
    pairs = combinations(places.items(), 2) if len(places) <= MOST_ARGUMENTS else ()
    for (one, here), (other, there) in pairs:
        if len(here + there) > 2 or not {*here, *there} <= {*call.args}:
            yield (one, other), written.edits(here, other) + written.edits(there, one)


def keyword_misspelt(written: Written) -> Iterator[Found]:
    """An argument that what is called does not have: nearly one of the exercises' answers, or the
    only one that stands in the right answer alone.
    """
    named = [(written.text(call.func), one) for call in written.calls
             for one in call.keywords if one.arg]  # fmt: skip
    right = {one.arg or "" for one in nodes(written.right, ast.keyword)}
    lacking = [*(right - {one.arg for _, one in named})]
    known = right | {*KEYWORDS, *written.part.signature}
    for called, name in dict.fromkeys((called, one.arg or "") for called, one in named):
        begins = [written.span(one)[0] for of, one in named if (of, one.arg) == (called, name)]
        close = difflib.get_close_matches(name, known - {name}, 2) or OF_NUMPY.get(name)
        for new in close or (lacking if len(lacking) == 1 and name in written.error else []):
            if name in written.error or new in written.error:
                ends = [begin + len(name.encode()) for begin in begins]
                yield (name, new), tuple((*at, new) for at in zip(begins, ends, strict=True))


def argument_left_out(written: Written) -> Iterator[Found]:
    """An argument that a call lacks: of `__init__`'s own, or of the right answer's calls."""
    missing = "missing" in written.error
    named = QUOTED.findall(written.error) if missing else []
    given = [one for call in nodes(written.right, ast.Call) for one in _arguments(call)]
    plain = [ast.unparse(one) for one in given if isinstance(one, ast.Name | ast.Constant)]
    for call in written.calls:
        name = written.text(call.func)
        there = {written.text(one) for one in _arguments(call)}
        own = [one for one in written.given[0] if one not in there]
        made = name in written.elsewhere or (missing and name.rpartition(".")[2][:1].isupper())
        for new in dict.fromkeys(own or plain if missing else own) if made else ():
            told = new if new.isidentifier() else UNTOLD
            texts = [_with_one(call, named, one) for one in (new, told)]
            for text, shown in zip(*texts, strict=True):
                yield (written.text(call), shown), written.edits([call], text)


def _arguments(call: ast.Call) -> list[ast.expr]:
    return [*call.args, *(one.value for one in call.keywords)]


def _with_one(call: ast.Call, named: Iterable[str], new: str) -> Iterator[str]:
    """The call with one more argument in each place, or under the names that an error says."""
    for one in named:
        keywords = [*call.keywords, ast.keyword(one, ast.Name(new))]
        yield ast.unparse(ast.Call(call.func, call.args, keywords))
    for place in reversed(range(len(call.args) + 1)):
        args = [*call.args[:place], ast.Name(new), *call.args[place:]]
        yield ast.unparse(ast.Call(call.func, args, call.keywords))


def extra_argument(written: Written) -> Iterator[Found]:
    """Arguments beside the right answer's that a caller would have to give; a `self` too many."""
    right = {one.name: arguments(one) for one in nodes(written.right, ast.FunctionDef)}
    for function in (one for one in written.functions if one.name in right):
        every = function.args.args
        required = every[: len(every) - len(function.args.defaults)]
        own = [one for one in required if one.arg != "self"]
        ends = [(one, written.span(one)[1]) for one in own[len(right[function.name]) :]]
        edits = [(end, end, "=None") for _, end in ends]
        words = [one.arg for one, _ in ends]
        if function is written.node and required[:1] != own[:1] and own:
            words.append("self")
            edits.append((written.span(required[0])[0], written.span(own[0])[0], ""))
        if edits:
            yield ("`, `".join(words),), tuple(edits)
