"""Who recorded which marks, when and why; what a run would change; what is kept beside a report."""

import re
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
import torch
from commands import Commands
from judged import ASSIGNMENT, EDITION, graded
from msgspec.structs import replace
from rich.cells import cell_len

from autograder.checks.results import CaseResult, Exchange
from autograder.cli.class_tables import print_changes
from autograder.core.model import CellNote, Outcome, Report, Text
from autograder.grading import evidence
from autograder.grading import history as why
from autograder.grading.history import LATE, Change, History
from autograder.grading.report_cache import ReportCache
from autograder.nbgrader_adapter.runs.class_run import ClassRun
from autograder.notebook.submission import Submission
from autograder.watching import StateFile, StudentState, journal_file
from autograder.wire import messages
from autograder.wire.tensors import pack
from autograder.wire.values import Items


def change(
    history: History, student: str, report: Report, before: Any = None, last: Any = None,
    given: Any = (),
) -> Change:  # fmt: skip
    points = {part.id: part.points for part in report.parts}
    return history.change(student, report, before or {}, points, last, given)


@pytest.fixture
def history(tmp_path) -> History:
    return History(tmp_path, EDITION)


def test_nothing_is_ever_taken_back(tmp_path, history):
    first_change = change(history, "ada", graded())
    history.add([first_change])
    (path,) = tmp_path.glob(".autograder/history/*")
    data = path.read_bytes()
    path.write_bytes(data + data[:99])
    history.add([change(history, "bob", graded())])
    assert path.read_bytes().startswith(data)
    ada, bob = history.changes()
    assert (ada, bob.student) == (first_change, "bob")
    assert path.stat().st_mode & 0o777 == 0o600


def test_the_reason_of_a_change_is_told(history):
    last, part = change(history, "ada", graded()), ASSIGNMENT.parts[0].id
    rechecked = replace(graded(**{part: Outcome.FAILED}), assignment_digest="other")
    by_hand, penalty = {**last.points, part: 0.5}, {**last.points, LATE: -2.0}
    for report, points, given, reason in (
        (rechecked, last.points, (), why.CHECKS),
        (graded(), by_hand, (), why.OTHERWISE),
        (graded(), by_hand, {part}, why.BY_PERSON),
        (graded(), penalty, {part}, why.OTHERWISE),
    ):
        assert change(history, "ada", report, points, last, given).why == (reason,)


def test_of_costs_and_lateness_that_change_at_once_both_are_told(history):
    """Less is taken of more points: by new costs alone the share that is taken stays."""
    points, name = {part.id: part.points for part in ASSIGNMENT.parts}, ASSIGNMENT.parts[0].id
    report = replace(graded(), parts=())
    last = history.change("ada", report, {}, points | {name: 0.0, LATE: -19.2}, None)
    for late, reasons in ((-20, (why.COSTS,)), (-10, (why.COSTS, why.LATENESS))):
        changed = history.change("ada", report, last.points, points | {LATE: late}, last)
        assert changed.why == reasons
    # A tenth of 3.33 points is 0.33 to the hundredth, and the first points have no share before.
    for before in ({name: 3.33, LATE: -0.33}, {name: 0.0}):
        last = history.change("ada", report, {}, before, None)
        changed = history.change("ada", report, before, {name: 4.0, LATE: -0.4}, last)
        assert changed.why == (why.COSTS,)


def test_points_that_a_person_gave_hide_neither_new_costs_nor_more_time(history):
    name, other = (part.id for part in ASSIGNMENT.parts[:2])
    report = replace(graded(), parts=())
    last = history.change("ada", report, {}, {name: 4.0, other: 6.0, LATE: -2.0}, None)
    before = {**last.points, name: 2.0}
    for after, more in (({LATE: -1.6}, ()), ({other: 5.0, LATE: -1.4}, (why.COSTS,)),
                        ({LATE: -0.8}, (why.LATENESS,))):  # fmt: skip
        changed = history.change("ada", report, before, {**before, **after}, last, {name})
        assert changed.why == (why.BY_PERSON, *more)


@pytest.fixture(scope="module")
def runs(class_of, solved) -> tuple[Path, dict[str, Any]]:
    """A class of two: graded; one hands in again, a dry run, and the run; another right file."""
    data = solved.bytes()
    wrong = solved.answered({"causal_mask": "causal_mask = 1"}).bytes()
    room: Commands = class_of({"ada": wrong, "bob": data})
    room.done("grade attention")
    (room.course / "submitted/ada/attention/attention.ipynb").write_bytes(data)
    results: dict[str, Any] = {"dry": room.done("grade attention --dry-run")}
    results["between"] = changes(room.course)
    room.done("report attention")
    results["page"] = (room.course / "reports/attention.html").read_text()
    room.done("grade attention")
    (room.course / "submitted/bob/attention/attention.ipynb").write_bytes(data + b"\n")
    room.done("grade attention")
    return room.course, results


def changes(course: Path) -> tuple[Change, ...]:
    return History(course, EDITION).changes()


