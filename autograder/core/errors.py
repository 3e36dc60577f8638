"""The errors a user can meet: one small tree, each with a text of what, where and what to do."""

import errno

import msgspec

DAMAGED = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""What decoding a file raises that was torn, or edited by hand."""


REMEDIES = {
    errno.ENOSPC: "make room",
    errno.EDQUOT: "make room",
    errno.EROFS: "make the disk writable",
    errno.EACCES: "give this account the right to it",
    errno.EPERM: "give this account the right to it",
}


def remedy(error: OSError) -> str:
    """What to do about an error of the disk, to be followed by what to run again."""
    return REMEDIES.get(error.errno or 0, "put that right")


class AutograderError(Exception):
    """Shown to the user as one sentence, without a traceback."""


class CourseError(AutograderError):
    """The course folder or an assignment in it is not as it must be."""


class SubmissionUnreadable(AutograderError):
    """A submitted file holds no notebook that can be read."""


class RosterRefused(AutograderError):
    """A roster cannot be used as it is; nothing was written."""


class ExportRefused(AutograderError):
    """An export would be misread by the system that imports it; nothing was written."""


class PassbackFailed(AutograderError):
    """An LMS cannot be sent marks by LTI, or refused some of them."""


class ClusterUnusable(AutograderError):
    """A Dask cluster cannot be graded on; nothing was graded."""


class SandboxUnavailable(AutograderError):
    """This machine cannot confine student code; the text says what is missing and what to do."""


class GraderFault(AutograderError):
    """A fault of the grader's own: never a mark, never a zero."""
