"""A class of students made from the specimens: the same seed makes the same class."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from autograder.authoring.cheats import cheats
from autograder.authoring.damaged import damaged
from autograder.authoring.load import Specimen, alternatives, mistakes
from autograder.authoring.make import NotebookBuilder, notebook_with
from autograder.core.assignment import Assignment
from autograder.notebook.build import source_notebook

KINDS = ("right", "alternative", "mistaken", "mistaken", "mistaken", "unfinished", "cheating",
         "damaged", "alternative", "mistaken")  # fmt: skip
"""The cycle of kinds; a class of ten has one of each line of it."""


Card = TypeVar("Card")


@dataclass(frozen=True)
class Enrolled:
    """A simulated student: an id that says what kind, and the files handed in."""

    id: str
    kind: str
    files: dict[str, bytes]


class _Deck(Generic[Card]):
    """Deals by chance, each card once before any a second time.

    So the kinds that cost much time are not many in one class by chance, and few in another.
    """

    def __init__(self, cards: Sequence[Card], chance: random.Random) -> None:
        self._cards = cards
        self._chance = chance
        self._left: list[Card] = []

    def __bool__(self) -> bool:
        return bool(self._cards)

    def deal(self) -> Card:
        """The next card."""
        self._left = self._left or self._chance.sample(self._cards, len(self._cards))
        return self._left.pop()


class SimulatedClass:
    """Makes students from an assignment's specimens."""

    def __init__(self, assignment: Assignment, language: str, released: bytes, seed: int) -> None:
        self._solved = NotebookBuilder.of(source_notebook(assignment, language))
        self._released = NotebookBuilder.of(released)
        self._random = random.Random(seed)
        self._name = f"{assignment.id}.ipynb"
        self._parts = [part.id for part in assignment.parts]
        self._right = self._by_part(alternatives(assignment))
        self._wrong = self._by_part(mistakes(assignment))
        self._cheats = _Deck(cheats(assignment), self._random)
        readable = [damage for damage in damaged(assignment) if damage.readable]
        self._damaged = _Deck(readable, self._random)

    def students(self, count: int) -> Iterator[Enrolled]:
        """`count` students, the kinds in turn that the assignment has specimens of."""
        kinds = [kind for kind in KINDS if self._can_make(kind)]
        make: dict[str, Callable[[], dict[str, bytes]]] = {
            "right": lambda: self._file(self._solved),
            "alternative": lambda: self._file(self._with(self._right, len(self._parts))),
            "mistaken": lambda: self._file(self._with(self._wrong, self._random.randint(1, 4))),
            "unfinished": lambda: self._file(self._unfinished()),
            "cheating": lambda: self._file(self._cheating()),
            "damaged": lambda: self._damaged.deal().files(self._solved),
        }
        for number in range(count):
            kind = kinds[number % len(kinds)]
            yield Enrolled(f"s{number + 1:04d}-{kind}", kind, make[kind]())

    def _by_part(self, specimens: tuple[Specimen, ...]) -> dict[str, _Deck[Specimen]]:
        found: dict[str, list[Specimen]] = {}
        for specimen in specimens:
            found.setdefault(specimen.part, []).append(specimen)
        return {part: _Deck(cards, self._random) for part, cards in found.items()}

    def _can_make(self, kind: str) -> bool:
        """Whether the assignment has specimens of a kind: a small one may lack some."""
        decks = {"alternative": self._right, "mistaken": self._wrong,
                 "cheating": self._cheats, "damaged": self._damaged}  # fmt: skip
        return bool(decks.get(kind, True))

    def _file(self, frame: NotebookBuilder) -> dict[str, bytes]:
        return {self._name: frame.bytes()}

    def _with(self, decks: dict[str, _Deck[Specimen]], parts: int) -> NotebookBuilder:
        chosen = self._random.sample(sorted(decks), min(parts, len(decks)))
        return notebook_with(self._solved, *(decks[part].deal() for part in chosen))

    def _unfinished(self) -> NotebookBuilder:
        """The first parts solved, the rest as released."""
        done = set(self._parts[: self._random.randrange(len(self._parts))])
        solutions = {_grade_id(cell): cell["source"] for cell in self._solved.notebook["cells"]}
        frame = NotebookBuilder.of(self._released.bytes())
        for cell in frame.notebook["cells"]:
            if _grade_id(cell) in done:
                cell["source"] = solutions[_grade_id(cell)]
        return frame

    def _cheating(self) -> NotebookBuilder:
        return self._cheats.deal().notebook(self._solved, self._released)


def _grade_id(cell: dict[str, dict[str, dict[str, str]]]) -> str:
    return cell["metadata"].get("nbgrader", {}).get("grade_id", "")
