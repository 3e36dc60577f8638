"""`autograder grade`, and so `nbgrader autograde`, leaves what nbgrader's own loop leaves."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbgrader.api import Gradebook

from tests.edge.gradebook import rows
from tests.nbgraders_loop import by_nbgrader

STUDENTS = 5
LATE, DUE, IN_TIME = (f"2026-03-0{day} 10:00:00 UTC" for day in (3, 2, 1))
TOGETHER = "Graded and recorded"


@pytest.fixture(scope="module")
def both(tmp_path_factory, run, new_class) -> Any:
    """The same class in two course folders: one graded by us, one by nbgrader's own loop.

    Times around the due date, files beside the notebook, a changed copy of a course file.
    """
    ours = new_class(tmp_path_factory.mktemp("ours") / "course", STUDENTS)
    with Gradebook(f"sqlite:///{ours}/gradebook.db") as book:
        book.update_or_create_assignment("attention", duedate=DUE)
    for number, student in enumerate(sorted((ours / "submitted").iterdir())):
        room = student / "attention"
        if number % 3:
            (room / "timestamp.txt").write_text(LATE if number % 3 == 1 else IN_TIME)
        if number % 2:
            (room / "data.txt").write_text("of the student's own")
            (room / "checks.py").write_text("changed = True")
    theirs = shutil.copytree(ours, tmp_path_factory.mktemp("theirs") / "course")
    run(ours, "autograder", "grade", "attention")
    shutil.copytree(ours / ".autograder/reports", theirs / ".autograder/reports")
    by_nbgrader(theirs)
    return ours, theirs


def files(folder: Path) -> dict[Path, tuple[int, object]]:
    """Every autograded file with its permissions and its content."""

    def content(file: Path) -> object:
        # A report that was kept has 4.0 where a fresh one has 4.
        return json.loads(file.read_text()) if file.suffix == ".ipynb" else file.read_bytes()

    room = folder / "autograded"
    paths = (path for path in room.rglob("*") if path.is_file())
    return {path.relative_to(room): (path.stat().st_mode, content(path)) for path in paths}


def test_both_commands_leave_the_same_rows_and_the_same_files(both):
    ours, theirs = both
    assert rows(ours) == rows(theirs)
    assert len(rows(ours)) > STUDENTS * 30
    assert files(ours) == files(theirs)


def test_nbgraders_command_grades_a_class_on_all_cores_and_leaves_the_same(
    both, succeeds, tmp_path
):
    """Also from a folder below, with a relative path to the course; nothing appears above it."""
    ours, theirs = both
    third = shutil.copytree(ours, tmp_path / "third")
    for student in sorted((third / "submitted").iterdir())[:3]:
        shutil.rmtree(third / "autograded" / student.name)
    done = succeeds(third, "nbgrader", "autograde", "attention")
    assert done.stderr.count(TOGETHER) == 3
    assert rows(third) == rows(theirs)
    assert files(third) == files(theirs)
    with closing(sqlite3.connect(third / "gradebook.db")) as book, book:
        book.execute("update grade set auto_score = 0.125")
    words = "nbgrader autograde attention --force --CourseDirectory.root=.."
    again = succeeds(third / "source", *words.split())
    assert again.stderr.count(TOGETHER) == STUDENTS
    assert rows(third) == rows(theirs)
    assert [*tmp_path.iterdir()] == [third]


def test_a_second_run_over_an_unchanged_class_writes_nothing(both, run):
    ours, _ = both
    before = {path: path.stat().st_mtime_ns for path in (ours / "autograded").rglob("*")}
    book = (ours / "gradebook.db").read_bytes()
    again = run(ours, "autograder", "grade", "attention")
    assert f"{STUDENTS} unchanged, 0 to do" in again.stderr
    assert "nothing new was handed in" in again.stdout and "s0001-right" in again.stdout
    assert {path: path.stat().st_mtime_ns for path in (ours / "autograded").rglob("*")} == before
    assert (ours / "gradebook.db").read_bytes() == book


def test_rows_of_a_later_batch_have_greater_ids(both):
    """In an index they lie together; random ids would have each batch write all of its pages."""
    ours, _ = both
    for table in ("grade", "comment", "submitted_notebook", "submitted_assignment"):
        with closing(sqlite3.connect(ours / "gradebook.db")) as book:
            ids = [id_ for (id_,) in book.execute(f"select id from {table} order by rowid")]
        assert ids == sorted(set(ids))
        assert {len(id_) for id_ in ids} == {32}


def test_rows_that_a_power_cut_took_are_made_again(both, run):
    ours, theirs = both
    with Gradebook(f"sqlite:///{ours}/gradebook.db") as book:
        book.remove_submission("attention", min((ours / "submitted").iterdir()).name)
    again = run(ours, "autograder", "grade", "attention")
    assert f"{STUDENTS - 1} unchanged, 1 to do" in again.stderr
    assert rows(ours) == rows(theirs)


def test_what_is_recorded_is_a_valid_notebook(both):
    paths = [*both[0].glob("autograded/*/*/*.ipynb")]
    assert paths
    for path in paths:
        nbformat.validate(nbformat.read(path, as_version=nbformat.NO_CONVERT))
