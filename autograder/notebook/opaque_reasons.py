"""Why a statement is opaque: which of its names, attributes, imports and calls reach too far.

`harmless` has the lists; here is where in a tree each of them applies.
"""

import ast
import contextlib
import functools
import importlib
import os
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import TypeGuard

import torch
from torch import nn

from autograder.core.assignment.given import NONE_GIVEN, GivenModules
from autograder.notebook import harmless
from autograder.notebook.cells import walked

OWN = ("self", "cls")
LOOK_UPS = ("getattr", "setattr", "delattr", "hasattr")

LAST_WORDS = frozenset(name.rpartition(".")[2] for name in harmless.SEEN_THROUGH)
"""Of the names that are seen through: few others need be written out in full to be told apart."""

IMPORTS = (ast.Import, ast.ImportFrom)
VALUES = (ast.Name, ast.Attribute)
ASKS_GLOBALS = (ast.Call, ast.Subscript, ast.Compare)
BINDS = (
    ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.arg, ast.alias, ast.ExceptHandler,
    ast.MatchMapping, ast.MatchAs, ast.MatchStar,
)  # fmt: skip
"""To match patterns with every node of a notebook would take half the time of judging it."""


def reasons(
    statement: ast.stmt, imported: dict[str, str], given: GivenModules = NONE_GIVEN
) -> Iterator[str]:
    """Every reason, first things first; `imported` says what names of imports stand for in full."""
    nodes = walked(statement)
    asking = [node for node in nodes if isinstance(node, ASKS_GLOBALS)]
    looked_up = {id(name) for node in asking for name in _own_names(node)}
    on_the_way = {id(node.value) for node in nodes if _is_seen_through(node, imported)}
    for node in nodes:
        if isinstance(node, IMPORTS):
            yield from _of_import(node, given)
        elif isinstance(node, ast.Name) and id(node) not in looked_up:
            yield from _of_name(node)
        elif isinstance(node, ast.Attribute) and id(node) not in on_the_way:
            yield from _of_attribute(node.value, node.attr, imported)
            if not isinstance(node.ctx, ast.Load):
                yield from _of_store(node.value, node.attr, imported)
        elif isinstance(node, ast.Call):
            yield from _of_access(node, imported)
        elif isinstance(node, ast.MatchClass):
            yield from (name for name in node.kwd_attrs if _closed(name, own=False))
        elif isinstance(node, BINDS):
            yield from _of_binding(node)
        if isinstance(node, ast.ClassDef):
            yield from _of_class(node, imported)
    yield from _of_decorators(nodes, imported)
    yield from _as_values(statement, imported)
    yield from _of_given(statement, imported, given)


def _is_seen_through(node: ast.AST, imported: dict[str, str]) -> TypeGuard[ast.Attribute]:
    if not isinstance(node, ast.Attribute) or node.attr not in LAST_WORDS:
        return False
    return _in_full(node, imported) in harmless.SEEN_THROUGH


def _of_given(statement: ast.stmt, imported: dict[str, str], given: GivenModules) -> Iterator[str]:
    """Given modules handed on as values, and what is reached through them besides their own."""
    if not given.imports:
        return
    nodes = walked(statement)
    bases = {id(node.value) for node in nodes if isinstance(node, ast.Attribute)}
    for node in nodes:
        if not isinstance(node, VALUES):
            continue
        full = _in_full(node, imported)
        if full in given and id(node) not in bases:
            yield f"{ast.unparse(node)} as a value"
        elif _through(full, given):
            yield full


def _through(dotted: str, given: GivenModules) -> bool:
    """Whether this is a name that a given module has from another module by importing it."""
    module, _, name = dotted.rpartition(".")
    return dotted not in given and name in given.names(module)


def _as_values(statement: ast.stmt, imported: dict[str, str]) -> Iterator[str]:
    """Modules that are handed on: what is done to them would be seen nowhere."""
    nodes = walked(statement)
    bases = {id(node.value) for node in nodes if isinstance(node, ast.Attribute)}
    bases |= {id(node.args[0]) for node in nodes if isinstance(node, ast.Call) and _looks_up(node)}
    for node in nodes:
        if not isinstance(node, VALUES) or id(node) in bases:
            continue
        if isinstance(node.ctx, ast.Load) and _in_full(node, imported) in sys.modules:
            yield f"{ast.unparse(node)} as a value"


def _looks_up(call: ast.Call) -> bool:
    function = isinstance(call.func, ast.Name) and call.func.id in LOOK_UPS
    return function and len(call.args) > 1


