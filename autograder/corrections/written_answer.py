"""An answer as it is written: its definition, and which names it binds, reads and returns."""

import ast
import builtins
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

import torch

from autograder.core.assignment.plan import Part
from autograder.notebook.read import Code
from autograder.notebook.syntax import Definition, nodes, refuses
from autograder.wire.places import PLACE

Function = ast.FunctionDef | ast.AsyncFunctionDef
NO_FUNCTION = next(nodes(ast.parse("def none(): pass"), ast.FunctionDef))
BUILTINS = frozenset(vars(builtins))
OF_MODULES = frozenset(dir(torch.nn.Module()))
"""What every module has of itself, `training` too, which the class alone has not."""
IMPORTS = {
    "torch": "import torch", "nn": "from torch import nn", "math": "import math",
    "F": "import torch.nn.functional as F", "np": "import numpy as np",
    "Tensor": "from torch import Tensor",
    **{name: f"from torch.nn import {name}" for name in ("Dropout", "Linear", "Module",
                                                         "ModuleList", "Parameter")},
    **{name: f"from typing import {name}" for name in ("Any", "List", "Optional", "Tuple")},
}  # fmt: skip
"""What students call the modules that an answer may need, and what they take out of them."""
TRANSPOSES = ("T", "transpose", "permute", "swapaxes", "t")
"""Attributes of a tensor that change the order of its dimensions."""
MERGING = ("view", "reshape", "flatten")
"""Methods of a tensor that may make one dimension of two."""
MOST_LAYERS = 6
"""Layers of one answer that are looked at; pairings of more would be thousands."""
QUOTED = re.compile(r"'(\w+)'")
"""Names in what torch or Python says of an error."""
UNTOLD = "..."
"""What is told for a number or a line of the right answer."""
Edit = tuple[int, int, str]
"""Where an edit begins and ends, in bytes, and what stands there instead."""
Fix = tuple[tuple[str, ...], tuple[Edit, ...]]
"""Words to be told, and the edits of the answer's cell."""


class Guess(NamedTuple):
    """The kind of a change, what is changed, and the text in its place, in full and as told."""

    kind: str
    node: ast.expr
    new: str
    told: str = ""


