"""Whether a cell's text is Python, as a kernel would read it."""

import ast
import re
import warnings

from autograder.notebook.kept import kept

MAGIC_LINE = re.compile(r"^[ \t]*(?:[%!].*|\?.*|[\w.]+\?\??[ \t]*)$", re.MULTILINE)
MAGIC_VALUE = re.compile(r"^([\w., \t]+=[ \t]*)[%!].*$", re.MULTILINE)


@kept
def is_python(source: str) -> bool:
    """Whether the text is Python, but for its magics."""
    return parsed(source) is not None


def parsed(source: str) -> ast.Module | None:
    """The source's tree, without its magics if it has any; None if it is no Python."""
    return _tree(source) or _tree(without_magics(source))


def without_magics(source: str) -> str:
    """The source with its lines of magics emptied, so that every line keeps its number."""
    return MAGIC_LINE.sub("", MAGIC_VALUE.sub(r"\1None", source))


def _tree(source: str) -> ast.Module | None:
    with warnings.catch_warnings():
        # An odd escape in a student's string is no news for the instructor's terminal.
        warnings.simplefilter("ignore")
        try:
            return ast.parse(source)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None
