"""`autograder watch` with submissions that really arrive, really killed; and what it decides by."""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from nbgrader.auth import Authenticator
from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange import ExchangeFactory
from traitlets.config import Config

from autograder.authoring.make import with_stub
from autograder.course import CourseAssignment
from autograder.nbgrader_adapter.runs.watch import Watch
from autograder.report.pages import notice_page
from autograder.watching import Allowance, Events, Looks, only_watch, signature, whole_copy
from tests.conftest import put, scores_of
from tests.courses import configure, until

BIN = Path(sys.executable).parent
PATIENCE = 300.0
COURSE_ID = "attention-mechanisms"
CONFIG = """
from pathlib import Path
c.Exchange.root = str(Path(__file__).absolute().parents[1] / "exchange")
c.ExchangeCollect.check_owner = False
"""


@dataclass(frozen=True)
class Classroom:
    """`course`, `exchange` and `homes` of students, side by side in one folder."""

    top: Path

    @property
    def course(self) -> Path:
        return self.top / "course"

    @property
    def journal(self) -> dict[str, Any]:
        return json.loads((self.course / ".autograder/watch/attention.json").read_bytes())

    @property
    def inbound(self) -> Path:
        return self.top / "exchange" / COURSE_ID / "inbound"

    def submit(self, student: str, data: bytes) -> None:
        folder = self.top / "homes" / student / "attention"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "attention.ipynb").write_bytes(data)
        self._exchange(student, "Submit")

    def feedback(self, student: str) -> list[str]:
        """The pages that nbgrader's own fetch_feedback brings, oldest submission first."""
        self._exchange(student, "FetchFeedback")
        pages = (self.top / "homes" / student).glob("attention/feedback/*/attention.html")
        return [path.read_text("utf-8") for path in sorted(pages)]

    def _exchange(self, student: str, step: str) -> None:
        config, home = Config(), self.top / "homes" / student
        config.CourseDirectory.course_id = COURSE_ID
        config.Exchange.root = str(self.top / "exchange")
        config.Exchange.assignment_dir, config.Exchange.cache = str(home), str(home / "cache")
        courses = CourseDirectory(config=config)
        courses.student_id, courses.assignment_id = student, "attention"
        taken = getattr(ExchangeFactory(config=config), step)
        taken(coursedir=courses, authenticator=Authenticator(config=config), config=config).start()

    @contextmanager
    def watch(self, *options: str) -> Iterator["subprocess.Popen[bytes]"]:
        """A running watch; killed at the end if it has not ended by then."""
        with (self.top / "events").open("a") as events:
            process = subprocess.Popen(
                [BIN / "autograder", "watch", "attention", "--every", "0.3", *options],
                cwd=self.course, stdout=events, stderr=events, start_new_session=True,
                env=os.environ | {"PATH": f"{BIN}:{os.environ['PATH']}", "OMP_NUM_THREADS": "1"},
            )  # fmt: skip
        try:
            yield process
        finally:
            process.kill()
            process.wait()

    def until(self, watch: "subprocess.Popen[bytes]", reached: Callable[[], bool]) -> None:
        until(reached, PATIENCE, (self.top / "events").read_text, watch)

    def looked(self, succeeds: Callable[..., Any], *options: str) -> None:
        """A watch that ends when nothing is left to do."""
        words = ("autograder", "watch", "attention", "--every", "0.3", "--once", *options)
        with (self.top / "events").open("a") as events:
            events.write(succeeds(self.course, *words).stdout)

    def events(self, word: str = "") -> list[str]:
        """The lines of every watch so far that hold `word`, without their time."""
        lines = (self.top / "events").read_text("utf-8").splitlines()
        return [line[9:] for line in lines if word in line]


def ended(watch: "subprocess.Popen[bytes]", number: int) -> int:
    """Send a signal to its whole group, as a terminal does; the exit code."""
    os.killpg(watch.pid, number)
    return watch.wait(PATIENCE)


@pytest.fixture(scope="module")
def prepared(tmp_path_factory, generated, succeeds) -> Path:
    """A course that is generated and released into an exchange."""
    top = tmp_path_factory.mktemp("prepared")
    course = shutil.copytree(generated, top / "course")
    (top / "exchange").mkdir()
    (top / "exchange").chmod(0o777)
    configure(course, CONFIG)
    succeeds(course, "nbgrader", "release_assignment", "attention")
    return top


