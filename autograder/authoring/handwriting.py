"""The same answer as one student of many would have typed it: names, order, remarks and layout.

Every student's cells are like nobody else's, and do what they did before.
"""

import ast
import random
from collections.abc import Iterator, Sequence

from autograder.authoring.disguise import LOOKED_UP, Function, Renamed, outermost, own_names

ENDINGS = ("1", "2", "a", "b", "new", "now", "out", "res", "t", "tmp", "val", "x", "mat", "vec")
OPENINGS = ("check", "first", "here", "next", "note", "now", "step", "then", "todo", "see")
THINGS = (
    "shapes", "the scores", "the last axis", "the book", "page {n}", "figure 3.{n}", "dim {n}",
    "weights", "the mask", "this line", "the sum", "rows and columns", "the example",
)  # fmt: skip
REMARK, BLANK = 0.25, 0.15
"""How often a statement has a remark or an empty line above it."""

SWAPPED = 0.5
"""How often two statements that have nothing to do with each other change places."""

ACTING = frozenset({"pop", "append", "next", "super", "dropout", "rand", "randn"})
"""Names in an expression that may change something beside its own value."""


class Hand:
    """One student's way of writing."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def written(self, source: str) -> str:
        """The cell in this hand; all but as it is if it is no Python or looks at its text."""
        plain = _tree(source)
        if plain is None:
            magic = source.lstrip().startswith("%%")
            return source if magic else f"# {self._heading()}\n{source}"
        for function in outermost(plain):
            self._rewrite(function)
        text = ast.unparse(ast.fix_missing_locations(plain))
        return f"# {self._heading()}\n{self._laid_out(text)}"

    def _rewrite(self, function: Function) -> None:
        for body in _bodies(function):
            self._reorder(body)
        names = {name: self._named(name) for name in sorted(own_names(function))}
        Renamed(names).visit(function)

    def _named(self, name: str) -> str:
        return f"{name}_{self._chance.choice(ENDINGS)}{self._chance.randrange(100) or ''}"

    def _reorder(self, body: list[ast.stmt]) -> None:
        for place in range(len(body) - 1):
            one, other = body[place : place + 2]
            if _independent(one, other) and self._chance.random() < SWAPPED:
                body[place : place + 2] = [other, one]

    def _laid_out(self, source: str) -> str:
        """The source with remarks and empty lines between its statements."""
        lines = source.splitlines()
        begins = {
            node.lineno: node.col_offset
            for node in ast.walk(ast.parse(source))
            if isinstance(node, ast.stmt)
        }
        return "\n".join(self._spaced(lines, begins)) + "\n"

    def _spaced(self, lines: Sequence[str], begins: dict[int, int]) -> Iterator[str]:
        for number, line in enumerate(lines, start=1):
            if number in begins and line[: begins[number]].isspace():
                if self._chance.random() < BLANK:
                    yield ""
                if self._chance.random() < REMARK:
                    yield f"{' ' * begins[number]}# {self._remark()}"
            yield line

    def _heading(self) -> str:
        """A remark that nobody else has: of a cell of one line all else may be the same."""
        return f"{self._remark()}, {self._chance.randrange(10**9)}"

    def _remark(self) -> str:
        thing = self._chance.choice(THINGS).format(n=self._chance.randrange(1, 100))
        return f"{self._chance.choice(OPENINGS)}: {thing}"


def _tree(source: str) -> ast.Module | None:
    """What may be written anew: nothing that looks at its own names or text."""
    if "inspect" in source or any(word in source for word in LOOKED_UP):
        return None
    try:
        return ast.parse(source)
    except SyntaxError:
        return None


def _bodies(function: Function) -> Iterator[list[ast.stmt]]:
    for node in ast.walk(function):
        if isinstance(node, Function | ast.For | ast.If | ast.With):
            yield node.body


def _independent(one: ast.stmt, other: ast.stmt) -> bool:
    """Whether two statements can change places: plain assignments of what the other has not."""
    if not (_plain(one) and _plain(other)):
        return False
    return not (_stored(one) & _mentioned(other) or _stored(other) & _mentioned(one))


def _plain(statement: ast.stmt) -> bool:
    """An assignment to one name or one attribute of `self`, of a value that changes nothing."""
    if not (isinstance(statement, ast.Assign) and len(statement.targets) == 1):
        return False
    return bool(_stored(statement)) and not any(map(_acts, ast.walk(statement.value)))


def _acts(node: ast.AST) -> bool:
    """Whether part of an expression may change something, such as a method like `fill_`."""
    if isinstance(node, ast.NamedExpr | ast.Await | ast.Yield | ast.YieldFrom):
        return True
    name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
    return name.endswith("_") or name in ACTING


def _stored(statement: ast.stmt) -> set[str]:
    (target,) = statement.targets if isinstance(statement, ast.Assign) else (None,)
    if isinstance(target, ast.Name):
        return {target.id}
    if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name):
        return {target.attr} if target.value.id == "self" else set()
    return set()


def _mentioned(statement: ast.stmt) -> set[str]:
    """Every name and attribute in a statement."""
    nodes = list(ast.walk(statement))
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    return names | {node.attr for node in nodes if isinstance(node, ast.Attribute)}
