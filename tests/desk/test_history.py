"""Who recorded which marks, when and why they changed; and what a run would change."""

import re
from pathlib import Path
from shutil import copytree
from typing import Any

import msgspec
import pytest

from autograder.cli.class_tables import print_changes
from autograder.core.assignment.load import find
from autograder.core.assignment.plan import Assignment
from autograder.core.model import PartResult, Report, Text
from autograder.grading.history import (
    AGAIN,
    BY_PERSON,
    CHECKS,
    COSTS,
    FIRST,
    LATE,
    LATENESS,
    OTHERWISE,
    Change,
    History,
)
from autograder.nbgrader_adapter.runs.class_run import ClassRun
from autograder.watching.state_file import StateFile, StudentState, journal_file


def report(assignment: Assignment, digest: str = "1", lost: float = 0) -> Report:
    """A report in which the first part has lost some points."""
    parts = tuple(
        PartResult(part.id, part.title, part.points - (0 if index else lost), part.points, ())
        for index, part in enumerate(assignment.parts)
    )
    return Report("attention", "en", digest, assignment.digest, parts, versions={"autograder": "1"})


def change(
    history: History, student: str, report: Report, before: Any = None, last: Any = None,
    given: Any = (),
) -> Change:  # fmt: skip
    """What recording this report changes of what was there before."""
    points = {part.id: part.points for part in report.parts}
    return history.change(student, report, before or {}, points, last, given)


@pytest.fixture
def history(course) -> History:
    return History(course, find(course, "attention")[1])


def test_a_change_says_who_when_which_versions_and_what(history, assignment):
    told = change(history, "ada", report(assignment))
    history.add([told])
    (found,) = history.changes()
    assert found == told
    assert found.who and found.when >= found.run
    assert found.versions == {"autograder": "1"}
    assert (found.totals, found.why) == ((None, 100.0), (FIRST,))


def test_nothing_is_ever_taken_back(course, history, assignment):
    history.add([change(history, "ada", report(assignment))])
    (path,) = course.glob(".autograder/history/*")
    before = path.read_bytes()
    path.write_bytes(before + before[:99])
    history.add([change(history, "bob", report(assignment))])
    assert path.read_bytes().startswith(before)
    assert [change.student for change in history.changes()] == ["ada", "bob"]
    assert path.stat().st_mode & 0o777 == 0o600


def test_the_reason_of_a_change_is_told(history, assignment):
    last = change(history, "ada", report(assignment))
    now = report(assignment, digest="2", lost=1)
    assert change(history, "ada", now, last.points, last).why == (AGAIN,)
    other = msgspec.structs.replace(report(assignment, lost=1), assignment_digest="other")
    assert change(history, "ada", other, last.points, last).why == (CHECKS,)
    by_hand = {**last.points, assignment.parts[0].id: 0.5}
    assert change(history, "ada", report(assignment), by_hand, last).why == (OTHERWISE,)
    given = {assignment.parts[0].id}
    assert change(history, "ada", report(assignment), by_hand, last, given).why == (BY_PERSON,)
    penalty = {**last.points, LATE: -2.0}
    assert change(history, "ada", report(assignment), penalty, last, given).why == (OTHERWISE,)


def test_of_costs_and_lateness_that_change_at_once_both_are_told(history, assignment):
    """Less is taken of more points: by new costs alone the share that is taken stays."""
    every, name = {part.id: part.points for part in assignment.parts}, assignment.parts[0].id
    digest, versions = assignment.digest, {"autograder": "1"}
    now = Report("attention", "en", "1", digest, (), versions=versions)
    last = history.change("ada", now, {}, every | {name: 0.0, LATE: -19.2}, None)
    for late, why in ((-20, (COSTS,)), (-10, (COSTS, LATENESS))):
        found = history.change("ada", now, last.points, every | {LATE: late}, last)
        assert found.why == why
    # A tenth of 3.33 points is 0.33 to the hundredth, and the first points have no share before.
    for before, points in (({name: 3.33, LATE: -0.33}, {name: 4.0, LATE: -0.4}),
                           ({name: 0.0}, {name: 4.0, LATE: -0.4})):  # fmt: skip
        last = history.change("ada", now, {}, before, None)
        assert history.change("ada", now, before, points, last).why == (COSTS,)


def test_the_last_run_is_the_last_that_changed_marks(course, assignment):
    edition = find(course, "attention")[1]
    first = History(course, edition)
    told = change(first, "ada", report(assignment))
    first.add([told])
    again = History(course, edition)
    again._run = "later"
    again.add([change(again, "ada", report(assignment), told.points, told)])
    assert again.last_run() == (told,)


