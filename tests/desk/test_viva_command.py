"""`autograder viva`, as an instructor meets it."""

from pathlib import Path

import pytest

MARKUP = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def asked(class_of, solved) -> tuple[Path, str]:
    """What is said of a class with one right answer, two hostile ones and a damaged file."""
    data = solved.bytes()
    spoilt = data.replace(b"d_k = keys.shape[-1]", b"d_k = keys.shape[-1]  # " + MARKUP.encode())
    exits = data.replace(b"d_k = keys", b"import os; os._exit(1); d_k = keys")
    room = class_of({"right": data, "markup": spoilt, "exits": exits, "torn": b"no notebook"})
    done = room.run("viva attention")
    assert done.returncode == 1 and "sheets to print: 3" in done.stdout
    return room.course, done.stderr


def test_a_hostile_class_harms_nobody(asked):
    course, errors = asked
    assert "torn: unreadable" in errors and "Traceback" not in errors
    for room in ("students", "examiner"):
        assert len([*(course / "reports/attention/viva" / room).iterdir()]) == 3
        assert MARKUP not in (course / f"reports/attention/viva/{room}.html").read_text("utf-8")


def test_the_students_sheet_has_no_answer(asked):
    room = asked[0] / "reports/attention/viva"
    page = (room / "students.html").read_text("utf-8")
    assert "☑" not in page and 'class="answer"' not in page
    assert "☑" in (room / "examiner.html").read_text("utf-8")


def test_one_student_is_asked_in_chinese_and_by_name(asked, printed):
    (asked[0] / "class.csv").write_text("学号,姓名\nright,李四\n", "utf-8")
    printed(asked[0], "roster class.csv")
    printed(asked[0], "viva attention --student right --language zh")
    page = (asked[0] / "reports/attention/viva/examiner/right.html").read_text("utf-8")
    assert "<b>right 李四</b>" in page
    assert "教师用：参考答案" in page and "Suppose" not in page