def _in_full(node: ast.expr, imported: dict[str, str]) -> str:
    if isinstance(node, ast.Name):
        return imported.get(node.id, "")
    if isinstance(node, ast.Attribute):
        return f"{_in_full(node.value, imported)}.{node.attr}"
    return ""


def _of_binding(node: ast.AST) -> Iterator[str]:
    """Names given to functions, classes, arguments, imports, caught errors and matched values."""
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            found = name
        case ast.arg(arg=name) | ast.alias(asname=str(name)) | ast.MatchMapping(rest=str(name)):
            found = name
        # The name of a caught error is deleted at the end: a stand-in would be gone by it.
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)):
            found = name
        case ast.MatchStar(name=str(name)):
            found = name
        case _:
            return
    if found in harmless.HOOKS or found in LOOK_UPS:
        yield f"{found} as a name"


def _of_import(node: ast.Import | ast.ImportFrom, given: GivenModules) -> Iterator[str]:
    if isinstance(node, ast.ImportFrom):
        yield from _of_import_from(node, given)
        return
    for alias in node.names:
        if alias.name in given:
            continue
        # Another name for a module of which little is allowed would hide what is used.
        renamed = alias.asname and alias.name in harmless.MEMBERS
        if renamed or alias.name not in harmless.IMPORTS or alias.name.startswith("IPython"):
            yield alias.name


def _of_import_from(node: ast.ImportFrom, given: GivenModules) -> Iterator[str]:
    module = node.module or "."
    if module in given:
        for alias in node.names:
            if alias.name == "*":
                yield from _of_all(module, given)
            elif _through(f"{module}.{alias.name}", given):
                yield f"{module}.{alias.name}"
        return
    names = [alias for alias in node.names if not _is_plain_import(f"{module}.{alias.name}")]
    if names and module not in harmless.IMPORTS and module.split(".")[0] != "collections":
        yield module
    for alias in names:
        whole = f"{module}.{alias.name}"
        allowed = harmless.MEMBERS.get(module)
        gate = _closed(alias.name, own=False) or _leads_out(whole)
        if whole not in harmless.IMPORTS and (gate or (allowed and alias.name not in allowed)):
            yield whole


def _is_plain_import(whole: str) -> bool:
    """Whether a name that is seen through is imported, and hides no builtin that is not."""
    return whole in harmless.SEEN_THROUGH and whole.rpartition(".")[2] not in harmless.NAMES


def _of_all(module: str, given: GivenModules) -> Iterator[str]:
    """With all names of a given module come those of everything that it imports."""
    for node in given.imports[module]:
        if isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
            yield f"{module}.*"
        else:
            yield from (f"{module}.{name}" for name in _of_import(node, given))


def _of_name(node: ast.Name) -> Iterator[str]:
    hidden = node.id.startswith("__") and node.id not in harmless.PLAIN_DUNDERS
    if node.id in harmless.NAMES or hidden:
        yield node.id
    if not isinstance(node.ctx, ast.Load) and node.id in LOOK_UPS:
        # The stand-ins of `guard` gone, the builtins would be back; or a function gets a module.
        yield f"{node.id} as a name"


def _own_names(node: ast.AST) -> Iterator[ast.Name]:
    """`globals` where it looks up the notebook's own names, or goes to the visible checks."""
    match node:
        case ast.Call(ast.Attribute(value, "get"), [ast.Constant(str(key)), *_]):
            arguments = [value]
        case ast.Subscript(value, ast.Constant(str(key))):
            arguments = [value]
        case ast.Compare(ast.Constant(str(key)), [ast.In()], [value]):
            arguments = [value]
        case ast.Call(ast.Attribute(ast.Name("checks")), arguments):
            key = ""
        case _:
            return
    for argument in arguments:
        match argument:
            case ast.Call(ast.Name("globals") as name, []) if not key.startswith("_"):
                yield name


def _of_attribute(value: ast.expr, name: str, imported: dict[str, str]) -> Iterator[str]:
    # Written out only where it is said: in a chain of names each is a prefix of the next.
    if isinstance(value, ast.Name) and value.id in imported:
        allowed = harmless.MEMBERS.get(value.id)
        if allowed is not None and name not in allowed:
            yield f"{_shown(value)}{name}"
    full = f"{_in_full(value, imported)}.{name}"
    if full in harmless.SEEN_THROUGH:
        return
    if _closed(name, own=_is_own(value)) or _leads_out(full):
        yield f"{_shown(value)}{name}"


