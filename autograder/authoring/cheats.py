"""Cheats: submissions that try to earn marks, read, write or harm by other means than answers."""

import re
from dataclasses import dataclass
from pathlib import Path

from autograder.authoring.make import NotebookBuilder, code_cell
from autograder.authoring.specimens import front_matter
from autograder.core.assignment.plan import Assignment
from autograder.core.errors import CourseError

KEYS = frozenset({"goal", "evidence", "base"})
HONEST, FACT = "honest", "fact"
EVIDENCE = frozenset({"score", "printed", "markup"})
CELL = re.compile(r"^# %%[ \t]*(.*)$", re.MULTILINE)
PART = re.compile(r'part="(\w+)"')


@dataclass(frozen=True)
class Cheat:
    """One attempt: attack cells, and answers that the attack wants to have scored.

    Attributes:
        evidence: How success would be seen: a higher score, a line that says SUCCEEDED in what a
            cell printed, or markup or control characters that reach a reader.
        honest: The points that its answers are worth, where that is not full points.
        fact: The points that it gains by what the worker reports of itself, beside right values.
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

    def notebook(
        self, solved: NotebookBuilder, released: NotebookBuilder, *, armed: bool = True
    ) -> NotebookBuilder:
        """The submission; without its attack cells where not `armed`."""
        base = solved if self.base == "right" else released
        notebook = base.answered(self.answers).notebook
        if armed:
            first, last = (
                [code_cell(f"{place}-{n}", source) for n, source in enumerate(sources)]
                for place, sources in (("first", self.attacks), ("last", self.last))
            )
            notebook["cells"] = [*first, *notebook["cells"], *last]
        return NotebookBuilder(notebook)


def cheats(assignment: Assignment) -> tuple[Cheat, ...]:
    """Every cheat of the assignment's specimens.

    Raises:
        CourseError: a file is not as it must be; the message says which and why.
    """
    folder = assignment.folder / "specimens" / "cheats"
    return tuple(_cheat(path) for path in sorted(folder.rglob("*.py")))


def _cheat(path: Path) -> Cheat:
    about, code = front_matter(path)
    if set(about) - {HONEST, FACT} != KEYS or about["evidence"] not in EVIDENCE:
        raise CourseError(f"{path}: the docstring must give {', '.join(sorted(KEYS))}")
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
