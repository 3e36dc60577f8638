"""How a command ends: in one sentence where no code is at fault, and its process at once."""

import atexit
import os
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import typer

from autograder.core.errors import GraderFault, remedy

INTERRUPTED = 130
ERROR = re.compile(r"\[Errno (\d+)\] ([^:]*)")
STOPPED = "stopped; what was finished stays, and nothing is half done: run the same command again"
AGAIN = "then run the same command again"


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
        if isinstance(error, shutil.Error):
            # It has a line for each file of a folder that could not be copied.
            error = _first(error)
        if error.strerror is None:
            raise
        where = f" ({error.filename})" if error.filename is not None else ""
        raise GraderFault(f"{error.strerror}{where}: {remedy(error)}, {AGAIN}") from error
    except Exception as error:
        # By their names: these libraries take long to import, and most commands do without them.
        kind = type(error)
        if not kind.__module__.startswith("sqlalchemy.") and kind.__name__ != "InvalidEntry":
            raise
        raise GraderFault(_of_gradebook(error)) from error


def _first(error: shutil.Error) -> OSError:
    """The first of the errors that copying a folder met."""
    source, _, said = error.args[0][0]
    found = ERROR.match(str(said))
    return OSError(int(found[1]), found[2], source) if found else OSError(0, str(said), source)


def _of_gradebook(error: Exception) -> str:
    reason = str(getattr(error, "orig", None) or error).splitlines()[0]
    if "locked" in reason:
        return f"the gradebook is locked by another program: let it end or close it, {AGAIN}"
    return f"the gradebook cannot be used ({reason}): put that right, {AGAIN}"


@contextmanager
def ends_at_once() -> Iterator[None]:
    """Have this process end behind all that is done at its exit, with the status of the block.

    Python would take apart all that was imported: behind torch that takes a third as long again. It
    is for the block that is all of a program. What ends in a traceback ends as ever.
    """
    status: list[int] = []
    # What is registered first is called last.
    atexit.register(_leave, status)
    try:
        yield
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            status.append(end.code or 0)
        raise
    status.append(0)


def _leave(status: Sequence[int]) -> None:
    try:
        for stream in filter(None, (sys.stdout, sys.stderr)):
            stream.flush()
    except (OSError, ValueError):
        # Nobody reads any more, or the disk is full: Python says so.
        return
    if status:
        os._exit(status[0])
