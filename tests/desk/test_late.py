"""Late submissions, extensions and human decisions, in nbgrader's real gradebook."""

import os
import re
from pathlib import Path
from shutil import copytree

import pytest
from gradebooks import override

from autograder.nbgrader_adapter.course_settings.database import open_gradebook
from autograder.nbgrader_adapter.course_settings.gradebook import sheet_of
from autograder.nbgrader_adapter.course_settings.plugins import LatePolicy
from tests.courses import configure

LATE = "2026-03-03 12:00:00 UTC"
DAY, GRACE = 86_400, 15 * 60


@pytest.mark.parametrize(
    ("seconds", "penalty"),
    [(GRACE, None), (GRACE + 1, 9.34), (DAY, 9.34), (DAY + 1, 18.68), (400 * DAY, 46.7)],
)
def test_the_policy_counts_started_days_up_to_its_limit(seconds, penalty):
    assert LatePolicy().late_submission_penalty("ada", 93.4, seconds) == penalty


EARLIER = "a person's score was given for what was handed in before;"
WATCH = "watch attention --once --accept-published-numbers"


@pytest.fixture(scope="module")
def handed_in(class_of, solved) -> Path:
    """ada handed in two days late; bob is on the roster: made once, to be copied."""
    course: Path = class_of({"ada": solved.bytes()}).course
    with open_gradebook(course) as book:
        book.update_or_create_assignment("attention", duedate="2026-03-01 12:00:00 UTC")
        book.update_or_create_student("bob")
    stamp(course, LATE)
    return course


def stamp(course: Path, text: str) -> None:
    (course / "submitted/ada/attention/timestamp.txt").write_text(text)


def file_of(course: Path, student: str = "ada") -> Path:
    return course / f"submitted/{student}/attention/attention.ipynb"


@pytest.fixture(scope="module")
def graded_once(handed_in, tmp_path_factory, succeeds) -> Path:
    course = copytree(handed_in, tmp_path_factory.mktemp("graded") / "course")
    succeeds(course, "autograder", "grade", "attention")
    return course


@pytest.fixture
def course(handed_in, tmp_path) -> Path:
    return copytree(handed_in, tmp_path / "course")


@pytest.fixture
def recorded(graded_once, tmp_path) -> Path:
    return copytree(graded_once, tmp_path / "course")


CELL = ("attention", "attention", "ada")


def decided(course: Path) -> tuple[object, ...]:
    with open_gradebook(course) as book:
        grade = book.find_grade("test_causal_mask", *CELL)
        comment = book.find_comment("causal_mask", *CELL).comment
        values = (grade.manual_score, grade.extra_credit, comment, grade.notebook.flagged)
        return (*values, grade.notebook.score, grade.notebook.late_submission_penalty)


def test_what_a_human_decided_survives_every_regrade_and_the_penalty_follows_it(recorded, called):
    """Also one that fails, of a notebook that has since become unreadable."""
    override(recorded, "ada", 1.5, extra=0.25, comment="See me.")
    with open_gradebook(recorded) as book:
        book.find_submission_notebook(*CELL).flagged = True
        book.db.commit()
    assert called(recorded, "grade attention --regrade")[0] == 0
    kept = (1.5, 0.25, "See me.", True)
    assert decided(recorded) == (*kept, 97.75, 19.55)
    path = file_of(recorded)
    path.write_bytes(path.read_bytes()[:500])
    code, _, errors = called(recorded, "grade attention --regrade --student=ada")
    assert code == 1 and "ada" in errors
    assert decided(recorded)[:4] == kept


def late(course: Path) -> tuple[float, float]:
    with open_gradebook(course) as book:
        submission = book.find_submission("attention", "ada")
        return submission.total_seconds_late, submission.late_submission_penalty or 0


