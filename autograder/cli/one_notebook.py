"""`autograder try` and `autograder results`: one notebook is graded, and nothing recorded."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from autograder.cli.options import (
    HERE,
    All,
    AssignmentOfFile,
    Course,
    Json,
    Language,
    NotebookFile,
    Published,
    StudentOfFile,
    Weaker,
    edition_in,
)
from autograder.cli.output import print_json, write_bytes, write_file
from autograder.core.assignment import find, known
from autograder.core.assignment.sets import refuse_published
from autograder.core.errors import CourseError, GraderFault, SubmissionUnreadable
from autograder.core.marks import Costs
from autograder.course import CourseAssignment
from autograder.grading.bounds import BOUNDS
from autograder.grading.course_names import CourseNames
from autograder.notebook import read
from autograder.notebook.submission import Submission
from autograder.report.results import WRITERS, Format, Result
from autograder.sandbox.host import warming

if TYPE_CHECKING:
    from autograder.grading.grader import Examined


def try_(
    file: NotebookFile,
    assignment: AssignmentOfFile = "",
    student: StudentOfFile = "",
    language: Language = None,
    everything: All = False,
    root: Course = HERE,
    as_json: Json = False,
    accept_weaker_isolation: Weaker = False,
) -> None:
    """Grade the notebook FILE and show the verdict; nothing is recorded."""
    data, ids = _readable(file)
    where = CourseAssignment.find(root, assignment or _meant(root, file, ids))
    found = _examined(where, file, data, student, accept_weaker_isolation)
    report = Costs.read(where.plan).on(CourseNames.read(where.plan).on(found.report))
    if as_json:
        # Forms are no text: a terminal would take some of their letters for commands.
        print_json(msgspec.structs.replace(report, forms=None))
        return
    # Of the words alone: the other edition need not be released in this course.
    speech = edition_in(where.plan, where.edition, language).language
    from autograder.cli.explain import show_verdict
    from autograder.cli.explained import Explained
    from autograder.grading import evidence

    seen = evidence.read(found.evidence)
    explained = Explained.of(where.plan, report, data, where.released(), seen, speech)
    parts = [part for part in report.parts if everything or part.points < part.max_points]
    show_verdict(explained, parts, everything)


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
    root: Course = HERE,
    accept_weaker_isolation: Weaker = False,
    accept_published_numbers: Published = False,
) -> None:
    """Grade the notebook FILE and write its result for Gradescope, PrairieLearn, JUnit or GitHub.

    Nothing is recorded in the gradebook. If the grader itself fails, nothing is written: a fault
    never becomes a mark.
    """
    report, problem, ids = None, "", set[str | None]()
    try:
        data, ids = _readable(file)
    except SubmissionUnreadable as error:
        problem = str(error).removeprefix(f"{file}: ")
    where = CourseAssignment.find(root, assignment or _meant(root, file, ids))
    if not problem:
        if not accept_published_numbers:
            refuse_published(where.plan)
        report = _examined(where, file, data, student, accept_weaker_isolation).report
        if report.faults:
            raise GraderFault(f"{file}: the grader failed, not the submission; nothing is written")
        report = Costs.read(where.plan).on(CourseNames.read(where.plan).on(report))
    speech = edition_in(where.plan, where.edition, language).language
    written = WRITERS[system](Result(where.edition.id, file.name, speech, report, problem))
    if out is None:
        write_bytes(written)
    else:
        write_file(out, written)


def _readable(file: Path) -> tuple[bytes, set[str | None]]:
    """The file's bytes and its cells' ids: that there is a notebook is seen before torch starts."""
    try:
        data = file.read_bytes()
    except OSError as error:
        raise CourseError(f"{file} cannot be read: {error.strerror}; name an .ipynb file") from None
    try:
        with BOUNDS.kept():
            return data, {cell.grade_id for cell in read(data).cells}
    except SubmissionUnreadable as error:
        raise SubmissionUnreadable(f"{file}: {error}") from None


def _meant(root: Path, file: Path, ids: set[str | None]) -> str:
    """The only assignment, the one that the file is named after, or the one with such cells."""
    names = known(root)
    for name in names:
        if len(names) == 1 or file.stem == name:
            return name
    found = [name for name in names if ids & {part.id for part in find(root, name)[0].parts}]
    if len(found) == 1:
        return found[0]
    several = ", ".join(names) or "none"
    raise CourseError(f"say which assignment {file.name} answers with --assignment ({several})")


def _owner_of(root: Path, file: Path) -> str:
    """The student whose folder in submitted/ holds the file; empty for other files."""
    submitted = root / "submitted"
    inside = file.resolve().is_relative_to(submitted)
    return file.resolve().relative_to(submitted).parts[0] if inside else ""


def _examined(
    where: CourseAssignment, file: Path, data: bytes, student: str, weaker: bool
) -> "Examined":
    """The verdict on a notebook's bytes; whose it is its folder says where nobody is named."""
    loaded = where.loaded()
    submission = Submission.of(student or _owner_of(where.root, file), data)
    with warming(where.plan, accept_weaker=weaker) as warm:
        # Only now: torch is imported here while the warm process imports it there.
        from autograder.grading.service import GraderService

        with GraderService(loaded, warm.rings, warm) as service:
            return service.examine(submission)
