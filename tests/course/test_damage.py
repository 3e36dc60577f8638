"""Every kind of damage: what was earned is kept, repairs are said, no one stops a class."""

from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from autograder.authoring.make import Damage, damaged
from autograder.core.assignment.load import find
from autograder.core.errors import SubmissionUnreadable
from autograder.core.model import Graded, Report
from autograder.grading.pool import cores, grade_all
from autograder.notebook.find import adopt
from autograder.notebook.submission import Submission
from tests.course.reports import lost
from tests.course.student_words import machinery_in

ROOT = Path(__file__).parents[2]
KINDS = damaged(find(ROOT, "attention")[0])
QUICK = ("exit_below_an_answer", "part_crashes", "part_hangs", "tar_archive")
"""Beside every third kind, what no other test proves."""


def asked_for(items: Iterable[pytest.Item]) -> tuple[Damage, ...]:
    """The kinds that the selected tests of this file ask for."""
    tests = [item for item in items if item.path == Path(__file__)]
    if not all(hasattr(item, "callspec") for item in tests):
        return KINDS
    ids = {item.callspec.params["kind"].id for item in tests}
    return tuple(kind for kind in KINDS if kind.id in ids)


BY_ID = pytest.mark.parametrize(
    "kind",
    [pytest.param(kind, id=kind.id, marks=() if kind.id in QUICK or number % 3 == 0
                  else pytest.mark.slow) for number, kind in enumerate(KINDS)],
)  # fmt: skip


class Handed(NamedTuple):
    """What became of a submission, and its report with what is said about the file's name."""

    graded: Graded | None = None
    report: Report | None = None


@pytest.fixture(scope="module")
def handed(request, solved, assignment, grader, tmp_path_factory) -> dict[str, Handed]:
    room, files, by_id = tmp_path_factory.mktemp("damaged"), {}, defaultdict(Handed)
    for kind in asked_for(request.session.items):
        folder = room / kind.id / "attention"
        for name, data in kind.files(solved).items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        with suppress(SubmissionUnreadable):
            files[kind.id] = Submission.read(kind.id, adopt(folder, assignment))
    for grade in grade_all(grader.examine, files, cores()):
        by_id[grade.student] = Handed(grade, grade.report and files[grade.student].on(grade.report))
    return by_id


@BY_ID
def test_a_right_answer_keeps_its_points_through_damage(handed, assignment, kind):
    """A submission without a report has a reason, which is no fault of the grader's."""
    graded, report = handed[kind.id]
    assert bool(report) == kind.readable, graded
    if report is None:
        assert graded is None or str(graded.problem).startswith("unreadable: the ")
        return
    assert lost(report) == set(kind.lost)
    assert len(report.parts) == len(assignment.parts)
    assert bool(report.repairs) == kind.repaired, report.repairs
    assert all(text.en and text.zh and text.en != text.zh for text in report.repairs)


@BY_ID
def test_what_is_told_of_damage_is_about_the_students_lines_or_the_courses_words(handed, kind):
    report = handed[kind.id].report
    assert [*machinery_in(report)] == [] if report else True
