"""What is kept in a course: whole or not at all, its owner's alone or its group's, by its set."""

import hashlib
import os
import resource
import stat
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from autograder.core import atomic_file
from autograder.core.assignment.plan import Assignment
from autograder.core.assignment.sets import NumberSet, Sets
from autograder.core.atomic_file import STATE_FOLDER
from autograder.core.errors import AutograderError
from autograder.core.model import Report
from autograder.grading import report_cache
from autograder.grading.history import History
from autograder.grading.report_cache import ReportCache
from autograder.nbgrader_adapter.course_settings.settings import course_config, share_folders
from autograder.notebook.submission import Submission
from autograder.report.lms import grade_files
from autograder.report.lms.sheets import Table
from autograder.watching import StateFile, StudentState, only_watch
from tests.courses import configure, contents

LONG = "long" * 1000
ROOM = 64
"""Bytes that a file may have on the full disk."""


def report(root: Path, text: str, assignment: Assignment) -> None:
    cache = ReportCache(root, assignment, assignment.editions[0], b"")
    cache.put(Submission.of("ada", b""), Report("attention", text, "", "", ()), b"evidence")


def journal(root: Path, text: str, _: Assignment) -> None:
    StateFile(root / STATE_FOLDER / "watch/attention.json")["ada"] = StudentState(handled=text)


def lock(root: Path, _: str, __: Assignment) -> None:
    with only_watch(root / STATE_FOLDER / "watch.lock"):
        pass


def history(root: Path, text: str, assignment: Assignment) -> None:
    kept = History(root, assignment.editions[0])
    kept.add([kept.change("ada", Report("attention", text, "", "", ()), {}, {}, None)])


def export(root: Path, text: str, _: Assignment) -> None:
    grade_files.write(root / "marks.csv", Table(((text,),)))


def numbers(root: Path, text: str, _: Assignment) -> None:
    number_set = NumberSet(text.encode())
    Sets(text, False, (number_set,), number_set).write(root)


@contextmanager
def full_disk() -> Iterator[None]:
    """No file of this process can grow beyond ROOM; the kernel says so as of a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("write", [report, journal, export, numbers])
def test_on_a_full_disk_the_old_file_stays_and_nothing_else(write, tmp_path, assignment):
    write(tmp_path, "old", assignment)
    before = contents(tmp_path)
    with full_disk(), pytest.raises((AutograderError, OSError)):
        write(tmp_path, LONG, assignment)
    assert before and contents(tmp_path) == before


@pytest.fixture
def course(tmp_path) -> Iterator[Path]:
    before = os.umask(0o027)
    (tmp_path / "nbgrader_config.py").write_text("c = get_config()\n")
    yield tmp_path
    os.umask(before)


def test_a_file_is_for_its_owner_unless_it_is_like_others(course):
    for name, kind, mode in (("own", [], 0o600), ("other", [atomic_file.AS_OTHERS], 0o640)):
        atomic_file.write(course / name, b"", *kind)
        assert (course / name).stat().st_mode & 0o777 == mode


def groupshared(course: Path) -> None:
    """Set nbgrader's own setting, and open the rooms as every command does."""
    configure(course, "c.CourseDirectory.groupshared = True")
    share_folders(course, course_config(course))


@pytest.mark.parametrize("shared_first", [True, False])
@pytest.mark.parametrize("write", [report, journal, lock, history])
def test_in_a_shared_course_it_is_the_groups(course, assignment, write, shared_first):
    steps = [lambda: groupshared(course), lambda: write(course, "", assignment)]
    for step in steps if shared_first else reversed(steps):
        step()
    kept = [course / STATE_FOLDER, *(course / STATE_FOLDER).rglob("*")]
    assert len(kept) >= 2
    assert {stat.S_IMODE(path.stat().st_mode) & 0o2777 for path in kept} <= {0o2770, 0o660}


def test_a_report_is_kept_for_the_assignment_as_it_was(tmp_path, assignment):
    """After a check has changed the same notebook is graded again."""
    report(tmp_path, "", assignment)
    reports = [
        ReportCache(tmp_path, version, version.editions[0], b"").get(Submission.of("ada", b""))
        for version in (assignment, replace(assignment, digest="other"))
    ]
    assert reports[0] and reports[1] is None


@pytest.mark.parametrize("changed", ["grading/naming.py", "core/corrections.toml"])
def test_reports_are_kept_until_what_they_say_changes(changed, tmp_path, monkeypatch):
    """A report holds texts of the package's tables: those of yesterday would be told for ever."""
    file = tmp_path / changed
    file.parent.mkdir()
    file.touch()
    monkeypatch.setattr(report_cache, "PACKAGE", tmp_path)
    before = report_cache.versions.__wrapped__()
    file.write_text("\n")
    assert report_cache.versions.__wrapped__() != before


ONE = NumberSet(b"one")
SETS = Sets("salt", False, (ONE,) * 8, ONE)


def chosen(student: str, text: str = "notebook", sets: Sets = SETS) -> int:
    return sets.chosen(student, hashlib.sha256(text.encode()).hexdigest())


@pytest.mark.parametrize(("student", "data"), [("student {}", "notebook"), ("ada", "attempt {}")])
def test_other_students_and_other_attempts_mostly_meet_different_sets(student, data):
    met = Counter(chosen(student.format(n), data.format(n)) for n in range(800))
    assert set(met) == set(range(8))
    assert max(met.values()) < 160


def test_nobody_tells_the_set_who_does_not_know_the_salt():
    sets = Sets("another salt", False, SETS.sets, ONE)
    assert sum(chosen("ada", str(n)) == chosen("ada", str(n), sets) for n in range(200)) < 60


def test_a_name_that_is_no_text_has_a_set():
    """A folder's name is bytes to Linux."""
    assert chosen("\udcff") in range(8)


def test_a_report_is_shared_by_those_alone_whom_the_same_set_judges(tmp_path, assignment):
    cache = ReportCache(tmp_path, assignment, assignment.editions[0], b"frame")
    files = [Submission.of(f"student {n}", b"notebook") for n in range(40)]
    cache.put(files[0], Report("attention", "en", "", "", ()))
    shared = [cache.set_index(file) == cache.set_index(files[0]) for file in files]
    assert [cache.get(file) is not None for file in files] == shared
    assert not all(shared)
