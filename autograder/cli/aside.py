"""What a command has done in another process, while it does something else itself."""

import multiprocessing
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from autograder.worker.confine.privileges import die_with_parent

Result = TypeVar("Result")


@contextmanager
def aside(work: Callable[[], Result]) -> Iterator[Callable[[], Result]]:
    """Begin `work` in a fork of this process; what the block is given waits for its result.

    What the work raises is raised there. A process that was killed, or whose result cannot be sent,
    leaves the work to be done here.
    """
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_do, args=(work, theirs))
    process.start()
    theirs.close()

    def result() -> Result:
        try:
            done, found = ours.recv()
        # Not EOFError alone: an error with arguments of its own may not be made anew from its text.
        except Exception:
            return work()
        if not done:
            raise found
        return found

    try:
        yield result
    finally:
        process.kill()
        process.join()
        ours.close()


def _do(work: Callable[[], Any], result: Connection) -> None:
    # Ctrl-C goes to the whole group of a terminal; the command alone answers it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    die_with_parent()
    try:
        found = True, work()
    except Exception as error:
        found = False, error
    # What cannot be sent is no end of the command: it finds nothing, and does the work itself.
    with suppress(Exception):
        result.send(found)
