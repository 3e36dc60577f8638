"""Late submissions, extensions and human decisions, in nbgrader's real gradebook."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest
from gradebooks import opened, override, penalties

from autograder.nbgrader_adapter.course_settings.plugins import LatePolicy
from tests.courses import configure

DUE = "2026-03-01 12:00:00 UTC"
SUBMITTED = {
    "early": "2026-03-01 11:59:00 UTC",
    "grace": "2026-03-01 12:15:00 UTC",
    "nextday": "2026-03-02 14:00:00 UTC",
    "april": "2026-04-01 12:00:00 UTC",
}


@pytest.mark.parametrize(
    ("seconds", "penalty"),
    [
        (0, None),
        (15 * 60, None),
        (15 * 60 + 1, 9.34),
        (86_400, 9.34),
        (86_401, 18.68),
        (5 * 86_400, 46.7),
        (400 * 86_400, 46.7),
    ],
)
def test_the_policy_counts_started_days_up_to_its_limit(seconds, penalty):
    """15 minutes of grace, 10 % of the score for each started day, 50 % at most."""
    assert LatePolicy().late_submission_penalty("ada", 93.4, seconds) == penalty


@pytest.fixture(scope="module")
def graded(tmp_path_factory, generated, solved, succeeds, submit) -> Path:
    """A class with right answers handed in at different times, graded by `nbgrader autograde`."""
    course = copytree(generated, tmp_path_factory.mktemp("class") / "course")
    for student, when in SUBMITTED.items():
        path = submit(course, student, solved.bytes())
        (path.parent / "timestamp.txt").write_text(when, "utf-8")
    due = ("nbgrader", "db", "assignment", "add", "attention", f"--duedate={DUE}")
    succeeds(course, *due)
    succeeds(course, "nbgrader", "autograde", "attention")
    wanted = {"early": 0, "grace": 0, "nextday": 20, "april": 50}
    assert {student: found or 0 for student, found in penalties(course).items()} == wanted
    return course


def decide(course: Path, student: str) -> None:
    """What a human can enter in formgrader."""
    with opened(course) as gradebook:
        grade = gradebook.find_grade("test_causal_mask", "attention", "attention", student)
        grade.manual_score, grade.extra_credit = 1.5, 0.25
        comment = gradebook.find_comment("causal_mask", "attention", "attention", student)
        comment.manual_comment = "See me."
        notebook = gradebook.find_submission_notebook("attention", "attention", student)
        notebook.flagged = True
        gradebook.db.commit()


def decided(course: Path, student: str) -> tuple[object, ...]:
    """What is there of a human's decisions, and what they come to."""
    with opened(course) as gradebook:
        grade = gradebook.find_grade("test_causal_mask", "attention", "attention", student)
        comment = gradebook.find_comment("causal_mask", "attention", "attention", student)
        notebook = gradebook.find_submission_notebook("attention", "attention", student)
        values = (grade.manual_score, grade.extra_credit, comment.comment, notebook.flagged)
        return (*values, notebook.score, notebook.late_submission_penalty)


OURS = ("autograder", "grade", "--regrade")


def test_all_roads_take_off_what_the_policy_says(graded, succeeds):
    """A human's score, extra credit, comment and flag survive, and the penalty follows them."""
    decide(graded, "early")
    decide(graded, "nextday")
    wanted_early = (1.5, 0.25, "See me.", True, 97.75, None)
    wanted_late = (1.5, 0.25, "See me.", True, 97.75, 19.55)
    succeeds(graded, *OURS, "attention")
    assert decided(graded, "early") == wanted_early
    assert decided(graded, "nextday") == wanted_late
    assert penalties(graded)["april"] == 50


@pytest.fixture
def torn(graded) -> Iterator[str]:
    """A student with a human's score, whose notebook has since become unreadable."""
    decide(graded, "early")
    path = graded / "submitted/early/attention/attention.ipynb"
    whole = path.read_bytes()
    path.write_bytes(whole[:500])
    yield "early"
    path.write_bytes(whole)


def test_a_failed_regrade_leaves_a_humans_score(graded, torn, run):
    done = run(graded, *OURS, "attention", f"--student={torn}")
    assert done.returncode != 0
    assert torn in done.stderr
    assert decided(graded, torn)[:4] == (1.5, 0.25, "See me.", True)


def test_nbgraders_command_warns_of_no_cell_that_is_as_released(graded, succeeds):
    """nbgrader's own step warns of each test cell, since the hidden lines are not released."""
    done = succeeds(graded, "nbgrader", "autograde", "attention", "--force", "--student=early")
    assert "checksum" not in done.stderr


def test_an_unknown_student_is_named_in_one_sentence(graded, refused):
    said = refused(graded, "grade attention --student=erly")
    assert said == "autograder: there is no student 'erly' (is 'early' meant?)\n"


EARLIER = "a person's score was given for what was handed in before;"
LATE = "2026-03-03 12:00:00 UTC"


