"""The one place where a stranger's text becomes a tree, of bounded depth and size.

Whoever walks such a tree may do so by recursion. Text beyond the bounds is run by the worker as any
other; here it is only known by its names.

What is found out about a piece of code once is kept for the next reader, until it is forgotten.
The cells that a release gives are the same in every submission, and each of a submission's own is
read by half a dozen readers. But a tree takes some 300 times the memory of its text: what is kept
of one submission after the other would be more than a machine has.
"""

import ast
import functools
import re
import warnings
from collections.abc import Callable, Iterator
from enum import Enum, auto
from itertools import chain, islice
from typing import Any, TypeVar

from autograder.wire.places import LINE_MAGICS

Found = TypeVar("Found")

MOST = 1 << 16
"""Letters of code, of all submissions since the last time that was forgotten."""

ENTRIES = 1 << 15
"""Of each kind: more than the statements of the largest notebook, or each reader begins anew; and a
bound for a process that reads many notebooks and never forgets."""

_KEPT: list["functools._lru_cache_wrapper[Any]"] = []

MAX_TOKENS = 20_000
"""Of a cell. A whole notebook of answers has some thousands."""

MAX_DEPTH = 100
"""Of its tree; that of an answer has a dozen levels."""

MAX_NAMES = 2_000
"""That are known of a cell beyond the bounds."""

TOKEN = re.compile(
    r"^[ \t]*+\#[^{\n\x0b\x0c\x1c-\x1e\x85\u2028\u2029]*+$|\w+|[^\w\s]", re.MULTILINE
)
"""A line of comment is one: it adds nothing to a tree, and students paste long logs as comments.

Not with a brace, which may begin a value in an f-string, nor with a line end of IPython's own.
"""
BINDS = re.compile(
    r"^(?:(?:async[ \t]+)?(?:def|class)[ \t]+(?P<defined>\w++)"
    r"|(?:from|import)\b(?P<imported>.*)"
    r"|(?P<assigned>\w++)[ \t]*+(?::[^=\n]*+)?=(?!=))",
    re.MULTILINE,
)
WORD = re.compile(r"[^\W\d]\w*+")

RUNS = rf"%(?:{'|'.join(sorted(LINE_MAGICS))})\b[ \t]*+(?:-\w+[ \t]*+\d*+[ \t]*+)*+"
RUNNING = re.compile(rf"^([ \t]*|[\w., \t]+=[ \t]*)(?:{RUNS})++", re.MULTILINE)
"""Magics of a line that run the code behind them."""

MAGIC_LINE = re.compile(r"^[ \t]*(?:[%!].*|\?.*|[\w.]+\?\??[ \t]*)$", re.MULTILINE)
MAGIC_VALUE = re.compile(r"^([\w., \t]+=[ \t]*)[%!].*$", re.MULTILINE)

MANNERS = (ast.expr_context, ast.operator, ast.unaryop, ast.cmpop, ast.boolop)
"""Loading or storing, plus or minus: found at the node that has them."""

NODES = frozenset(
    kind
    for kind in vars(ast).values()
    if isinstance(kind, type) and issubclass(kind, ast.AST) and not issubclass(kind, MANNERS)
)


def kept(find: Callable[..., Found]) -> "functools._lru_cache_wrapper[Found]":
    """`find`, which is asked only once about the same text or node; nobody may change either."""
    found = functools.lru_cache(ENTRIES)(find)
    _KEPT.append(found)
    return found


def forget() -> None:
    """Let go of everything."""
    for found in _KEPT:
        found.cache_clear()


class Unfit(Enum):
    """Why a text has no tree."""

    NO_PYTHON = auto()
    BEYOND_BOUNDS = auto()


Reader = Callable[[str], ast.Module | Unfit]
"""What finds a text's tree: for all readers, or (`fresh_tree`) for one that will not come again."""


def tokens_in(source: str) -> int:
    """How many tokens a text has; at most one more than `MAX_TOKENS`."""
    if len(source) <= MAX_TOKENS:
        return len(TOKEN.findall(source))
    return sum(1 for _ in islice(TOKEN.finditer(source), MAX_TOKENS + 1))