def test_the_penalty_follows_an_extension_and_a_new_policy_without_grading_again(recorded, printed):
    change = "late penalty: −20 → −10"
    (kept,) = (recorded / ".autograder/reports/attention").glob("*.json")
    written = kept.stat().st_mtime_ns
    assert "with more time: 0" in printed(recorded, "extend")
    due = "ada: attention is due 2026-03-02 12:00 UTC (others 2026-03-01 12:00 UTC)"
    assert due in printed(recorded, "extend ada 1")
    assert change in printed(recorded, "grade attention --dry-run")
    assert late(recorded)[1] == 20
    output = printed(recorded, "grade attention")
    assert change in output and "extension" in output
    assert late(recorded) == (86400, 10)
    printed(recorded, "report attention")
    page = (recorded / "reports/attention.html").read_text()
    assert change in page and "2026-03-02 12:00 UTC" in page
    assert printed(recorded, "extend").endswith("ada: 2026-03-02 12:00 UTC\n")
    assert "as for everybody" in printed(recorded, "extend ada 0")
    assert late(recorded)[0] == 172800
    assert kept.stat().st_mtime_ns == written
    printed(recorded, "grade attention")
    output = printed(recorded, "grade attention --dry-run --regrade")
    assert "0 would change, 1 stay as they are" in output and "penalty" not in output
    configure(recorded, "c.LatePolicy.percent_per_day = 5")
    assert change in printed(recorded, "grade attention")


def test_the_next_steps_see_what_is_not_recorded_as_it_is_now(recorded, printed, solved):
    where = recorded / "submitted"
    for step in ("feedback", "report"):
        assert f"\n  autograder {step} attention\n" in printed(where, "")
        printed(recorded, f"{step} attention")
        assert f"autograder {step}" not in printed(where, "")
    assert "viva" in printed(where, "") and "clusters" not in printed(where, "")
    assert "1 handed in, 1 graded as they are." in printed(where, "")
    printed(recorded, "extend ada 1")
    output = printed(where, "")
    assert "1 handed in, none graded as they are" in output and "grade the 1 that wait" in output
    printed(recorded, "grade attention")
    file_of(recorded).write_bytes(solved.bytes() + b"\n")
    assert "1 handed in, none graded as they are" in printed(where, "")
    (where / "bob").mkdir()
    file_of(recorded).rename(where / "bob/attention.ipynb")
    assert "cannot be graded as they lie there" in printed(where, "")


def test_feedback_is_no_next_step_for_whom_there_can_be_none(recorded, printed, submit):
    """Wherever a course has its pages."""
    configure(recorded, "c.CourseDirectory.feedback_directory = 'pages'")
    submit(recorded, "torn", b"{")
    assert "autograder feedback" in printed(recorded, "")
    printed(recorded, "feedback attention")
    assert "autograder feedback" not in printed(recorded, "")


def test_who_has_no_total_is_told_until_the_time_is_mended(recorded, printed):
    stamp(recorded, "yesterday or so")
    printed(recorded, "grade attention")
    output = printed(recorded, "")
    assert "1 have no total: a person has to look." in output
    assert "grades.csv; it scores who has no total" in output
    output = printed(recorded, "explain attention ada")
    assert "timestamp.txt says 'yesterday or so'" in output
    output = printed(recorded, "report attention")
    assert "1 of 2 students graded, 1 of them without a total: " in output
    stamp(recorded, LATE)
    table = printed(recorded, "grade attention --dry-run")
    assert re.search(r"ada +– +80 ", table) and "1 would change, 0 stay" in table
    assert "no longer waits" in printed(recorded, "grade attention")


def test_a_dry_run_and_a_watch_tell_the_total_that_counts(course, printed):
    assert re.search(r"ada +– +80 ", printed(course, "grade attention --dry-run"))
    output = printed(course, WATCH)
    assert "ada: graded, 80 of 100 points (by the checks 100), feedback" in output
    stamp(course, "yesterday or so")
    output = printed(course, WATCH)
    assert "ada: graded, no total before a person has looked (checks: 100 of 100" in output
    stamp(course, LATE + " ")
    printed(course, "grade attention")
    assert "ada: graded before, 80 of 100 points" in printed(course, WATCH)


def test_a_second_hand_in_is_the_second_attempt_whoever_graded_the_first(recorded, printed, solved):
    file = file_of(recorded)
    file.write_bytes(solved.bytes() + b"\n")
    os.utime(file, (file.stat().st_mtime + 10,) * 2)
    printed(recorded, f"{WATCH} --attempts 1")
    page = recorded / "feedback/ada/attention/attention.html"
    assert "Graded attempt 2." in page.read_text("utf-8")


