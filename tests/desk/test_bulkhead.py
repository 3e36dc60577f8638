"""One submission is one submission: whatever it holds, the others are graded."""

import csv
import html
import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest
from hostile import BESIDE, HOSTILE, UNREADABLE, spoil
from made_up import CLASS, Course, resubmitted

from autograder.core.errors import SubmissionUnreadable
from autograder.course import CourseAssignment
from autograder.nbgrader_adapter.course_settings.database import open_gradebook
from autograder.nbgrader_adapter.course_settings.gradebook import recorded
from autograder.nbgrader_adapter.runs.class_run import ClassRun
from autograder.nbgrader_adapter.runs.feedback_run import FeedbackRun
from autograder.notebook.submission import CHANGED, Submission
from autograder.report.classroom.entries import class_entries, with_recorded
from tests.cells import below
from tests.courses import contents
from tests.ordinary_user import as_ordinary_user


@pytest.fixture
def course(class_of_three) -> Course:
    return class_of_three


def problems(course: Course) -> dict[str, str]:
    """Who cannot be graded, by the stage that finds the submissions."""
    run = ClassRun(course.where)
    return dict(run.work(run.submissions()).problems)


def test_a_class_is_held_in_memory_up_to_a_bound(course, monkeypatch):
    where = course.where
    first, *_ = where.submissions().submissions.values()
    monkeypatch.setattr("autograder.course.HELD_IN_ALL", len(first.data))
    kept, *unread = where.submissions().submissions.values()
    assert kept.held == kept.found.path.read_bytes()
    assert [submission.held for submission in unread] == [None] * (len(CLASS) - 1)
    last = unread[-1]
    assert last.data == last.found.path.read_bytes()
    last.found.path.write_bytes(kept.data)
    with pytest.raises(SubmissionUnreadable, match=CHANGED):
        assert last.data


@pytest.fixture(scope="module")
def outcome(generated, tmp_path_factory, solved, submit, run) -> Iterator[SimpleNamespace]:
    """A class with right notebooks, and a submission that is spoilt in each way."""
    root = shutil.copytree(generated, tmp_path_factory.mktemp("hostile") / "course")
    for student in (*CLASS, *HOSTILE, *BESIDE):
        submit(root, student, resubmitted(solved, student))
    for way in HOSTILE | BESIDE:
        spoil(root, way, way)
    course = Course(root)
    state = SimpleNamespace(root=root, problems=problems(course))
    course.grade()
    state.recorded = course.recorded()
    entries = class_entries(course.where, course.where.submissions())
    entries = with_recorded(entries, recorded(course.where))
    state.listed = {entry.student: entry.problem.en if entry.problem else "" for entry in entries}
    graded = [(entry.student, entry.report) for entry in entries if entry.report]
    state.remarks = {
        name: "; ".join(text.en for text in (*r.repairs, *r.flags)) for name, r in graded
    }
    state.totals = {entry.student: entry.total for entry in entries}
    feedback = FeedbackRun(course.where)
    state.pages = {page.student for page in feedback.write(feedback.chosen(())) if page.written}
    state.said = {name: run(root, "autograder", name, "attention") for name in ("grade", "report")}
    yield state
    # Python's own rmtree calls itself for each of a thousand nested folders.
    subprocess.run(["rm", "-rf", str(root)], check=True)


NAMED = {way: words for way, (_, words) in HOSTILE.items() if words != UNREADABLE}
"""Notebooks that only grading can find unreadable are left to it."""


@pytest.mark.parametrize("way", NAMED)
def test_a_hostile_submission_is_named_and_not_graded(outcome, way):
    assert NAMED[way] in outcome.problems[way]
    assert outcome.listed[way]
    assert way not in outcome.recorded


@pytest.mark.parametrize("way", BESIDE)
def test_what_lies_beside_a_notebook_is_a_remark(outcome, way):
    assert way not in outcome.problems
    assert BESIDE[way][1] in outcome.remarks[way]


def test_everybody_else_is_graded(outcome):
    """And flagged in formgrader where something odd lies beside the notebook."""
    assert set(outcome.problems) == set(NAMED)
    assert not [outcome.remarks[student] for student in CLASS if outcome.remarks[student]]
    with open_gradebook(outcome.root) as book:
        rows = book.assignment_submissions("attention")
        flagged = {row.student_id for row in rows if row.notebooks[0].flagged}
    assert "link-secret" in flagged <= {*BESIDE}