def fresh_tree(source: str) -> ast.Module | Unfit:
    """The tree of a text that is Python as it stands, for one reader alone."""
    if len(source) > MAX_TOKENS and tokens_in(source) > MAX_TOKENS:
        return Unfit.BEYOND_BOUNDS
    with warnings.catch_warnings():
        # An odd escape in a student's string is no news for the instructor's terminal.
        warnings.simplefilter("ignore")
        try:
            found = ast.parse(source)
        except (SyntaxError, ValueError):
            return Unfit.NO_PYTHON
        except (RecursionError, MemoryError):
            return Unfit.BEYOND_BOUNDS
    depth = sum(1 for _ in islice(layers(found), MAX_DEPTH + 1))
    return found if depth <= MAX_DEPTH else Unfit.BEYOND_BOUNDS


tree = kept(fresh_tree)
"""The same, for every reader: not to be changed."""


def layers(node: ast.AST) -> Iterator[list[ast.AST]]:
    """The node, the nodes right below it, those below them, and so on to the last.

    Without those that only say how the node above is meant: they are every second one.
    """
    layer = [node]
    while layer:
        yield layer
        layer = [inner for outer in layer for inner in _below(outer)]


def _below(node: ast.AST) -> list[ast.AST]:
    # Every node of every submission comes here: by its fields' names it takes three times as long.
    found: list[ast.AST] = []
    for value in vars(node).values():
        kind = type(value)
        if kind is list:
            found += [item for item in value if type(item) in NODES]
        elif kind in NODES:
            found.append(value)
    return found


@kept
def by_names(source: str) -> ast.Module:
    """What is known of a text beyond the bounds: what its lines bind, and which names they hold.

    A binding is an assignment of every name that stands between it and the next one, as an
    attribute of itself: it may be the notebook's own, or another library's. Nodes know their line.
    """
    places = list(islice(BINDS.finditer(source), MAX_NAMES))
    ends = [*(place.start() for place in places[1:]), len(source)][: len(places)]
    body: list[ast.stmt] = []
    load, store = ast.Load(), ast.Store()
    line, read, left = 1, 0, MAX_NAMES
    for place, end in zip(places, ends, strict=True):
        line += source.count("\n", read, place.start())
        read = place.start()
        words = list(dict.fromkeys(WORD.findall(source, read, end)))[:left]
        left -= len(words)
        bound = place["defined"] or place["assigned"]
        names = [bound] if bound else WORD.findall(place["imported"] or "")[:50]
        held: list[ast.expr] = [
            ast.Attribute(ast.Name(word, load, lineno=line), word, load, lineno=line)
            for word in words
        ]
        targets: list[ast.expr] = [ast.Name(name, store, lineno=line) for name in names]
        body.append(ast.Assign(targets, ast.List(held, load, lineno=line), lineno=line))
    return ast.Module(body, [])


@kept
def is_python(source: str) -> bool:
    """Whether the text is Python, but for its magics."""
    return parsed(source) is not None


def parsed(source: str, read: Reader = tree) -> ast.Module | None:
    """The source's tree, without its magics if it has any; None if it is no Python.

    Of a text beyond the bounds what is known by its names. Not to be changed.
    """
    found = read(source)
    for plain in (without_magics(RUNNING.sub(r"\1", source)), without_magics(source)):
        if found is Unfit.NO_PYTHON and plain != source:
            found = read(plain)
    if found is Unfit.BEYOND_BOUNDS:
        return by_names(source)
    return None if isinstance(found, Unfit) else found


def without_magics(source: str) -> str:
    """The source with its lines of magics emptied, so that every line keeps its number."""
    return MAGIC_LINE.sub("", MAGIC_VALUE.sub(r"\1None", source))


@kept
def walked(node: ast.AST) -> tuple[ast.AST, ...]:
    """The node and every node below, as in its `layers`."""
    return tuple(chain.from_iterable(layers(node)))
