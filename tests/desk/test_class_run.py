"""A run over a class, with nbgrader's real gradebook and reports that are made up at once."""

import shutil
from collections.abc import Mapping
from pathlib import Path
from unittest.mock import Mock

import pytest
from made_up import CLASS, Course, Meanwhile, resubmitted
from nbgrader.utils import parse_utc

from autograder.authoring.make import NotebookBuilder
from autograder.core.errors import GraderFault
from autograder.core.model import Graded
from autograder.grading.history import History
from autograder.nbgrader_adapter.course_settings.database import open_gradebook
from autograder.nbgrader_adapter.course_settings.gradebook import assignments_in, recorded, sheet_of
from autograder.nbgrader_adapter.runs import class_run
from autograder.nbgrader_adapter.runs.class_run import CHANGED
from autograder.nbgrader_adapter.runs.feedback_run import FeedbackRun
from autograder.notebook.stamp import Stamp
from autograder.report.classroom.entries import class_entries, with_recorded
from tests.courses import configure


@pytest.fixture
def course(class_of_three) -> Course:
    return class_of_three


def file_of(course: Course, student: str) -> Path:
    return course.root / "submitted" / student / "attention/attention.ipynb"


def hands_in_again(course: Course, solved: NotebookBuilder, who: str, when: str) -> Meanwhile:
    """Somebody's file is another one from when a submission of this student has been read."""

    def meanwhile(student: str, _path: Path) -> None:
        if student == when:
            file_of(course, who).write_bytes(resubmitted(solved, f"{who} again"))

    return meanwhile


def problems(results: Mapping[str, Graded]) -> dict[str, str | None]:
    return {student: result.problem for student, result in results.items()}


@pytest.mark.parametrize(("who", "when", "kept"), [("bob", "bob", 2), ("ada", "eve", 3)])
def test_what_came_meanwhile_is_not_recorded_by_the_old_report(course, solved, who, when, kept):
    """Nor before its batch is recorded: its report is kept, and right for what came first."""
    results = course.grade(hands_in_again(course, solved, who, when))
    assert problems(results) == dict.fromkeys(CLASS) | {who: CHANGED}
    assert results[who].report is None
    reports = [*course.root.glob(".autograder/reports/attention/*.json")]
    assert (course.recorded(), len(reports)) == ({*CLASS} - {who}, kept)
    assert set(course.grade()) == {who}
    assert course.recorded() == set(CLASS)


def test_a_submission_that_is_being_replaced_costs_nobody_else(course):
    """nbgrader removes the folder before it copies the newer one to its place."""

    def remove(student: str, path: Path) -> None:
        if student == "ada":
            shutil.rmtree(path.parent)

    assert course.grade(remove)["ada"].problem == CHANGED
    assert course.recorded() == {"bob", "eve"}


def test_a_batch_is_noted_before_the_next_one_is_graded(course, monkeypatch):
    """A run that is killed after its first batch has that batch to record no more."""
    monkeypatch.setattr(class_run, "BATCH", 1)
    history = History(course.root, course.edition)
    noted: dict[str, list[str]] = {}

    def look(student: str, _path: Path) -> None:
        noted[student] = sorted(change.student for change in history.changes())

    course.grade(look)
    assert noted == {"ada": [], "bob": ["ada"], "eve": ["ada", "bob"]}
    assert course.record() == []


def test_a_failed_batch_is_not_noted(course):
    (course.root / "autograded").write_text("a file where the folder should be")
    with pytest.raises(GraderFault, match="the reports are kept"):
        course.grade()
    (course.root / "autograded").unlink()
    assert sorted(course.record()) == sorted(CLASS)


def test_what_was_graded_before_a_fault_ended_the_run_is_recorded(course):
    with pytest.raises(GraderFault, match="went away"):
        course.grade(Mock(side_effect=[None, None, GraderFault("the cluster went away")]))
    assert course.recorded() == {"ada", "bob"}


