"""Class lists of Canvas, Moodle, nbgrader and spreadsheets; what is refused changes nothing."""

from pathlib import Path

import pytest
from gradebooks import desk, opened

from autograder.core.errors import RosterRefused
from autograder.report.lms.class_list import read_roster
from autograder.report.lms.sheets import LmsStudent

ADA = LmsStudent("ada", "Ada", "Li", "ada@example.org", "101")
CANVAS = """Student,ID,SIS User ID,SIS Login ID,Section,Essay (12)
    Points Possible,,,,,10
"Li, Ada",101,s-1,ada,One,7
"Student, Test",,,,One,
"""
MOODLE = "First name,Last name,Username,ID number,Email address\nAda,Li,ada,101,ada@example.org\n"
NBGRADER = "id,first_name,last_name,email,lms_user_id\nada,Ada,Li,ada@example.org,101\n"
EXCEL = "Login;Surname;Given name;E-Mail;Canvas ID\r\nada;Li;Ada;ada@example.org;101\r\n;;;;\r\n"
CHINESE = "学号,姓,名,电子邮箱,编号\nada,Li,Ada,ada@example.org,101\n"


@pytest.mark.parametrize("content", [CANVAS, MOODLE, NBGRADER, EXCEL, CHINESE])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_each_spelling_names_the_same_student(content, encoding):
    (found,) = read_roster(content.encode(encoding))
    assert (found.id, found.first_name, found.last_name) == ("ada", "Ada", "Li")
    assert found.lms_user_id == "101"
    assert content is CANVAS or found == ADA


def test_a_column_can_be_chosen_for_the_ids():
    """Where students are known by their email addresses, the roster's id column is not theirs."""
    (found,) = read_roster(NBGRADER.encode(), id_column="Email")
    assert found.id == "ada@example.org"
    assert found.lms_user_id == "101"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "is empty"),
        (b"id\n", "names no student"),
        (b"id,email\n,a@b.c\n", "no student id in line 2"),
        (b"colour,size\nred,1\n", "no column holds the student ids"),
        (b"id\n../gradebook\n", "line 2 of the roster: '../gradebook' cannot be"),
        (b"id\n" + b"x" * 129 + b"\n", "more than 128 letters"),
        ("id,name\nwei,张伟\n".encode("gb18030"), "is not UTF-8"),
    ],
)
def test_an_unusable_roster_is_refused(content, sentence):
    with pytest.raises(RosterRefused) as refused:
        read_roster(content)
    assert sentence in str(refused.value)


@pytest.fixture
def course(tmp_path) -> Path:
    """A course whose gradebook knows two students, and three who submitted."""
    folder = desk(tmp_path)
    with opened(folder) as gradebook:
        gradebook.add_student("ada", email="ada@example.org")
        gradebook.add_student("old", last_name="Old")
    for student in ("ada", "old", "zed"):
        (folder / "submitted" / student / "attention").mkdir(parents=True)
    return folder


def test_a_roster_adds_updates_and_names_who_is_missing(course, succeeds):
    (course / "roster.csv").write_text(
        "id,first_name,last_name,email\nada,Ada,Li,\nbob,Bob,Yu,bob@example.org\n", "utf-8"
    )
    done = succeeds(course, "autograder", "roster", "roster.csv")
    assert done.stdout.splitlines() == [
        "1 added, 1 updated, 0 unchanged",
        "submitted, but not on the roster: old, zed",
        "on the roster, but nothing submitted: bob",
    ]
    with opened(course) as gradebook:
        found = {s.id: (s.first_name, s.last_name, s.email) for s in gradebook.students}
    assert found == {
        "ada": ("Ada", "Li", "ada@example.org"),
        "bob": ("Bob", "Yu", "bob@example.org"),
        "old": (None, "Old", None),
    }


def test_a_roster_with_an_id_twice_writes_nothing(course, run):
    before = (course / "gradebook.db").read_bytes()
    (course / "roster.csv").write_text("id,name\nbob,Bob Yu\neve,Eve\nbob,Bob Li\n", "utf-8")
    done = run(course, "autograder", "roster", "roster.csv")
    assert done.returncode == 1
    assert done.stderr == (
        "autograder: roster.csv: the roster names a student more than once: bob (lines 2, 4);"
        " nothing was written\n"
    )
    assert (course / "gradebook.db").read_bytes() == before
