"""The author's code beside a student's, `hidden/provided.py`: a worker gets what one name needs and
no more, as student code in it can reach everything, and the file defines the answers to other parts
as well.
"""

import ast
import runpy
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from autograder.core.assignment.given import importable
from autograder.core.assignment.plan import Part
from autograder.core.errors import CourseError
from autograder.notebook.syntax import Definition, bound
from autograder.wire import messages

FILE = "provided.py"
IMPORTS = (ast.Import, ast.ImportFrom)


@dataclass(frozen=True)
class Provided:
    """The source that each name of the file needs, and the names of the file that it uses."""

    sources: Mapping[str, str] = field(default_factory=dict)
    uses: Mapping[str, frozenset[str]] = field(default_factory=dict)

    @property
    def names(self) -> frozenset[str]:
        return frozenset(self.sources)


def provided(hidden: Path, parts: Sequence[str] = ()) -> Provided:
    """What `hidden/provided.py` defines, if there is one; `parts` are the names of parts, in order.
    CourseError if it cannot be run, or a part in it uses a later one.
    """
    file = hidden / FILE
    if not file.is_file():
        return Provided()
    names, tree = callables(file), ast.parse(file.read_bytes())
    uses = {name: frozenset(_used(tree, name)) for name in names}
    for place, name in enumerate(parts, 1):
        if later := uses.get(name, frozenset()).intersection(parts[place:]):
            # An answer to the later part is judged beside the earlier one, and could find it there.
            raise CourseError(
                f"{file}: {name} uses {min(later)}, which is a later part; write it without"
            )
    return Provided({name: _source(tree, names) for name, names in uses.items()}, uses)


def callables(file: Path) -> dict[str, Any]:
    """The classes and functions that an author's file defines, none if there is no such file;
    CourseError if it cannot be run.
    """
    if not file.is_file():
        return {}
    try:
        with importable(file.parents[1]):
            namespace = runpy.run_path(str(file), run_name=f"autograder_{file.stem}")
    except Exception as error:
        raise CourseError(f"{file} cannot be run: {type(error).__name__}: {error}") from error
    return {name: thing for name, thing in namespace.items() if callable(thing)}


def demands_of(part: Part) -> messages.Demands:
    """What a class in the place of the part's must refuse."""
    required = [name for name in part.signature if name not in part.optional]
    return messages.Demands(required, list(part.sizes), list(part.rates))


def _used(tree: ast.Module, name: str) -> set[str]:
    """The name and every other one that leads from it, through all that binds or changes them."""
    reached: set[str] = set()
    names = {name}
    while names:
        reached |= names
        names = {used for node in _statements(tree, names) for used in _names(node)} - reached
    return reached & {defined for statement in tree.body for defined in _bound(statement)}


def _source(tree: ast.Module, names: Collection[str]) -> str:
    needed = _statements(tree, names)
    kept = [node for node in tree.body if isinstance(node, IMPORTS) or node in needed]
    return "\n\n".join(map(ast.unparse, kept)) + "\n"


def _statements(tree: ast.Module, names: Collection[str]) -> list[ast.stmt]:
    statements = [node for node in tree.body if not isinstance(node, IMPORTS)]
    return [node for node in statements if not _bound(node).isdisjoint(names)]


def _bound(statement: ast.stmt) -> set[str]:
    """The names that a statement at the top of the file binds, or whose attributes it sets."""
    names = {name for name, _ in bound(statement)}
    if not isinstance(statement, Definition):
        for node in ast.walk(statement):
            if isinstance(getattr(node, "ctx", None), ast.Store):
                names.update(_names(node))
    return names


def _names(node: ast.AST) -> Iterator[str]:
    return (name.id for name in ast.walk(node) if isinstance(name, ast.Name))
