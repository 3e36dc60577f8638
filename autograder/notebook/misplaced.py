"""Submissions that lie where nbgrader does not look for them, and the command that moves them."""

import difflib
import os
import shlex
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from autograder.notebook.find import OTHERS
from autograder.notebook.folder import NOTEBOOK, SUBMITTED

ALIKE = 0.8
STUDENT = "STUDENT"
PLAIN_SPACE = " "


@dataclass(frozen=True)
class Expected:
    """The folder of an assignment's edition, its notebook, and the folders of all assignments."""

    edition: str
    notebook: str
    known: frozenset[str]


def misplaced(room: Path, wanted: Expected) -> dict[str, str]:
    """What to say of each student of whom something lies in `room` but not at its place."""
    found: dict[str, str] = {}
    for place in sorted(room.iterdir()):
        if place.name.startswith(".") or place.is_symlink():
            continue
        for student, said in _found(room, place, wanted):
            found.setdefault(student, said)
    return found


def _found(room: Path, place: Path, wanted: Expected) -> Iterator[tuple[str, str]]:
    if place.is_file():
        if place.suffix.lower() == NOTEBOOK:
            yield _without_folder(room, place, wanted)
    elif (place / wanted.edition).is_dir() or (place / wanted.edition).is_symlink():
        return
    elif _letters(place.name) == _letters(wanted.edition):
        for inner in _shown(place):
            if inner.is_dir():
                target = room / inner.name / wanted.edition
                yield inner.name, _said(inner, target, f"mkdir -p {_quoted(target.parent)}")
            elif inner.suffix.lower() == NOTEBOOK:
                yield _without_folder(room, inner, wanted)
    elif place.name not in wanted.known:
        yield from _below(place, wanted)


def _below(student: Path, wanted: Expected) -> Iterator[tuple[str, str]]:
    """What lies in a student's folder that holds none for this assignment."""
    every = _shown(student)
    target = student / wanted.edition
    folders = [path for path in every if path.is_dir() and path.name not in wanted.known]
    alike = [path for path in folders if _is_alike(path.name, wanted.edition)]
    if alike:
        yield student.name, _said(alike[0], target)
        return
    if any(path.is_dir() and path.name in wanted.known for path in every):
        return
    files = [path for path in every if path.is_file() and _may_be_meant(path, wanted)]
    if files:
        yield student.name, _said(files[0], target / files[0].name, f"mkdir -p {_quoted(target)}")


def _without_folder(room: Path, file: Path, wanted: Expected) -> tuple[str, str]:
    """A notebook under its student's name, which then is the name of the folder."""
    if _letters(file.stem).startswith(_letters(Path(wanted.notebook).stem)):
        target = room / STUDENT / wanted.edition
        said = _said(file, target / wanted.notebook, f"mkdir -p {_quoted(target)}")
        return file.name, f"{said} (with the student's id for {STUDENT})"
    target = room / file.stem / wanted.edition
    return file.stem, _said(file, target / wanted.notebook, f"mkdir -p {_quoted(target)}")


def _said(place: Path, target: Path, before: str = "") -> str:
    if target.exists():
        return f"misplaced: {_quoted(place)} is not looked at; {_quoted(target)} is there as well"
    move = f"mv {_quoted(place)} {_quoted(target)}"
    command = f"{before} && {move}" if before else move
    return f"misplaced: {_quoted(place)} is not looked at; in the course folder run: {command}"


def _may_be_meant(file: Path, wanted: Expected) -> bool:
    alike = file.stem.lower().startswith(Path(wanted.notebook).stem.lower())
    return file.suffix.lower() == NOTEBOOK or (alike and file.suffix.lower() in OTHERS)


def _is_alike(name: str, wanted: str) -> bool:
    if name == wanted:
        return False
    short, other = _letters(name), _letters(wanted)
    return short == other or difflib.SequenceMatcher(None, short, other).ratio() >= ALIKE


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
    parts = path.parts
    first = len(parts) - 1 - parts[::-1].index(SUBMITTED) if SUBMITTED in parts else 0
    text = str(Path(*parts[first:]))
    # Messages are shown on one line and without control characters, which would change a name.
    spaces = [letter for letter in text if letter.isspace() and letter != PLAIN_SPACE]
    if text.isprintable() and not spaces and "  " not in text:
        return shlex.quote(text)
    escaped = "".join(f"\\x{byte:02x}" if byte in b"\\' " or not 32 < byte < 127 else chr(byte)
                      for byte in os.fsencode(text))  # fmt: skip
    return f"$'{escaped}'"


def known_folders(rooms: Collection[Path]) -> frozenset[str]:
    """The names of all assignments of a course, by the folders of its rooms."""
    return frozenset(path.name for room in rooms if room.is_dir() for path in room.iterdir())