def test_table_page_csv_and_gradebook_agree_for_every_student(outcome):
    full = dict.fromkeys((*CLASS, *BESIDE), 100.0)
    assert outcome.totals == full | dict.fromkeys(HOSTILE)
    assert outcome.recorded == outcome.pages == set(full)
    assert outcome.said["report"].returncode == 0, outcome.said["report"].stderr
    for student in full:
        page = (outcome.root / "feedback" / student / "attention/attention.html").read_text("utf-8")
        assert '<p class="total"><strong>100</strong>' in page, student
    with (outcome.root / "reports/attention.csv").open() as lines:
        rows = {row["student"]: row["total"] for row in csv.DictReader(lines)}
    assert {student: float(total) for student, total in rows.items() if total} == full
    shown = " ".join(html.unescape((outcome.root / "reports/attention.html").read_text()).split())
    errors = " ".join(outcome.said["grade"].stderr.split())
    for student in HOSTILE:
        assert outcome.listed[student] in shown, student
        assert " ".join(outcome.listed[student].split()) in errors, student


def test_a_name_that_is_no_text_costs_nobody_else(course):
    (course.root / "submitted" / os.fsdecode(b"\xff\xfe") / "attention").mkdir(parents=True)
    assert [problem for problem in problems(course).values() if "no UTF-8" in problem]
    assert set(course.grade()) == set(CLASS)


def test_the_folder_of_all_submissions_may_be_a_link(course):
    """That is how an instructor lays out disks; no student can make one there."""
    (course.root / "submitted").rename(course.root / "elsewhere")
    (course.root / "submitted").symlink_to("elsewhere")
    assert set(course.grade()) == set(CLASS)


@pytest.mark.parametrize("name", [".", "attention", "attention/attention.ipynb"])
def test_what_cannot_be_read_is_named(assignment, solved, submit, name):
    # In no folder of pytest's: those are their owner's alone.
    with tempfile.TemporaryDirectory() as room:
        Path(room).chmod(0o755)
        for student in CLASS:
            submit(Path(room), student, solved.bytes())
        path = Path(room, "submitted/eve", name)
        path.chmod(0)
        where = CourseAssignment(Path(room), assignment, assignment.editions[0])

        def look() -> dict[str, str] | None:
            # Where the checkout is its owner's alone, nobody can import what is needed.
            return where.submissions().problems if os.access(__file__, os.R_OK) else None

        by_student = as_ordinary_user(look)
        path.chmod(0o700)
    if by_student is None:
        pytest.skip("another user may not read this checkout")
    assert by_student.keys() == {"eve"} and "be read" in by_student["eve"]


def test_a_kept_report_that_cannot_be_read_costs_its_student_alone(course):
    course.grade()
    data = (course.root / "submitted/eve/attention/attention.ipynb").read_bytes()
    report = ClassRun(course.where).reports.path(Submission.of("eve", data))
    report.unlink()
    report.mkdir()
    assert set(problems(course)) == {"eve"}
    assert "could not be compared with what is recorded: Is a directory" in problems(course)["eve"]
    entries = class_entries(course.where, course.where.submissions())
    assert [entry.student for entry in entries if entry.problem] == ["eve"]


def test_a_batch_that_one_submission_spoils_is_recorded_but_for_that_one(course, solved):
    course.grade()
    for student in CLASS:
        file = course.root / "submitted" / student / "attention/attention.ipynb"
        file.write_bytes(below(solved, f"again = {student!r}").bytes())
    before = contents(course.root / "autograded")
    with closing(sqlite3.connect(course.root / "gradebook.db")) as book, book:
        ((bob,),) = book.execute("select id from submitted_assignment where student_id = 'bob'")
        # The update is to be taken back: else nothing of bob's would have to be written.
        book.executescript(f"""
            update submitted_notebook set late_submission_penalty = 1 where assignment_id = '{bob}';
            create trigger refusing before update on submitted_notebook
            when old.assignment_id = '{bob}' begin select raise(abort, 'not this one'); end;
        """)
    results = course.grade()
    assert {name for name, result in results.items() if result.problem} == {"bob"}
    assert "could not be recorded: IntegrityError: " in str(results["bob"].problem)
    assert "not this one" in str(results["bob"].problem)
    after = contents(course.root / "autograded")
    changed = {name.split("/")[0] for name in after if after[name] != before.get(name)}
    assert changed == {"ada", "eve"}
    assert set(after) == set(before) and course.recorded() == set(CLASS)
    with closing(sqlite3.connect(course.root / "gradebook.db")) as book, book:
        book.execute("drop trigger refusing")
    assert course.record() == ["bob"]
    assert course.record() == []


def test_what_stands_in_the_place_of_a_students_record_is_that_students_problem(course):
    (course.root / "source/attention/data.csv").write_text("1,2")
    inside = course.root / "submitted/bob/attention/data.csv/inside"
    inside.parent.mkdir()
    inside.write_text("a file")
    results = course.grade()
    assert {name for name, result in results.items() if result.problem} == {"bob"}
    assert "could not be recorded: " in str(results["bob"].problem)
    assert course.recorded() == {"ada", "eve"}


def test_what_a_killed_recorder_left_is_removed(course):
    course.grade()
    leftover = course.root / "autograded/ada/.attention.0a0b0c0d.new"
    leftover.mkdir()
    os.utime(leftover, (0, 0))
    shutil.rmtree(course.root / ".autograder/history")
    course.record()
    assert not leftover.exists()
