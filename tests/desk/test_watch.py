"""`autograder watch` with submissions that really arrive, and a watch that is really killed."""

import json
import os
import shutil
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from exchange_room import PATIENCE, Classroom

from autograder.authoring.make import with_stub
from tests.conftest import scores_of

BURST = int(os.environ.get("WATCH_BURST", "4"))
"""The full burst: WATCH_BURST=50 python -m pytest tests/desk/test_watch.py -k burst"""


@pytest.fixture(scope="module")
def prepared(tmp_path_factory, generated, succeeds) -> Path:
    """A course that is generated and released into an exchange."""
    room = Classroom(tmp_path_factory.mktemp("prepared"))
    shutil.copytree(generated, room.course)
    (room.top / "exchange").mkdir(mode=0o777)
    (room.top / "exchange").chmod(0o777)
    room.wire()
    succeeds(room.course, "nbgrader", "release_assignment", "attention")
    return room.top


def copy_of(prepared: Path, folder: Path) -> Classroom:
    shutil.copytree(prepared, folder, dirs_exist_ok=True)
    room = Classroom(folder)
    room.wire()
    return room


@pytest.fixture
def room(prepared, tmp_path) -> Classroom:
    return copy_of(prepared, tmp_path)


@pytest.fixture(scope="module")
def answers(solved, released, assignment) -> Callable[[int], tuple[bytes, float]]:
    """The notebook whose first `number` parts are not done, and the points it is worth."""

    def make(number: int) -> tuple[bytes, float]:
        frame, undone = solved, assignment.parts[:number]
        for part in undone:
            frame = with_stub(frame, released, part.id)
        return frame.bytes(), 100 - sum(part.points for part in undone)

    return make


def scores(course: Path) -> dict[str, float]:
    return {student: sum(points.values()) for student, points in scores_of(course).items()}


@pytest.mark.parametrize("killed", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_a_burst_is_graded_to_the_last_once_across_ctrl_c_or_a_kill(room, answers, submit, killed):
    """Half in the exchange, half copied to submitted/; what is under way at Ctrl-C is finished."""
    expected = {}
    for number in range(BURST):
        student, (data, points) = f"s{number:02}", answers(number % 15)
        expected[student] = points
        if number % 2:
            room.submit(student, data)
        else:
            submit(room.course, student, data)
    with room.watch() as first:
        first.until(lambda: bool(room.events("graded, ")))
        if not killed:
            assert first.interrupt() == 0
            handled = [entry for entry in room.journal.values() if entry["handled"]]
            assert len(handled) == len(room.events("graded, "))
    with room.watch("--once") as second:
        assert second.process.wait(PATIENCE) == 0

    assert scores(room.course) == expected
    # One line may be missing: killed between the journal and the line.
    assert BURST - killed <= len(set(room.events("graded, "))) <= len(expected)
    assert {s: len(entry["attempts"]) for s, entry in room.journal.items()} == dict.fromkeys(
        expected, 1
    )
    assert room.events("fault") == []


def test_submissions_beyond_the_allowance_wait_and_the_newest_is_graded(room, answers):
    torn, right = answers(0)[0][:500], answers(0)[0]
    with room.watch("--attempts", "1") as watch:
        for data, event in (
            (torn, "unreadable, nothing is recorded"),
            (answers(1)[0], "graded, "),
            (answers(2)[0], "waits until"),
            (right, "waits until"),
        ):
            seen = len(room.events(event))
            room.submit("ana", data)
            watch.until(lambda event=event, seen=seen: len(room.events(event)) > seen)
        assert watch.end(signal.SIGTERM) == 0
    used_up = "graded attempts within 24 hours are used up (1 of 1)"
    unreadable, graded, *waiting = room.feedback("ana")
    assert "hand it in again" in unreadable
    assert used_up not in graded
    assert "Graded attempt 1." in graded
    assert [used_up in page for page in waiting] == [True, True]
    assert scores(room.course) == {"ana": answers(1)[1]}

    with room.watch("--attempts", "2", "--once") as watch:
        assert watch.process.wait(PATIENCE) == 0
    assert scores(room.course) == {"ana": 100.0}
    assert used_up not in room.feedback("ana")[-1]
    assert "Graded attempt 2." in room.feedback("ana")[-1]
    assert len(room.journal["ana"]["attempts"]) == 2


def test_a_second_watch_ends_with_one_sentence(room, run):
    with room.watch() as first:
        first.until(lambda: bool(room.events("watches")))
        done = run(room.course, "autograder", "watch", "attention", "--once")
        assert done.returncode == 1
        assert done.stderr == (
            f"autograder: this course is already watched by process {first.process.pid}; "
            f"wait for it or stop it (kill {first.process.pid}) first\n"
        )
        assert first.interrupt() == 0
    assert room.events()[-1] == "stopped"


STAMP = "2026-03-02 09:00:00.000000 UTC"


@pytest.fixture(scope="module")
def looked(prepared, tmp_path_factory, answers, succeeds) -> Classroom:
    """One look of a watch at what nbgrader graded before, at a torn copy, and at mischief."""
    room = copy_of(prepared, tmp_path_factory.mktemp("looked"))
    right = answers(0)[0]
    room.submit("earlier", right)
    for step in ("collect", "autograde"):
        succeeds(room.course, "nbgrader", step, "attention")
    for student in ("ana", "cut"):
        room.submit(student, right)
    _killed_while_collecting(room, "cut")
    for student in ("thief", "slow", ".."):
        (room.inbound / f"{student}+attention+{STAMP}+x").mkdir()
    (room.inbound / "liar+attention+never+x").mkdir()
    solution = room.course / "source" / "attention" / "attention.ipynb"
    (room.inbound / f"thief+attention+{STAMP}+x" / "attention.ipynb").symlink_to(solution)
    with room.watch("--once") as watch:
        assert watch.process.wait(PATIENCE) == 0
    return room


def _killed_while_collecting(room: Classroom, student: str) -> None:
    """What is left of a collect that was killed in the middle of the notebook."""
    (arrived,) = room.inbound.glob(f"{student}+*")
    copy = room.course / "submitted" / student / "attention"
    shutil.copytree(arrived, copy)
    (copy / "attention.ipynb").write_bytes((arrived / "attention.ipynb").read_bytes()[:500])
    journal = room.course / ".autograder/watch/attention.json"
    journal.parent.mkdir(parents=True, exist_ok=True)
    journal.write_text(json.dumps({student: {"collecting": True}}))


def test_what_must_not_be_collected_is_named_and_keeps_nobody_waiting(looked):
    assert scores(looked.course)["ana"] == 100.0
    students = sorted(path.name for path in (looked.course / "submitted").iterdir())
    assert students == ["ana", "cut", "earlier"]
    assert any("links are not followed" in event for event in looked.events("thief: "))
    assert len(looked.events("liar: nbgrader cannot collect")) == 1


def test_a_torn_copy_is_collected_again(looked):
    """nbgrader would keep it, as its timestamp is there."""
    assert scores(looked.course)["cut"] == 100.0
    assert len(looked.events("cut: graded, 100")) == 1


def test_what_nbgrader_graded_before_is_left_alone(looked):
    assert looked.events("earlier") == []
    assert looked.journal["earlier"]["handled"]
    assert looked.feedback("earlier") == []
