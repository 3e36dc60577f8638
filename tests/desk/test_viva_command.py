"""`autograder viva`, as an instructor meets it."""

import subprocess
from pathlib import Path

import pytest

MARKUP = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def asked(
    tmp_path_factory, new_course, run, solved, submit
) -> tuple[Path, subprocess.CompletedProcess[str]]:
    """A course whose class of four has one right answer, two hostile ones and a damaged file."""
    course = new_course(tmp_path_factory.mktemp("viva") / "course")
    data = solved.bytes()
    submit(course, "right", data)
    spoilt = data.replace(b"d_k = keys.shape[-1]", b"d_k = keys.shape[-1]  # " + MARKUP.encode())
    submit(course, "markup", spoilt)
    submit(course, "exits", data.replace(b"d_k = keys", b"import os; os._exit(1); d_k = keys"))
    submit(course, "torn", b"no notebook")
    return course, run(course, "autograder", "viva", "attention")


def test_a_hostile_class_harms_nobody(asked):
    course, done = asked
    assert done.returncode == 1
    assert "torn: unreadable" in done.stderr
    assert "Traceback" not in done.stderr
    assert "sheets to print: 3" in done.stdout
    for room in ("students", "examiner"):
        assert len([*(course / "reports/attention/viva" / room).iterdir()]) == 3
        assert MARKUP not in (course / f"reports/attention/viva/{room}.html").read_text("utf-8")


def test_the_students_sheet_has_no_answer(asked):
    room = asked[0] / "reports/attention/viva"
    page = (room / "students.html").read_text("utf-8")
    assert "☑" not in page
    assert 'class="answer"' not in page
    assert "☑" in (room / "examiner.html").read_text("utf-8")


def test_one_student_is_asked_in_chinese(asked, succeeds):
    course, _ = asked
    student = "right"
    succeeds(
        course, "autograder", "viva", "attention", "--student", student, "--language", "zh"
    )  # fmt: skip
    page = (course / f"reports/attention/viva/examiner/{student}.html").read_text("utf-8")
    assert "教师用：参考答案" in page
    assert "Suppose" not in page


@pytest.mark.parametrize(
    ("options", "said"),
    [("--part nothing", "nothing"), ("--student nobody", "there is no student 'nobody'")],
)
def test_what_there_is_not_is_refused_in_a_sentence(asked, refused, options, said):
    assert said in refused(asked[0], f"viva attention {options}")
