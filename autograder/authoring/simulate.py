"""A class of students made from the specimens: the same seed makes the same class."""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from autograder.authoring.handwriting import HAN, in_own_hand
from autograder.authoring.make import (
    ADDED,
    NotebookBuilder,
    cheats,
    damaged,
    notebook_with,
    with_stub,
)
from autograder.authoring.specimens import Specimen, alternatives, mistakes
from autograder.core.assignment.plan import Assignment
from autograder.notebook.build import source_notebook

EACH = ("right", "alternative", "mistaken", "mistaken", "mistaken", "unfinished", "cheating",
        "damaged", "alternative", "mistaken")  # fmt: skip
MOST = ("alternative", "right", "alternative", "mistaken", "alternative")
KINDS = EACH + 8 * MOST
"""The cycle of kinds. A class of ten has each; in one of fifty 70 % have everything right, 24 % up
to four parts wrong, and each other kind is 2 %."""
Card = TypeVar("Card")
SIMULATED = re.compile(r"s\d{4,}-")
"""How the id of a simulated student begins."""


@dataclass(frozen=True)
class Enrolled:
    id: str
    files: dict[str, bytes]


def _dealt(cards: Sequence[Card], chance: random.Random) -> Iterator[Card]:
    """The cards by chance, each once before any a second time."""
    while cards:
        yield from reversed(chance.sample(cards, len(cards)))


def _by_part(specimens: Sequence[Specimen], chance: random.Random) -> dict[str, Iterator[Specimen]]:
    by_part: dict[str, list[Specimen]] = {}
    for specimen in specimens:
        by_part.setdefault(specimen.part, []).append(specimen)
    return {part: _dealt(cards, chance) for part, cards in by_part.items()}


class SimulatedClass:
    """Makes students from the specimens. Each writes in a hand of their own, but what cheats stays
    as it is: its form is what it is about.
    """

    def __init__(self, assignment: Assignment, language: str, released: bytes, seed: int) -> None:
        self._solved = NotebookBuilder.of(source_notebook(assignment, language))
        self._released = NotebookBuilder.of(released)
        self._random = random.Random(seed)
        # By a chance of their own: how an answer is written decides on nobody's mistakes.
        self._writing = random.Random(f"{seed} in writing")
        self._name = f"{assignment.id}.ipynb"
        self._parts, self._language = [part.id for part in assignment.parts], language
        right, attempts = alternatives(assignment), cheats(assignment)
        self._right = _by_part(right, self._random)
        self._wrong = _by_part(mistakes(assignment), self._random)
        self._forms = _by_part(right, self._writing)
        readable = [damage for damage in damaged(assignment) if damage.readable]
        self._cheats = _dealt(attempts, self._random)
        self._damaged = _dealt(readable, self._random)
        # A small assignment may lack some.
        pool = {"alternative": self._right, "mistaken": self._wrong, "cheating": attempts}
        self._lacks = {kind for kind, cards in (pool | {"damaged": readable}).items() if not cards}

    def students(self, count: int, kinds: Sequence[str] = KINDS) -> Iterator[Enrolled]:
        """`count` students, the kinds in turn that the assignment has specimens of."""
        make: dict[str, Callable[[], NotebookBuilder]] = {
            "right": self._own,
            "alternative": self._in_other_forms,
            "mistaken": self._mistaken,
            "unfinished": self._unfinished,
            "cheating": lambda: next(self._cheats).notebook(self._solved, self._released),
        }
        kinds = [kind for kind in kinds if kind not in self._lacks]
        for number in range(count):
            kind = kinds[number % len(kinds)]
            if kind == "damaged":
                files = next(self._damaged).files(self._own())
            else:
                files = {self._name: make[kind]().bytes()}
            yield Enrolled(f"s{number + 1:04d}-{kind}", files)

    def _in_other_forms(self) -> NotebookBuilder:
        parts = self._random.sample(sorted(self._right), len(self._right))
        return self._own(*(next(self._right[part]) for part in parts))

    def _mistaken(self) -> NotebookBuilder:
        count = min(self._random.randint(1, 4), len(self._wrong))
        chosen = self._random.sample(sorted(self._wrong), count)
        return self._own(*(next(self._wrong[part]) for part in chosen))

    def _own(self, *chosen: Specimen) -> NotebookBuilder:
        """The chosen answers, and of the other parts half in other forms than the solution's."""
        parts = sorted(self._forms.keys() - {specimen.part for specimen in chosen})
        forms = self._writing.sample(parts, len(parts) // 2)
        answers = (*chosen, *(next(self._forms[part]) for part in forms))
        # In an English class nobody has names in Chinese; that they are graded, audits prove.
        made = notebook_with(self._solved, *(one for one in answers if self._is_readable(one)))
        for cell in made.notebook["cells"]:
            grade_id = cell["metadata"].get("nbgrader", {}).get("grade_id")
            if grade_id in self._parts or cell["id"].startswith(ADDED):
                cell["source"] = self._written("".join(cell["source"]))
        return made

    def _written(self, source: str) -> str:
        return in_own_hand(source, self._writing, self._language)

    def _is_readable(self, answer: Specimen) -> bool:
        return self._language == "zh" or not any(map(HAN.search, map(self._written, answer.cells)))

    def _unfinished(self) -> NotebookBuilder:
        frame = self._own()
        for part in self._parts[self._random.randrange(len(self._parts)) :]:
            frame = with_stub(frame, self._released, part)
        return frame
