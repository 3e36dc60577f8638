"""Whether a cell's text is Python, as a kernel would read it."""

import ast
import re
from collections.abc import Callable

from autograder.notebook.parse_cache import kept
from autograder.notebook.syntax import Unfit, by_names, tree

MAGIC_LINE = re.compile(r"^[ \t]*(?:[%!].*|\?.*|[\w.]+\?\??[ \t]*)$", re.MULTILINE)
MAGIC_VALUE = re.compile(r"^([\w., \t]+=[ \t]*)[%!].*$", re.MULTILINE)

Reader = Callable[[str], ast.Module | Unfit]
"""What finds a text's tree: for all readers, or (`fresh_tree`) for one that will not come again."""


@kept
def is_python(source: str) -> bool:
    """Whether the text is Python, but for its magics."""
    return parsed(source) is not None


def parsed(source: str, read: Reader = tree) -> ast.Module | None:
    """The source's tree, without its magics if it has any; None if it is no Python.

    Of a text beyond the bounds what is known by its names. Not to be changed.
    """
    found = read(source)
    plain = without_magics(source) if found is Unfit.NO_PYTHON else source
    if plain != source:
        found = read(plain)
    if found is Unfit.BEYOND_BOUNDS:
        return by_names(source)
    return None if isinstance(found, Unfit) else found


def without_magics(source: str) -> str:
    """The source with its lines of magics emptied, so that every line keeps its number."""
    return MAGIC_LINE.sub("", MAGIC_VALUE.sub(r"\1None", source))