@pytest.fixture
def room(prepared, tmp_path) -> Classroom:
    return Classroom(shutil.copytree(prepared, tmp_path / "room"))


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
def test_a_burst_is_graded_once_across_ctrl_c_or_a_kill(room, answers, submit, succeeds, killed):
    """Half in the exchange, half copied to submitted/; what is under way at Ctrl-C is finished."""
    burst, expected = 4, {}
    for number in range(burst):
        student, (data, points) = f"s{number:02}", answers(number)
        expected[student] = points
        if number % 2:
            room.submit(student, data)
        else:
            submit(room.course, student, data)
    with room.watch() as first:
        room.until(first, lambda: bool(room.events("graded, ")))
        if not killed:
            assert ended(first, signal.SIGINT) == 0 and room.events()[-1] == "stopped"
            handled = [entry for entry in room.journal.values() if entry["handled"]]
            assert len(handled) == len(room.events("graded, "))
    room.looked(succeeds)
    assert scores(room.course) == expected
    # One line may be missing: killed between the journal and the line.
    assert burst - killed <= len(set(room.events("graded, "))) <= len(expected)
    assert room.journal.keys() == expected.keys()
    assert {len(entry["attempts"]) for entry in room.journal.values()} == {1}
    assert room.events("fault") == []


def test_submissions_beyond_the_allowance_wait_and_the_newest_is_graded(room, answers, succeeds):
    torn, right = answers(0)[0][:500], answers(0)[0]
    with room.watch("--attempts", "1") as watch:
        for data, event in (
            (torn, "unreadable, nothing is recorded"), (answers(1)[0], "graded, "),
            (answers(2)[0], "waits until"), (right, "waits until"),
        ):  # fmt: skip
            count = len(room.events(event))
            room.submit("ana", data)
            room.until(watch, lambda event=event, count=count: len(room.events(event)) > count)
        assert ended(watch, signal.SIGTERM) == 0
    used_up = "graded attempts within 24 hours are used up (1 of 1)"
    unreadable, graded, *waiting = room.feedback("ana")
    assert "hand it in again" in unreadable
    assert used_up not in graded
    assert "Graded attempt 1." in graded
    assert [used_up in page for page in waiting] == [True, True]
    assert scores(room.course) == {"ana": answers(1)[1]}
    room.looked(succeeds, "--attempts", "2")
    assert scores(room.course) == {"ana": 100.0}
    assert used_up not in room.feedback("ana")[-1]
    assert "Graded attempt 2." in room.feedback("ana")[-1]
    assert len(room.journal["ana"]["attempts"]) == 2


def test_a_second_watch_ends_with_one_sentence(ready, refused):
    with only_watch(ready / ".autograder/watch.lock"):
        message = refused(ready, "watch attention --once")
    pid = os.getpid()
    assert f"already watched by process {pid}; wait for it or stop it (kill {pid})" in message


STAMP = "2026-03-02 09:00:00.000000 UTC"


@pytest.fixture(scope="module")
def looked(prepared, tmp_path_factory, answers, succeeds) -> Classroom:
    """One look of a watch at what nbgrader graded before, at a torn copy, and at mischief."""
    room = Classroom(shutil.copytree(prepared, tmp_path_factory.mktemp("looked") / "room"))
    right = answers(0)[0]
    configure(room.course, "c.CourseDirectory.autograded_directory = 'graded'")
    configure(room.course, "c.CourseDirectory.student_id_exclude = 'guest'")
    room.submit("earlier", right)
    for step in ("collect", "autograde"):
        succeeds(room.course, "nbgrader", step, "attention")
    put(room.course, "guest", right).with_name("timestamp.txt").write_text("noon")
    for student in ("ana", "cut", "guest"):
        room.submit(student, right)
    # What is left of a collect that was killed in the middle of the notebook.
    (arrived,) = room.inbound.glob("cut+*")
    copy = shutil.copytree(arrived, room.course / "submitted/cut/attention") / "attention.ipynb"
    copy.write_bytes(copy.read_bytes()[:500])
    journal = room.course / ".autograder/watch/attention.json"
    journal.parent.mkdir(parents=True, exist_ok=True)
    journal.write_text(json.dumps({"cut": {"collecting": True}}))
    for student in ("thief", "slow", ".."):
        (room.inbound / f"{student}+attention+{STAMP}+x").mkdir()
    (room.inbound / "liar+attention+never+x").mkdir()
    solution = room.course / "source/attention/attention.ipynb"
    (room.inbound / f"thief+attention+{STAMP}+x/attention.ipynb").symlink_to(solution)
    # nbgrader writes the notebook, the timestamp and the secret, in this order.
    for name in ("attention.ipynb", "timestamp.txt"):
        (room.inbound / f"slow+attention+{STAMP}+x" / name).write_text(STAMP)
    room.looked(succeeds)
    return room


