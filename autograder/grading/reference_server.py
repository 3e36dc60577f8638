"""Replaces wrong earlier parts for an answer that depends on them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

from autograder.checks.student import demands_of
from autograder.core.assignment import Part
from autograder.notebook import Source
from autograder.notebook.answers import Code
from autograder.sandbox.worker import Lender
from autograder.wire import messages


@dataclass(frozen=True)
class Loan:
    """Functions, for which the host answers once the cells have run, and recording classes.

    A class takes its place as soon as the cell that defines it has run: cells further down may keep
    it, by a default argument or a subclass.
    """

    functions: list[tuple[str, list[str]]]
    classes: list[tuple[int, messages.Replace]]
    lender: Lender

    @classmethod
    def of(
        cls, parts: tuple[Part, ...], code: tuple[Code, ...], lender: Callable[[list[str]], Lender]
    ) -> Self:
        """The loan of these parts in a notebook."""
        functions = [part for part in parts if part.kind == "function"]
        source = Source(code)
        classes = [
            (cell, messages.Replace(part.name, list(part.signature), demands_of(part)))
            for part in parts
            if part.kind == "class" and (cell := source.cell_of(part)) is not None
        ]
        named = [(part.name, list(part.signature)) for part in functions]
        return cls(named, classes, lender([part.name for part in functions]))

    def classes_below(self, cell: int) -> list[messages.Request]:
        """What takes its place once this cell has run."""
        return [replace for place, replace in self.classes if place == cell]
