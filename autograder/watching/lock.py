"""One watch per course."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from autograder.core import atomic_file
from autograder.core.errors import CourseError


@contextmanager
def only_watch(path: Path) -> Iterator[None]:
    """Hold the lock file at `path`; the kernel frees it when this process ends in any way.

    Raises:
        CourseError: another process holds it; the message names that process.
    """
    atomic_file.make_folder(path.parent)
    with path.open("a+", encoding="ascii") as file:
        if atomic_file.is_shared(path.parent):
            # The next watch may be somebody else's of the group; only its owner can open it.
            with suppress(PermissionError):
                path.chmod(atomic_file.GROUPS)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            pid = file.read().strip() or "unknown"
            raise CourseError(
                f"this course is already watched by process {pid}; "
                f"wait for it or stop it (kill {pid}) first"
            ) from None
        # The file stays when the watch ends: removing it would let two hold locks of one name.
        file.truncate(0)
        file.write(f"{os.getpid()}\n")
        file.flush()
        yield
