"""A gradebook that an older nbgrader wrote is never touched before it has been upgraded."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from gradebooks import desk, opened, submission, with_assignment

from autograder.core.assignment import Assignment
from autograder.core.errors import CourseError
from autograder.nbgrader_adapter.course_settings.database import check_gradebook

OLDER = """
    create table older (id varchar(32) primary key, name varchar(128) not null, duedate datetime);
    insert into older select id, name, duedate from assignment;
    drop table assignment;
    alter table older rename to assignment;
    drop table course;
    alter table student drop column lms_user_id;
    update alembic_version set version_num = '167914646830';
"""
"""From today's tables to those of nbgrader 0.5: no courses, no ids of an LMS."""


@pytest.fixture
def course(tmp_path: Path, repository: Path, plan: Assignment) -> Path:
    """A course with one graded student in a gradebook of nbgrader 0.5."""
    folder = desk(repository, tmp_path)
    with opened(folder) as gradebook:
        with_assignment(gradebook, plan)
        gradebook.add_student("ada", last_name="Li")
        submission(gradebook, "ada", {part.id: part.points for part in plan.parts})
    changed(folder, OLDER)
    return folder


def changed(course: Path, script: str) -> None:
    """Run SQL on the course's gradebook."""
    connection = sqlite3.connect(course / "gradebook.db")
    connection.executescript(script)
    connection.close()


def test_grading_into_an_older_gradebook_says_how_to_upgrade(course: Path, run: Callable) -> None:
    """`autograder grade` stops with one sentence and leaves the file as it is."""
    before = (course / "gradebook.db").read_bytes()
    done = run(course, "autograder", "grade", "attention")
    assert done.returncode == 1
    assert done.stderr.startswith("autograder: the gradebook sqlite:///")
    assert "is of an older nbgrader: run `nbgrader db upgrade`" in done.stderr
    assert done.stderr.count("\n") == 1
    assert (course / "gradebook.db").read_bytes() == before


def test_nothing_is_lost_by_the_upgrade(course: Path, run: Callable) -> None:
    """An export that was refused, then the upgrade, then the export: every mark is there."""
    export = ("nbgrader", "export", "--exporter=autograder.nbgrader_adapter.exports.CanvasExporter")
    refused = run(course, *export)
    assert refused.returncode == 1
    assert "Traceback" not in refused.stderr
    assert "nbgrader db upgrade" in refused.stderr

    assert run(course, "nbgrader", "db", "upgrade").returncode == 0
    done = run(course, *export)
    assert done.returncode == 0, done.stderr
    assert "\nLi,,,ada,,100.00" in (course / "canvas.csv").read_text("utf-8")


@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        ("drop table alembic_version", "run `nbgrader db upgrade`"),
        ("update alembic_version set version_num = 'feedbeef'", "is of a newer nbgrader"),
    ],
    ids=["without a revision", "of a newer nbgrader"],
)
def test_other_revisions_are_told_apart(course: Path, script: str, sentence: str) -> None:
    """No revision at all is older than any; an unknown one is newer."""
    changed(course, script)
    with pytest.raises(CourseError) as told:
        check_gradebook(course)
    assert sentence in str(told.value)


def test_a_gradebook_that_cannot_be_opened_is_named(course: Path) -> None:
    """A server that does not answer is said with its address, without its password."""
    url = "postgresql+psycopg://me:secret@localhost:1/grades"
    with (course / "nbgrader_config.py").open("a", encoding="utf-8") as file:
        file.write(f"c.CourseDirectory.db_url = {url!r}\n")
    with pytest.raises(CourseError) as told:
        check_gradebook(course)
    assert "me:***@localhost:1/grades cannot be opened" in str(told.value)
    assert "secret" not in str(told.value)
