"""Cells are run one after the other, each with its own time; what counts as it, and what not."""

import os
import socket
import time
from contextlib import closing, nullcontext

import msgspec
import pytest

from autograder.core.assignment.plan import Assignment, Limits
from autograder.core.errors import GraderFault
from autograder.core.model import CellNote
from autograder.grading.cell_runner import ASLEEP_CHARGE, LEAST_CHARGE, TimeBudget
from autograder.grading.session import SCRIPT_SECONDS, Session
from autograder.notebook.read import Code
from autograder.sandbox import worker_process as host_side
from autograder.sandbox.host import Host
from autograder.sandbox.worker_process import LossCause, Worker, WorkerLost
from autograder.wire import codec, messages
from autograder.worker import timing, warmup
from autograder.worker.control import GRACE

SWALLOWS = """
import time
try:
    while time.process_time() < 2: pass
    print('done')
except: pass
"""
FIRST, LAST = Code(1, "x = 1"), Code(3, "print(x + 1)")


def run_cells(
    host: Host, assignment: Assignment, source: str, seconds: float = 3
) -> tuple[int, CellNote, CellNote, list[str]]:
    """How many workers it took to run cell [5] between others; its note, that of the last, and
    what is told of cells."""
    spawned: list[Worker] = []

    def spawn() -> Worker:
        spawned.append(host.spawn())
        return spawned[-1]

    limits = msgspec.structs.replace(assignment.limits, cell_seconds=seconds)
    with closing(Session(spawn, (FIRST, Code(2, source, 5), LAST), limits)) as session:
        session.ready_worker()
    assert all(worker.ended for worker in spawned)
    notes = {note.index: note for note in session.cells.notes}
    return len(spawned), notes[2], notes[3], [repair.en for repair in session.cells.repairs]


LETS_GO = """
held = []
try:
    while True: held.append(bytes(1 << 24))
except MemoryError:
    {}
    del held
print('done')
"""
ENDS = {
    # Whoever catches everything would go on without what it was about to compute.
    "and catches the alarm": (SWALLOWS, 3),
    # On a slow machine, too, the memory is to give out before the time.
    "and lets go of all memory": (LETS_GO.format("pass"), 60),
    "and leaves Python to collect it": (LETS_GO.format("held = [held]; held.append(held)"), 60),
}


@pytest.mark.parametrize(("source", "seconds"), ENDS.values(), ids=ENDS)
def test_a_cell_that_ends_is_taken_as_it_ended_with_one_worker(host, assignment, source, seconds):
    workers, cell, last, _ = run_cells(host, assignment, source, seconds)
    assert (workers, cell.error, cell.output, last.output) == (1, None, "done\n", "2\n")


def test_cells_that_end_soon_are_run_by_one_message(host, assignment, monkeypatch):
    monkeypatch.setattr(Worker, "ask", lambda *_: pytest.fail("a message for one cell"))
    assert run_cells(host, assignment, "print('done')")[1].output == "done\n"