def test_what_must_not_be_collected_is_named_and_keeps_nobody_waiting(looked):
    assert scores(looked.course)["ana"] == 100.0
    students = sorted(path.name for path in (looked.course / "submitted").iterdir())
    assert students == ["ana", "cut", "earlier", "guest"]
    assert any("links are not followed" in event for event in looked.events("thief: "))
    assert len(looked.events("liar: nbgrader cannot collect")) == 1
    assert "'noon', which is no time" in looked.events("guest: ")[0]
    assert "guest" not in scores(looked.course)


def test_a_torn_copy_is_collected_again(looked):
    """nbgrader would keep it, as its timestamp is there."""
    assert scores(looked.course)["cut"] == 100.0
    assert len(looked.events("cut: graded, 100")) == 1


def test_what_nbgrader_graded_before_is_left_alone(looked):
    assert looked.events("earlier") == []
    assert looked.journal["earlier"]["handled"]
    assert looked.feedback("earlier") == []


def test_an_assignment_that_is_being_edited_does_not_end_a_watch(ready, solved, submit):
    submit(ready, "ada", solved.bytes())
    say, where = Mock(), CourseAssignment.find(ready, "attention")
    watch = Watch(where, Mock(), say, None, bool)
    (ready / "assignments/attention/assignment.toml").write_text("title = ")
    assert watch.look() and not watch.look()
    assert "assignment.toml: Invalid" in say.call_args.args[0]


@pytest.mark.parametrize(
    ("allowance", "graded", "now", "free"),
    [(Allowance(2, 24), [6, 0], 7, 24), (Allowance(2, 24), [6, 0], 24, None),
     (Allowance(1, 24), [0, 1, 2], 3, 26), (Allowance(1, 1), [0], -1, 1)],
    ids=["a day after the first", "a day later", "the newest of three counts", "a clock set back"]
)  # fmt: skip
def test_used_attempts_come_back_when_the_oldest_leaves_the_window(allowance, graded, now, free):
    """All in hours after nine."""
    nine, hour = datetime(2026, 3, 2, 9, tzinfo=UTC), timedelta(hours=1)
    free_at = allowance.free_at([nine + count * hour for count in graded], nine + now * hour)
    assert free_at == (None if free is None else nine + free * hour)


def test_a_folder_is_steady_once_two_looks_agree(tmp_path):
    looks, file = Looks(), tmp_path / "attention.ipynb"
    for text in ("new", "longer than before"):
        file.write_text(text)
        assert not looks.steady(tmp_path, signature(tmp_path))
    assert looks.steady(tmp_path, signature(tmp_path))


def test_a_copy_may_lack_files_but_not_differ():
    """nbgrader leaves out what it ignores; a file that differs is torn."""
    fewer = dict.fromkeys(("timestamp.txt", "submission_secret.txt"), "digest")
    original = fewer | {"attention.ipynb": "digest"}
    assert whole_copy(fewer, original)
    assert not whole_copy(original | {"attention.ipynb": "other"}, original)
    assert not whole_copy({}, original)


def test_what_is_found_at_every_look_is_told_once_until_something_happens():
    lines: list[str] = []
    events = Events(lines.append)
    for event in ("one", "two\nlines") * 2:
        events.once("ana", event)
    assert lines == ["ana: one", "ana: two lines"]
    events.say("ana", "collected")
    events.once("ana", "one")
    assert lines[2:] == ["ana: collected", "ana: one"]


def test_a_notice_says_in_chinese_too_when_it_goes_on_or_what_to_do():
    page = notice_page("zh", "received", "attempts_used_up", number=2, hours=1.5, time="9:00 UTC")
    assert "2 次评分机会" in page and "1.5" in page and "9:00 UTC" in page
    assert "重新提交" in notice_page("zh", "not_graded", "unreadable")