def test_a_dry_run_says_whose_marks_would_change_and_why_and_records_nothing(runs):
    output, recorded = runs[1]["dry"], runs[1]["between"]
    (row,) = [line for line in output.splitlines() if " ada " in line]
    assert "100" in row and "handed in" in row
    assert "1 would change, 1 stay as they are" in output
    assert sorted(change.student for change in recorded) == ["ada", "bob"]


def test_a_long_name_of_a_part_leaves_the_reason_its_room(monkeypatch, capsys):
    name, reason = "renormalized_causal_weights", (Text("the costs of mistakes changed", "x"),)
    student = "s0003-mistaken-and-long"
    changed = Change("", "", "root", student, "", "", {}, {name: 6}, {name: 5.5}, reason)
    (title,) = (part.title.zh for part in ASSIGNMENT.parts if part.id == name)
    for language, width, words in (("en", 80, "the costs of"), ("zh", 120, f"{title}：6 → 5.5")):
        monkeypatch.setenv("COLUMNS", str(width))
        print_changes([changed], Text("changed", "x"), ASSIGNMENT, language)
        output = capsys.readouterr().out
        assert max(map(cell_len, output.splitlines())) <= width and words in output


def test_a_first_run_changes_nobodys_marks(runs):
    """The page counts them: as many rows would stand above every figure."""
    (section,) = re.findall(r'<section id="since">.*?</section>', runs[1]["page"], re.DOTALL)
    assert "Graded for the first time by the last run: 2" in section
    assert "ada" not in section


def test_what_a_run_records_is_in_the_history(runs):
    """Who, when, by which versions and why; and the last run is the last that changed marks."""
    first = runs[1]["between"][0]
    assert (first.totals[0], first.why) == (None, (why.FIRST,))
    recorded = changes(runs[0])
    assert recorded[-1].student == "bob" and recorded[-1].run > recorded[-2].run
    (last,) = History(runs[0], EDITION).last_run()
    assert (last.student, last.why) == ("ada", (why.AGAIN,))
    assert last.who and last.when >= last.run > first.run
    assert last.totals[0] is not None and last.totals[0] < last.totals[1] == 100
    assert "causal_mask" in last.changed
    assert last.versions["autograder"] and last.versions["torch"]


def test_who_asks_for_one_student_sees_one_row(runs, printed):
    output = printed(runs[0], "grade attention --student bob")
    assert " bob " in output and " ada " not in output
    assert "for the whole class: autograder report attention" in output


def test_a_regrade_that_is_stopped_does_not_promise_to_go_on(runs, called, monkeypatch):
    """The next one begins anew. Who waits by a watch is named: ada; bob has had his turn."""
    monkeypatch.setattr(ClassRun, "run", Mock(side_effect=KeyboardInterrupt))
    journal = StateFile(journal_file(runs[0], "attention"))
    journal["ada"] = StudentState("first", told="second")
    journal["bob"] = StudentState("second", told="second")
    status, _, errors = called(runs[0], "grade attention --regrade")
    assert status == 130
    assert "`autograder watch --attempts` lets them wait (" in errors
    assert "with --student): ada" in errors and "bob" not in errors
    assert "the same command begins with everybody anew" in errors
    assert "goes on from here" not in errors


def failed(check: str, exchanges: int = 1, size: int = 1) -> CaseResult:
    request = messages.Call("f", [pack(torch.ones(size))], 1.0)
    exchange = Exchange((request,), messages.Returned(Items([])))
    return CaseResult(check, "few", Outcome.FAILED, None, (exchange,) * exchanges)


def test_evidence_never_outgrows_its_room():
    """A large tensor is kept as its shape and first values."""
    results = [failed(f"p/c{n}", 30, 500) for n in range(20)]
    kept = evidence.collect([failed("p/large", 1, 1_000_000), *results])
    by_check = evidence.read(kept)
    (((request,), _),) = by_check["p/large"].exchanges or ()
    assert request.args[0].shape == [1_000_000]
    assert len(request.args[0].data) == evidence.KEPT_BYTES
    assert len(by_check) == 21
    assert by_check["p/c19"].exchanges is None
    assert len(kept) < evidence.KEPT_PER_SUBMISSION + 21 * 64


def test_of_several_cases_the_reported_one_is_kept():
    bad = CaseResult("p/c", "many", Outcome.RAISED, None, ())
    assert evidence.read(evidence.collect([failed("p/c"), bad]))["p/c"].case == "many"


def test_parts_of_kept_reports_that_say_the_same_are_one(tmp_path):
    kept = ReportCache(tmp_path, ASSIGNMENT, EDITION, b"frame")
    files = [Submission.of(name, name.encode()) for name in ("ada", "bob")]
    full = replace(graded(softmax_naive=Outcome.FAILED), cells=(CellNote(1, "much", None),))
    for file in files:
        kept.put(file, replace(full, submission_digest=file.digest))
    first, second = map(kept.get, files)
    assert first == replace(full, submission_digest=files[0].digest)
    assert first.parts[0] is second.parts[0]