TENTH = """
from nbgrader.plugins import BasePlugin
class Tenth(BasePlugin):
    late_submission_penalty = lambda *_: 12.3456789
c.AssignLatePenalties.plugin_class = Tenth
"""


def test_a_policy_that_does_not_round_changes_nobody_twice(recorded, printed):
    configure(recorded, TENTH)
    printed(recorded, "grade attention")
    assert late(recorded)[1] == pytest.approx(12.3456789)
    output = printed(recorded, "grade attention --dry-run --regrade")
    assert "0 would change, 1 stay as they are" in output


def test_a_score_older_than_what_is_handed_in_is_pointed_out_once(course, printed, submit, solved):
    """It stands before the checks', also where nobody is graded who is not on the list."""
    submit(course, "bob", solved.bytes())
    assert EARLIER not in printed(course, "grade attention")
    configure(course, "c.Autograde.create_student = False")
    override(course, "ada", 1)
    assert EARLIER not in printed(course, "grade attention --regrade")
    for student in ("ada", "bob"):
        file_of(course, student).write_bytes(solved.bytes() + b"\n")
    for run in ("grade attention --dry-run", "grade attention"):
        assert f"{EARLIER} see formgrader: ada\n" in printed(course, run)
    printed(course, "report attention")
    sentence = "graded again since a person gave the score of causal_mask"
    assert sentence in (course / "reports/attention.html").read_text("utf-8")
    assert EARLIER not in printed(course, "grade attention")
    printed(course, "feedback attention")
    page = (course / "feedback/ada/attention/attention.html").read_text("utf-8")
    assert "may be for an earlier file" in page


def test_the_penalty_follows_a_persons_score_which_no_notebook_changes(recorded, printed, solved):
    override(recorded, "ada", 1)
    output = printed(recorded, "grade attention")
    assert re.search(r"ada +77 +77.6 ", output) and "a person has given points" in output
    assert late(recorded)[1] == pytest.approx(0.2 * 97)
    with open_gradebook(recorded) as book:
        waits = book.find_grade("test_causal_mask", *CELL).needs_manual_grade
        assert not waits, "the same notebook with the same points"
    for part, line in (("causal_mask", "0 would change, 1 stay as they are"),
                       ("softmax_naive", r"ada +77.6 +74.4 ")):  # fmt: skip
        file_of(recorded).write_bytes(solved.answered({part: f"{part} = 1"}).bytes())
        assert re.search(line, printed(recorded, "grade attention --dry-run"))


def test_somebody_who_has_handed_in_nothing_can_be_given_time(recorded, printed):
    """Formgrader is not asked to grade work that is not there, and nobody takes it for work."""
    printed(recorded, "extend bob 1.5 --assignment attention")
    with open_gradebook(recorded) as book:
        submission = book.find_submission("attention", "bob")
        assert f"{submission.duedate}" == "2026-03-03 00:00:00"
        assert not submission.needs_manual_grade
        assert [*sheet_of(book, recorded, submission.assignment).marks] == ["ada"]
    printed(recorded, "feedback attention")
    (recorded / "roster.csv").write_text("id\nada\nzoe\n")
    assert "not on the roster" not in printed(recorded, "roster roster.csv")


def test_an_extension_of_a_due_date_that_is_taken_away_stops_nobody(recorded, printed):
    printed(recorded, "extend ada 1")
    with open_gradebook(recorded) as book:
        book.update_or_create_assignment("attention", duedate=None)
    assert "late penalty: −20 → 0" in printed(recorded, "grade attention")


def test_what_cannot_be_extended_is_one_sentence(course, refused):
    assert "there is no student 'bop' (is 'bob' meant?)" in refused(course, "extend bop 1")
    assert "0 to 366" in refused(course, "extend bob 400")
    assert "how many days" in refused(course, "extend bob")
    assert "no assignment 'x'" in refused(course, "extend bob 1 --assignment x")
    with open_gradebook(course) as book:
        book.update_or_create_assignment("attention", duedate=None)
    assert "say which assignment" in refused(course, "extend bob 1")
    assert "has no due date to extend" in refused(course, "extend bob 1 --assignment attention")