@dataclass(frozen=True)
class Written:
    """The answer to a part as it is written: its cell, and the definition in it."""

    part: Part
    cell: Code
    node: ast.ClassDef | Function
    notebook_names: frozenset[str]
    """Every name that the notebook binds at top level, this answer's own among them."""
    solution: ast.Module
    """The right answer."""
    error: str = ""
    """The first that was raised in the cell."""

    @property
    def functions(self) -> tuple[Function, ...]:
        """Its methods, or the function itself."""
        if isinstance(self.node, Function):
            return (self.node,)
        return tuple(node for node in self.node.body if isinstance(node, Function))

    @property
    def init(self) -> Function:
        """`__init__`; an empty function if there is none."""
        return next((method for method in self.functions if method.name == "__init__"), NO_FUNCTION)

    @property
    def forward(self) -> Function:
        """`forward`, or the function itself; an empty one if there is none."""
        if isinstance(self.node, Function):
            return self.node
        return next((method for method in self.functions if method.name == "forward"), NO_FUNCTION)

    @cached_property
    def super_call(self) -> int:
        """Where the call of super().__init__() ends in `__init__`, in bytes (0: nowhere)."""
        ends = (self.span(line)[1] for line in self.init.body if "super" in self.text(line))
        return next(ends, 0)

    @property
    def made(self) -> dict[ast.expr, str]:
        """What `__init__` assigns to, with its text."""
        lines = nodes(self.init, ast.Assign)
        return {line.targets[0]: self.text(line.targets[0]) for line in lines}

    @property
    def changeable(self) -> bool:
        """Whether it is no stub, and Python 3.11 can write it out: not each f-string's letter."""
        try:
            ast.unparse(self.node)
        except ValueError:
            return False
        return not refuses(self.node)

    @property
    def line(self) -> int:
        """Where the error was raised (0: there was none)."""
        place = PLACE.search(self.error)
        return int(place[2]) if place else 0

    @property
    def attributes(self) -> list[ast.Attribute]:
        """Its attributes of `self`, wherever they are read or bound."""
        return [node for node in nodes(self.node, ast.Attribute) if of_self(node)]

    @cached_property
    def calls(self) -> list[ast.Call]:
        return [*nodes(self.node, ast.Call)]

    @property
    def methods(self) -> list[tuple[ast.Call, ast.Attribute]]:
        """Its calls of what an attribute is, each with that."""
        return [(call, call.func) for call in self.calls if isinstance(call.func, ast.Attribute)]

    @property
    def bound_in_self(self) -> set[str]:
        """What is bound in `self`, buffers and methods among it."""
        names = {method.name for method in self.functions}
        names |= {node.attr for node in self.attributes if isinstance(node.ctx, ast.Store)}
        for call in self.calls:
            if ast.unparse(call.func).startswith("self.register_"):
                values = (arg.value for arg in call.args[:1] if isinstance(arg, ast.Constant))
                names |= {name for name in values if isinstance(name, str)}
        return names

    @property
    def bounds(self) -> Iterator[ast.Name | ast.BinOp]:
        """Where slices and ranges begin and end, as far as names say it."""
        ends = [end for piece in nodes(self.node, ast.Slice) for end in (piece.lower, piece.upper)]
        ends += [end for call in self.calls if self.text(call.func) == "range" for end in call.args]
        return (end for end in ends if isinstance(end, ast.Name | ast.BinOp))

    def free(self, function: ast.AST) -> set[str]:
        """The names that it reads and does not bind, without modules that the notebook imports."""
        read = {node.id for node in nodes(function, ast.Name)}
        bound = bound_in(function) | BUILTINS | {"self", "__class__", self.part.name}
        return read - bound - (IMPORTS.keys() & self.notebook_names)

    @cached_property
    def _data(self) -> bytes:
        return self.cell.source.encode()

    @cached_property
    def _begins(self) -> tuple[int, ...]:
        """Where each line begins, in bytes: a long answer asks for it of each of its nodes."""
        return (0, *accumulate(map(len, self._data.splitlines(keepends=True))))

    def text(self, node: ast.AST) -> str:
        """The source of a node."""
        if not isinstance(node, ast.expr | ast.stmt | ast.arg):
            return ""
        begin, end = self.span(node)
        # Inside an f-string Python 3.11 may count wrong, and cut a letter.
        return self._data[begin:end].decode("utf-8", "replace")

    def span(self, node: ast.expr | ast.stmt | ast.arg | ast.keyword) -> tuple[int, int]:
        """Where a node begins and ends, in bytes."""
        last, end = node.end_lineno or node.lineno, node.end_col_offset or 0
        return self._begins[node.lineno - 1] + node.col_offset, self._begins[last - 1] + end

    def around(self, node: ast.expr) -> tuple[str, str]:
        """What stands before a node, and behind it, in its line."""
        begin, end = self.span(node)
        first = self._begins[node.lineno - 1]
        last = self._begins[node.end_lineno or node.lineno]
        pieces = self._data[first:begin], self._data[end:last]
        before, after = (piece.decode("utf-8", "replace") for piece in pieces)
        return before, after

    def edits(self, places: Iterable[ast.expr | ast.stmt], new: str) -> tuple[Edit, ...]:
        """A text in the place of each of these nodes."""
        return tuple((*self.span(node), new) for node in places)

    def each(self, texts: Iterable[tuple[ast.expr | ast.stmt, str]]) -> tuple[Edit, ...]:
        """A text of its own in the place of each of these nodes."""
        return tuple((*self.span(node), text) for node, text in texts)

    def instead(self, node: ast.expr, new: str) -> Fix:
        """A text in the place of a node, and both to be told."""
        return (self.text(node), new), self.edits([node], new)

    @cached_property
    def pieces(self) -> dict[int, ast.stmt | ast.expr]:
        """The statement of one line of each node, or what its loop or its condition asks."""
        pieces: dict[int, ast.stmt | ast.expr] = {}
        for statement in nodes(self.node, ast.stmt):
            head = getattr(statement, "iter", None) or getattr(statement, "test", None)
            if piece := head if hasattr(statement, "body") else statement:
                pieces |= dict.fromkeys(map(id, ast.walk(piece)), piece)
        return pieces

    def in_line(self, node: ast.expr, new: str) -> Fix:
        """A text in the place of a node, and its line before and after to be told."""
        return self.within(self.pieces.get(id(node), node), self.edits([node], new))

    def within(self, node: ast.expr | ast.stmt, edits: Iterable[Edit]) -> Fix:
        """Edits inside a node, and its text before and after to be told."""
        begin, ordered = self.span(node)[0], tuple(sorted(edits, reverse=True))
        old = new = self.text(node).encode()
        for first, last, text in ordered:
            new = new[: first - begin] + text.encode() + new[last - begin :]
        return (old.decode(), new.decode()), ordered

    def before(self, node: ast.expr | ast.stmt | ast.arg, new: str) -> Edit:
        begin = self.span(node)[0]
        return begin, begin, new

    def after(self, node: ast.expr | ast.stmt | ast.arg, new: str) -> Edit:
        end = self.span(node)[1]
        return end, end, new

    def after_super(self, statement: str) -> Edit:
        return self.super_call, self.super_call, f"; {statement}"

    def renamed(self, node: ast.Attribute, new: str) -> Edit:
        # A full-width letter is the narrow one to Python, and longer.
        end = self.span(node)[1]
        return self._data.rfind(b".", 0, end) + 1, end, new


