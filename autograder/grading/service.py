"""One warm grader, for whoever grades submission after submission in one process."""

from contextlib import ExitStack
from functools import partial
from typing import Self

from autograder.core.errors import GraderFault
from autograder.core.model import Report
from autograder.course import LoadedAssignment
from autograder.grading.bounds import BOUNDS
from autograder.grading.grader import Examined, Grader
from autograder.grading.pool import Graded, settled
from autograder.notebook.submission import Submission
from autograder.sandbox.host import Host, warm_host
from autograder.sandbox.isolation import Rings, choose

TRIES = 2
"""A fault of the grader is tried once more, in a fresh warm process, before it is reported."""


class GraderService:
    """Grades by one assignment in a warm process of its own; use it as a context manager.

    `rings` are the layers of isolation, by default all that are needed. A program that has a `host`
    started already hands it over. The service ends its warm process when it is closed, and replaces
    one that is gone.

    Raises:
        CourseError: the assignment cannot be graded by.
        GraderFault: the warm process does not start.
        SandboxUnavailable: this machine lacks a layer of isolation.
    """

    def __init__(
        self, loaded: LoadedAssignment, rings: Rings | None = None, host: Host | None = None
    ) -> None:
        self._host = partial(warm_host, loaded.assignment, rings or choose())
        self._made = partial(Grader, loaded.assignment, loaded.edition, loaded.released)
        self._stack = ExitStack()
        self._grader: Grader | None = None
        self._start(host)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the warm process; a later submission starts another one."""
        self._grader = None
        self._stack.close()

    def report(self, notebook: bytes, student: str = "") -> Report:
        """The report on a notebook; the student selects the set of hidden numbers.

        Raises:
            SubmissionUnreadable: there is no notebook in the bytes.
            GraderFault: the grader failed more than once.
        """
        return self.examine(Submission.of(student, notebook)).report

    def examine(self, submission: Submission) -> Examined:
        """The report on a submission, and the evidence for it.

        Raises:
            SubmissionUnreadable: there is no notebook in its file.
            GraderFault: the grader failed more than once; nothing may be recorded.
        """
        for _ in range(TRIES - 1):
            try:
                return self._examined(submission)
            except GraderFault:
                self.close()
        return self._examined(submission)

    def grade(self, submission: Submission) -> Graded:
        """The report on a submission, or in a line why there is none."""
        return settled(submission.student, lambda: self.examine(submission))

    def _examined(self, submission: Submission) -> Examined:
        grader = self._grader or self._start(None)
        with BOUNDS.kept():
            return grader.examine(submission)

    def _start(self, host: Host | None) -> Grader:
        warm = host or self._host()
        # Closed also where the suites cannot be collected, before anybody waits for it.
        self._stack.callback(warm.close)
        warm.start()
        try:
            self._grader = self._made(warm)
            self._stack.enter_context(warm)
        except BaseException:
            self.close()
            raise
        return self._grader