def totals(course: Course) -> dict[str, float | None]:
    """What the class's table says, and an LMS would get."""
    entries = class_entries(course.where, course.where.submissions())
    entries = with_recorded(entries, recorded(course.where))
    with open_gradebook(course.root) as book:
        (row,) = assignments_in(book, ["attention"])
        marks = sheet_of(book, course.root, row).marks
    table = {entry.student: entry.total for entry in entries}
    assert table == {name: mark.total for name, mark in marks.items()}
    return table


def test_a_total_waits_where_nobody_knows_what_being_late_costs(course):
    """And for nobody before anything is due. Bob is late, and Eve in time."""
    for student, text in zip(CLASS, ("yesterday", "2026-03-02 12:00:00 UTC", ""), strict=True):
        file_of(course, student).with_name("timestamp.txt").write_text(text)
    course.grade()
    assert course.record() == []
    with open_gradebook(course.root) as book:
        book.update_or_create_assignment("attention", duedate="2026-03-02 11:00:00 UTC")
    assert sorted(course.record()) == ["ada", "bob"]
    assert totals(course) == {"ada": None, "bob": 90.0, "eve": 100.0}
    run, page = FeedbackRun(course.where), course.root / "feedback/ada/attention/attention.html"
    assert not [result.problem for result in run.write(run.chosen(())) if result.problem]
    text = page.read_text("utf-8").split('<p class="total">')
    assert text[1].count("awaiting manual grading") == 1, "no part waits, and not the first"
    assert "awaiting manual grading" in text[1].split("</p>")[0] and "cannot be read" in text[1]
    assert course.record() == []
    with open_gradebook(course.root) as book:
        assert book.find_submission("attention", "ada").needs_manual_grade
        grade_id = f"test_{course.assignment.parts[0].id}"
        grade = book.find_grade(grade_id, "attention", "attention", "ada")
        grade.manual_score, grade.needs_manual_grade = 3.0, False
        book.db.commit()
    assert totals(course)["ada"] == 99.0
    file_of(course, "ada").with_name("timestamp.txt").write_text("2026-03-01 12:00:00 UTC")
    assert course.record() == ["ada"]


@pytest.mark.parametrize("end", [".123456 UTC", " +0200", " Europe/Berlin", "+05:30", ""])
def test_a_time_is_read_as_nbgrader_reads_it(tmp_path, end):
    said = f"2026-03-01 12:00:00{end}"
    (tmp_path / "timestamp.txt").write_text(said)
    assert Stamp.read(tmp_path).at == parse_utc(said)


def test_why_a_time_cannot_be_read_is_told_as_it_is(tmp_path):
    (tmp_path / "file").touch()
    remark = Stamp.read(tmp_path / "file").unknown
    assert remark and "timestamp.txt cannot be read: Not a directory: when it" in remark.en


def test_a_hook_of_the_courses_own_is_called_for_every_student(course):
    hooked = course.root / "hooked"
    code = f"def hook(student, **_):\n    open({str(hooked)!r}, 'a').write(student + ' ')\n"
    (course.root / "hooks.py").write_text(code)
    configure(course.root, f"import sys; sys.path.insert(0, {str(course.root)!r})")
    configure(course.root, "c.Autograde.post_convert_hook = 'hooks.hook'")
    assert problems(course.grade()) == dict.fromkeys(CLASS)
    assert hooked.read_text().split() == list(CLASS)


def test_who_is_not_on_the_list_costs_nobody_else(course):
    """With create_student off, nbgrader refuses students that the gradebook does not know."""
    configure(course.root, "c.Autograde.create_student = False")
    with open_gradebook(course.root) as book:
        for student in ("ada", "eve"):
            book.add_student(student)
    by_student = problems(course.grade())
    assert {name for name, problem in by_student.items() if problem} == {"bob"}
    assert "No student with ID 'bob' exists" in str(by_student["bob"])
    assert course.recorded() == {"ada", "eve"}
    assert set(course.record()) == {"bob"}


def test_excluded_students_are_left_out(course):
    configure(course.root, "c.CourseDirectory.student_id_exclude = 'bob,eve'")
    assert set(course.grade()) == {"ada"}
    assert course.recorded() == {"ada"}
