"""Files that are written whole or not at all, on a disk that is full."""

import os
import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from autograder.core import atomic_file
from autograder.core.assignment import Assignment
from autograder.core.assignment.sets import NumberSet, Sets
from autograder.core.errors import AutograderError
from autograder.core.model import Report
from autograder.grading.report_cache import ReportCache
from autograder.nbgrader_adapter.runs.submission_state import RecordLog
from autograder.notebook.submission import Submission
from autograder.report.lms import grade_files
from autograder.report.lms.sheets import Table
from autograder.watching.state_file import StateFile, StudentState

LONG = "long" * 1000
ROOM = 64
"""Bytes that a file may have on the full disk."""


@contextmanager
def full_disk() -> Iterator[None]:
    """No file of this process can grow beyond ROOM; the kernel says so as of a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def keep(folder: Path, text: str, plan: Assignment) -> Path:
    kept = ReportCache(folder, plan, plan.editions[0], b"")
    kept.put(Submission.of("ada", b""), Report("attention", text, "", "", ()))
    return kept.path(Submission.of("ada", b""))


def note(folder: Path, text: str, _: Assignment) -> Path:
    ledger = RecordLog(folder, "attention")
    ledger.note("ada", text, folder / "none.ipynb")
    ledger.save()
    return folder / ".autograder/recorded/attention.json"


def journal(folder: Path, text: str, _: Assignment) -> Path:
    StateFile(folder / "watch.json")["ada"] = StudentState(handled=text)
    return folder / "watch.json"


def export(folder: Path, text: str, _: Assignment) -> Path:
    grade_files.write(folder / "marks.csv", Table(((text,),)))
    return folder / "marks.csv"


def numbers(folder: Path, text: str, _: Assignment) -> Path:
    one = NumberSet(text.encode())
    return Sets(text, False, (one,), one).write(folder)


@pytest.mark.parametrize("write", [keep, note, journal, export, numbers])
def test_on_a_full_disk_the_old_file_stays_and_nothing_else(
    write: Callable[[Path, str, Assignment], Path], tmp_path: Path, plan: Assignment
) -> None:
    path = write(tmp_path, "old", plan)
    before = path.read_bytes()

    with full_disk(), pytest.raises((AutograderError, OSError)):
        write(tmp_path, LONG, plan)

    assert path.read_bytes() == before
    assert [each for each in tmp_path.rglob("*") if each.is_file()] == [path]


def test_a_file_is_for_its_owner_unless_it_is_like_others(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        atomic_file.write(tmp_path / "own", b"marks")
        atomic_file.write(tmp_path / "other", b"known", atomic_file.AS_OTHERS)
    finally:
        os.umask(before)
    assert (tmp_path / "own").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "other").stat().st_mode & 0o777 == 0o644