THREADS = """
import threading, time
for _ in range(4): threading.Thread(target={}).start()
print('done')
"""
BUSY = """
import time
def busy(seconds=60.0):
    began = time.process_time()
    while time.process_time() - began < seconds: pass
"""
# Little by little: what is left then is enough for nothing.
FILLS = "held = []\nwhile True: held.append(b'1' * 100_000)"
STOPPED = {
    "when its own time is over": (
        "while True: pass\ndef below(): pass", 1, 1, "stopped after 1 s",
        "it did not finish in time and was stopped"),
    "without memory": (FILLS, 60, 3, "it used up all memory", "it used up all memory"),
    "when it ends its process": (
        "import os\nos._exit(0)", 3, 3, "the notebook's process crashed",
        "the notebook's process crashed"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("source", "seconds", "took", "noted", "told"), STOPPED.values(), ids=STOPPED
)
def test_a_cell_that_is_stopped_costs_what_it_computed_and_what_became_of_it_is_told(
    host, assignment, source, seconds, took, noted, told
):
    """Also where no answer depends on it: its author waits for it in vain, or has not run it."""
    workers, cell, last, said = run_cells(host, assignment, source, seconds)
    assert (workers, cell.error, last.output) == (took, noted, "2\n")
    assert said == [f"cell [5]: {told}"]


def test_a_script_whose_last_answer_begins_late_is_heard_to_its_end(host, assignment):
    """Each answer has its own time, and those before it are not taken from that of the last."""
    limits = msgspec.structs.replace(assignment.limits, check_seconds=3)
    # Longer than the script's own time and the grace beyond it.
    durations = (0.0, SCRIPT_SECONDS + GRACE + 0.5)
    groups = [codec.encode_part([messages.Call("busy", [seconds], 3.0)]) for seconds in durations]
    with closing(Session(host.spawn, (Code(1, BUSY),), limits)) as session:
        assert len(session.perform(groups)) == 2


@pytest.mark.parametrize(
    "target",
    ["threading.Event().wait", "lambda: sum(range(2_000_000))", "busy"],
    ids=["waits", "computes for a moment", "computes on and on"],
)
def test_threads_that_a_cell_leaves_are_nobodys_concern(host, assignment, target):
    workers, cell, last, _ = run_cells(host, assignment, BUSY + THREADS.format(target))
    assert (cell.error, cell.output, last.output) == (None, "done\n", "2\n")
    assert workers == 1


class Busy:
    """A worker that has taken so many seconds."""

    spent = 0.0


def test_time_in_which_the_worker_neither_computes_nor_sleeps_costs_nothing():
    """It waits for a processor, or the grader itself is at work."""
    budget = TimeBudget(60.0)
    budget.run(Busy(), lambda _: time.sleep(0.1), 1.0)
    assert budget.left == 60


@pytest.mark.parametrize(
    ("cause", "took", "left"),
    [(LossCause.LATE, 5.0, 55.0), (LossCause.LATE, 0.0, 60 * (1 - LEAST_CHARGE)),
     # Otherwise one submission could lose forty sleeping workers in its two minutes.
     (LossCause.ASLEEP, 0.0, 60 * (1 - ASLEEP_CHARGE))]
)  # fmt: skip
def test_what_a_worker_took_that_is_lost_is_charged_and_never_nothing(cause, took, left):
    """Making another takes time that nobody counts."""
    budget, worker = TimeBudget(60.0), Busy()

    def takes(seconds: float) -> None:
        worker.spent += took
        raise WorkerLost(cause)

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
    monkeypatch.setattr(host_side, "WALL_CLOCK_FACTOR", 0.01)
    connection, peer = socket.socketpair()
    status, write = os.pipe()
    then = {"end": peer.close, "answered": lambda: os.close(write)}
    # One that never answers, and of which the warm process never says anything.
    silent = Worker(connection, status, "", lambda order: then.get(order.kind, lambda: None)())
    session = Session(lambda: silent, (Code(1, "x = 1"),), Limits())
    with pytest.raises(GraderFault, match="too busy"):
        session.ask(messages.Names())


@pytest.mark.parametrize(("at_pace", "stops"), [(1, True), (20, False)])
def test_a_limit_is_as_many_times_longer_as_the_machine_is_slower(monkeypatch, at_pace, stops):
    monkeypatch.setattr(timing.alarm, "pace", at_pace)
    timing.listen()
    end = time.process_time() + 1
    with pytest.raises(timing.OutOfTime) if stops else nullcontext(), timing.time_limit(0.2):
        while time.process_time() < end:
            pass


@pytest.mark.parametrize(("usual", "slower"), [(1e-6, True), (60.0, False)])
def test_only_a_slow_machine_changes_the_limits(monkeypatch, usual, slower):
    """On one faster than usual they are what the assignment says."""
    monkeypatch.setattr(warmup, "USUAL", usual)
    assert (warmup.pace() > 1) is slower
