"""What ends any command is one sentence: Ctrl-C, and faults of the disk and of the gradebook."""

import errno
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import typer

from autograder.core.errors import GraderFault

INTERRUPTED = 130
STOPPED = "stopped; what was finished stays, and nothing is half done: run the same command again"
AGAIN = "then run the same command again"
REMEDIES = {
    errno.ENOSPC: f"make room, {AGAIN}",
    errno.EDQUOT: f"make room, {AGAIN}",
    errno.EROFS: f"the disk is read-only: make it writable, {AGAIN}",
    errno.EACCES: f"give this account the right to it, {AGAIN}",
    errno.EPERM: f"give this account the right to it, {AGAIN}",
}


@contextmanager
def in_one_sentence() -> Iterator[None]:
    """Turn what would be a traceback and is no fault in the code into a sentence.

    Raises:
        Exit: the command was stopped by Ctrl-C.
        GraderFault: the machine or the gradebook failed.
    """
    try:
        yield
    except KeyboardInterrupt:
        print(STOPPED, file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None
    except BrokenPipeError:
        # Whoever reads has seen enough, as `head` does.
        raise
    except OSError as error:
        if error.strerror is None:
            raise
        where = f" ({error.filename})" if error.filename is not None else ""
        remedy = REMEDIES.get(error.errno or 0, f"put that right, {AGAIN}")
        raise GraderFault(f"{error.strerror}{where}: {remedy}") from error
    except Exception as error:
        # By its name: sqlalchemy takes long to import, and most commands do without it.
        if not type(error).__module__.startswith("sqlalchemy."):
            raise
        raise GraderFault(_of_gradebook(error)) from error


def _of_gradebook(error: Exception) -> str:
    reason = str(getattr(error, "orig", None) or error).splitlines()[0]
    if "locked" in reason:
        return f"the gradebook is locked by another program: let it end or close it, {AGAIN}"
    return f"the gradebook cannot be used ({reason}): put that right, {AGAIN}"
