"""Grading one submission: from its bytes to a report, a pure function of its inputs."""

from collections.abc import Callable
from contextlib import ExitStack, closing
from functools import partial

from autograder.checks.suite import Oracle
from autograder.core.assignment import sets
from autograder.core.assignment.plan import Assignment, Edition
from autograder.core.errors import GraderFault
from autograder.core.marks import Costs
from autograder.core.model import Examined, Graded, Report, Text
from autograder.course import LoadedAssignment
from autograder.grading import evidence
from autograder.grading.attempt import Answer, Attempt, Results
from autograder.grading.bounds import BOUNDS, graded, tried_twice
from autograder.grading.course_names import CourseNames
from autograder.grading.judging import Judging, specimen_results
from autograder.grading.marking import Marking
from autograder.grading.report_cache import versions
from autograder.grading.score import with_errors
from autograder.grading.session import Session
from autograder.notebook.answers import recover
from autograder.notebook.read import read
from autograder.notebook.student_code import OwnLines
from autograder.notebook.submission import Submission
from autograder.notebook.syntax import FORGET_AFTER, forget
from autograder.sandbox.host import Host, warm_host
from autograder.sandbox.isolation import Rings, choose

BROKE_PROTOCOL = Text(
    "the notebook's process wrote to the grader's own connection",
    "笔记本的进程向评分程序自己的连接写入了内容",
)

Observer = Callable[[Results], bytes]
"""What is kept of the results besides the report."""


class SubmissionGrader:
    """A warm oracle for one assignment, and workers from a `host` that somebody else keeps.

    The assignment's salt chooses a submission's set of numbers, or else `chosen`, by the student
    and the digest. All parts are judged, unless `judged` says which of a student's. Without
    `discloses` a report does not say why checks fail, and no second worker is needed to find out.
    Limits of single cases are multiplied by `share`.
    Raises CourseError if the assignment cannot be graded by.
    """

    def __init__(
        self, assignment: Assignment, edition: Edition, released: bytes, host: Host,
        observe: Observer = evidence.collect, chosen: Callable[[str, str], int] | None = None,
        discloses: bool = True, judged: Callable[[str], frozenset[str] | None] | None = None,
        share: float = 1.0,
    ) -> None:  # fmt: skip
        self.assignment = assignment
        self.edition = edition
        self._released = read(released)
        self._own = OwnLines(assignment, self._released)
        self._host = host
        hidden = sets.read(assignment.folder / "hidden")
        self._set_count = len(hidden.sets)
        self._chosen = chosen or hidden.chosen
        self._oracle = Oracle(assignment, share)
        run = partial(specimen_results, self._oracle, host, assignment.limits)
        self._marking = Marking(assignment, self._oracle.checks, run)
        self._discloses = discloses
        self._judged = judged
        self._observe = observe
        self._characters = 0

    def report(self, data: bytes, student: str = "") -> Report:
        """The report on the notebook in `data`; raises as `examine` does."""
        return self.examine(Submission.of(student, data)).report

    def examine(self, submission: Submission) -> Examined:
        """The report on a submission, and the evidence for it. Raises SubmissionUnreadable if there
        is no notebook in its file, GraderFault if the grader failed; nothing may be recorded.
        """
        attempt = self._attempt(submission)
        judging = Judging(self.assignment, self._oracle, self._host, attempt, self._set_count)
        last = False
        while True:
            with closing(judging.session(attempt.answer, last=last)) as session:
                try:
                    results, remarks = judging.verdict(session)
                    report = _without_faults(self._report(judging, session, results, remarks))
                    return Examined(report, self._observe(results))
                except GraderFault:
                    if last or session.ran_out or not session.killed:
                        raise
            # With the time that is left: killing its own worker must not buy a notebook any. All
            # other faults go to `tried_twice`, which begins anew.
            last = True

    def _attempt(self, submission: Submission) -> Attempt:
        notebook = read(submission.data)
        mended = recover(notebook, self._released, self.assignment.parts)
        self._characters += sum(len(cell.source) for cell in mended.code)
        if self._characters > FORGET_AFTER:
            forget()
            self._characters = 0
        judged = self._judged(submission.student) if self._judged else None
        all_parts = self.assignment.parts
        parts = tuple(part for part in all_parts if judged is None or part.id in judged)
        index = self._chosen(submission.student, submission.digest)
        answer = Answer(parts, mended.code)
        return Attempt(notebook, submission.digest, answer, mended.repairs, index, self._discloses)

    def _report(
        self, judging: Judging, session: Session, results: Results, remarks: tuple[Text, ...]
    ) -> Report:
        attempt = judging.attempt
        forms = self._own.forms(attempt.notebook)
        parts = self._marking.parts(judging, results, forms)
        return Report(
            assignment=self.edition.id,
            language=self.edition.language,
            submission_digest=attempt.digest,
            assignment_digest=self.assignment.digest,
            parts=with_errors(parts, self.assignment, attempt.answer.code, session.cells.notes),
            cells=session.cells.notes,
            repairs=(*attempt.repairs, *session.cells.repairs, *remarks),
            flags=(BROKE_PROTOCOL,) if session.broke_protocol else (),
            versions=versions(),
            forms=forms,
        )


