"""What ends a command in the middle, or lies damaged in a course, is said in one sentence."""

import errno
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from unittest.mock import Mock

import pytest
from msgspec.structs import replace

from autograder.core.assignment import sets
from autograder.core.assignment.plan import Assignment
from autograder.core.assignment.sets import SETS
from autograder.core.errors import AutograderError, CourseError
from autograder.grading import evidence
from autograder.grading.course_names import CourseNames
from autograder.grading.history import History
from autograder.grading.known_pairs import KnownPairs
from autograder.grading.report_cache import ReportCache
from autograder.nbgrader_adapter.runs.way_back import Manifest
from autograder.notebook.submission import Submission
from autograder.watching import StateFile

ADA = Submission.of("ada", b"")
DAMAGE = {
    "no text": b'{"run": "\xff", "config": "\xff", "names": [{"id": "\xff"}]}',
    "no text in a key": b'{"\xff": []}', "only brackets": b"[" * 100_000,
    "brackets in what is not needed": b'{"unknown": ' + b"[" * 100_000, "torn": b'{"names": [{"id"',
    "noise": bytes(range(256)), "another kind": b'"text"', "nothing": b"",
    "another shape": b'{"ana": {"handled": 1}}',
}  # fmt: skip


def report(folder: Path, assignment: Assignment) -> None:
    cache = ReportCache(folder, assignment, assignment.editions[0], b"")
    assert cache.get(ADA) is None, "else it would not be graded again"


HISTORY = ".autograder/history/attention.jsonl"
NUMBERS, JOURNAL = f"hidden/{SETS}", "attention.json"
READ: dict[str, Callable[[Path, Assignment], object]] = {
    HISTORY: lambda root, plan: History(root, plan.editions[0]).changes(),
    "a report": report,
    "evidence": lambda root, _: evidence.read((root / "evidence").read_bytes()),
    JOURNAL: lambda root, _: StateFile(root / JOURNAL),
    ".autograder/adopted/manifest.json": lambda root, _: Manifest.read(root),
    "hidden/names.json": lambda root, plan: CourseNames.read(replace(plan, folder=root)),
    "hidden/pairs.msgpack": lambda root, plan: KnownPairs.read(replace(plan, folder=root)),
    NUMBERS: lambda root, _: sets.read(root / "hidden"),
}


@pytest.mark.parametrize("data", DAMAGE.values(), ids=DAMAGE)
@pytest.mark.parametrize("name", READ)
def test_a_damaged_file_is_passed_over_or_named(tmp_path, assignment, name, data):
    """A watch's journal and hidden numbers are named always: they are no empty ones."""
    cache = ReportCache(tmp_path, assignment, assignment.editions[0], b"")
    path = cache.path(ADA) if name == "a report" else tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    try:
        READ[name](tmp_path, assignment)
    except AutograderError as error:
        assert str(tmp_path) in str(error)
        assert name != NUMBERS or "makes it anew" in str(error)
    else:
        assert name not in (JOURNAL, NUMBERS)


def test_a_history_that_cannot_be_read_is_named(tmp_path, assignment):
    (tmp_path / HISTORY).mkdir(parents=True)
    with pytest.raises(CourseError, match=r"attention\.jsonl cannot be read"):
        History(tmp_path, assignment.editions[0]).changes()


STOPS = {
    "Ctrl-C": (KeyboardInterrupt(), 130, "stopped; what was finished stays"),
    "full": (OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "/a"), 1, "make room"),
    "read-only": (OSError(errno.EROFS, "read-only", "/a"), 1, "make the disk writable"),
    "closed": (PermissionError(errno.EACCES, os.strerror(errno.EACCES), "/a"), 1, "the right"),
    "a folder's": (shutil.Error([("/a", "/b", "[Errno 28] No space left: 'x'")] * 9), 1, "(/a): m"),
}


@pytest.fixture
def stopped(tmp_path, called, monkeypatch) -> Callable[[BaseException], tuple[int, str, str]]:
    """What a command comes to in the middle of which this is raised."""

    def outcome(raised: BaseException) -> tuple[int, str, str]:
        monkeypatch.setattr("autograder.course.find", Mock(side_effect=raised))
        return called(tmp_path, "report attention")

    return outcome


@pytest.mark.parametrize(("raised", "status", "said"), STOPS.values(), ids=STOPS)
def test_whatever_ends_a_command_is_one_sentence(stopped, raised, status, said):
    code, _, error = stopped(raised)
    assert (code, error.count("\n")) == (status, 1)
    assert said in error and "run the same command again" in error


def test_a_fault_of_the_code_keeps_its_traceback(stopped):
    """Nobody could find it without."""
    with pytest.raises(ZeroDivisionError):
        stopped(ZeroDivisionError())


def test_a_new_assignment_is_there_whole_or_not_at_all(tmp_path, called, monkeypatch):
    (tmp_path / "nbgrader_config.py").touch()
    for place in ("autograder.authoring.new_course.drawn", "autograder.course.build"):
        with monkeypatch.context() as patched:
            patched.setattr(place, Mock(side_effect=KeyboardInterrupt))
            assert called(tmp_path, "new week-2")[0] == 130
        assert not list(tmp_path.glob("*/week-2")), place
        assert not list(tmp_path.glob(".week-2*")), place


def test_a_terminal_of_any_encoding_shows_what_it_can(tmp_path):
    """The folder's name is in the sentence; what other programs read is in UTF-8 all the same."""
    folder = tmp_path / "\u8bfe\u7a0b"
    folder.mkdir()
    program = (
        "from autograder.cli import main; from autograder.cli.output import write_bytes;"
        "write_bytes('\u8bfe'.encode()); main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "grade", "attention"], cwd=folder, capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )  # fmt: skip
    assert done.returncode == 1 and done.stdout == "\u8bfe".encode()
    assert b"?? is no course folder" in done.stderr
