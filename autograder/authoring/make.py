"""Notebooks made from the course's own: unfinished, damaged, cheating, or with a specimen."""

import copy
import json
import re
import runpy
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.authoring.specimens import CELL, Specimen, files, front_matter
from autograder.core.assignment.plan import Assignment

ADDED = "added-"
"""How the ids of the cells begin that a student has added."""


@dataclass(frozen=True)
class NotebookBuilder:
    """A notebook to put specimens into: the solved one, or the released one."""

    notebook: dict[str, Any]

    @classmethod
    def of(cls, data: bytes) -> "NotebookBuilder":
        return cls(json.loads(data))

    def bytes(self) -> bytes:
        return json.dumps(self.notebook, ensure_ascii=False).encode()

    def answered(self, answers: Mapping[str, str]) -> "NotebookBuilder":
        notebook = copy.deepcopy(self.notebook)
        for part, source in answers.items():
            notebook["cells"][solution_index(notebook, part)]["source"] = source
        return NotebookBuilder(notebook)


def notebook_with(frame: NotebookBuilder, *specimens: Specimen) -> NotebookBuilder:
    builder = frame.answered({specimen.part: specimen.cells[-1] for specimen in specimens})
    for specimen in specimens:
        place = solution_index(builder.notebook, specimen.part)
        added = [code_cell(f"{specimen.part}-{n}", s) for n, s in enumerate(specimen.cells[:-1])]
        builder.notebook["cells"][place:place] = added
    return builder


def with_stub(frame: NotebookBuilder, released: NotebookBuilder, part: str) -> NotebookBuilder:
    stub = released.notebook["cells"][solution_index(released.notebook, part)]["source"]
    return frame.answered({part: stub})


def solution_index(notebook: dict[str, Any], part: str) -> int:
    marks = (cell["metadata"].get("nbgrader", {}) for cell in notebook["cells"])
    return [mark.get("grade_id") for mark in marks].index(part)


def code_cell(cell_id: str, source: str) -> dict[str, Any]:
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": f"{ADDED}{cell_id}"[:64],
        "metadata": {},
        "outputs": [],
        "source": source,
    }


@dataclass(frozen=True)
class Damage:
    """One kind of damage, and what must become of a right notebook that suffered it."""

    id: str
    damage: str
    lost: tuple[str, ...]
    repaired: bool
    readable: bool
    path: Path

    def files(self, solved: NotebookBuilder) -> dict[str, bytes]:
        return runpy.run_path(str(self.path))["damage"](copy.deepcopy(solved.notebook))


def damaged(assignment: Assignment) -> tuple[Damage, ...]:
    """Every kind of damage of the specimens; raises as `mistakes`."""
    damages = []
    for path in files(assignment, "damaged"):
        about, _ = front_matter(path, ("damage", "lost", "readable", "repaired"))
        damages.append(Damage(path.stem, path=path, **about | {"lost": tuple(about["lost"])}))
    return tuple(damages)


PART = re.compile(r'part="([^"]+)"')


@dataclass(frozen=True)
class Cheat:
    """An attempt to earn marks, read, write or harm by attack cells, and answers to be scored.

    `honest` are the points that the answers are worth where that is not full points, `fact` those
    that it gains by what the worker reports of itself, beside right values.
    """

    id: str
    goal: str
    evidence: str
    base: str
    attacks: tuple[str, ...]
    last: tuple[str, ...]
    answers: dict[str, str]
    honest: float | None = None
    fact: float = 0.0

    def notebook(self, solved: NotebookBuilder, released: NotebookBuilder) -> NotebookBuilder:
        builder = (solved if self.base == "right" else released).answered(self.answers)
        first = [code_cell(f"first-{n}", source) for n, source in enumerate(self.attacks)]
        last = [code_cell(f"last-{n}", source) for n, source in enumerate(self.last)]
        builder.notebook["cells"] = [*first, *builder.notebook["cells"], *last]
        return builder


def cheats(assignment: Assignment) -> tuple[Cheat, ...]:
    """Every cheat of the specimens; raises as `mistakes`."""
    return tuple(map(_cheat, files(assignment, "cheats")))


def _cheat(path: Path) -> Cheat:
    about, code = front_matter(path, ("base", "evidence", "goal"), optional=("honest", "fact"))
    pieces = CELL.split(code)[1:]
    pairs = zip(pieces[::2], pieces[1::2], strict=True)
    cells = [(label.strip(), source.strip() + "\n") for label, source in pairs]
    return Cheat(
        f"{path.parent.name}/{path.stem}",
        attacks=tuple(source for label, source in cells if label == "attack"),
        last=tuple(source for label, source in cells if label == "attack last"),
        answers={m[1]: source for label, source in cells if (m := PART.search(label))},
        **about,
    )
