"""`autograder roster`: imports a class list into nbgrader's gradebook."""

from pathlib import Path
from typing import Annotated

import typer

from autograder.cli.options import HERE, Course
from autograder.core.errors import RosterRefused
from autograder.report.lms.class_list import read_roster
from autograder.report.plain_text import plain

IdColumn = Annotated[
    str | None, typer.Option("--id-column", help="The column that holds nbgrader's student ids.")
]


def roster(
    file: Annotated[Path, typer.Argument(help="A CSV from Canvas, Moodle or a spreadsheet.")],
    course_dir: Course = HERE,
    id_column: IdColumn = None,
) -> None:
    """Add or update the students of FILE in the gradebook, and list who is missing."""
    from autograder.nbgrader_adapter.roster import enrol

    try:
        students = read_roster(file.read_bytes(), id_column)
    except OSError as error:
        raise RosterRefused(f"{file} cannot be read: {error.strerror}") from None
    except RosterRefused as refused:
        raise RosterRefused(f"{file}: {refused}; nothing was written") from None
    done = enrol(course_dir.resolve(), students)
    print(f"{len(done.added)} added, {len(done.updated)} updated, {len(done.unchanged)} unchanged")
    _name("submitted, but not on the roster", done.strangers)
    _name("on the roster, but nothing submitted", done.silent)


def _name(what: str, students: tuple[str, ...]) -> None:
    if students:
        print(f"{what}: {', '.join(plain(student, 40) for student in students)}")