@pytest.fixture(scope="module")
def runs(generated, tmp_path_factory, run, submit, solved) -> tuple[Path, dict[str, Any]]:
    """A class of two: graded, one hands in again, a dry run, and the run itself."""
    course = copytree(generated, tmp_path_factory.mktemp("history") / "course")
    wrong = solved.answered({"causal_mask": "causal_mask = 1"})
    path = submit(course, "ada", wrong.bytes())
    submit(course, "bob", solved.bytes())
    said: dict[str, Any] = {"first": run(course, "autograder", "grade", "attention")}
    path.write_bytes(solved.bytes())
    said["dry"] = run(course, "autograder", "grade", "attention", "--dry-run")
    said["between"] = changes(course)
    run(course, "autograder", "report", "attention")
    said["page"] = (course / "reports/attention.html").read_text()
    said["second"] = run(course, "autograder", "grade", "attention")
    return course, said


def changes(course: Path) -> tuple[Change, ...]:
    return History(course, find(course, "attention")[1]).changes()


def test_a_dry_run_says_whose_marks_would_change_and_why(runs):
    done = runs[1]["dry"]
    assert done.returncode == 0, done.stderr
    (row,) = [line for line in done.stdout.splitlines() if " ada " in line]
    assert "100" in row and "handed in" in row
    assert "1 would change, 1 stay as they are" in done.stdout


def test_a_long_name_of_a_part_leaves_the_reason_its_room(assignment, monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "80")
    part, why = "renormalized_causal_weights", (Text("the costs of mistakes changed", "x"),)
    change = Change(
        "", "", "root", "s0003-mistaken-and-long", "", "", {}, {part: 6}, {part: 5.5}, why
    )
    print_changes([change], Text("changed", "x"), assignment, "en")
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= 80 and "the costs of" in shown


def test_a_dry_run_records_nothing(runs):
    between = runs[1]["between"]
    assert {change.student for change in between} == {"ada", "bob"}
    assert len(between) == 2


def test_a_first_run_changes_nobodys_marks(runs):
    """The page counts them: as many rows would stand above every figure."""
    (section,) = re.findall(r'<section id="since">.*?</section>', runs[1]["page"], re.DOTALL)
    assert "Graded for the first time by the last run: 2" in section
    assert "ada" not in section


def test_what_a_run_records_is_in_the_history(runs):
    found = changes(runs[0])
    last = next(one for one in reversed(found) if one.student == "ada")
    assert last.why == (AGAIN,)
    assert last.totals[0] is not None and last.totals[0] < last.totals[1] == 100
    assert "causal_mask" in last.changed
    assert last.versions["autograder"] and last.versions["torch"]


def test_who_asks_for_one_student_sees_one_row(runs, called):
    _, shown, _ = called(runs[0], "grade attention --student bob")
    assert " bob " in shown
    assert " ada " not in shown
    assert "for the whole class: autograder report attention" in shown


def test_a_regrade_that_is_stopped_does_not_promise_to_go_on(runs, called, monkeypatch):
    """The next one begins with everybody anew. Whoever a watch lets wait is named before: ada with
    her second submission, and not bob, whose second was graded when its turn came."""

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(ClassRun, "run", stopped)
    journal = StateFile(journal_file(runs[0], "attention"))
    journal["ada"] = StudentState("first", told="second")
    journal["bob"] = StudentState("second", told="second")
    status, _, said = called(runs[0], "grade attention --regrade")
    assert status == 130
    assert "`autograder watch --attempts` lets them wait: ada (" in said and "bob" not in said
    assert "the same command begins with everybody anew" in said
    assert "goes on from here" not in said


def test_what_nbgraders_own_command_records_is_in_the_history(ready, succeeds, submit, solved):
    wrong = solved.answered({"causal_mask": "causal_mask = 1"})
    path = submit(ready, "ada", wrong.bytes())
    for data in (wrong.bytes(), solved.bytes()):
        path.write_bytes(data)
        succeeds(ready, "nbgrader", "autograde", "attention", "--create", "--force")
    first, second = changes(ready)
    assert (first.student, first.why, first.before) == ("ada", (FIRST,), {})
    assert second.before == first.points
    assert second.why == (AGAIN,)
    assert second.totals[1] == 100
    assert "causal_mask" in second.changed
    assert second.who and second.versions["torch"]
