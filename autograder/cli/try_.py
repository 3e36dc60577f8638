"""`autograder try`: grades any notebook and records nothing."""

import gc
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from autograder import course
from autograder.cli.options import (
    HERE,
    All,
    AssignmentOfFile,
    Course,
    Language,
    NotebookFile,
    StudentOfFile,
    Weaker,
    edition_in,
)
from autograder.cli.output import write_bytes
from autograder.core.assignment import Assignment as Plan
from autograder.core.assignment import Edition, find, known
from autograder.core.errors import CourseError, SubmissionUnreadable
from autograder.course import LoadedAssignment
from autograder.grading.bounds import BOUNDS
from autograder.notebook import read
from autograder.notebook.submission import Submission
from autograder.sandbox.host import Host, warming

if TYPE_CHECKING:
    from autograder.grading.grader import Examined


def try_(
    file: NotebookFile,
    assignment: AssignmentOfFile = "",
    student: StudentOfFile = "",
    language: Language = None,
    everything: All = False,
    course_dir: Course = HERE,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
    accept_weaker_isolation: Weaker = False,
) -> None:
    """Grade the notebook FILE and show the verdict; nothing is recorded."""
    root = course_dir.resolve()
    data, ids = readable(file)
    plan, edition = find(root, assignment or meant(root, file, ids))
    # Of the words alone: the other edition need not be released in this course.
    speech = edition_in(plan, edition, language).language
    frame = course.released(root, plan, edition).read_bytes()
    owner = student or owner_of(root, file)
    submission = Submission.of(owner, data)
    with warming(plan, accept_weaker=accept_weaker_isolation, lasting=False) as warm:
        # Only now: all of this is imported while the warm process imports torch.
        from autograder.cli.explain import answers, behind, show
        from autograder.cli.explained import Explained
        from autograder.grading import evidence
        from autograder.report.course_names import CourseNames
        from autograder.report.help import Help

        found = examined(plan, edition, frame, submission, warm)
    report = CourseNames.read(plan).on(found.report)
    if as_json:
        # Forms are no text: a terminal would take some of their letters for commands.
        plain = msgspec.structs.replace(report, forms=None)
        write_bytes(msgspec.json.format(msgspec.json.encode(plain), indent=1) + b"\n")
        return
    seen = evidence.read(found.evidence)
    code, names = answers(plan, data, frame)
    explained = Explained(report, speech, code, names, seen, Help.read(plan))
    lost = [part for part in report.parts if part.points < part.max_points]
    if not everything:
        show(explained.lines(lost))
        return
    for part in report.parts:
        show(explained.in_full([part]))
        show(behind(lambda _: {}, part, seen, speech))
    show(explained.tail())


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise CourseError(f"{file} cannot be read: {error.strerror}") from None


def meant(root: Path, file: Path, ids: set[str | None]) -> str:
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


def owner_of(root: Path, file: Path) -> str:
    """The student whose folder in submitted/ holds the file; empty for other files."""
    submitted = root / "submitted"
    inside = file.resolve().is_relative_to(submitted)
    return file.resolve().relative_to(submitted).parts[0] if inside else ""


def examined(
    plan: Plan, edition: Edition, frame: bytes, submission: Submission, warm: Host
) -> "Examined":
    """The verdict on a submission, by a warm process that has been started."""
    # Only now: torch is imported here while the warm process imports it there. What it makes stays:
    # to look for garbage in it takes a tenth as long.
    gc.disable()
    from autograder.grading.service import GraderService

    gc.freeze()
    gc.enable()
    loaded = LoadedAssignment(plan, edition, frame)
    with GraderService(loaded, warm.rings, warm) as service:
        return service.examine(submission)


def readable(file: Path) -> tuple[bytes, set[str | None]]:
    """The file's bytes and its cells' ids: that there is a notebook is seen before torch starts."""
    data = _bytes(file)
    try:
        with BOUNDS.kept():
            return data, {cell.grade_id for cell in read(data).cells}
    except SubmissionUnreadable as error:
        raise SubmissionUnreadable(f"{file}: {error}") from None
