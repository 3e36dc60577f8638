"""A class of students made from the specimens: the same seed makes the same class."""

import copy
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from autograder.authoring.cheats import cheats
from autograder.authoring.damaged import damaged
from autograder.authoring.handwriting import Hand
from autograder.authoring.make import ADDED, NotebookBuilder, notebook_with
from autograder.authoring.specimens import Specimen, alternatives, mistakes
from autograder.core.assignment import Assignment
from autograder.notebook.build import source_notebook

EACH = ("right", "alternative", "mistaken", "mistaken", "mistaken", "unfinished", "cheating",
        "damaged", "alternative", "mistaken")  # fmt: skip
MOST = ("alternative", "right", "alternative", "mistaken", "alternative")
KINDS = EACH + 8 * MOST
"""The cycle of kinds. A class of ten has each; in one of fifty 70 % have everything right (three
quarters of these in other forms than the author's), 24 % have up to four parts wrong, and each
other kind is 2 %."""


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
    """Makes students from an assignment's specimens, each of whom writes in a hand of their own.

    What cheats and what is damaged stays as it is: its form is what it is about.
    """

    def __init__(self, assignment: Assignment, language: str, released: bytes, seed: int) -> None:
        self._solved = NotebookBuilder.of(source_notebook(assignment, language))
        self._released = NotebookBuilder.of(released)
        self._random = random.Random(seed)
        self._name = f"{assignment.id}.ipynb"
        self._parts = [part.id for part in assignment.parts]
        self._right = self._by_part(alternatives(assignment), self._random)
        self._wrong = self._by_part(mistakes(assignment), self._random)
        # By a chance of their own: how an answer is written decides on nobody's mistakes.
        self._writing = random.Random(f"{seed} in writing")
        self._forms = self._by_part(alternatives(assignment), self._writing)
        self._cheats = _Deck(cheats(assignment), self._random)
        readable = [damage for damage in damaged(assignment) if damage.readable]
        self._damaged = _Deck(readable, self._random)

    def students(self, count: int, kinds: Sequence[str] = KINDS) -> Iterator[Enrolled]:
        """`count` students, the kinds in turn that the assignment has specimens of."""
        kinds = [kind for kind in kinds if self._can_make(kind)]
        make: dict[str, Callable[[], dict[str, bytes]]] = {
            "right": lambda: self._file(self._own(self._solved)),
            "alternative": lambda: self._file(self._own(self._with(self._right, len(self._parts)))),
            "mistaken": lambda: self._file(self._own(self._mistaken())),
            "unfinished": lambda: self._file(self._unfinished()),
            "cheating": lambda: self._file(self._cheating()),
            "damaged": lambda: self._damaged.deal().files(self._solved),
        }
        for number in range(count):
            kind = kinds[number % len(kinds)]
            yield Enrolled(f"s{number + 1:04d}-{kind}", kind, make[kind]())

    def _by_part(
        self, specimens: tuple[Specimen, ...], chance: random.Random
    ) -> dict[str, _Deck[Specimen]]:
        found: dict[str, list[Specimen]] = {}
        for specimen in specimens:
            found.setdefault(specimen.part, []).append(specimen)
        return {part: _Deck(cards, chance) for part, cards in found.items()}

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

    def _mistaken(self) -> NotebookBuilder:
        """A few parts wrong, about half of the others right in another form."""
        count = min(self._random.randint(1, 4), len(self._wrong))
        chosen = self._random.sample(sorted(self._wrong), count)
        wrong = [self._wrong[part].deal() for part in chosen]
        others = sorted(self._forms.keys() - set(chosen))
        forms = self._writing.sample(others, len(others) // 2)
        return notebook_with(self._solved, *wrong, *(self._forms[part].deal() for part in forms))

    def _own(self, frame: NotebookBuilder) -> NotebookBuilder:
        """The notebook with every answer in one student's hand."""
        hand, notebook = Hand(self._writing), copy.deepcopy(frame.notebook)
        for cell in notebook["cells"]:
            if _grade_id(cell) in self._parts or cell["id"].startswith(ADDED):
                cell["source"] = hand.written("".join(cell["source"]))
        return NotebookBuilder(notebook)

    def _unfinished(self) -> NotebookBuilder:
        """The first parts solved, the rest as released."""
        done = set(self._parts[: self._random.randrange(len(self._parts))])
        solved = self._own(self._solved).notebook["cells"]
        solutions = {_grade_id(cell): cell["source"] for cell in solved}
        frame = NotebookBuilder.of(self._released.bytes())
        for cell in frame.notebook["cells"]:
            if _grade_id(cell) in done:
                cell["source"] = solutions[_grade_id(cell)]
        return frame

    def _cheating(self) -> NotebookBuilder:
        return self._cheats.deal().notebook(self._solved, self._released)


def _grade_id(cell: dict[str, dict[str, dict[str, str]]]) -> str:
    return cell["metadata"].get("nbgrader", {}).get("grade_id", "")
