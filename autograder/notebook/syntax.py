"""The one place where a stranger's text becomes a tree, bounded: it may be walked by recursion.

What is found out about a piece of code is remembered for its half a dozen readers, until it is
forgotten: a tree takes some 300 times the memory of its text.
"""

import ast
import functools
import re
import warnings
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from autograder.wire.places import LINE_MAGICS

Found = TypeVar("Found")
Node = TypeVar("Node", bound=ast.AST)

FORGET_AFTER = 1 << 16
"""Characters of code that are read before everything should be forgotten."""
ENTRIES = 1 << 15
"""Of each kind: more than the statements of the largest notebook, or each reader begins anew."""

_REMEMBERED: list["functools._lru_cache_wrapper[Any]"] = []

MAX_TOKENS = 20_000
"""Of a cell. A whole notebook of answers has some thousands."""
MAX_DEPTH = 100
"""Of its tree; that of an answer has a dozen levels."""
BEYOND_BOUNDS = ast.Module([], [])
"""The tree of code with more tokens or levels: it is run, and only its text is searched."""
TOKEN = re.compile(r"^[ \t]*+\#[^{\n\x0b\x0c\x1c-\x1e\x85\u2028\u2029]*+$|\w+|[^\w\s]", re.M)
"""A line of comment is one: it adds nothing to a tree, and students paste long logs as comments.

Not with a brace, which may begin a value in an f-string, nor with a line end of IPython's own.
"""

SET_UP = "super().__init__()"
"""What a released stub of `__init__` does before it refuses."""
RUNS = rf"%(?:{'|'.join(sorted(LINE_MAGICS))})\b[ \t]*+(?:-\w+[ \t]*+\d*+[ \t]*+)*+"
RUNNING = re.compile(rf"^([ \t]*|[\w., \t]+=[ \t]*)(?:{RUNS})++", re.M)
MAGIC_LINE = re.compile(r"^[ \t]*(?:[%!].*|\?.*|[\w.]+\?\??[ \t]*)$", re.M)
MAGIC_VALUE = re.compile(r"^([\w., \t]+=[ \t]*)[%!].*$", re.M)


def remembered(find: Callable[..., Found]) -> "functools._lru_cache_wrapper[Found]":
    """`find`, which is asked only once about the same text or node; nobody may change either."""
    cached = functools.lru_cache(ENTRIES)(find)
    _REMEMBERED.append(cached)
    return cached


def forget() -> None:
    for cached in _REMEMBERED:
        cached.cache_clear()


def tokens_in(source: str) -> int:
    """How many tokens a text has; at most one more than `MAX_TOKENS`."""
    return sum(1 for _ in islice(TOKEN.finditer(source), MAX_TOKENS + 1))


def fresh_tree(source: str) -> ast.Module | None:
    """The tree of a text for one reader alone; None if it is no Python as it stands."""
    if len(source) > MAX_TOKENS and tokens_in(source) > MAX_TOKENS:
        return BEYOND_BOUNDS
    try:
        # An odd escape in a student's string is no news for the instructor's terminal.
        with warnings.catch_warnings(action="ignore"):
            module = ast.parse(source)
    except (SyntaxError, ValueError):
        return None
    except (RecursionError, MemoryError):
        return BEYOND_BOUNDS
    layer: list[ast.AST] = [module]
    for _ in range(MAX_DEPTH):
        layer = [inner for node in layer for inner in ast.iter_child_nodes(node)]
    return BEYOND_BOUNDS if layer else module


tree = remembered(fresh_tree)
"""The same, for every reader: not to be changed."""


def parsed(source: str, read: Callable[[str], ast.Module | None] = tree) -> ast.Module | None:
    """The source's tree, without its magics if it has any, not to be changed; None if it is no
    Python. `read` is `fresh_tree` for a text that nobody will read again.
    """
    module = read(source)
    # Most code has none, and to look for them takes as long as all else that is done with a tree.
    if module is not None:
        return module
    plain = (without_magics(RUNNING.sub(r"\1", source)), without_magics(source))
    return next(filter(None, (read(text) for text in plain if text != source)), None)


def nodes(tree: ast.AST, kind: type[Node]) -> Iterator[Node]:
    return (node for node in ast.walk(tree) if isinstance(node, kind))


def without_magics(source: str) -> str:
    """The source with its lines of magics emptied, so that every line keeps its number."""
    return MAGIC_LINE.sub("", MAGIC_VALUE.sub(r"\1None", source))


DEFINED = re.compile(
    r"^(?:(?:async\s++)?(?:def|class)\s++(\w++)|(\w++)\s*+(?::[^=\n]*+)?=(?!=))", re.M
)

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
NAMING = ast.ExceptHandler | ast.MatchAs | ast.MatchStar
"""What binds a name that is no node of its own."""
SCOPES = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class Lines(NamedTuple):
    """Some lines of a cell, and the number of the first."""

    source: str
    first: int


