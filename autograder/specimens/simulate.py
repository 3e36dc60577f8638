"""A class of students made from the specimens: the same seed makes the same class."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from autograder.assignment import Assignment
from autograder.notebook.build import source_notebook
from autograder.specimens.cheats import cheats
from autograder.specimens.damaged import damaged
from autograder.specimens.load import Specimen, alternatives, mistakes
from autograder.specimens.make import Frame, notebook_with

KINDS = ("right", "alternative", "mistaken", "mistaken", "mistaken", "unfinished", "cheating",
         "damaged", "alternative", "mistaken")  # fmt: skip
"""The cycle of kinds; a class of ten has one of each line of it."""


@dataclass(frozen=True)
class Enrolled:
    """A simulated student: an id that says what kind, and the files handed in."""

    id: str
    kind: str
    files: dict[str, bytes]


class SimulatedClass:
    """Makes students from an assignment's specimens."""

    def __init__(self, assignment: Assignment, language: str, released: bytes, seed: int) -> None:
        self._solved = Frame.of(source_notebook(assignment, language))
        self._released = Frame.of(released)
        self._random = random.Random(seed)
        self._name = f"{assignment.id}.ipynb"
        self._parts = [part.id for part in assignment.parts]
        self._right = _by_part(alternatives(assignment))
        self._wrong = _by_part(mistakes(assignment))
        self._cheats = cheats(assignment)
        self._damaged = [damage for damage in damaged(assignment) if damage.readable]

    def students(self, count: int) -> Iterator[Enrolled]:
        """`count` students, the kinds in turn that the assignment has specimens of."""
        kinds = [kind for kind in KINDS if self._can_make(kind)]
        make: dict[str, Callable[[], dict[str, bytes]]] = {
            "right": lambda: self._file(self._solved),
            "alternative": lambda: self._file(self._with(self._right, len(self._parts))),
            "mistaken": lambda: self._file(self._with(self._wrong, self._random.randint(1, 4))),
            "unfinished": lambda: self._file(self._unfinished()),
            "cheating": lambda: self._file(self._cheating()),
            "damaged": lambda: self._random.choice(self._damaged).files(self._solved),
        }
        for number in range(count):
            kind = kinds[number % len(kinds)]
            yield Enrolled(f"s{number + 1:04d}-{kind}", kind, make[kind]())

    def _can_make(self, kind: str) -> bool:
        """Whether the assignment has specimens of a kind: a small one may lack some."""
        rooms = {"alternative": self._right, "mistaken": self._wrong,
                 "cheating": self._cheats, "damaged": self._damaged}  # fmt: skip
        return bool(rooms.get(kind, True))

    def _file(self, frame: Frame) -> dict[str, bytes]:
        return {self._name: frame.bytes()}

    def _with(self, room: dict[str, list[Specimen]], parts: int) -> Frame:
        chosen = self._random.sample(sorted(room), min(parts, len(room)))
        return notebook_with(self._solved, *(self._random.choice(room[part]) for part in chosen))

    def _unfinished(self) -> Frame:
        """The first parts solved, the rest as released."""
        done = set(self._parts[: self._random.randrange(len(self._parts))])
        solutions = {_grade_id(cell): cell["source"] for cell in self._solved.notebook["cells"]}
        frame = Frame.of(self._released.bytes())
        for cell in frame.notebook["cells"]:
            if _grade_id(cell) in done:
                cell["source"] = solutions[_grade_id(cell)]
        return frame

    def _cheating(self) -> Frame:
        return self._random.choice(self._cheats).notebook(self._solved, self._released)


def _grade_id(cell: dict[str, dict[str, dict[str, str]]]) -> str:
    return cell["metadata"].get("nbgrader", {}).get("grade_id", "")


def _by_part(specimens: tuple[Specimen, ...]) -> dict[str, list[Specimen]]:
    found: dict[str, list[Specimen]] = {}
    for specimen in specimens:
        found.setdefault(specimen.part, []).append(specimen)
    return found
