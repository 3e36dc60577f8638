"""`autograder results`: one notebook's result in the format of another system."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from autograder import course
from autograder.cli.options import (
    HERE,
    AssignmentOfFile,
    Course,
    Language,
    NotebookFile,
    OutputLanguage,
    Published,
    StudentOfFile,
    Weaker,
    edition_in,
)
from autograder.cli.output import write_bytes
from autograder.cli.try_ import examined, meant, owner_of, readable
from autograder.core import atomic_file
from autograder.core.assignment import Assignment as Plan
from autograder.core.assignment import Edition, find
from autograder.core.assignment.sets import refuse_published
from autograder.core.errors import CourseError, GraderFault, SubmissionUnreadable
from autograder.core.model import Report
from autograder.notebook.submission import Submission
from autograder.report.course_names import CourseNames
from autograder.report.results import WRITERS, Format, Result
from autograder.sandbox.host import warming


def results(
    file: NotebookFile,
    system: Annotated[
        Format, typer.Option("--format", help="Whose format it is.", show_default=False)
    ],
    assignment: AssignmentOfFile = "",
    student: StudentOfFile = "",
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="The file.", show_default="the terminal")
    ] = None,
    language: Language = None,
    course_dir: Course = HERE,
    accept_weaker_isolation: Weaker = False,
    accept_published_numbers: Published = False,
) -> None:
    """Grade the notebook FILE and write its result for Gradescope, PrairieLearn, JUnit or GitHub.

    Nothing is recorded in the gradebook. If the grader itself fails, nothing is written: a fault
    never becomes a mark.
    """
    grading = _Grading(
        course_dir.resolve(), student, language, accept_weaker_isolation, accept_published_numbers
    )
    _write(out, WRITERS[system](grading.result(file, assignment)))


@dataclass(frozen=True)
class _Grading:
    root: Path
    student: str
    language: OutputLanguage | None
    weaker: bool
    published: bool

    def result(self, file: Path, assignment: str) -> Result:
        """What comes of a notebook.

        Raises:
            GraderFault: the grader failed, and not the submission.
        """
        try:
            data, ids = readable(file)
        except SubmissionUnreadable as error:
            plan, edition = find(self.root, assignment or meant(self.root, file, set()))
            return self._result(file, plan, edition, None, str(error).removeprefix(f"{file}: "))
        plan, edition = find(self.root, assignment or meant(self.root, file, ids))
        return self._result(file, plan, edition, self._report(file, data, plan, edition))

    def _report(self, file: Path, data: bytes, plan: Plan, edition: Edition) -> Report:
        if not self.published:
            refuse_published(plan)
        released = course.released(self.root, plan, edition).read_bytes()
        submission = Submission.of(self.student or owner_of(self.root, file), data)
        with warming(plan, accept_weaker=self.weaker, lasting=False) as warm:
            report = examined(plan, edition, released, submission, warm).report
        if report.faults:
            raise GraderFault(f"{file}: the grader failed, not the submission; nothing is written")
        return CourseNames.read(plan).on(report)

    def _result(
        self, file: Path, plan: Plan, edition: Edition, report: Report | None, problem: str = ""
    ) -> Result:
        speech = edition_in(plan, edition, self.language).language
        return Result(edition.id, file.name, speech, report, problem)


def _write(out: Path | None, data: bytes) -> None:
    if out is None:
        write_bytes(data)
        return
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        atomic_file.write(out, data, atomic_file.AS_OTHERS)
    except OSError as error:
        raise CourseError(f"{out} cannot be written: {error.strerror}; choose --out") from None
