"""The errors a user can meet, each with a text of what, where and what to do.

An error in one submission becomes that student's problem (`Bulkhead`); a fault that would affect
every one, such as a full disk, ends the run.
"""

import difflib
import errno
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from traceback import walk_tb

import msgspec

DAMAGED = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""What decoding a file raises that was torn, or edited by hand."""
UNREADABLE, OURS = "unreadable: ", "grader's fault: "
"""How a problem begins that lies in what was handed in, and one that is the grader's own."""
REMEDIES = {
    errno.ENOSPC: "make room", errno.EDQUOT: "make room", errno.EROFS: "make the disk writable",
    **dict.fromkeys((errno.EACCES, errno.EPERM), "give this account the right to it"),
}  # fmt: skip


def remedy(error: OSError) -> str:
    """What to do about an error of the disk, to be followed by what to run again."""
    return REMEDIES.get(error.errno or 0, "put that right")


class AutograderError(Exception):
    """Shown to the user as one sentence, without a traceback."""


class CourseError(AutograderError):
    """The course folder or an assignment in it is not as it must be."""


class SubmissionUnreadable(AutograderError):
    """A submitted file holds no notebook that can be read."""


class SandboxUnavailable(AutograderError):
    """This machine cannot confine student code; the text says what is missing and what to do."""


class GraderFault(AutograderError):
    """A fault of the grader's own: never a mark, never a zero."""


PACKAGE = Path(__file__).parents[1]
MACHINE_FAULTS = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EMFILE, errno.ENFILE})
"""Errors of the machine that no submission brings about."""


class Bulkhead:
    """Collects one problem for each student for whom a step raised an error."""

    def __init__(self) -> None:
        self.problems: dict[str, str] = {}

    @contextmanager
    def around(self, student: str, done: str) -> Iterator[None]:
        """Keep an error to this student; `done` says what the block does. Raises as `problem`."""
        try:
            yield
        except Exception as error:
            self.problems[student] = problem(error, done)


def meant(name: str, names: Iterable[str]) -> str:
    """The known names that begin like it, else the one most like a misspelt one, in brackets."""
    choices = sorted(names)
    longer = [choice for choice in choices if name and choice.startswith(name)][:3]
    matches = longer or difflib.get_close_matches(name, choices, n=1)
    return f" (is {' or '.join(map(repr, matches))} meant?)" if matches else ""


def problem(error: Exception, done: str) -> str:
    """What to tell of a submission that could not be `done` ("read", "recorded"); AutograderError
    if the error is no submission's doing.
    """
    if isinstance(error, SubmissionUnreadable):
        return f"{UNREADABLE}{error}"
    if isinstance(error, AutograderError):
        raise error
    if is_machine_fault(error):
        raise GraderFault(
            f"a submission could not be {done}: {_said(error)}; put that right and run the same "
            "command again: it goes on from here"
        ) from error
    return f"could not be {done}: {_said(error)}; its earlier record, if any, is as it was"


def is_machine_fault(error: BaseException) -> bool:
    """Whether the machine, and not a submission, is at fault."""
    return isinstance(error, OSError) and error.errno in MACHINE_FAULTS


def _said(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        where = "" if error.filename is None else f": {error.filename}"
        return f"{error.strerror}{where}"
    first = str(error).partition("\n")[0][:200]
    text = f"{type(error).__name__}: {first}" if first else type(error).__name__
    # The last line of this package in the traceback, for the developer who fixes it.
    for frame, line in reversed(list(walk_tb(error.__traceback__))):
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(PACKAGE):
            return f"{text} ({path.relative_to(PACKAGE.parent)}, line {line})"
    return text
