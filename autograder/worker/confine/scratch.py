"""The directory that one worker may write: made by itself, removed by the warm process.

No worker can reach another's, because Landlock lets it write only its own.
"""

import itertools
import os
from pathlib import Path


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
