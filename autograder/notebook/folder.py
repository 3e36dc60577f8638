"""What lies in a submission's folder: plain files in plain folders, never what a link leads to."""

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from autograder.core.errors import SubmissionUnreadable

SUBMITTED = "submitted"
MAX_ENTRIES = 1000
MAX_DEPTH = 20
MAX_BYTES = 100_000_000
"""What nbgrader's exchange takes at most, by its default."""
FILE_SUFFIXES = (".ipynb", ".unreadable", ".py", ".txt")
"""At the top of a submission these end the names of files that this package or nbgrader opens."""


@dataclass(frozen=True)
class PlainFile:
    """A file, and what changes when it is written or replaced."""

    path: Path
    size: int
    changed: int
    inode: int


def plain_files(folder: Path) -> tuple[PlainFile, ...]:
    """Every file in a submission's folder, by path; nothing is opened and no link is followed.

    Raises:
        SubmissionUnreadable: it holds something that nbgrader would follow, wait for or choke on
            when it copies the folder; the message says what and where.
    """
    found: list[PlainFile] = []
    room = MAX_BYTES
    for count, entry in enumerate(_entries(folder), 1):
        if count > MAX_ENTRIES:
            raise SubmissionUnreadable(f"{shown(folder)} holds more than {MAX_ENTRIES} files")
        state = entry.stat(follow_symlinks=False)
        if stat.S_ISDIR(state.st_mode):
            continue
        path = Path(entry.path)
        _check(path, state.st_mode)
        room -= state.st_size
        if room < 0:
            size = MAX_BYTES // 1_000_000
            raise SubmissionUnreadable(f"{shown(folder)} holds more than {size} MB")
        found.append(PlainFile(path, state.st_size, state.st_mtime_ns, state.st_ino))
    return tuple(sorted(found, key=lambda file: file.path))


def read_plain(path: Path, most: int = MAX_BYTES) -> bytes:
    """The bytes of a file that is no link and no pipe.

    Raises:
        SubmissionUnreadable: it is something else, or has more than `most` bytes.
        OSError: it cannot be opened.
    """
    # A pipe would be waited for; what a link leads to belongs to somebody else.
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK
    with held(path.parent) as folder, os.fdopen(os.open(folder / path.name, flags), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise SubmissionUnreadable(f"{shown(path)} is no plain file")
        data = file.read(most + 1)
    if len(data) > most:
        raise SubmissionUnreadable(f"{shown(path)} has more than {most} bytes")
    return data


@contextmanager
def held(folder: Path) -> Iterator[Path]:
    """A path that inside the block leads into a submission's folder, whatever takes its place.

    A folder that was looked at may be a link to a neighbour's by the time that a file in it is
    opened: so each folder on the way from submitted/ is opened in the one before.

    Raises:
        SubmissionUnreadable: there is a link on the way.
        OSError: it cannot be opened.
    """
    if SUBMITTED not in folder.parts:
        yield folder
        return
    first = folder.parts.index(SUBMITTED) + 1
    place = os.open(Path(*folder.parts[:first]), os.O_PATH | os.O_DIRECTORY)
    try:
        for name in folder.parts[first:]:
            below = _opened(name, place, folder)
            os.close(place)
            place = below
        yield Path("/proc/self/fd", str(place))
    finally:
        os.close(place)


def _opened(name: str, place: int, folder: Path) -> int:
    try:
        return os.open(name, os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=place)
    except NotADirectoryError:
        raise SubmissionUnreadable(
            f"{shown(folder)}: {shown(Path(name))} is a link, and links are not followed"
        ) from None


def shown(path: Path) -> str:
    """A path from submitted/ on, without anything that a terminal obeys."""
    parts = path.parts
    first = len(parts) - 1 - parts[::-1].index(SUBMITTED) if SUBMITTED in parts else -4
    name = "/".join(parts[first:])
    return "".join(letter if letter.isprintable() else "?" for letter in name)[-160:]


def _entries(folder: Path) -> Iterator[os.DirEntry[str]]:
    """Everything below a folder, the folders themselves included."""
    waiting = [(folder, 0)]
    while waiting:
        place, depth = waiting.pop()
        if depth > MAX_DEPTH:
            raise SubmissionUnreadable(
                f"{shown(folder)} holds folders more than {MAX_DEPTH} deep in each other"
            )
        for entry in _listed(place):
            yield entry
            if entry.is_dir(follow_symlinks=False):
                if depth == 0 and entry.name.endswith(FILE_SUFFIXES):
                    raise SubmissionUnreadable(
                        f"{shown(Path(entry.path))} is a folder where a file should be"
                    )
                waiting.append((Path(entry.path), depth + 1))


def _listed(folder: Path) -> Iterable[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            yield from entries
    except OSError as error:
        if isinstance(error, FileNotFoundError):
            raise
        raise SubmissionUnreadable(f"{shown(folder)} cannot be read: {error.strerror}") from None


def _check(path: Path, mode: int) -> None:
    if stat.S_ISLNK(mode):
        raise SubmissionUnreadable(
            f"{shown(path)} is a link, and links are not followed; put the file itself there"
        )
    if not stat.S_ISREG(mode):
        raise SubmissionUnreadable(f"{shown(path)} is no plain file (a pipe, socket or device)")
    if not os.access(path, os.R_OK):
        raise SubmissionUnreadable(f"{shown(path)} cannot be read: no permission")