@pytest.fixture(scope="module")
def handed_in(generated, tmp_path_factory, solved, submit) -> Path:
    """ada handed in two days late; bob is on the roster: made once, to be copied."""
    made = copytree(generated, tmp_path_factory.mktemp("late") / "course")
    with opened(made) as book:
        book.update_or_create_assignment("attention", duedate=DUE)
        book.update_or_create_student("bob")
    submit(made, "ada", solved.bytes()).with_name("timestamp.txt").write_text(LATE)
    return made


@pytest.fixture(scope="module")
def graded_once(handed_in, tmp_path_factory, succeeds) -> Path:
    made = copytree(handed_in, tmp_path_factory.mktemp("graded") / "course")
    succeeds(made, "autograder", "grade", "attention")
    return made


@pytest.fixture
def course(handed_in, tmp_path) -> Path:
    return copytree(handed_in, tmp_path / "course")


@pytest.fixture
def recorded(graded_once, tmp_path) -> Path:
    """The same course after `autograder grade`."""
    return copytree(graded_once, tmp_path / "course")


def late(course: Path, student: str) -> tuple[float, float]:
    with opened(course) as book:
        found = book.find_submission("attention", student)
        return found.total_seconds_late, found.late_submission_penalty or 0


def test_the_penalty_follows_an_extension_without_grading_again(recorded, called):
    assert late(recorded, "ada") == (172800, 20)
    (kept,) = (recorded / ".autograder/reports/attention").glob("*.json")
    written = kept.stat().st_mtime_ns
    _, shown, _ = called(recorded, "extend ada 1")
    assert "ada: attention is due 2026-03-02 12:00 UTC (others 03-01)" in shown
    _, shown, _ = called(recorded, "grade attention --dry-run")
    assert "late penalty: −20 → −10" in shown and "80" in shown and "90" in shown
    assert "1 would change, 0 stay as they are" in shown and late(recorded, "ada")[1] == 20
    _, shown, _ = called(recorded, "grade attention")
    assert "late penalty: −20 → −10" in shown and "how late it is, or what that" in shown
    assert late(recorded, "ada") == (86400, 10)
    assert "late penalty: −20 → −10" in called(recorded, "report attention")[1]
    assert "late penalty: −20 → −10" in (recorded / "reports/attention.html").read_text()
    assert "as for everybody" in called(recorded, "extend ada 0")[1]
    assert late(recorded, "ada")[0] == 172800
    assert kept.stat().st_mtime_ns == written
    called(recorded, "grade attention")
    _, shown, _ = called(recorded, "grade attention --dry-run --regrade")
    assert "0 would change, 1 stay as they are" in shown and "penalty" not in shown


TENTH = """
from nbgrader.plugins import BasePlugin
class Tenth(BasePlugin):
    def late_submission_penalty(self, student_id, score, total_seconds_late):
        return 0.123456789 * score
c.AssignLatePenalties.plugin_class = Tenth
"""


def test_the_next_steps_see_what_is_not_recorded_as_it_is_now(recorded, called, submit, solved):
    def said() -> str:
        return str(called(recorded / "submitted", "")[1])

    assert "1 handed in, 1 graded as they are." in said()
    called(recorded, "extend ada 1")
    assert "1 handed in, none graded as they are" in said() and "grade the 1 that wait" in said()
    called(recorded, "grade attention")
    file = recorded / "submitted/ada/attention/attention.ipynb"
    file.write_bytes(solved.bytes() + b"\n")
    assert "1 handed in, none graded as they are" in said()
    (recorded / "submitted/bob").mkdir()
    file.rename(recorded / "submitted/bob/attention.ipynb")
    assert "cannot be graded as they lie there" in said()


def test_the_next_steps_see_who_has_no_total(course, called):
    (course / "submitted/ada/attention/timestamp.txt").write_text("yesterday or so")
    called(course, "grade attention")
    said = called(course, "")[1]
    assert "1 have no total: a person has to look." in said
    assert "grades.csv; it scores who has no total" in said
    assert "timestamp.txt says 'yesterday or so'" in called(course, "explain attention ada")[1]
    said = called(course, "report attention")[1]
    assert "1 of 2 students graded, 1 of them without a total: " in said


def test_a_watch_tells_the_total_that_counts(course, called, submit, solved):
    code, said, _ = called(course, "watch attention --once --accept-published-numbers")
    assert code == 0 and "ada: graded, 80 of 100 points (by the checks 100), feedback" in said
    (course / "submitted/ada/attention/timestamp.txt").write_text("yesterday or so")
    _, said, _ = called(course, "watch attention --once --accept-published-numbers")
    assert "ada: graded, no total before a person has looked (checks: 100 of 100" in said
    (course / "submitted/ada/attention/timestamp.txt").write_text(LATE + " ")
    called(course, "grade attention")
    _, said, _ = called(course, "watch attention --once --accept-published-numbers")
    assert "ada: graded before, 80 of 100 points" in said


def test_a_second_hand_in_is_the_second_attempt_whoever_graded_the_first(recorded, called, solved):
    file = recorded / "submitted/ada/attention/attention.ipynb"
    file.write_bytes(solved.bytes() + b"\n")
    os.utime(file, (file.stat().st_mtime + 10,) * 2)
    called(recorded, "watch attention --once --accept-published-numbers --attempts 1")
    page = recorded / "feedback/ada/attention/attention.html"
    assert "Graded attempt 2." in page.read_text("utf-8")


