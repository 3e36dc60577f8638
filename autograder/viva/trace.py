"""Shapes and numbers of named values, as a copy of an answer prints them in its worker.

What comes back is a student's text: of it only lines of the form asked for are read, about places
where something is assigned, and what is said in two ways is dropped.
"""

import ast
import re
import secrets
from collections.abc import Iterator
from typing import NamedTuple

from autograder.viva.answer import Answer, blocks

PRINTER = """
def {name}(line, label, value, show=print, kinds=(int, float)):
    try:
        number = type(value) in kinds
        said = "number " + repr(value) if number else "shape " + repr(tuple(value.shape))
        if str(getattr(value, "dtype", "")) == "torch.bool":
            said += " " + str(int(value.sum()))
        show("\\n{name} " + str(line) + " " + label + " " + said)
    except Exception:
        return
"""
SAID = (
    r" (\d{1,5}) ([\w.]{1,80}) (number|shape) "
    r"(-?\d[\d.]{0,15}|\((?:\d{1,9}(?:, ?|(?=\)))){0,8}\))(?: (\d{1,3}))?$"
)
FUTURE = re.compile(r"^from __future__ .*$", re.MULTILINE)
MOST = 400
"""Lines read of one call."""


class Value(NamedTuple):
    """What an assignment in a line gave: a shape or a number, and how many of it are true."""

    line: int
    label: str
    kind: str
    said: str
    true: str | None


class TracedCopy:
    """An answer's text with a print behind every assignment to a name or an attribute of self."""

    def __init__(self, answer: Answer) -> None:
        # Nobody can print such lines beforehand.
        self._name = f"traced_{secrets.token_hex(8)}"
        self._places: set[tuple[int, str]] = set()
        tree = ast.parse(answer.cell.source)
        for block in [*blocks(tree)]:
            block[:] = [each for one in block for each in self._printing(one)]
        text = ast.unparse(ast.fix_missing_locations(tree))
        head = "\n".join(FUTURE.findall(text))
        self.source = head + PRINTER.format(name=self._name) + FUTURE.sub("", text)

    def read(self, printed: str) -> list[Value]:
        """What was printed of these places, as far as each gave the same every time."""
        line = re.compile(f"^{self._name}{SAID}", re.MULTILINE)
        found: dict[tuple[int, str], set[Value]] = {}
        for told in [*line.finditer(printed)][:MOST]:
            value = Value(int(told[1]), *told.groups()[1:])
            if value[:2] in self._places:
                found.setdefault(value[:2], set()).add(value)
        return [value for values in found.values() if len(values) == 1 for value in values]

    def _printing(self, node: ast.stmt) -> Iterator[ast.stmt]:
        yield node
        targets = node.targets if isinstance(node, ast.Assign) else []
        if isinstance(node, ast.AugAssign) or (isinstance(node, ast.AnnAssign) and node.value):
            targets = [node.target]
        for target in targets:
            own = isinstance(target, ast.Attribute) and getattr(target.value, "id", "") == "self"
            if isinstance(target, ast.Name) or own:
                label = ast.unparse(target)
                self._places.add((node.lineno, label))
                yield ast.parse(f"{self._name}({node.lineno}, {label!r}, {label})").body[0]
