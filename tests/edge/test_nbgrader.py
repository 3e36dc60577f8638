"""nbgrader's own commands on a small class, called as a plain nbgrader user calls them."""

import re
from pathlib import Path
from shutil import copytree

import pytest
from nbgrader.api import Gradebook

from tests.conftest import scores_of as scores

LINKED = ("linked", "borrowed")


@pytest.fixture(scope="module")
def graded_class(generated, tmp_path_factory, solved, released, run, submit) -> Path:
    """A class graded by nbgrader's command; one notebook is no JSON, and some are links."""
    course = copytree(generated, tmp_path_factory.mktemp("class") / "course")
    submit(course, "right", solved.bytes())
    submit(course, "untouched", released.bytes())
    submit(course, "torn", b"\x89PNG, saved under the wrong name")
    link = submit(course, "linked", b"")
    link.unlink()
    link.symlink_to("../../right/attention/attention.ipynb")
    beside = submit(course, "beside", solved.bytes()).with_name("data.csv")
    beside.symlink_to("../../../source/attention/attention.ipynb")
    (course / "submitted/borrowed").mkdir()
    (course / "submitted/borrowed/attention").symlink_to("../right/attention")
    done = run(course, "nbgrader", "autograde", "attention")
    assert all(name in done.stderr for name in ("torn", *LINKED))
    assert done.returncode != 0
    (course.parent / "said").write_text(done.stderr)
    return course


def test_nbgraders_own_command_follows_no_link(graded_class):
    assert {"right", "untouched"} <= scores(graded_class).keys()
    stderr = (graded_class.parent / "said").read_text()
    assert "Traceback" not in stderr
    assert "checksum" not in stderr, "nbgrader's own step warns"
    for student in LINKED:
        assert student not in scores(graded_class)
        assert not (graded_class / "autograded" / student / "attention").exists()
        assert re.search(rf"ERROR\] {student}: unreadable: submitted/{student}.* is a link", stderr)


def test_what_was_recorded_stays_where_a_folder_gets_a_link(graded_class, tmp_path, run):
    """Also with --force, by which nbgrader removes first what it has graded."""
    graded = copytree(graded_class, tmp_path / "course", symlinks=True)
    handed_in = graded / "submitted/right/attention/attention.ipynb"
    handed_in.unlink()
    handed_in.symlink_to("/dev/zero")
    before = scores(graded)
    done = run(graded, "nbgrader", "autograde", "attention", "--student=right", "--force")
    assert done.returncode == 1
    assert "right: unreadable: submitted/right/attention/attention.ipynb is a link" in done.stderr
    assert (graded / "autograded/right/attention/attention.ipynb").is_file()
    assert scores(graded) == before


def test_who_has_something_odd_beside_the_notebook_is_flagged_in_formgrader(graded_class):
    with Gradebook(f"sqlite:///{graded_class}/gradebook.db") as book:
        handed_in = book.assignment_submissions("attention")
        assert {row.student_id for row in handed_in if row.notebooks[0].flagged} == {"beside"}
