"""Which set of hidden numbers judges a submission, and which numbers grading refuses."""

import re
from collections import Counter
from pathlib import Path

import pytest

from autograder.core.assignment import Assignment
from autograder.core.assignment.sets import NumberSet, Sets, refuse_published
from autograder.core.errors import CourseError
from autograder.core.model import Report
from autograder.grading.report_cache import KeptReports
from autograder.nbgrader_adapter.snapshot import alike

ONE = NumberSet(b"one")
SETS = Sets("salt", False, (ONE,) * 8, ONE)


def test_the_same_bytes_of_the_same_student_meet_the_same_set() -> None:
    assert len({SETS.chosen("ada", b"notebook") for _ in range(20)}) == 1


def test_students_mostly_meet_different_sets_for_the_same_bytes() -> None:
    met = Counter(SETS.chosen(f"student {n}", b"notebook") for n in range(800))
    assert set(met) == set(range(8))
    assert max(met.values()) < 160


def test_attempts_of_a_student_mostly_meet_different_sets() -> None:
    met = Counter(SETS.chosen("ada", f"attempt {n}".encode()) for n in range(800))
    assert set(met) == set(range(8))
    assert max(met.values()) < 160


def test_nobody_tells_the_set_who_does_not_know_the_salt() -> None:
    other = Sets("another salt", False, SETS.sets, ONE)
    found = [one.chosen("ada", f"{n}".encode()) for one in (SETS, other) for n in range(200)]
    same = sum(a == b for a, b in zip(found[:200], found[200:], strict=True))
    assert same < 60


def test_a_name_that_is_no_text_has_a_set() -> None:
    """A folder's name is bytes to Linux."""
    assert SETS.chosen("\udcff", b"notebook") in range(8)


def test_published_numbers_are_refused_with_the_command_that_mends_it(plan: Assignment) -> None:
    with pytest.raises(CourseError, match=re.escape("`autograder reseed attention`")):
        refuse_published(plan)


def test_equal_bytes_are_graded_together_only_by_the_same_set(tmp_path: Path) -> None:
    files = {f"student {n}": tmp_path / f"{n}" for n in range(40)}
    for path in files.values():
        path.write_bytes(b"notebook")
    groups = alike(files, SETS.chosen)
    assert 2 <= len(groups) <= 8
    assert sorted(one for group in groups.values() for one in group) == sorted(files)
    for group in groups.values():
        assert len({SETS.chosen(one, b"notebook") for one in group}) == 1


def test_a_report_is_shared_by_those_alone_whom_the_same_set_judges(
    tmp_path: Path, plan: Assignment
) -> None:
    kept = KeptReports(tmp_path, plan, plan.editions[0], b"frame")
    students = [f"student {n}" for n in range(40)]
    mine = kept.number(students[0], b"notebook")
    kept.put(students[0], b"notebook", Report("attention", "en", "", "", ()))
    for student in students:
        shared = kept.number(student, b"notebook") == mine
        assert (kept.get(student, b"notebook") is not None) is shared
    assert any(kept.number(student, b"notebook") != mine for student in students)
