"""Grading one submission: from its bytes to a report, a pure function of its inputs."""

from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Self

from autograder.assignment import Assignment, Edition
from autograder.errors import CourseError, GraderFault
from autograder.grading.score import part_results
from autograder.grading.session import Session
from autograder.grading.versions import versions
from autograder.model import Report, Text
from autograder.notebook import Recovered, Submission, forbidden_calls, read, recover
from autograder.oracle import Lost, Offence
from autograder.oracle.suite import CheckInfo, Oracle
from autograder.sandbox.host import Host
from autograder.sandbox.rings import Rings

MISSPOKE = Text(
    "the notebook's process wrote to the grader's own connection",
    "笔记本的进程向评分程序自己的连接写入了内容",
)


class Grader:
    """A warm process and a warm oracle for one assignment; use as a context manager."""

    def __init__(
        self, assignment: Assignment, edition: Edition, released: Path, rings: Rings
    ) -> None:
        if not released.is_file():
            raise CourseError(f"{released} is missing; run `nbgrader generate_assignment` first")
        self.assignment = assignment
        self.edition = edition
        self._released = read(released.read_bytes())
        visible = {"checks": (assignment.folder / "checks.py").read_text("utf-8")}
        self._host = Host(assignment.limits, visible, rings)
        self._oracle = Oracle(assignment)
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            stack.enter_context(self._host)
            stack.enter_context(self._oracle)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    @property
    def checks(self) -> tuple[CheckInfo, ...]:
        """The hidden checks of the assignment."""
        return self._oracle.checks

    def grade(self, data: bytes) -> Report:
        """The report on the notebook in `data`.

        Raises:
            SubmissionUnreadable: there is no notebook in `data`.
            GraderFault: the grader failed; nothing may be recorded.
        """
        submission = read(data)
        code = recover(submission, self._released, self.assignment.parts)
        session = Session(self._host.spawn, code, self.assignment.limits)
        try:
            return self._judged(submission, code, session)
        finally:
            session.close()

    def _judged(self, submission: Submission, code: Recovered, session: Session) -> Report:
        parts = tuple(part.id for part in self.assignment.parts)
        with suppress(Lost):
            # A notebook that uses up its time in its cells has every check told so below.
            session.run()
        results = self._oracle.judge(session, parts, self._offences(code))
        report = Report(
            assignment=self.edition.id,
            language=self.edition.language,
            submission_digest=submission.digest,
            assignment_digest=self.assignment.digest,
            parts=part_results(self.assignment, self.checks, results),
            cells=session.notes,
            repairs=code.repairs,
            flags=(MISSPOKE,) if session.misspoke else (),
            versions=versions(),
        )
        return _sound(report)

    def _offences(self, code: Recovered) -> dict[str, tuple[Offence, ...]]:
        return {
            part.id: tuple(
                Offence(call.call, call.where) for call in forbidden_calls(code.code, part)
            )
            for part in self.assignment.parts
        }


def _sound(report: Report) -> Report:
    if report.faults:
        fault = report.faults[0]
        said = fault.detail.en.strip() if fault.detail else ""
        raise GraderFault(f"the hidden check {fault.id} failed by itself:\n{said}")
    return report
