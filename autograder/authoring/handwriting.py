"""The same answer in another student's hand: other local names, a docstring, a comment.

A mistake's name must not hang on any of that, and no two students of a simulated class write alike.
"""

import ast
import random
from collections.abc import Callable, Iterator
from dataclasses import replace

from autograder.authoring.specimens import Specimen
from autograder.notebook.changes import Function

Rename = Callable[[str, int], str]
LOOKED_UP = ("locals", "vars", "globals", "eval", "exec", "inspect")
"""Code that uses one of these may depend on its own names or text."""
ENDINGS = ("1", "2", "a", "b", "new", "now", "out", "res", "t", "tmp", "val", "x", "mat", "vec")


def disguised(specimen: Specimen) -> Specimen:
    """The specimen in another student's hand; the same each time."""
    hand = ("my answer", lambda name, _: f"{name}_here")
    return replace(specimen, cells=tuple(_written(cell, *hand) for cell in specimen.cells))


def in_own_hand(source: str, chance: random.Random) -> str:
    """A cell as one student of many would write it: like no other's, and it does the same."""
    # The number, because of a cell of one line all else may be the same.
    comment = f"my answer {chance.randrange(10**9)}"

    def rename(name: str, _: int) -> str:
        return f"{name}_{chance.choice(ENDINGS)}{chance.randrange(100) or ''}"

    return _written(source, comment, rename)


def _written(source: str, comment: str, rename: Rename) -> str:
    """Only the comment is added where there is no definition, or one that looks at itself."""
    if source.lstrip().startswith("%%"):
        # A cell magic has to be the first line.
        return source
    try:
        tree = ast.parse(source)
    except SyntaxError:
        tree = ast.Module([], [])
    defined = [node for node in tree.body if isinstance(node, Function | ast.ClassDef)]
    if not defined or any(word in source for word in LOOKED_UP):
        return f"# {comment}\n{source}"
    for node in defined:
        if ast.get_docstring(node) is None:
            node.body.insert(0, ast.Expr(ast.Constant("What I think this does.")))
    return f"# {comment}\n{with_local_names(tree, rename)}"


def with_local_names(tree: ast.Module, rename: Rename) -> str:
    """The source with other names for what only its functions and methods assign: `rename` has each
    name once, with how many of its function's were before it.
    """
    inside = [node for each in tree.body if isinstance(each, ast.ClassDef) for node in each.body]
    for function in (node for node in (*tree.body, *inside) if isinstance(node, Function)):
        own, new = _own_names(function), dict[str, str]()
        for node in _in_order(function):
            if isinstance(node, ast.Name) and node.id in own:
                if node.id not in new:
                    new[node.id] = rename(node.id, len(new))
                node.id = new[node.id]
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def _in_order(node: ast.AST) -> Iterator[ast.AST]:
    yield node
    for child in ast.iter_child_nodes(node):
        yield from _in_order(child)


def _own_names(function: Function) -> frozenset[str]:
    """The names that a function only assigns: not its arguments', nor any function's inside."""
    stored, others = set[str](), set[str]()
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            stored.add(node.id)
        elif isinstance(node, ast.arg):
            others.add(node.arg)
        elif isinstance(node, ast.Global | ast.Nonlocal):
            others |= {*node.names}
        elif isinstance(node, Function | ast.ClassDef):
            others.add(node.name)
    # "_" would become a name that begins with two: Python treats those in a class as private.
    return frozenset(name for name in stored - others if not name.startswith("_"))
