"""A submission has so much time and no more, however little each of its answers takes."""

import pytest
from msgspec.structs import replace

from autograder.checks.suite import Oracle
from autograder.core.model import Outcome, Report
from autograder.grading.grader import SubmissionGrader
from tests.cells import above

EACH, SECONDS = 2.0, 4.0
"""What a cell or an answer may take, and a submission; sleep is seen to a tenth of a second."""
SLOW_CELL = "import time\ntime.sleep(1.6)"
BUILT_UPON = """
def context_vector(inputs, query_index):
    return softmax_naive(inputs @ inputs[query_index]) @ inputs
"""


@pytest.fixture(scope="module")
def hurried(assignment, grader_of) -> SubmissionGrader:
    """A warm grader that gives a submission a few seconds, and each answer half of them."""
    seconds = {"cell_seconds": EACH, "check_seconds": EACH, "submission_seconds": SECONDS}
    return grader_of(replace(assignment, limits=replace(assignment.limits, **seconds)))


def outcomes(report: Report, grader: SubmissionGrader) -> list[Outcome]:
    """How the checks ended, in the order in which they are run."""
    outcome_of = {check.id: check.outcome for part in report.parts for check in part.checks}
    return [outcome_of[check.id] for check in Oracle(grader.assignment).checks]


def test_answers_that_take_long_together_use_up_the_submissions_time(hurried, solved):
    answer = "import time\ndef {}(*given):\n    time.sleep(1.4)\n"
    # Judged one after the other, with a few parts before them and most behind.
    parts = ("causal_mask", "context_vector")
    slow = solved.answered({part: answer.format(part) for part in parts})
    endings = outcomes(hurried.report(slow.bytes()), hurried)
    late = endings.index(Outcome.TIMED_OUT)
    assert Outcome.CRASHED not in endings, "somebody else ended the worker"
    assert set(endings[late:]) == {Outcome.TIMED_OUT, Outcome.NOT_RUN}


def test_cells_that_take_long_together_use_up_the_submissions_time(hurried, solved):
    report = hurried.report(above(solved, *[SLOW_CELL] * 60).bytes())
    assert set(outcomes(report, hurried)) == {Outcome.TIMED_OUT, Outcome.NOT_RUN}
    assert not any("process crashed" in str(note.error) for note in report.cells)


def test_who_has_used_up_the_time_gets_no_second_hearing(hurried, solved):
    """Another five seconds would do for the cells, and the answers are right."""
    wrong = "def softmax_naive(x):\n    return x"
    frame = solved.answered({"softmax_naive": wrong, "context_vector": BUILT_UPON})
    report = hurried.report(above(frame, *[SLOW_CELL] * 5).bytes())
    assert not any("built upon" in repair.en for repair in report.repairs)


def test_who_kills_its_own_worker_gets_no_more_time_by_it(hurried, solved):
    """Two runs of these cells fit into a submission's time, and it takes three to be rid of the
    last cell: one until it kills, one to know that it does each time, one without it."""
    late = above(solved, SLOW_CELL, "import os\nos.kill(os.getpid(), 9)")
    endings = outcomes(hurried.report(late.bytes()), hurried)
    assert set(endings) == {Outcome.TIMED_OUT, Outcome.NOT_RUN}
