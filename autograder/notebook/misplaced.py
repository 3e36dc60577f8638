"""Submissions that lie where nbgrader does not look for them, and the command that moves them."""

import difflib
import os
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from autograder.notebook.find import OTHERS
from autograder.notebook.folder import NOTEBOOK, SUBMITTED

ALIKE = 0.8
STUDENT = "STUDENT"

Move = tuple[str, Path, Path]
"""A student, what lies in the wrong place, and where it should."""


@dataclass(frozen=True)
class Expected:
    """The folder of an assignment's edition, its notebook, and the folders of all assignments."""

    edition: str
    notebook: str
    known: frozenset[str]


def misplaced(room: Path, wanted: Expected) -> dict[str, str]:
    """What to say of each student of whom something lies in `room` but not at its place."""
    found: dict[str, str] = {}
    for place in _shown(room):
        for student, file, target in _moves(room, place, wanted):
            found.setdefault(student, _sentence(file, target))
    return found


def _moves(room: Path, place: Path, wanted: Expected) -> Iterator[Move]:
    if place.is_file():
        if place.suffix.lower() == NOTEBOOK:
            yield _without_folder(room, place, wanted)
    elif (place / wanted.edition).is_dir() or (place / wanted.edition).is_symlink():
        return
    elif _letters(place.name) == _letters(wanted.edition):
        # Student and assignment are swapped.
        for inner in _shown(place):
            if inner.is_dir():
                yield inner.name, inner, room / inner.name / wanted.edition
            elif inner.suffix.lower() == NOTEBOOK:
                yield _without_folder(room, inner, wanted)
    elif place.name not in wanted.known:
        yield from _in_folder_of(place, wanted)


def _in_folder_of(student: Path, wanted: Expected) -> Iterator[Move]:
    every, target = _shown(student), student / wanted.edition
    folders = [path for path in every if path.is_dir()]
    others = [path for path in folders if path.name not in wanted.known]
    letters = _letters(wanted.edition)
    for path in others:
        if difflib.SequenceMatcher(None, _letters(path.name), letters).ratio() >= ALIKE:
            yield student.name, path, target
            return
    files = [path for path in every if path not in folders and _may_be_meant(path, wanted)]
    if files and others == folders:
        yield student.name, files[0], target / files[0].name


def _without_folder(room: Path, file: Path, wanted: Expected) -> Move:
    """A notebook under its student's name, which then is the name of the folder."""
    is_named = not _letters(file.stem).startswith(_letters(Path(wanted.notebook).stem))
    folder = room / (file.stem if is_named else STUDENT)
    return file.stem if is_named else file.name, file, folder / wanted.edition / wanted.notebook


def _sentence(place: Path, target: Path) -> str:
    said = f"misplaced: {_quoted(place)} is not looked at"
    if target.exists():
        return f"{said}; {_quoted(target)} is there as well"
    before = "" if target.parent.exists() else f"mkdir -p {_quoted(target.parent)} && "
    note = f" (with the student's id for {STUDENT})" if STUDENT in target.parts else ""
    return f"{said}; in the course folder run: {before}mv {_quoted(place)} {_quoted(target)}{note}"


def _may_be_meant(file: Path, wanted: Expected) -> bool:
    alike = file.stem.lower().startswith(Path(wanted.notebook).stem.lower())
    return file.suffix.lower() == NOTEBOOK or (alike and file.suffix.lower() in OTHERS)


def _letters(name: str) -> str:
    return "".join(filter(str.isalnum, name[:80])).casefold()


def _shown(folder: Path) -> list[Path]:
    try:
        every = sorted(folder.iterdir())
    except OSError:
        return []
    return [path for path in every if not path.name.startswith(".") and not path.is_symlink()]


def _quoted(path: Path) -> str:
    """The path from the course folder on, as a shell reads it whatever is in a name."""
    first = len(path.parts) - 1 - path.parts[::-1].index(SUBMITTED)
    text = str(Path(*path.parts[first:]))
    # Messages are shown on one line and without control characters, which would change a name.
    if text.isprintable() and " ".join(text.split()) == text:
        return shlex.quote(text)
    escaped = "".join(f"\\x{byte:02x}" if byte in b"\\' " or not 32 < byte < 127 else chr(byte)
                      for byte in os.fsencode(text))  # fmt: skip
    return f"$'{escaped}'"
