"""The same answer as another student would have typed it: other local names, a docstring, comments.

A mistake's name must not hang on any of that. The audit grades specimens in this form by every set
of numbers but the first.
"""

import ast
import copy
from collections.abc import Mapping
from dataclasses import replace

from autograder.authoring.specimens import Specimen

Function = ast.FunctionDef | ast.AsyncFunctionDef
COMMENT = "# my answer\n"
DOCSTRING = ast.Expr(ast.Constant("What I think this does."))
SUFFIX = "_here"
LOOKED_UP = ("locals", "vars", "globals", "eval", "exec")
"""Code that uses one of these may depend on its own names."""


def disguised(specimen: Specimen) -> Specimen:
    """The specimen in another student's hand; one that is no Python stays as it is."""
    return replace(specimen, cells=tuple(_cell(source) for source in specimen.cells))


def _cell(source: str) -> str:
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return source
    if not any(isinstance(node, Function | ast.ClassDef) for node in tree.body):
        return source
    for node in tree.body:
        if isinstance(node, Function | ast.ClassDef):
            _explained(node)
    if not any(word in source for word in LOOKED_UP):
        for function in outermost(tree):
            Renamed({name: name + SUFFIX for name in own_names(function)}).visit(function)
    return COMMENT + ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def _explained(node: Function | ast.ClassDef) -> None:
    if ast.get_docstring(node) is None:
        node.body.insert(0, copy.deepcopy(DOCSTRING))


def outermost(tree: ast.Module) -> list[Function]:
    """The functions and methods that no other function is around."""
    inside = [node for each in tree.body if isinstance(each, ast.ClassDef) for node in each.body]
    return [node for node in (*tree.body, *inside) if isinstance(node, Function)]


def own_names(function: Function) -> frozenset[str]:
    """The names that a function only assigns: not its arguments', nor any function's inside."""
    nodes = list(ast.walk(function))
    stored = {node.id for node in nodes if isinstance(node, ast.Name) and _assigns(node)}
    arguments = {node.arg for node in nodes if isinstance(node, ast.arg)}
    declared = {
        name for node in nodes if isinstance(node, ast.Global | ast.Nonlocal) for name in node.names
    }
    defined = {node.name for node in nodes if isinstance(node, Function | ast.ClassDef)}
    found = stored - arguments - declared - defined
    # "_" would become a name that begins with two: Python treats those in a class as private.
    return frozenset(name for name in found if not name.startswith("_"))


def _assigns(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Store)


class Renamed(ast.NodeTransformer):
    """Gives names others."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        """A name, where it has another one now."""
        return ast.Name(self._names.get(node.id, node.id), node.ctx)
