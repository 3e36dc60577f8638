"""Replaces wrong earlier parts for an answer that depends on them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

from autograder.checks.provided import Provided
from autograder.checks.student import demands_of
from autograder.core.assignment import Part
from autograder.notebook import Source
from autograder.notebook.answers import Code
from autograder.sandbox.worker import Lender
from autograder.wire import messages


@dataclass(frozen=True)
class ReferenceServer:
    """Functions, for which the host answers once the cells have run, and what takes the place of
    others: what the author provides, or a recording class.

    That takes its place as soon as the cell that defines the part has run: cells further down may
    keep it, by a default argument or a subclass.
    """

    functions: list[tuple[str, list[str]]]
    classes: list[tuple[int, messages.Replace]]
    lender: Lender

    @classmethod
    def of(
        cls, parts: tuple[Part, ...], code: tuple[Code, ...],
        lender: Callable[[list[str]], Lender], provided: Provided,
    ) -> Self:  # fmt: skip
        """The loan of these parts in a notebook."""
        functions = [p for p in parts if p.kind == "function" and p.name not in provided.names]
        source = Source(code)
        classes = [
            (cell, _replacement(part, provided))
            for part in parts
            if part not in functions and (cell := source.cell_of(part)) is not None
        ]
        named = [(part.name, list(part.signature)) for part in functions]
        return cls(named, classes, lender([part.name for part in functions]))

    def classes_below(self, cell: int) -> list[messages.Request]:
        """What takes its place once this cell has run."""
        return [replace for place, replace in self.classes if place == cell]


def _replacement(part: Part, provided: Provided) -> messages.Replace:
    source = provided.sources.get(part.name, "")
    return messages.Replace(part.name, list(part.signature), demands_of(part), source)
