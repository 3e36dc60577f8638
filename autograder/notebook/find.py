"""The notebook among the files of a submission, whatever its name."""

import hashlib
import os
import re
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from autograder.core import atomic_file
from autograder.core.errors import SubmissionUnreadable
from autograder.core.model import Text
from autograder.notebook.folder import held, plain_files, read_plain, shown
from autograder.notebook.read import read
from autograder.notebook.unpack import MAX_BYTES

NOTEBOOK = ".ipynb"
OTHERS = (
    ".json",
    ".zip",
    ".gz",
    ".tgz",
    ".tar",
    ".py",
    ".md",
    ".html",
    ".htm",
    ".txt",
)
NUMBER = re.compile(r"[ _-]?(copy)?[ _-]?\(?\d{0,3}\)?", re.IGNORECASE)
"""What is added to a name that is taken: attention (1), attention-Copy2, attention 3."""
MAX_CANDIDATES = 20
SHIPPED = "checks.py"
MARKS = frozenset({SHIPPED, "timestamp.txt", "submission_secret.txt"})
"""Files that nbgrader or the release puts beside a notebook."""
KEPT = ".unreadable"
COPIED = ".copied"


def adopt(folder: Path, name: str, given: Collection[str] = ()) -> Path:
    """The notebook in a submission's folder under the name that nbgrader looks for.

    A notebook handed in under another name, or as something else that holds its code, is copied
    to that name, if it is the only one that can be meant. A hidden file beside the copy says what
    it is a copy of: a newer file takes its place. The student's own files stay: one that has the
    right name and cannot be read is put aside if another one can be. What the assignment has
    `given` is no student's.

    Raises:
        SubmissionUnreadable: no notebook, several different ones, or a folder with links, pipes
            and the like in it.
    """
    wanted, files = folder / name, _files(folder, given)
    if wanted not in files:
        return _copied(_meant(files, wanted) or _missing(folder), wanted)
    if files == [wanted]:
        return wanted
    origin = _origin(wanted)
    if origin:
        return _copied(_meant(files, wanted) or _only_if(origin, files) or wanted, wanted)
    return _own(wanted, files)


def handed_in_as(wanted: Path) -> tuple[Text, ...]:
    """The repair message for a notebook adopted from a file of another name."""
    try:
        origin = _origin(wanted)
    except (OSError, SubmissionUnreadable):
        return ()
    if origin is None:
        return ()
    name = shown(Path(*origin.relative_to(wanted.parent).parts[-3:]))
    return (Text(f"handed in as {name}", f"提交的文件是 {name}"),)


def _own(wanted: Path, files: list[Path]) -> Path:
    """The student's own notebook of the right name, unless another one may be meant."""
    if not _readable(wanted):
        found = _meant(files, wanted)
        if found is None:
            return wanted
        with held(wanted.parent) as here:
            (here / wanted.name).replace(here / f"{wanted.name}{KEPT}")
        return _copied(found, wanted)
    rivals = [
        path
        for path in files
        if path != wanted and path.suffix.lower() == NOTEBOOK and _is_numbered(path, wanted)
    ]
    _one([wanted, *filter(_readable, _few(rivals))])
    return wanted


def _files(folder: Path, given: Collection[str]) -> list[Path]:
    """The files that a student can have meant; hidden ones are not among them."""
    found = [(path, path.relative_to(folder)) for path in (f.path for f in plain_files(folder))]
    theirs = [(path, inner) for path, inner in found if inner.as_posix() not in given]
    return [path for path, inner in theirs if _is_shown(inner) and _is_theirs(path)]


def _is_shown(inner: Path) -> bool:
    return not any(part.startswith((".", "__")) for part in inner.parts)


def _is_theirs(path: Path) -> bool:
    return path.name not in MARKS


def _is_alike(path: Path, wanted: Path) -> bool:
    return path.stem.lower().startswith(wanted.stem.lower())


def _is_numbered(path: Path, wanted: Path) -> bool:
    """Whether a browser or a desktop may have named it so because the wanted name was taken."""
    return _is_alike(path, wanted) and bool(NUMBER.fullmatch(path.stem[len(wanted.stem) :]))


def _meant(files: list[Path], wanted: Path) -> Path | None:
    """Among files of other names the one that can be meant; None where none can be read.

    Raises:
        SubmissionUnreadable: several, and they are not the same.
    """
    others = [path for path in files if path != wanted]
    for suffixes in ((NOTEBOOK,), OTHERS):
        every = [path for path in others if path.suffix.lower() in suffixes]
        for fits in (_alike_to(wanted), lambda _: True):
            readable = list(filter(_readable, _few([path for path in every if fits(path)])))
            if readable:
                return _one(readable)
    return None


def _alike_to(wanted: Path) -> Callable[[Path], bool]:
    return lambda path: _is_alike(path, wanted)


def _few(paths: list[Path]) -> list[Path]:
    # Each of them is read: a thousand would hold up the class.
    if len(paths) > MAX_CANDIDATES:
        raise SubmissionUnreadable(f"the folder holds {len(paths)} files that may be the notebook")
    return paths


def _one(paths: Sequence[Path]) -> Path:
    """The first of some files with the same content.

    Raises:
        SubmissionUnreadable: they are different notebooks.
    """
    if len({read_plain(path, MAX_BYTES) for path in paths}) > 1:
        first, *others = (read(read_plain(path, MAX_BYTES)).cells for path in paths)
        if any(cells != first for cells in others):
            names = " or ".join(repr(shown(Path(path.name))) for path in paths)
            raise SubmissionUnreadable(
                f"the folder {shown(paths[0].parent)} holds different notebooks, and nothing says "
                f"which is meant: {names}; leave the one that counts"
            )
    return paths[0]


def _readable(path: Path) -> bool:
    try:
        return bool(read(read_plain(path, MAX_BYTES)))
    except (SubmissionUnreadable, OSError):
        return False


def _missing(folder: Path) -> Path:
    raise SubmissionUnreadable(f"the folder {shown(folder)} holds no notebook")


def _copied(found: Path, wanted: Path) -> Path:
    """Put a copy of a file under the wanted name, with a note of what it is a copy of."""
    if found == wanted:
        return wanted
    data = read_plain(found, MAX_BYTES)
    if _origin(wanted) != found or read_plain(wanted, MAX_BYTES) != data:
        inner = os.fsencode(found.relative_to(wanted.parent))
        note = hashlib.sha256(data).hexdigest().encode() + b" " + inner
        with held(wanted.parent) as here:
            atomic_file.write(here / wanted.name, data, atomic_file.AS_OTHERS)
            atomic_file.write(_note(here / wanted.name), note, atomic_file.AS_OTHERS)
    return wanted


def _note(wanted: Path) -> Path:
    return wanted.with_name(f".{wanted.name}{COPIED}")


def _origin(wanted: Path) -> Path | None:
    """The file that `adopt` copied to `wanted`; None if it is the student's own."""
    try:
        digest, _, inner = read_plain(_note(wanted), 10_000).partition(b" ")
        data = read_plain(wanted, MAX_BYTES)
    except FileNotFoundError:
        return None
    origin = wanted.parent / os.fsdecode(inner)
    # A file of this name that was put here later is no copy of ours; nor is a student's own note
    # one that leads out of the folder.
    same = hashlib.sha256(data).hexdigest().encode() == digest
    return origin if same and inner and origin.is_relative_to(wanted.parent) else None


def _only_if(path: Path, files: list[Path]) -> Path | None:
    return path if path in files else None
