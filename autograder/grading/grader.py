"""Grading one submission: from its bytes to a report, a pure function of its inputs."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from autograder.checks.items import CheckInfo
from autograder.checks.suite import CaseResult, Oracle
from autograder.core.assignment import Assignment, Edition, Part, sets
from autograder.core.errors import GraderFault
from autograder.core.model import Report, Text
from autograder.grading import evidence
from autograder.grading.attempt import Attempt
from autograder.grading.marking import Marking
from autograder.grading.score import with_errors
from autograder.grading.session import Session
from autograder.grading.time_budget import TimeBudget
from autograder.grading.versions import versions
from autograder.notebook import ParsedNotebook, Recovered, read, recover
from autograder.notebook.student_code import OwnLines
from autograder.notebook.submission import Submission
from autograder.notebook.syntax import MOST, forget
from autograder.notebook.tamper_flags import attempts
from autograder.sandbox.host import Host

MISSPOKE = Text(
    "the notebook's process wrote to the grader's own connection",
    "笔记本的进程向评分程序自己的连接写入了内容",
)

Observer = Callable[[tuple[CaseResult, ...]], bytes]
"""What is kept of the results besides the report."""

Chosen = Callable[[str, str], int]
"""The set of hidden numbers for a student, and the digest of what this student handed in."""

Judged = Callable[[str], frozenset[str] | None]
"""The parts to be judged of somebody's notebook; None: all."""


class WorkerKilled(Exception):
    """The notebook's process was killed from outside, or killed itself."""


@dataclass(frozen=True)
class Examined:
    """A report, and what instructors may see besides: the exchanges behind its failed checks."""

    report: Report
    evidence: bytes


class Grader:
    """A warm oracle for one assignment, and workers from `host`.

    The assignment's salt chooses a submission's set of numbers, or else `chosen`. All parts are
    judged, unless `judged` says which. Where no student reads the reports, nobody need be told why
    checks fail (`discloses`): that costs a second worker. Of what cases allow there is a `share`.
    What specimens come to is found out once for all graders with the same folder `kept`.

    Raises:
        CourseError: the assignment cannot be graded by.
    """

    def __init__(
        self, assignment: Assignment, edition: Edition, released: bytes, host: Host,
        observe: Observer = evidence.collect, chosen: Chosen | None = None,
        discloses: bool = True, judged: Judged | None = None, share: float = 1.0,
        kept: Path | None = None,
    ) -> None:  # fmt: skip
        self.assignment = assignment
        self.edition = edition
        self._released = read(released)
        self._own = OwnLines(assignment, self._released)
        self._host = host
        every = sets.read(assignment.folder / "hidden")
        self._numbers = len(every.sets)
        self._chosen = chosen or every.chosen
        self._oracle = Oracle(assignment, share)
        self._marking = Marking(assignment, self._oracle, host, kept)
        self._discloses = discloses
        self._judged = judged
        self._observe = observe
        self._letters = 0

    @property
    def checks(self) -> tuple[CheckInfo, ...]:
        """The hidden checks of the assignment."""
        return self._oracle.checks

    def grade(self, data: bytes, student: str = "") -> Report:
        """The report on the notebook in `data`; raises as `examine` does."""
        return self.examine(Submission.of(student, data)).report

    def examine(self, submission: Submission) -> Examined:
        """The report on a submission, and the evidence for it.

        Raises:
            SubmissionUnreadable: there is no notebook in its file.
            GraderFault: the grader failed; nothing may be recorded.
        """
        notebook = read(submission.data)
        code = recover(notebook, self._released, self.assignment.parts)
        self._forget_in_time(code)
        attempt = self._attempt(submission, code)
        try:
            return self._tried(notebook, code, attempt, last=False)
        except WorkerKilled:
            # With the time that is left: killing its own worker must not buy a notebook any.
            return self._tried(notebook, code, attempt, last=True)

    def _attempt(self, submission: Submission, code: Recovered) -> Attempt:
        return Attempt(
            self.assignment, self._oracle, self._host, code.code,
            parts=self._parts(submission.student),
            number=self._chosen(submission.student, submission.digest),
            numbers=self._numbers,
            discloses=self._discloses,
            budget=TimeBudget(self.assignment.limits.submission_seconds),
        )  # fmt: skip

    def _parts(self, student: str) -> tuple[Part, ...]:
        wanted = self._judged(student) if self._judged else None
        return tuple(one for one in self.assignment.parts if wanted is None or one.id in wanted)

    def _forget_in_time(self, code: Recovered) -> None:
        self._letters += sum(len(cell.source) for cell in code.code)
        if self._letters > MOST:
            forget()
            self._letters = 0

    def _tried(
        self, notebook: ParsedNotebook, code: Recovered, attempt: Attempt, *, last: bool
    ) -> Examined:
        """The report of one try.

        Raises:
            WorkerKilled: somebody killed the worker, which is worth another try.
        """
        with closing(attempt.first_session(last=last)) as session:
            try:
                results, said = attempt.verdict(session)
                report = _sound(self._report(notebook, code, session, attempt, results, said))
            except GraderFault:
                if session.killed and not session.ran_out and not last:
                    raise WorkerKilled from None
                raise
        return Examined(report, self._observe(results))

    def _report(
        self, notebook: ParsedNotebook, code: Recovered, session: Session, attempt: Attempt,
        results: tuple[CaseResult, ...], said: tuple[Text, ...],
    ) -> Report:  # fmt: skip
        forms = self._own.forms(notebook)
        parts = self._marking.parts(attempt, results, forms)
        parts = with_errors(parts, self.assignment, code.code, session.notes)
        misspoke = (MISSPOKE,) if session.misspoke else ()
        return Report(
            assignment=self.edition.id,
            language=self.edition.language,
            submission_digest=notebook.digest,
            assignment_digest=self.assignment.digest,
            parts=parts,
            cells=session.notes,
            repairs=(*code.repairs, *session.repairs, *said),
            flags=(*attempts(code.code), *misspoke),
            versions=versions(),
            forms=forms,
        )


def _sound(report: Report) -> Report:
    if report.faults:
        fault = report.faults[0]
        said = fault.detail.en.strip() if fault.detail else ""
        raise GraderFault(f"the hidden check {fault.id} failed by itself{_short(said)}")
    return report


def _short(trace: str) -> str:
    """The last place and the last line of a traceback, for an author, in one line."""
    lines = [line.strip() for line in trace.splitlines() if line.strip()]
    places = [line for line in lines if line.startswith('File "')]
    where = f" ({places[-1].removeprefix('File ')})" if places else ""
    return f": {lines[-1]}{where}" if lines else ""
