"""What counts as a submission's time, and what does not."""

import os
import socket
import subprocess
import sys
import time

import pytest

from autograder.core.assignment.plan import Limits
from autograder.core.errors import GraderFault
from autograder.grading.cell_runner import LEAST_CHARGE, TimeBudget
from autograder.grading.session import Session
from autograder.notebook.read import Code
from autograder.sandbox import worker_process as host_side
from autograder.sandbox.worker_process import LossCause, Worker, WorkerLost
from autograder.wire import messages
from autograder.worker import warmup


class Busy:
    """A worker that has taken so many seconds."""

    spent = 0.0


def silent() -> Worker:
    """A worker that never answers, and of which the warm process never says anything."""
    ours, theirs = socket.socketpair()
    status, told = os.pipe()
    then = {"end": theirs.close, "answered": lambda: os.close(told)}
    return Worker(ours, status, "", lambda order: then.get(order.kind, lambda: None)())


def test_time_in_which_the_worker_neither_computes_nor_sleeps_costs_nothing():
    """It waits for a processor, or the grader itself is at work."""
    budget = TimeBudget(60.0)
    budget.run(Busy(), lambda _: time.sleep(0.1), 1.0)
    assert budget.left == 60


@pytest.mark.parametrize(("took", "left"), [(5.0, 55.0), (0.0, 60 * (1 - LEAST_CHARGE))])
def test_what_a_worker_took_that_is_lost_is_charged_and_never_nothing(took, left):
    """Making another takes time that nobody counts."""
    budget, worker = TimeBudget(60.0), Busy()

    def takes(seconds: float) -> None:
        worker.spent += took
        raise WorkerLost(LossCause.LATE)

    with pytest.raises(WorkerLost):
        budget.run(worker, takes, 1.0)
    assert budget.left == left


def test_no_answer_is_waited_for_beyond_what_is_left():
    budget, allowed = TimeBudget(60.0), list[float]()
    budget.charge(58.0)
    for seconds in (5.0, 1.0):
        budget.run(Busy(), allowed.append, seconds)
    assert allowed == [2.0, 1.0]


def test_a_worker_that_gets_no_processor_is_the_graders_fault(monkeypatch):
    """Nobody saw it sleep, or compute for too long: the notebook has done nothing wrong."""
    monkeypatch.setattr(host_side, "FAR", 0.01)
    session = Session(silent, (Code(1, "x = 1"),), Limits())
    with pytest.raises(GraderFault, match="too busy"):
        session.ask(messages.Names())


LIMITED = """
import sys, time
from autograder.worker import timing
timing.alarm.pace = float(sys.argv[1])
timing.listen()
try:
    with timing.time_limit(0.2):
        while time.process_time() < 1:
            pass
    print("done")
except timing.OutOfTime:
    print("stopped")
"""


@pytest.mark.parametrize(("at_pace", "end"), [(1, "stopped"), (20, "done")])
def test_a_limit_is_as_many_times_longer_as_the_machine_is_slower(at_pace, end):
    words = [sys.executable, "-c", LIMITED, str(at_pace)]
    assert subprocess.check_output(words, text=True).strip() == end


@pytest.mark.parametrize(("usual", "slower"), [(1e-6, True), (60.0, False)])
def test_only_a_slow_machine_changes_the_limits(monkeypatch, usual, slower):
    """On one faster than usual they are what the assignment says."""
    monkeypatch.setattr(warmup, "USUAL", usual)
    assert (warmup.pace() > 1) is slower
