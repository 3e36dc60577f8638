"""The directory that one worker alone may write: made by itself, removed by the warm process."""

import contextlib
import itertools
import os
from collections.abc import Mapping
from pathlib import Path

from autograder.worker.files import entries, put

MAX_FILES = 4096
"""Files and folders in one scratch; nothing in the kernel counts them for a single worker."""


def place(root: str, pid: int | None = None) -> str:
    """Where the worker of this pid (without one: this process) has its scratch."""
    return f"{root}/{pid or os.getpid()}"


def make(root: str, given: Mapping[str, bytes]) -> None:
    """Make this process's scratch with the given files, if there is a root, and go there."""
    if root:
        Path(place(root)).mkdir(mode=0o700)
        put(given, Path(place(root)))
        os.chdir(place(root))


def lock(root: str) -> None:
    """Let nothing more be written in the scratch: what lies in files no limit counts. No worker
    may change modes once its system calls are filtered.
    """
    for path in [*Path(place(root)).rglob("*"), Path(place(root))]:
        path.chmod(0o500 if path.is_dir() else 0o400)


def clean(root: str, pid: int) -> None:
    """Remove the scratch of a worker that has ended; directories are moved up before they are
    emptied, as nesting deeper than the longest path would stop any walk.
    """
    top = Path(place(root, pid))
    names = itertools.count()
    folders = [top] if top.is_dir() and not top.is_symlink() else []
    for folder in folders:
        # It may be locked.
        folder.chmod(0o700)
    while folders:
        folder = folders.pop()
        for entry in list(folder.iterdir()):
            if entry.is_dir() and not entry.is_symlink():
                # A directory made with mode 0 can be neither listed nor moved.
                entry.chmod(0o700)
                folders.append(entry.rename(f"{top}.{next(names)}"))
            else:
                entry.unlink()
        folder.rmdir()


def overfull(root: str, pid: int, size: int) -> bool:
    """Whether a living worker keeps too many files, or files of more than `size` bytes together."""
    for count, (entry, _) in enumerate(entries(Path(place(root, pid))), 1):
        # The worker may remove it meanwhile.
        with contextlib.suppress(OSError):
            # By blocks: a file with holes may be long and small.
            size -= 512 * entry.stat(follow_symlinks=False).st_blocks
        if count > MAX_FILES or size < 0:
            return True
    return False
