"""Submissions that lie where nbgrader does not look for them, and where they belong."""

from collections.abc import Iterator
from pathlib import Path

from autograder.notebook.find import OTHERS
from autograder.notebook.folder import NOTEBOOK, SUBMITTED, shown

STUDENT = "STUDENT"
DEPTH = 3
"""Of what lies below submitted/: a folder, a folder in it, a file."""


def misplaced(room: Path, edition: str, notebook: str, known: frozenset[str]) -> dict[str, str]:
    """What to say of each student with a `notebook` in `room` that is in no assignment's folder.

    `known` are the folders of all assignments, that of the `edition` among them.
    """
    found: dict[str, str] = {}
    for top in _shown(room):
        for file in _files(top, DEPTH) if not (top / edition).exists() else ():
            *folders, name = file.relative_to(room).parts
            is_alike = file.stem.lower().startswith(notebook.lower())
            is_meant = file.suffix.lower() == NOTEBOOK or (is_alike and file.suffix in OTHERS)
            # A stray file beside another assignment is not guessed about.
            beside = len(folders) == 1 and any((top / one).exists() for one in known)
            if is_meant and not beside and known.isdisjoint(folders[1:]):
                # The assignment's own folder above the students' is no student.
                names = [one for one in folders if one.lower() != edition.lower()]
                student = next(iter(names), STUDENT if is_alike else file.stem)
                place = f"{SUBMITTED}/{student}/{edition}/"
                said = f"misplaced: {shown(file)} is not looked at; move it to {place}"
                found.setdefault(name if student == STUDENT else student, said)
    return found


def _files(path: Path, depth: int) -> Iterator[Path]:
    if not path.is_dir():
        yield path
    elif depth > 1:
        for inner in _shown(path):
            yield from _files(inner, depth - 1)


def _shown(folder: Path) -> list[Path]:
    try:
        every = sorted(folder.iterdir())
    except OSError:
        return []
    return [path for path in every if not path.name.startswith(".") and not path.is_symlink()]