def test_a_time_that_lies_ahead_is_told(course, called):
    (course / "submitted/ada/attention/timestamp.txt").write_text("2999-03-01 12:00:00 UTC")
    _, shown, _ = called(course, "grade attention")
    assert "2999-03-01 12:00:00 UTC lies in the future" in " ".join(shown.split())


def test_a_policy_that_does_not_round_changes_nobody_twice(course, called):
    with (course / "nbgrader_config.py").open("a") as config:
        config.write(TENTH)
    called(course, "grade attention")
    assert late(course, "ada")[1] == pytest.approx(12.3456789)
    _, shown, _ = called(course, "grade attention --dry-run --regrade")
    assert "0 would change, 1 stay as they are" in shown


def test_a_dry_run_takes_the_penalty_of_who_was_never_graded(course, called):
    _, shown, _ = called(course, "grade attention --dry-run")
    assert re.search(r"ada +– +80 ", shown)
    assert "1 would change" in shown


def test_the_penalty_follows_a_score_that_a_person_gives_later(recorded, called):
    with opened(recorded) as book:
        full = book.find_grade("test_causal_mask", "attention", "attention", "ada").max_score
    override(recorded, "ada", full - 1)
    called(recorded, "grade attention")
    assert late(recorded, "ada")[1] == pytest.approx(0.2 * 99)
    with opened(recorded) as book:
        grade = book.find_grade("test_causal_mask", "attention", "attention", "ada")
        assert not grade.needs_manual_grade, "the same notebook with the same points"
    assert "1 unchanged, 0 to do" in called(recorded, "grade attention")[2]


@pytest.mark.parametrize("closed", [False, True], ids=["anybody", "those on the list"])
def test_a_score_older_than_what_is_handed_in_is_pointed_out_once(
    course, called, submit, solved, closed
):
    """A person's score stands before the checks', also before those of another notebook."""
    submit(course, "bob", solved.bytes())
    assert EARLIER not in called(course, "grade attention")[1]
    configure(course, f"c.Autograde.create_student = {not closed}")
    override(course, "ada", 1)
    assert EARLIER not in called(course, "grade attention --regrade")[1]
    for student in ("ada", "bob"):
        file = course / f"submitted/{student}/attention/attention.ipynb"
        file.write_bytes(solved.bytes() + b"\n")
    for run in ("grade attention --dry-run", "grade attention"):
        assert f"{EARLIER} see formgrader: ada\n" in called(course, run)[1]
    called(course, "report attention")
    said = "graded again since a person gave the score of causal_mask"
    assert said in (course / "reports/attention.html").read_text("utf-8")
    assert EARLIER not in called(course, "grade attention")[1]
    called(course, "feedback attention")
    page = (course / "feedback/ada/attention/attention.html").read_text("utf-8")
    assert "may be for an earlier file" in page


def test_a_score_that_a_person_gave_is_changed_by_no_other_notebook(recorded, called, solved):
    override(recorded, "ada", 1)
    _, shown, _ = called(recorded, "grade attention")
    assert re.search(r"ada +77 +77.6 ", shown) and "a person has given points" in shown
    file = recorded / "submitted/ada/attention/attention.ipynb"
    file.write_bytes(solved.answered({"causal_mask": "causal_mask = 1"}).bytes())
    assert "0 would change, 1 stay as they are" in called(recorded, "grade attention --dry-run")[1]
    file.write_bytes(solved.answered({"softmax_naive": "softmax_naive = 1"}).bytes())
    _, shown, _ = called(recorded, "grade attention --dry-run")
    assert re.search(r"ada +77.6 +74.4 ", shown)


def test_who_has_a_total_by_a_mended_time_is_shown(course, called):
    stamp = course / "submitted/ada/attention/timestamp.txt"
    stamp.write_text("soon")
    called(course, "grade attention")
    stamp.write_text(LATE)
    _, shown, _ = called(course, "grade attention --dry-run")
    assert re.search(r"ada +– +80 ", shown) and "1 would change, 0 stay" in shown
    assert "no longer waits" in called(course, "grade attention")[1]


def test_somebody_who_has_handed_in_nothing_can_be_given_time(course, called):
    """Formgrader is not asked to grade work that is not there."""
    code, _, said = called(course, "extend bob 1.5 --assignment attention")
    assert code == 0, said
    with opened(course) as book:
        found = book.find_submission("attention", "bob")
        assert f"{found.duedate}" == "2026-03-03 00:00:00"
        assert not found.needs_manual_grade


def test_what_cannot_be_extended_is_one_sentence(course, refused):
    assert "there is no student 'bop' (is 'bob' meant?)" in refused(course, "extend bop 1")
    assert "0 to 366" in refused(course, "extend bob 400")
    assert "no assignment 'x'" in refused(course, "extend bob 1 --assignment x")
    with opened(course) as book:
        book.update_or_create_assignment("attention", duedate=None)
    assert "say which assignment" in refused(course, "extend bob 1")
    assert "has no due date to extend" in refused(course, "extend bob 1 --assignment attention")