def arguments(function: Function) -> list[str]:
    """What a function or method takes, without `self`."""
    return [arg.arg for arg in function.args.args if arg.arg != "self"]


def alone_and_together(changes: list[tuple[ast.expr, str]]) -> list[list[tuple[ast.expr, str]]]:
    """Each of these changes by itself, then all of them if there are several."""
    return [*([change] for change in changes), *([changes] if len(changes) > 1 else [])]


def one_letter_off(name: str, other: str) -> bool:
    """Whether one letter of several is another: of a word of two Chinese ones that is half."""
    pairs = zip(name, other, strict=False)
    return len(name) == len(other) > 1 and sum(a != b for a, b in pairs) == 1


def of_self(node: ast.Attribute) -> bool:
    return isinstance(node.value, ast.Name) and node.value.id == "self"


def returns(function: ast.AST) -> list[ast.Return]:
    return [node for node in nodes(function, ast.Return) if node.value]


def numbers(tree: ast.AST) -> list[float]:
    """The numbers that stand in a tree, truth values not among them."""
    values = (node.value for node in nodes(tree, ast.Constant))
    return [value for value in values if isinstance(value, int | float) and type(value) is not bool]


def bound_in(function: ast.AST) -> set[str]:
    """The names that a function binds itself, arguments and inner definitions among them."""
    names = set[str]()
    for node in ast.walk(function):
        if isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, Definition) and node is not function:
            names.add(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names |= {(alias.asname or alias.name).partition(".")[0] for alias in node.names}
    return names - {"self"}


def uses(function: Function, names: set[str]) -> dict[str, list[ast.Name]]:
    """Where these names are read as values; what is called is a helper of the notebook."""
    called = {id(node.func) for node in nodes(function, ast.Call)}
    places: dict[str, list[ast.Name]] = {}
    for node in nodes(function, ast.Name):
        if node.id in names and id(node) not in called:
            places.setdefault(node.id, []).append(node)
    return places
