"""What a cell's text defines."""

import ast
import re
from collections.abc import Iterator

from autograder.notebook.syntax import kept, parsed

DEFINED = re.compile(
    r"^(?:(?:async\s++)?(?:def|class)\s++(\w++)|(\w++)\s*+(?::[^=\n]*+)?=(?!=))", re.MULTILINE
)

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
SCOPES = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def defines(source: str, name: str) -> bool:
    """Whether the text defines `name` at its top level, as def, class or assignment."""
    return name in source and name in defined(source)


@kept
def defined(source: str) -> frozenset[str]:
    """All that the text defines at its top level; found without it being Python."""
    return frozenset(function or value for function, value in DEFINED.findall(source))


@kept
def unanswered(source: str) -> bool:
    """Whether the text holds nothing but imports and definitions that only refuse."""
    tree = parsed(source)
    body = [node for node in tree.body if not _idle(node)] if tree else []
    return bool(body) and all(_refuses(node) for node in body)


def _idle(node: ast.AST) -> bool:
    text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return text or isinstance(node, ast.Import | ast.ImportFrom | ast.Pass)


def _refuses(node: ast.AST) -> bool:
    """A function that raises NotImplementedError at once, or a class of such methods."""
    if not isinstance(node, Definition):
        return False
    inside = [inner for inner in node.body if not _idle(inner)]
    if isinstance(node, ast.ClassDef):
        return bool(inside) and all(_refuses(inner) for inner in inside)
    return all(_not_implemented(inner) for inner in inside)


def _not_implemented(node: ast.AST) -> bool:
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
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id, ""
        elif not isinstance(node, SCOPES):
            waiting += ast.iter_child_nodes(node)
