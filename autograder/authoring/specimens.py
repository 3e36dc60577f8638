"""Reading specimen files: a TOML docstring that says what they are, then the cells."""

import ast
import re
import runpy
import tomllib
from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from autograder.core.assignment.given import below, lesson, text_of
from autograder.core.assignment.plan import Assignment
from autograder.core.errors import CourseError
from autograder.core.model import Mistake, Text
from autograder.notebook.syntax import without_magics

CELL = re.compile(r"^# %%(.*)$", re.MULTILINE)
MISTAKE_KEYS = ("name", "question")
SECOND = "_zh"
CHANGE = "change"
"""What the solution has, and what the specimen has in its place."""
ORIGIN, SUBMISSION = "origin", "submission"
"""A key and the one value that it has: a specimen without it was written by an author."""
FAILS, BY_LIMITS = "fails", "limits"
"""Of a right answer that fails only because it costs more than is allowed."""


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
        return FAILS in self.about

    @property
    def mistake(self) -> Mistake:
        about = self.about
        # Of one language where the assignment is.
        texts = (Text(about[key], about.get(f"{key}{SECOND}", about[key])) for key in MISTAKE_KEYS)
        return Mistake(self.id, *texts)


def mistakes(assignment: Assignment) -> tuple[Specimen, ...]:
    """Every wrong answer of the specimens; a CourseError if a file is not as it must be."""
    return tuple(read(assignment, path) for path in files(assignment, "mistakes"))


def alternatives(assignment: Assignment) -> tuple[Specimen, ...]:
    """Every right answer that is written in another way; raises as `mistakes`."""
    return tuple(read(assignment, path) for path in files(assignment, "alternatives"))


def variants(assignment: Assignment) -> tuple[Specimen, ...]:
    """The mistakes once more, in the other forms that `variants(part, source)` in
    `specimens/variants.py`, where there is one, makes of them.
    """
    script = assignment.folder / "specimens" / "variants.py"
    if not script.is_file():
        return ()
    make = runpy.run_path(str(script))["variants"]
    return tuple(
        replace(mistake, cells=(*mistake.cells[:-1], source))
        for mistake in mistakes(assignment)
        for source in make(mistake.part, mistake.cells[-1])
    )


def files(assignment: Assignment, kind: str) -> list[Path]:
    """Those of "mistakes", or of another folder of the specimens."""
    return below(assignment.folder / "specimens" / kind, "*.py")


def read(assignment: Assignment, path: Path) -> Specimen:
    """The specimen in one of these files; a CourseError if that is not as it must be."""
    if (part := path.parent.name) not in {part.id for part in assignment.parts}:
        raise CourseError(f"{path}: {part!r} is the folder of no part")
    about, code = _described(assignment, path)
    cells = cells_of(code)
    if change := about.get(CHANGE):
        source = solution(assignment, part)
        for before, after in change.items():
            if (count := source.count(before)) != 1:
                raise CourseError(
                    f"{path}: {before!r} stands {count} times in the solution of {part}; a change "
                    "names what stands there once"
                )
            source = source.replace(before, after)
        cells = (*cells, source)
    return Specimen(f"{part}/{path.stem}", part, cells, about, path)


def _described(assignment: Assignment, path: Path) -> tuple[dict[str, Any], str]:
    keys, optional = {"form"}, {ORIGIN, CHANGE}
    if path.is_relative_to(assignment.folder / "specimens" / "mistakes"):
        second = {f"{key}{SECOND}" for key in MISTAKE_KEYS}
        single = len(assignment.languages) == 1
        keys = {*MISTAKE_KEYS, *(() if single else second)}
        optional |= {FAILS, *second} - keys
    about, code = front_matter(path, keys, optional)
    for key, value in ((ORIGIN, SUBMISSION), (FAILS, BY_LIMITS)):
        if about.get(key, value) != value:
            raise CourseError(f'{path}: {key} can only be "{value}"; leave it out otherwise')
    change = about.get(CHANGE, {})
    texts = [text for key, text in about.items() if key != CHANGE]
    are_texts = all(isinstance(text, str) and text.strip() for text in texts)
    changed = change.values() if isinstance(change, dict) else (None,)
    if not are_texts or not all(isinstance(text, str) for text in changed):
        raise CourseError(f"{path}: the docstring must give {', '.join(sorted(keys))} as texts")
    return about, code


def solution(assignment: Assignment, part: str) -> str:
    headed = re.compile(rf'^# %% .*part="{re.escape(part)}".*$', re.MULTILINE)
    after = headed.split(lesson(assignment.folder), maxsplit=1)[-1]
    return CELL.split(after)[0].strip() + "\n"


def front_matter(
    path: Path, keys: Collection[str], optional: Collection[str] = ()
) -> tuple[dict[str, Any], str]:
    """The TOML of a docstring, and the code behind it; a CourseError if it has other keys."""
    text = text_of(path, "a specimen")
    try:
        first = ast.parse(without_magics(text)).body[0]
        about = tomllib.loads(ast.literal_eval(first.value))  # type: ignore[attr-defined]
    except (SyntaxError, IndexError, AttributeError, ValueError, TypeError) as error:
        reason = f"{path}: the file must start with a docstring in TOML ({error}); Python takes"
        reason += " backslashes away: a text with double quotes stands in single ones, 'x[\"a\"]'"
        raise CourseError(reason) from None
    if about.keys() - {*optional} != {*keys}:
        raise CourseError(f"{path}: the docstring must give {', '.join(sorted(keys))}")
    end = first.end_lineno or 0
    return about, "\n".join(text.split("\n")[end:]).strip() + "\n"


def cells_of(code: str) -> tuple[str, ...]:
    pieces = CELL.split(code)[::2]
    return tuple(piece.strip() + "\n" for piece in pieces if piece.strip())
