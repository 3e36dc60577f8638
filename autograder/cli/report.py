"""`autograder report`: the class on one page, with the same figures as CSV and JSON."""

import os
from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import quote

import typer

from autograder import course
from autograder.cli.options import HERE, Assignment, Course
from autograder.core import atomic_file
from autograder.core.assignment import Assignment as Plan
from autograder.core.assignment import Edition, find
from autograder.core.errors import CourseError
from autograder.course import HandedIn

if TYPE_CHECKING:
    from autograder.report.classroom.record import Recorded

CHANGES = 20
"""Changes of the last run that are shown in the terminal."""


class Language(StrEnum):
    """The languages of the page."""

    EN = "en"
    ZH = "zh"


Out = Annotated[
    Path | None,
    typer.Option("--out", "-o", help="The page's file.", show_default="reports/ASSIGNMENT.html"),
]


def report(
    assignment: Assignment,
    course_dir: Course = HERE,
    out: Out = None,
    language: Annotated[Language, typer.Option(help="The page's language.")] = Language.EN,
) -> None:
    """Write the class report of ASSIGNMENT as one HTML page, with CSV and JSON files beside it."""
    from autograder.cli.aside import aside
    from autograder.cli.changes import print_changes
    from autograder.grading.history import History
    from autograder.report.classroom.export import csv_text, json_bytes
    from autograder.report.classroom.figures import figures, who_is_alike
    from autograder.report.classroom.loader import ClassLoader, with_recorded
    from autograder.report.classroom.page import html_page
    from autograder.report.classroom.unnamed import ClassGroups

    root = course_dir.resolve()
    plan, edition = find(root, assignment)
    handed_in = course.submissions(root, plan, edition)
    # In a process of its own: to import nbgrader takes as long as to read all reports.
    with aside(partial(_of_nbgrader, root, plan, edition, list(handed_in))) as of_nbgrader:
        loaded = ClassLoader(root, plan, edition).entries(handed_in)
        groups = ClassGroups(root, plan, edition, loaded)
        unnamed, alike = groups.shown(groups.unnamed), who_is_alike(loaded)
        recorded, feedback = of_nbgrader()
    last_run = History(root, edition).last_run()
    entries = with_recorded(loaded, recorded)
    found = figures(plan, entries, edition.id, unnamed, last_run, alike)
    if not found.graded:
        raise CourseError(
            f"none of the {found.students} students of {edition.id} is graded yet; "
            f"run `autograder grade {edition.id}`"
        )
    # In another language it is another page: neither takes the place of the other.
    name = edition.id if language is Language.EN else f"{edition.id}.{language}"
    page = out or root / "reports" / f"{name}.html"
    twins = page.with_suffix(".csv"), page.with_suffix(".json")
    names = twins[0].name, twins[1].name
    written = datetime.now().astimezone().strftime("%Y-%m-%d %H:%M %Z")
    links = _links(page, handed_in, feedback)
    _write(page, html_page(found, language, written, names, links).encode())
    _write(twins[0], csv_text(found).encode())
    _write(twins[1], json_bytes(found))
    if last_run:
        print_changes(plan, last_run[:CHANGES], f"changed by the last run ({last_run[0].who})")
        if len(last_run) > CHANGES:
            print(f"and {len(last_run) - CHANGES} more, on the page")
    print(f"{found.graded} of {found.students} students graded: {page} ({', '.join(names)} beside)")


def _of_nbgrader(
    root: Path, plan: Plan, edition: Edition, students: Sequence[str]
) -> "tuple[dict[str, Recorded], dict[str, Path]]":
    """What nbgrader knows: the rows of its gradebook, and these students' feedback pages."""
    from autograder.nbgrader_adapter.feedback_run import feedback_pages
    from autograder.nbgrader_adapter.gradebook import recorded_beside
    from autograder.nbgrader_adapter.settings import course_config, share_rooms

    # Once: with it nbgrader_config.py looks through submitted/.
    config = course_config(root)
    share_rooms(root, config)
    rows = recorded_beside(root, plan, edition, config)
    return rows, feedback_pages(plan, edition, students, config)


def _links(
    page: Path, handed_in: Mapping[str, HandedIn], feedback: Mapping[str, Path]
) -> dict[str, dict[str, str]]:
    """By student what there is to open, as addresses that begin at the page's folder."""
    found: dict[str, dict[str, str]] = {}
    for student, path in feedback.items():
        found.setdefault(student, {})["feedback"] = _address(path, page)
    for student, one in handed_in.items():
        if one.submission:
            found.setdefault(student, {})["submission"] = _address(one.submission.path, page)
    return found


def _address(path: Path, page: Path) -> str:
    # With ./ in front a name with a colon is not taken for a scheme.
    return f"./{quote(os.path.relpath(path, page.resolve().parent))}"


def _write(path: Path, data: bytes) -> None:
    try:
        # Grades of real people: a folder made here is for its owner alone.
        atomic_file.make_folder(path.parent)
        atomic_file.write(path, data, atomic_file.AS_OTHERS)
    except OSError as error:
        raise CourseError(f"{path} cannot be written: {error.strerror}; choose --out") from None
