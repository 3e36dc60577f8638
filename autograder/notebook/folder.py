"""What lies in a submission's folder: plain files in plain folders, never what a link leads to."""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from autograder.core.errors import SubmissionUnreadable
from autograder.core.model import Text

SUBMITTED = "submitted"
NOTEBOOK = ".ipynb"
MAX_SEEN = 100_000
MAX_FILES = 1000
MAX_DEPTH = 20
MAX_BYTES = 100_000_000
"""What nbgrader's exchange takes at most, by its default."""
FILE_SUFFIXES = (NOTEBOOK, ".py", ".txt")
"""At the top of a submission these end the names of files that this package or nbgrader opens."""
IS_LINK = Text("is a link, and links are not followed", "是链接，而链接不会被跟随")
IS_NO_FILE = Text(
    "is no plain file (a pipe, socket or device)", "不是普通文件（管道、套接字或设备）"
)
IS_FOLDER = Text("is a folder where a file should be", "是文件夹，而这里应是文件")
IS_DEEP = Text(
    f"is a folder more than {MAX_DEPTH} folders deep", f"位于超过 {MAX_DEPTH} 层的文件夹里"
)
NO_PERMISSION = Text("cannot be read: no permission", "无法读取：没有权限")
MAX_MB = MAX_BYTES // 1_000_000
IS_LARGE = Text(f"does not fit in the {MAX_MB} MB of a submission", f"超出了一份提交的 {MAX_MB} MB")
IS_MORE = Text(f"and further files: more than {MAX_FILES}", f"以及更多文件：超过 {MAX_FILES} 个")


@dataclass(frozen=True)
class PlainFile:
    """A file, and what changes when it is written or replaced."""

    path: Path
    size: int
    changed: int
    inode: int


@dataclass(frozen=True)
class Contents:
    """The plain files of a folder, by path; what is left out and why, by its path inside it."""

    files: tuple[PlainFile, ...]
    left_out: dict[Path, Text]


def look(folder: Path, first: str = "") -> Contents:
    """What is in a submission's folder; nothing is opened and no link is followed. Left out is what
    nbgrader would follow, wait for or choke on when it copies the folder, and what is beyond the
    size of a submission: notebooks come first, before all the one named `first`.
    SubmissionUnreadable if the folder itself cannot be read.
    """
    files: list[PlainFile] = []
    left_out: dict[Path, Text] = {}
    waiting, count = [(folder, 0)], 0
    for place, depth in waiting:
        try:
            with os.scandir(place) as entries:
                some = islice(entries, max(MAX_SEEN - count, 0))
                listed = [(Path(entry.path), entry.stat(follow_symlinks=False)) for entry in some]
        except FileNotFoundError:
            raise
        except OSError as error:
            if place == folder:
                text = f"{shown(folder)} cannot be read: {error.strerror}"
                raise SubmissionUnreadable(text) from None
            left_out[place.relative_to(folder)] = NO_PERMISSION
            continue
        count += len(listed)
        for path, state in listed:
            if reason := _odd(path, state.st_mode, depth):
                left_out[path.relative_to(folder)] = reason
            elif stat.S_ISDIR(state.st_mode):
                waiting.append((path, depth + 1))
            else:
                files.append(PlainFile(path, state.st_size, state.st_mtime_ns, state.st_ino))
    return Contents(tuple(_within_bounds(files, folder, first, left_out)), left_out)


def read_plain(path: Path, most: int = MAX_BYTES) -> bytes:
    """The bytes of a file; SubmissionUnreadable if it is a link or a pipe, or has more than `most`
    bytes, OSError if it cannot be opened.
    """
    # A pipe would be waited for; what a link leads to belongs to somebody else.
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK
    with held(path.parent) as folder:
        try:
            descriptor = os.open(folder / path.name, flags)
        except OSError as error:
            if error.errno == errno.ELOOP:
                raise SubmissionUnreadable(f"{shown(path)} {IS_LINK.en}") from None
            raise
        with os.fdopen(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise SubmissionUnreadable(f"{shown(path)} {IS_NO_FILE.en}")
            data = file.read(most + 1)
    if len(data) > most:
        raise SubmissionUnreadable(f"{shown(path)} has more than {most} bytes")
    return data


@contextmanager
def held(folder: Path) -> Iterator[Path]:
    """A path that inside the block leads into a submission's folder, whatever takes its place.

    A folder that was looked at may be a link to a neighbour's by the time that a file in it is
    opened: so each folder on the way from submitted/ is opened in the one before.
    SubmissionUnreadable if there is a link on the way; OSError if it cannot be opened.
    """
    if SUBMITTED not in folder.parts:
        yield folder
        return
    first = folder.parts.index(SUBMITTED) + 1
    handle = os.open(Path(*folder.parts[:first]), os.O_PATH | os.O_DIRECTORY)
    try:
        for name in folder.parts[first:]:
            try:
                below = os.open(name, os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=handle)
            except NotADirectoryError:
                text = f"{shown(folder)}: {shown(Path(name))} {IS_LINK.en}"
                raise SubmissionUnreadable(text) from None
            os.close(handle)
            handle = below
        yield Path("/proc/self/fd", str(handle))
    finally:
        os.close(handle)


def shown(path: Path) -> str:
    """A path from submitted/ on, without anything that a terminal obeys."""
    parts = path.parts
    first = len(parts) - 1 - parts[::-1].index(SUBMITTED) if SUBMITTED in parts else -4
    name = "/".join(parts[first:])
    return "".join(letter if letter.isprintable() else "?" for letter in name)[-160:]


def _odd(path: Path, mode: int, depth: int) -> Text | None:
    if stat.S_ISLNK(mode):
        return IS_LINK
    if stat.S_ISDIR(mode):
        if depth == 0 and path.name.endswith(FILE_SUFFIXES):
            return IS_FOLDER
        return IS_DEEP if depth >= MAX_DEPTH else None
    if not stat.S_ISREG(mode):
        return IS_NO_FILE
    return None if os.access(path, os.R_OK) else NO_PERMISSION


def _within_bounds(
    files: list[PlainFile], folder: Path, first: str, left_out: dict[Path, Text]
) -> list[PlainFile]:
    """The files that are no more and no larger than a submission may be, by path."""
    kept: list[PlainFile] = []
    space, top = MAX_BYTES, folder / first
    for file in sorted(files, key=lambda f: (f.path != top, f.path.suffix != NOTEBOOK, f.path)):
        if len(kept) == MAX_FILES:
            left_out[file.path.relative_to(folder)] = IS_MORE
            break
        if file.size > space:
            left_out[file.path.relative_to(folder)] = IS_LARGE
        else:
            space -= file.size
            kept.append(file)
    return sorted(kept, key=lambda file: file.path)
