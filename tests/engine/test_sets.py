"""Which set of hidden numbers judges a submission, and which numbers grading refuses."""

import hashlib
from collections import Counter

import pytest

from autograder.core.assignment.sets import NumberSet, Sets
from autograder.core.model import Report
from autograder.grading.report_cache import ReportCache
from autograder.nbgrader_adapter.runs.class_run import alike
from autograder.notebook.submission import Submission

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
    other = Sets("another salt", False, SETS.sets, ONE)
    assert sum(chosen("ada", str(n)) == chosen("ada", str(n), other) for n in range(200)) < 60


def test_a_name_that_is_no_text_has_a_set():
    """A folder's name is bytes to Linux."""
    assert chosen("\udcff") in range(8)


def test_equal_bytes_are_graded_together_only_by_the_same_set():
    files = {name: Submission.of(name, b"notebook") for name in map(str, range(40))}
    groups = alike(files, lambda one: SETS.chosen(one.student, one.digest))
    assert 2 <= len(groups) <= 8
    assert sorted(one for group in groups.values() for one in group) == sorted(files)
    assert all(len(set(map(chosen, group))) == 1 for group in groups.values())


def test_a_report_is_shared_by_those_alone_whom_the_same_set_judges(tmp_path, assignment):
    kept = ReportCache(tmp_path, assignment, assignment.editions[0], b"frame")
    every = [Submission.of(f"student {n}", b"notebook") for n in range(40)]
    kept.put(every[0], Report("attention", "en", "", "", ()))
    shared = [kept.number(one) == kept.number(every[0]) for one in every]
    assert [kept.get(one) is not None for one in every] == shared
    assert not all(shared)
