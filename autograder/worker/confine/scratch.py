"""The directory that one worker may write: made by itself, removed by the warm process.

No worker can reach another's, because Landlock lets it write only its own.
"""

import contextlib
import itertools
import os
from collections.abc import Iterator
from pathlib import Path

MAX_FILES = 4096
"""Files and folders in one scratch; nothing in the kernel counts them for a single worker."""


def place(root: str, pid: int | None = None) -> str:
    """Where the worker of this pid (without one: this process) has its scratch."""
    return f"{root}/{pid or os.getpid()}"


def make(root: str | None) -> None:
    """Make the scratch of this process and go there; without a root there is none.

    Raises:
        OSError: it cannot be made, or that of an earlier worker is still there.
    """
    if root is not None:
        Path(place(root)).mkdir(mode=0o700)
        os.chdir(place(root))


def clean(root: str, pid: int) -> None:
    """Remove the scratch of a worker that has ended, whatever it left there.

    Directories are moved up before they are emptied: nesting deeper than the longest path, or
    than the recursion limit, would stop any walk.
    """
    with contextlib.suppress(OSError):
        # Nearly always there is nothing in it.
        Path(place(root, pid)).rmdir()
        return
    top = Path(place(root, pid))
    names = itertools.count()
    waiting = [top] if top.is_dir() else []
    while waiting:
        folder = waiting.pop()
        for entry in list(folder.iterdir()):
            if entry.is_dir() and not entry.is_symlink():
                # A directory made with mode 0 can be neither listed nor moved.
                entry.chmod(0o700)
                waiting.append(entry.rename(f"{top}.{next(names)}"))
            else:
                entry.unlink()
        folder.rmdir()


def overfull(root: str, pid: int, size: int) -> bool:
    """Whether a living worker keeps too many files, or files of more than `size` bytes together."""
    total = 0
    for files, entry in enumerate(_entries(place(root, pid)), start=1):
        total += _bytes(entry)
        if files > MAX_FILES or total > size:
            return True
    return False


def _entries(folder: str) -> Iterator["os.DirEntry[str]"]:
    """Everything below a folder that can be listed; a worker may remove it meanwhile."""
    try:
        with os.scandir(folder) as found:
            for entry in found:
                yield entry
                if entry.is_dir(follow_symlinks=False):
                    yield from _entries(entry.path)
    except (OSError, RecursionError):
        return


def _bytes(entry: "os.DirEntry[str]") -> int:
    """What a file takes up on the disk: one with holes may be long and small."""
    try:
        return 512 * entry.stat(follow_symlinks=False).st_blocks
    except OSError:
        return 0
