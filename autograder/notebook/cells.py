"""A cell's tree as the worker will run it: magics translated, and the code behind them in place."""

import ast
import warnings
from dataclasses import replace
from itertools import chain

from autograder.notebook.answers import Code
from autograder.notebook.parse_cache import kept
from autograder.notebook.syntax import MAX_TOKENS, Unfit, by_names, cost, fresh_tree, layers, tree
from autograder.wire import magics

UNREADABLE = (SyntaxError, ValueError, RuntimeError, MemoryError)


def parsed(source: str) -> ast.Module | None:
    """The tree of a cell; None if it is no Python, also for IPython. Not to be changed.

    Of a cell beyond the bounds what is known by its names.
    """
    found = _read(source)
    if found is Unfit.BEYOND_BOUNDS:
        return by_names(source)
    return None if isinstance(found, Unfit) else found


def is_beyond_bounds(source: str) -> bool:
    """Whether the cell is deeper or larger than what is looked into."""
    return _read(source) is Unfit.BEYOND_BOUNDS


@kept
def walked(node: ast.AST) -> tuple[ast.AST, ...]:
    """The node and every node below, as in its `layers`."""
    return tuple(chain.from_iterable(layers(node)))


@kept
def _read(source: str) -> ast.Module | Unfit:
    found = tree(source)
    return _translated(source) if found is Unfit.NO_PYTHON else found


def _unshared(source: str) -> ast.Module | Unfit:
    """A private copy of a cell's tree, whose lines may be changed."""
    found = fresh_tree(source)
    return _translated(source) if found is Unfit.NO_PYTHON else found


def _translated(source: str) -> ast.Module | Unfit:
    if cost(source) > MAX_TOKENS:
        return Unfit.BEYOND_BOUNDS
    # Only now: IPython takes as long to import as all else, and most notebooks have no magics.
    from autograder.notebook.translator import Endless, Translator

    try:
        with warnings.catch_warnings():
            # IPython's of odd line ends is no news for the instructor's terminal.
            warnings.simplefilter("ignore")
            found = fresh_tree(Translator().transform_cell(source))
    except UNREADABLE:
        return Unfit.NO_PYTHON
    except Endless:
        return Unfit.BEYOND_BOUNDS
    if isinstance(found, Unfit):
        return found
    body: list[ast.stmt] = []
    for statement in found.body:
        inside = _behind(statement)
        inner = Unfit.NO_PYTHON if inside is None else _unshared(inside)
        if inner is Unfit.BEYOND_BOUNDS:
            return inner
        if inside is None or isinstance(inner, Unfit):
            body.append(statement)
            continue
        body += ast.increment_lineno(inner, statement.lineno - (inside.count("\n") == 0)).body
    return ast.Module(body, [])


def _behind(statement: ast.stmt) -> str | None:
    """The code that a magic of its own line or cell runs; "" if it runs none; None: no magic."""
    match statement:
        case ast.Expr(
            ast.Call(ast.Attribute(ast.Call(ast.Name("get_ipython"), []), kind), [*arguments])
        ):
            words = [word.value for word in arguments if isinstance(word, ast.Constant)]
        case _:
            return None
    if len(words) != len(arguments) or not all(isinstance(word, str) for word in words):
        return None
    return str(words[-1]) if words and _runs(kind, [str(word) for word in words]) else ""


def _runs(kind: str, words: list[str]) -> bool:
    """Whether the worker runs the last of the words of a magic."""
    if kind == "run_line_magic":
        return magics.line_magic_runs(words[0])
    line = words[1] if len(words) > 1 else ""
    return kind == "run_cell_magic" and magics.cell_magic_runs(words[0], line)


def keeping(cell: Code, left_out: list[tuple[int, int]]) -> Code:
    """The cell without the statements in these lines (first and last); other lines stay put."""
    if not left_out:
        return cell
    if is_beyond_bounds(cell.source):
        return replace(cell, source="")
    if tree(cell.source) is Unfit.NO_PYTHON:
        # Translated lines are not those of the source: what is kept is written anew.
        return replace(cell, source=_written_anew(cell, left_out))
    lines = cell.source.split("\n")
    for first, last in left_out:
        lines[first - 1 : last] = [""] * (last - first + 1)
    return replace(cell, source="\n".join(lines))


def _written_anew(cell: Code, left_out: list[tuple[int, int]]) -> str:
    found = parsed(cell.source)
    if found is None:
        return ""
    gone = set(left_out)
    return ast.unparse(ast.Module([node for node in found.body if span(node) not in gone], []))


def span(statement: ast.stmt) -> tuple[int, int]:
    """The first and last line of a statement, with its decorators."""
    decorators = [node.lineno for node in getattr(statement, "decorator_list", ())]
    return min([statement.lineno, *decorators]), statement.end_lineno or statement.lineno
