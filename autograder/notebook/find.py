"""The notebook among the files of a submission, whatever its name."""

import shutil
from collections.abc import Iterable
from pathlib import Path

from autograder.errors import SubmissionUnreadable
from autograder.model import Text
from autograder.notebook.read import read
from autograder.notebook.unpack import MAX_BYTES

NOTEBOOK = ".ipynb"
OTHERS = (
    ".json",
    ".zip",
    ".gz",
    ".tgz",
    ".tar",
    ".xz",
    ".bz2",
    ".py",
    ".md",
    ".html",
    ".htm",
    ".txt",
)
MAX_FILES = 500
SHIPPED = "checks.py"
KEPT = ".unreadable"


def adopt(folder: Path, name: str) -> Path | None:
    """The notebook in a submission's folder under the name that nbgrader looks for.

    A notebook handed in under another name, or as something else that holds its code, is copied
    to that name, if it is the only one that can be meant. The student's own files stay: one that
    has the right name and cannot be read is put aside if another one can be.
    """
    wanted = folder / name
    if wanted.is_file() and (_alone(wanted) or _readable(wanted)):
        return wanted
    found = _meant(folder, wanted)
    if found is None:
        return wanted if wanted.is_file() else None
    if wanted.is_file():
        wanted.replace(folder / f"{name}{KEPT}")
    shutil.copy(found, wanted)
    return wanted


def handed_in_as(wanted: Path) -> tuple[Text, ...]:
    """What is to be said about a notebook that was adopted from a file of another name."""
    for path in _files(wanted.parent):
        if path != wanted and _same(path, wanted):
            name = _shown(str(path.relative_to(wanted.parent)))
            return (Text(f"handed in as {name}", f"提交的文件是 {name}"),)
    return ()


def _alone(wanted: Path) -> bool:
    return all(path == wanted for path in _files(wanted.parent))


def _readable(path: Path) -> bool:
    try:
        return path.stat().st_size <= MAX_BYTES and bool(read(path.read_bytes()))
    except (SubmissionUnreadable, OSError):
        return False


def _same(path: Path, other: Path) -> bool:
    try:
        same = path.stat().st_size == other.stat().st_size
        return same and path.read_bytes() == other.read_bytes()
    except OSError:
        return False


def _files(folder: Path) -> list[Path]:
    """The files that a student can have meant; hidden ones and links are not among them."""
    found = []
    for count, path in enumerate(sorted(folder.rglob("*"))):
        if count == MAX_FILES:
            break
        inner = path.relative_to(folder)
        hidden = any(part.startswith((".", "__")) for part in inner.parts)
        if not hidden and path.is_file() and not path.is_symlink() and path.name != SHIPPED:
            found.append(path)
    return found


def _meant(folder: Path, wanted: Path) -> Path | None:
    files = [path for path in _files(folder) if path != wanted]
    stem = wanted.stem.lower()
    for suffixes in ((NOTEBOOK,), OTHERS):
        every = [path for path in files if path.suffix.lower() in suffixes and _readable(path)]
        alike = [path for path in every if path.stem.lower().startswith(stem)]
        named = [path for path in every if path.name == wanted.name]
        for candidates in (named, alike, every):
            if _one(candidates):
                return candidates[0]
            if candidates:
                break
    return None


def _one(paths: Iterable[Path]) -> bool:
    """Whether there is one content among the files."""
    return len({path.read_bytes() for path in paths}) == 1


def _shown(name: str) -> str:
    """A stranger's file name without anything that a terminal obeys."""
    return "".join(letter if letter.isprintable() else "?" for letter in name)[:80]
