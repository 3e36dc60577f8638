"""Reading specimen files: a TOML docstring that says what they are, then the cells."""

import ast
import re
import runpy
import tomllib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from autograder.core.assignment.plan import Assignment
from autograder.core.errors import CourseError
from autograder.core.model import Mistake, Text

CELL = re.compile(r"^# %%(.*)$", re.MULTILINE)
MISTAKE_KEYS = ("name", "question")
ALTERNATIVE_KEYS = ("form",)
SECOND = "_zh"
CHANGE = "change"
"""What the solution has, and what the specimen has in its place."""
ORIGIN = "origin"
FAILS = "fails"
BY_LIMITS = "limits"
"""The one way of failing that is said: a right answer that only costs more than is allowed."""

SUBMISSION = "submission"
"""The one origin that is said: a specimen without it was written by an author."""


@dataclass(frozen=True)
class Specimen:
    """An answer to one part: added cells, and last the cell that takes the solution's place."""

    id: str
    part: str
    cells: tuple[str, ...]
    about: dict[str, Any]
    path: Path

    @property
    def is_submitted(self) -> bool:
        """Whether a student wrote it: such code runs in the sandbox and nowhere else."""
        return ORIGIN in self.about

    @property
    def is_only_dear(self) -> bool:
        """Whether it is right, and fails by what it costs alone."""
        return FAILS in self.about

    @property
    def mistake(self) -> Mistake:
        """What a student is told who made this mistake."""
        about = self.about
        return Mistake(
            self.id,
            *(
                # Of one language where the assignment is.
                Text(about[key], about.get(f"{key}{SECOND}", about[key]))
                for key in MISTAKE_KEYS
            ),
        )


def mistakes(assignment: Assignment) -> tuple[Specimen, ...]:
    """Every wrong answer of the assignment's specimens.

    Raises:
        CourseError: a file is not as it must be; the message says which and why.
    """
    return _room(assignment, "mistakes")


def alternatives(assignment: Assignment) -> tuple[Specimen, ...]:
    """Every right answer that is written in another way.

    Raises:
        CourseError: a file is not as it must be; the message says which and why.
    """
    return _room(assignment, "alternatives")


def variants(assignment: Assignment) -> tuple[Specimen, ...]:
    """The mistakes once more, in the other forms that the assignment's contract allows.

    `specimens/variants.py`, where there is one, defines `variants(part, source)`: the sources of
    the same answer in other forms. What is said of a mistake is said of each.
    """
    script = assignment.folder / "specimens" / "variants.py"
    if not script.is_file():
        return ()
    made = runpy.run_path(str(script))["variants"]
    return tuple(
        replace(one, cells=(*one.cells[:-1], source))
        for one in mistakes(assignment)
        for source in made(one.part, one.cells[-1])
    )


def _room(assignment: Assignment, room: str) -> tuple[Specimen, ...]:
    return tuple(read(assignment, path) for path in files(assignment, room))


def files(assignment: Assignment, room: str) -> list[Path]:
    """The files of one kind of specimens, "mistakes" or "alternatives"."""
    found = sorted((assignment.folder / "specimens" / room).rglob("*.py"))
    return [path for path in found if "__pycache__" not in path.parts]


def read(assignment: Assignment, path: Path) -> Specimen:
    """The specimen in one of these files; raises as `specimen` does."""
    mistake = path.is_relative_to(assignment.folder / "specimens" / "mistakes")
    keys = MISTAKE_KEYS if mistake else ALTERNATIVE_KEYS
    second = {f"{key}{SECOND}" for key in keys if mistake}
    optional = {ORIGIN, *([FAILS] if mistake else [])}
    optional |= second if len(assignment.languages) == 1 else set()
    parts = {part.id for part in assignment.parts}
    found = specimen(path, ({*keys} | second) - optional, optional, parts)
    if CHANGE not in found.about:
        return found
    cells = (*found.cells, _changed(solution(assignment, found.part), found))
    return replace(found, cells=cells)


def solution(assignment: Assignment, part: str) -> str:
    """The solution cell of a part, as notebook.py has it."""
    try:
        text = (assignment.folder / "notebook.py").read_text("utf-8")
    except OSError:
        return ""
    headed = re.compile(rf'^# %% .*part="{re.escape(part)}".*$', re.MULTILINE)
    return CELL.split(headed.split(text, maxsplit=1)[-1])[0].strip() + "\n"


def _changed(source: str, specimen: Specimen) -> str:
    """The solution with every change that the specimen names.

    Raises:
        CourseError: a text to be changed is not there, or more than once.
    """
    for before, after in specimen.about[CHANGE].items():
        if (count := source.count(before)) != 1:
            raise CourseError(
                f"{specimen.path}: {before!r} stands {count} times in the solution of "
                f"{specimen.part}; a change names what stands there once"
            )
        source = source.replace(before, after)
    return source


def specimen(path: Path, keys: set[str], optional: set[str], parts: set[str]) -> Specimen:
    """The specimen in a file.

    Raises:
        CourseError: no such part, no explanation, or code that is no Python.
    """
    part = path.parent.name
    if part not in parts:
        raise CourseError(f"{path}: {part!r} is the folder of no part")
    about, code = front_matter(path)
    if about.get(ORIGIN, SUBMISSION) != SUBMISSION:
        raise CourseError(f'{path}: {ORIGIN} can only be "{SUBMISSION}"; leave it out otherwise')
    if about.get(FAILS, BY_LIMITS) != BY_LIMITS:
        raise CourseError(f'{path}: {FAILS} can only be "{BY_LIMITS}"; leave it out otherwise')
    change = about.get(CHANGE, {"": ""})
    texts = [text for key, text in about.items() if key != CHANGE]
    if (
        set(about) - optional - {CHANGE} != keys
        or not all(isinstance(v, str) and v.strip() for v in texts)
        or not (isinstance(change, dict) and all(isinstance(v, str) for v in change.values()))
    ):
        raise CourseError(f"{path}: the docstring must give {', '.join(sorted(keys))}")
    return Specimen(f"{part}/{path.stem}", part, cells_of(code), about, path)


def front_matter(path: Path) -> tuple[dict[str, Any], str]:
    """The TOML of a specimen's docstring, and the code behind it.

    Raises:
        CourseError: there is none, or it is no TOML.
    """
    text = path.read_text("utf-8")
    try:
        first = ast.parse(re.sub(r"^[ \t]*[%!].*$", "", text, flags=re.MULTILINE)).body[0]
        about = tomllib.loads(ast.literal_eval(first.value))  # type: ignore[attr-defined]
    except (SyntaxError, IndexError, AttributeError, ValueError, TypeError) as error:
        raise CourseError(
            f"{path}: the file must start with a docstring in TOML ({error})"
        ) from None
    end = first.end_lineno or 0
    return about, "\n".join(text.splitlines()[end:]).strip() + "\n"


def cells_of(code: str) -> tuple[str, ...]:
    """The cells, split at lines that start with `# %%`."""
    pieces = CELL.split(code)[::2]
    return tuple(piece.strip() + "\n" for piece in pieces if piece.strip())
