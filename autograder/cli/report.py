"""`autograder report`: the class on one page, with the same figures as CSV and JSON."""

from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from autograder.cli.options import HERE, Assignment, Course
from autograder.core import atomic_file
from autograder.core.assignment import find
from autograder.core.errors import CourseError


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
    from autograder.nbgrader_adapter.gradebook import recorded
    from autograder.nbgrader_adapter.settings import course_config, share_rooms
    from autograder.report.classroom.export import csv_text, json_bytes
    from autograder.report.classroom.figures import figures
    from autograder.report.classroom.loader import ClassLoader
    from autograder.report.classroom.page import html_page
    from autograder.report.classroom.unnamed import ClassGroups

    root = course_dir.resolve()
    share_rooms(root, course_config(root))
    plan, edition = find(root, assignment)
    entries = ClassLoader(root, plan, edition, recorded(root, edition.id)).entries()
    groups = ClassGroups(root, plan, edition, entries)
    found = figures(plan, entries, edition.id, groups.shown(groups.unnamed))
    if not found.graded:
        raise CourseError(
            f"none of the {found.students} students of {edition.id} is graded yet; "
            f"run `autograder grade {edition.id}`"
        )
    page = out or root / "reports" / f"{edition.id}.html"
    twins = page.with_suffix(".csv"), page.with_suffix(".json")
    names = twins[0].name, twins[1].name
    written = datetime.now().astimezone().strftime("%Y-%m-%d %H:%M %Z")
    _write(page, html_page(found, language, written, names).encode())
    _write(twins[0], csv_text(found).encode())
    _write(twins[1], json_bytes(found))
    print(f"{found.graded} of {found.students} students graded: {page} ({', '.join(names)} beside)")


def _write(path: Path, data: bytes) -> None:
    try:
        # Grades of real people: a folder made here is for its owner alone.
        atomic_file.make_folder(path.parent)
        atomic_file.write(path, data, atomic_file.AS_OTHERS)
    except OSError as error:
        raise CourseError(f"{path} cannot be written: {error.strerror}; choose --out") from None