def _without_faults(report: Report) -> Report:
    if not report.faults:
        return report
    # The last line of its traceback and the last place in the author's own suite, in one line.
    fault = report.faults[0]
    trace = fault.detail.en if fault.detail else ""
    lines = [line.strip() for line in trace.splitlines() if line.strip()]
    places = [line.removeprefix("File ") for line in lines[::-1] if line.startswith('File "')]
    where = f" ({max(places, key=lambda place: '/hidden/' in place)})" if places else ""
    reason = f": {lines[-1]}{where}" if lines else ""
    raise GraderFault(f"the hidden check {fault.id} failed by itself{reason}")


class Grader(ExitStack):
    """Grades by one assignment in a warm process of its own; use it as a context manager.

    `rings` are the layers of isolation, by default all that are needed; a `host` may be started
    already. The warm process ends when this is closed, and one that is gone is replaced.
    CourseError if the assignment cannot be graded by, GraderFault if the warm process does not
    start, SandboxUnavailable if this machine lacks a layer of isolation.
    """

    def __init__(
        self, loaded: LoadedAssignment, rings: Rings | None = None, host: Host | None = None
    ) -> None:
        super().__init__()
        self._loaded = loaded
        self._new_host = partial(warm_host, loaded.assignment, rings or choose())
        self._grader: SubmissionGrader | None = None
        self._start(host)

    def __exit__(self, *_: object) -> None:
        """End the warm process; a later submission starts another one."""
        self._grader = None
        super().__exit__(None, None, None)

    def report(self, notebook: bytes, student: str = "") -> Report:
        """The report on a notebook, with the names and the costs of the course; the student selects
        the set of hidden numbers. SubmissionUnreadable if there is no notebook in the bytes,
        GraderFault if the grader failed more than once: nothing may be recorded.
        """
        report = self.examine(Submission.of(student, notebook)).report
        assignment = self._loaded.assignment
        return Costs.read(assignment).on(CourseNames.read(assignment).on(report))

    def examine(self, submission: Submission) -> Examined:
        """The report on a submission, and the evidence for it; raises as `report` does."""
        return tried_twice(lambda: self._examined(submission))

    def grade(self, submission: Submission) -> Graded:
        """The report on a submission, or in a line why there is none."""
        return graded(submission.student, lambda: self.examine(submission))

    def _examined(self, submission: Submission) -> Examined:
        grader = self._grader or self._start(None)
        try:
            with BOUNDS.kept():
                return grader.examine(submission)
        except GraderFault:
            self.close()
            raise

    def _start(self, host: Host | None) -> SubmissionGrader:
        warm = host or self._new_host()
        # Closed also where the suites cannot be collected, before anybody waits for it.
        self.callback(warm.close)
        warm.start()
        try:
            self._grader = SubmissionGrader(*self._loaded, warm)
            self.enter_context(warm)
        except BaseException:
            self.close()
            raise
        return self._grader


class WarmGrader(ExitStack):
    """Grades by an assignment as it is now: for an edited one, or another, it starts anew."""

    def __init__(self, rings: Rings) -> None:
        super().__init__()
        self._rings = rings
        self._loaded: LoadedAssignment | None = None

    def grader(self, loaded: LoadedAssignment) -> Grader:
        if self._loaded != loaded:
            self.close()
            self._loaded = None
            self._grader = self.enter_context(Grader(loaded, self._rings))
            self._loaded = loaded
        return self._grader
