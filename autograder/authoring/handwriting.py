"""The same answer in another student's hand: other local names, a comment, a docstring or none.

A mistake's name must not hang on any of that, and no two students of a simulated class write alike.
"""

import ast
import builtins
import keyword
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from autograder.authoring.specimens import Specimen
from autograder.notebook.build import DOCSTRING
from autograder.notebook.changes import Function

Rename = Callable[[str, int], str]
LOOKED_UP = ("locals", "vars", "globals", "eval", "exec", "inspect")
"""Code that uses one of these may depend on its own names or text."""
HAN = re.compile("[\u3400-\u9fff]")
TOLD = re.compile(r'^ *"""(?:(?!""").)*"""\n', re.MULTILINE | re.DOTALL)
COMMENTS = {
    "en": ("checked by hand, {} March {}", "works now ({} March, {})", "third try, March {}, {}"),
    "zh": ("手算核对过，3月{}日 {}", "3月{}日 {} 跑通", "第三次尝试（3月{}日 {}）"),
}


def disguised(specimen: Specimen) -> Specimen:
    hand = ("my answer", lambda name, _: f"{name}_here", "What I think this does.")
    return replace(specimen, cells=tuple(_written(cell, *hand) for cell in specimen.cells))


def in_own_hand(source: str, chance: random.Random, language: str) -> str:
    """A cell as one student of many would write it: like no other's, and it does the same."""
    # The time: of a cell of one line all else may be the same.
    clock = f"{chance.randrange(8, 24)}:{chance.randrange(60):02}"
    comment = chance.choice(COMMENTS[language]).format(chance.randrange(1, 32), clock)
    taken = {*re.findall(r"\w+", source), *keyword.kwlist, *vars(builtins)}

    def rename(name: str, _: int) -> str:
        words = name.split("_")
        likely = words[0], words[-1], "".join(word[:1] for word in words), f"my_{name}"
        free = [word for word in likely if name[2:] and word.isidentifier() and word not in taken]
        new = chance.choice([name, *free])
        taken.add(new)
        return new

    def docstring(match: re.Match[str]) -> str:
        return match[0] if bool(HAN.search(match[0])) == (language == "zh") else ""

    half = DOCSTRING.sub(rf'"""\g<{language}>\g<end>"""', source)
    return _written(TOLD.sub(docstring, half), comment, rename)


def _written(source: str, comment: str, rename: Rename, explained: str = "") -> str:
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
        if explained and ast.get_docstring(node) is None:
            node.body.insert(0, ast.Expr(ast.Constant(explained)))
    return f"# {comment}\n{with_local_names(tree, rename)}"


def with_local_names(tree: ast.Module, rename: Rename) -> str:
    """The source with other names for what only its functions and methods assign: `rename` has each
    name once, with how many of its function's were before it.
    """
    inside = [node for owner in tree.body if isinstance(owner, ast.ClassDef) for node in owner.body]
    for function in (node for node in (*tree.body, *inside) if isinstance(node, Function)):
        names, new = _own_names(function), dict[str, str]()
        for node in _in_order(function):
            if isinstance(node, ast.Name) and node.id in names:
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
    stored, excluded = set[str](), set[str]()
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            stored.add(node.id)
        elif isinstance(node, ast.arg):
            excluded.add(node.arg)
        elif isinstance(node, ast.Global | ast.Nonlocal):
            excluded |= {*node.names}
        elif isinstance(node, Function | ast.ClassDef):
            excluded.add(node.name)
    # "_" would become a name that begins with two: Python treats those in a class as private.
    return frozenset(name for name in stored - excluded if not name.startswith("_"))
