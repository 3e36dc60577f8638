"""A submission has so much time and no more, however little each of its answers takes."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from autograder.authoring.make import NotebookBuilder, code_cell
from autograder.checks import Lost
from autograder.core.assignment import find
from autograder.core.model import Outcome, Report
from autograder.grading.grader import Grader
from autograder.grading.session import Session
from autograder.notebook import read, recover
from autograder.sandbox.host import Host, warm_host
from autograder.sandbox.isolation import choose
from autograder.wire import messages

ROOT = Path(__file__).parents[2]
SECONDS = 6.0
PARTS = ("causal_mask", "context_vector")
"""Judged one after the other, with a few parts before them and most behind."""

SLOW_CELL = "import time\ntime.sleep(0.8)"
SLOW_ANSWER = "import time\ndef {name}(*given):\n    time.sleep(1.4)\n"
BUSY_ANSWER = """
import time
def {name}(*given):
    began = time.process_time()
    while time.process_time() - began < 1.4:
        pass
"""


BUILT_UPON = """
def context_vector(inputs, query_index):
    return softmax_naive(inputs @ inputs[query_index]) @ inputs
"""


@pytest.fixture(scope="module")
def hurried() -> Iterator[tuple[Grader, Host]]:
    """A warm grader that gives a submission a few seconds, and each answer nearly as many."""
    yield from allowing(2, SECONDS)


def allowing(seconds: float, all_in_all: float) -> Iterator[tuple[Grader, Host]]:
    """A warm grader that gives so much to each cell and each answer, and to a submission."""
    plan, edition = find(ROOT, "attention")
    limits = msgspec.structs.replace(
        plan.limits, cell_seconds=seconds, check_seconds=seconds, submission_seconds=all_in_all
    )
    plan = replace(plan, plan=msgspec.structs.replace(plan.plan, limits=limits))
    released = (ROOT / "release/attention/attention.ipynb").read_bytes()
    with warm_host(plan, choose()) as host:
        grader = Grader(plan, edition, released, host)
        yield grader, host


def slow(solved: NotebookBuilder, answer: str) -> bytes:
    """The reference solution with answers that are slow, though never too slow."""
    return solved.answered({part: answer.format(name=part) for part in PARTS}).bytes()


def outcomes(report: Report, grader: Grader) -> list[Outcome]:
    """How the checks ended, in the order in which they are run."""
    found = {check.id: check.outcome for part in report.parts for check in part.checks}
    return [found[check.id] for check in grader.checks]


@pytest.mark.parametrize(
    "answer", [SLOW_ANSWER, pytest.param(BUSY_ANSWER, marks=pytest.mark.slow)], ids=["idle", "busy"]
)
def test_answers_that_take_long_together_use_up_the_submissions_time(
    hurried: tuple[Grader, Host], solved: NotebookBuilder, answer: str
) -> None:
    """The checks that come too late are told so; it is no fault of the grader's."""
    grader = hurried[0]
    found = outcomes(grader.grade(slow(solved, answer)), grader)
    late = found.index(Outcome.TIMED_OUT)
    assert Outcome.CRASHED not in found, "somebody else ended the worker"
    assert set(found[late:]) == {Outcome.TIMED_OUT, Outcome.NOT_RUN}


def test_cells_that_take_long_together_use_up_the_submissions_time(
    hurried: tuple[Grader, Host], solved: NotebookBuilder
) -> None:
    """No cell is too slow, all of them are: every check is told so."""
    frame = NotebookBuilder.of(solved.bytes())
    frame.notebook["cells"][:0] = [code_cell(f"slow-{n}", SLOW_CELL) for n in range(60)]
    grader = hurried[0]
    report = grader.grade(frame.bytes())
    assert set(outcomes(report, grader)) == {Outcome.TIMED_OUT, Outcome.NOT_RUN}
    assert not any("process crashed" in str(note.error) for note in report.cells)


def test_who_has_used_up_the_time_gets_no_second_hearing(
    hurried: tuple[Grader, Host], solved: NotebookBuilder
) -> None:
    """Another eight seconds would do for the cells, and the answers are right."""
    wrong = "def softmax_naive(x):\n    return x"
    frame = solved.answered({"softmax_naive": wrong, "context_vector": BUILT_UPON})
    frame.notebook["cells"][:0] = [code_cell(f"slow-{n}", SLOW_CELL) for n in range(8)]
    report = hurried[0].grade(frame.bytes())
    assert not any("built upon" in said.en for said in report.repairs)


KILLS_ITSELF = "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)"


def test_who_kills_its_own_worker_gets_no_more_time_by_it(
    hurried: tuple[Grader, Host], solved: NotebookBuilder
) -> None:
    """Two runs of these cells fit into a submission's time, and it takes three to be rid of the
    last cell: one until it kills, one to know that it does each time, one without it."""
    frame = NotebookBuilder.of(solved.bytes())
    late = [SLOW_CELL] * 3 + [KILLS_ITSELF]
    frame.notebook["cells"][:0] = [code_cell(f"late-{n}", cell) for n, cell in enumerate(late)]
    grader = hurried[0]
    found = outcomes(grader.grade(frame.bytes()), grader)
    assert set(found) == {Outcome.TIMED_OUT, Outcome.NOT_RUN}


class Noted:
    """A worker in front of a real one that notes how long each answer may take."""

    def __init__(self, host: Host) -> None:
        self._worker = host.spawn()
        self.allowed: list[float] = []

    @property
    def spent(self) -> float:
        """What it took so far."""
        return self._worker.spent

    def ask(self, requests: list[messages.Request], seconds: float) -> messages.Reply:
        """The reply."""
        self.allowed.append(seconds)
        return self._worker.ask(requests, seconds)

    def perform(self, script: messages.Script, seconds: float) -> list[bytes]:
        """No replies: there was no time for any."""
        return []

    def close(self) -> None:
        """End the worker."""
        self._worker.close()


def test_no_answer_is_waited_for_beyond_the_submissions_time(
    hurried: tuple[Grader, Host], solved: NotebookBuilder
) -> None:
    """What is left of it, where that is less than what each of them may take."""
    grader, host = hurried
    limits = grader.assignment.limits
    code = recover(read(slow(solved, SLOW_ANSWER)), read(solved.bytes()), grader.assignment.parts)
    worker = Noted(host)
    session = Session(lambda: worker, code.code, limits)  # type: ignore[arg-type,return-value]
    with pytest.raises(Lost) as lost:
        while session.budget.left:
            session.ask(messages.Call(PARTS[0], [1.0], limits.check_seconds))
        session.ask(messages.Names())
    session.close()
    assert lost.value.outcome is Outcome.TIMED_OUT
    assert max(worker.allowed) == limits.check_seconds
    assert 0 < worker.allowed[-1] < limits.check_seconds
