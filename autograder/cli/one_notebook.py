"""`autograder try` and `autograder results`: one notebook is graded, and nothing recorded."""

import os
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from autograder.cli import options
from autograder.cli.output import print_json, write_bytes, write_file
from autograder.core.assignment.load import edition_ids, find, known, none_of_ours
from autograder.core.assignment.sets import refuse_published
from autograder.core.errors import CourseError, GraderFault, SubmissionUnreadable
from autograder.core.marks import Costs
from autograder.core.model import Report
from autograder.course import CourseAssignment
from autograder.grading.bounds import BOUNDS
from autograder.grading.course_names import CourseNames
from autograder.notebook.read import read
from autograder.notebook.submission import Submission
from autograder.report.results import WRITERS, Format, Result
from autograder.sandbox.host import warming


def try_(
    file: options.NotebookFile,
    assignment: options.AssignmentOfFile = "",
    student: options.StudentOfFile = "",
    language: options.Language = None,
    everything: options.All = False,
    root: options.Course = options.HERE,
    as_json: options.Json = False,
    weaker: options.Weaker = False,
) -> None:
    """Grade the notebook FILE and show the verdict; nothing is recorded."""
    data, ids = _readable(file)
    where = CourseAssignment.find(root, assignment or _meant(root, file, ids))
    report, kept = _judged(where, file, data, student, weaker)
    if as_json:
        # Forms are no text: a terminal would take some of their letters for commands.
        print_json(msgspec.structs.replace(report, forms=None))
        return
    # Of the words alone: the other edition need not be released in this course.
    speech = options.spoken(where, language)
    from autograder.cli.explain import show_verdict
    from autograder.cli.explained import Explained

    explained = Explained.of(where, report, data, kept, speech)
    parts = [part for part in report.parts if everything or part.points < part.max_points]
    show_verdict(explained, parts, everything, {})


def results(
    file: options.NotebookFile,
    system: Annotated[
        Format, typer.Option("--format", help="Whose format it is.", show_default=False)
    ],
    assignment: options.AssignmentOfFile = "",
    student: options.StudentOfFile = "",
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="The file.", show_default="the terminal")
    ] = None,
    language: options.Language = None,
    root: options.Course = options.HERE,
    weaker: options.Weaker = False,
    published: options.Published = False,
) -> None:
    """Grade the notebook FILE and write its result for Gradescope, PrairieLearn, JUnit or GitHub.

    Nothing is recorded in the gradebook. If the grader itself fails, nothing is written: a fault
    never becomes a mark.
    """
    report: Report | None = None
    problem, ids = "", set[str | None]()
    try:
        data, ids = _readable(file)
    except SubmissionUnreadable as error:
        problem = str(error).removeprefix(f"{file}: ")
    where = CourseAssignment.find(root, assignment or _meant(root, file, ids))
    if not problem:
        if not published:
            refuse_published(where.assignment)
        report, _ = _judged(where, file, data, student, weaker)
        if report.faults:
            raise GraderFault(f"{file}: the grader failed, not the submission; nothing is written")
    speech = options.spoken(where, language)
    # An annotation stands at a file of the repository, which a runner names.
    place = os.path.relpath(file, os.environ.get("GITHUB_WORKSPACE", "."))
    written = WRITERS[system](Result(where.edition.id, place, speech, report, problem))
    if out is None:
        write_bytes(written)
    else:
        write_file(out, written)


def _readable(file: Path) -> tuple[bytes, set[str | None]]:
    """The bytes and the cells' ids: that there is a notebook is seen before torch starts."""
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
    """The edition whose folder the file lies in; else of the only assignment, of the one that the
    file is named after, or of the one with such cells, the edition that is released."""
    if file.resolve().parent.name in edition_ids(root):
        return file.resolve().parent.name
    if not (names := known(root)):
        raise none_of_ours(root)
    matches = [name for name in names if len(names) == 1 or file.stem == name]
    matches = matches or [n for n in names if ids & {part.id for part in find(root, n)[0].parts}]
    if len(matches) == 1:
        editions = [edition.id for edition in find(root, matches[0])[0].editions]
        return next((id_ for id_ in editions if (root / "release" / id_).is_dir()), editions[0])
    several = ", ".join(names)
    raise CourseError(f"say which assignment {file.name} answers with --assignment ({several})")


def _judged(
    where: CourseAssignment, file: Path, data: bytes, student: str, weaker: bool
) -> tuple[Report, bytes]:
    """The report and its evidence; where nobody is named the folder says whose notebook it is."""
    loaded, submitted, path = where.loaded(), (where.root / "submitted").resolve(), file.resolve()
    if not student and path.is_relative_to(submitted):
        student = path.relative_to(submitted).parts[0]
    submission = Submission.of(student, data)
    with warming(where.assignment, accept_weaker=weaker) as warm:
        # Only now: torch is imported here while the warm process imports it there.
        from autograder.grading.grader import Grader

        with Grader(loaded, warm.rings, warm) as service:
            examined = service.examine(submission)
    names, costs = CourseNames.read(where.assignment), Costs.read(where.assignment)
    return costs.on(names.on(examined.report)), examined.evidence