@functools.lru_cache(maxsize=1 << 12)
def _leads_out(dotted: str) -> bool:
    """Whether a name of an imported module is another module that may not be imported."""
    root, _, rest = dotted.partition(".")
    if root not in harmless.IMPORTS or not rest:
        return False
    # What is imported here is the interpreter's own, or a library's that the course has.
    found: object = _module(root)
    for step in rest.split("."):
        private = step.startswith("_") or not isinstance(found, ModuleType)
        found = None if private else getattr(found, step, None)
    if not isinstance(found, ModuleType):
        return False
    inside = root in harmless.BRANCHES and found.__name__.startswith(f"{root}.")
    allowed = harmless.IMPORTS.difference(harmless.MEMBERS) | {root, os.path.__name__}
    return not inside and found.__name__ not in allowed


def _module(root: str) -> ModuleType | None:
    if root in sys.stdlib_module_names or root in harmless.BRANCHES:
        with contextlib.suppress(ImportError):
            return importlib.import_module(root)
    return None


def _of_class(node: ast.ClassDef, imported: dict[str, str]) -> Iterator[str]:
    """A base class of a library that may act on names which the class sets."""
    for base in node.bases:
        root = _in_full(base, imported).partition(".")[0]
        if root in sys.stdlib_module_names and root not in harmless.BASES:
            yield f"class of {ast.unparse(base)}"


def _of_decorators(nodes: tuple[ast.AST, ...], imported: dict[str, str]) -> Iterator[str]:
    """What is harmless only as a decorator, with nothing but its own options."""
    plain: set[int] = set()
    for node in nodes:
        for one in getattr(node, "decorator_list", ()):
            call = isinstance(one, ast.Call)
            alone = not call or (len(one.args) < 2 and not _names_attributes(one))
            plain.update({id(one.func if call else one)} if alone else ())
    for node in nodes:
        if not isinstance(node, VALUES) or id(node) in plain:
            continue
        if _in_full(node, imported).rpartition(".")[2] in harmless.DECORATORS:
            yield f"{ast.unparse(node)} as a value"


def _names_attributes(call: ast.Call) -> bool:
    return any(keyword.arg in ("assigned", "updated", None) for keyword in call.keywords)


def _closed(name: str, *, own: bool) -> bool:
    """Whether an attribute of this name must not be looked up (or only on `self`)."""
    if name.startswith("__"):
        return name not in harmless.DUNDERS and not (own and name in harmless.OWN_DUNDERS)
    if name in harmless.GATES:
        return True
    return not own and (name in harmless.MACHINERY or name.startswith("_"))


def _of_store(value: ast.expr, name: str, imported: dict[str, str]) -> Iterator[str]:
    """Setting what a library's objects have, on anything but `self`, may be a patch of it."""
    root = _root(value)
    foreign = isinstance(root, ast.Name) and root.id in imported
    switch = foreign and "backends" in _shown(value)
    if switch or _is_own(value):
        return
    if foreign or (name in _library() and name not in harmless.STORES):
        yield f"{_shown(value)}{name} ="


def _of_access(call: ast.Call, imported: dict[str, str]) -> Iterator[str]:
    """getattr and its like count as the attribute; a computed name is for `guard` to judge."""
    if not (isinstance(call.func, ast.Name) and _looks_up(call)):
        return
    value, name = call.args[:2]
    text = _literal(name)
    if text is not None:
        if f"{_in_full(value, imported)}.{text}" in sys.modules:
            yield f"{text} as a value"
        yield from _of_attribute(value, text, imported)
        if call.func.id in ("setattr", "delattr"):
            yield from _of_store(value, text, imported)
    elif call.func.id == "delattr":
        yield "delattr with a computed name"


def _literal(node: ast.expr) -> str | None:
    """The text of a constant, also of one put together from constants."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = _literal(node.left), _literal(node.right)
        return None if left is None or right is None else left + right
    return None


def _is_own(value: ast.expr) -> bool:
    if isinstance(value, ast.Call):
        return isinstance(value.func, ast.Name) and value.func.id == "super"
    return isinstance(value, ast.Name) and value.id in OWN


def _root(value: ast.expr) -> ast.expr:
    while isinstance(value, ast.Attribute | ast.Subscript | ast.Call):
        value = value.func if isinstance(value, ast.Call) else value.value
    return value


def _shown(value: ast.expr) -> str:
    if isinstance(value, ast.Name):
        return f"{value.id}."
    return f"{_shown(value.value)}{value.attr}." if isinstance(value, ast.Attribute) else "."


@functools.cache
def _library() -> frozenset[str]:
    """Every attribute of what an answer is made with."""
    things = (torch, nn, nn.functional, nn.Module, torch.Tensor)
    return frozenset(name for thing in things for name in dir(thing))