def definition(source: str, name: str) -> Lines | None:
    """The last function or class of this name at the top level of a text; None without one."""
    tree = parsed(source)
    for node in reversed(tree.body if tree else ()):
        if isinstance(node, Definition) and node.name == name:
            first = _first_line(node)
            return Lines("\n".join(source.split("\n")[first - 1 : node.end_lineno]), first)
    return None


def _first_line(definition: Definition) -> int:
    return min(item.lineno for item in (definition, *definition.decorator_list))


@remembered
def defined(source: str) -> frozenset[str]:
    """All that the text defines at its top level; found without it being Python."""
    return frozenset(function or value for function, value in DEFINED.findall(source))


def defined_in(sources: Iterable[str]) -> frozenset[str]:
    return frozenset[str]().union(*map(defined, sources))


@remembered
def unanswered(source: str) -> bool:
    """Whether the text holds nothing but imports and definitions that only refuse."""
    tree = parsed(source)
    body = [node for node in tree.body if not _idle(node)] if tree else []
    return bool(body) and all(refuses(node) for node in body)


def without_stubs(source: str) -> str:
    """The text without definitions that only refuse, if it defines their names otherwise, too."""
    tree = parsed(source) if "NotImplementedError" in source else None
    body = tree.body if tree else []
    answered = {name for node in body if not refuses(node) for name, _ in bound(node)}
    refusing = (stub for stub in body if isinstance(stub, Definition) and refuses(stub))
    spare = [stub for stub in refusing if stub.name in answered]
    # As Python counts them: a character that it takes for no end of a line is none here.
    lines = re.split("\r\n?|\n", source) if spare else []
    for node in spare:
        first = _first_line(node) - 1
        last = node.end_lineno or first + 1
        lines[first:last] = [""] * (last - first)
    return "\n".join(lines) if spare else source


def _idle(node: ast.AST) -> bool:
    text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return text or isinstance(node, ast.Import | ast.ImportFrom | ast.Pass)


def refuses(node: ast.AST) -> bool:
    """A function that raises NotImplementedError at once, or after `SET_UP`, or a class of such."""
    if not isinstance(node, Definition):
        return False
    inside = [inner for inner in node.body if not _idle(inner)]
    if isinstance(node, ast.ClassDef):
        return bool(inside) and all(refuses(inner) for inner in inside)
    return all(not_implemented(inner) or ast.unparse(inner) == SET_UP for inner in inside)


def not_implemented(node: ast.AST) -> bool:
    raised = node.exc if isinstance(node, ast.Raise) else None
    called = raised.func if isinstance(raised, ast.Call) else raised
    return isinstance(called, ast.Name) and called.id == "NotImplementedError"


def bound(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """The names that code binds at its top level, and what each of them imports, or ""."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Definition):
            yield node.name, ""
        elif isinstance(node, ast.Import | ast.ImportFrom):
            module = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
            for alias in node.names:
                first = alias.name.partition(".")[0]
                # `import torch.nn` binds torch, `import torch.nn as nn` what it stands for.
                named = alias.asname or module
                yield alias.asname or first, f"{module}{alias.name if named else first}"
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
            yield node.id, ""
        elif not isinstance(node, SCOPES):
            if isinstance(node, NAMING) and node.name:
                yield node.name, ""
            waiting += ast.iter_child_nodes(node)


def free(statement: ast.AST) -> Iterator[str]:
    """The names that a statement reads and that nothing in it binds where they are read."""
    waiting: list[tuple[ast.AST, frozenset[str]]] = [(statement, frozenset(_local([statement])))]
    while waiting:
        node, local = waiting.pop()
        if isinstance(node, ast.Name):
            if isinstance(node.ctx, ast.Load) and node.id not in local:
                yield node.id
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            body = node.body if isinstance(node.body, list) else [node.body]
            arguments = {argument.arg for argument in nodes(node.args, ast.arg)}
            outside = {name for entry in nodes(node, ast.Global) for name in entry.names}
            inner = local | (arguments | _local(body)) - outside
            waiting += ((child, inner) for child in body)
            # Defaults, decorators and annotations are read where a function stands.
            around = {*ast.iter_child_nodes(node)}.difference(body)
            waiting += ((child, local) for child in around)
        else:
            if isinstance(node, SCOPES):
                local |= _local(loop.target for loop in nodes(node, ast.comprehension))
            waiting += [(child, local) for child in ast.iter_child_nodes(node)]


def _local(body: Iterable[ast.AST]) -> set[str]:
    return {name for node in body for name, _ in bound(node)}
