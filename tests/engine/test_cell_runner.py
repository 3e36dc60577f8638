"""The cells of a submission are run one after the other, each with its own time."""

from contextlib import closing

import msgspec
import pytest

from autograder.core.assignment.plan import Assignment
from autograder.core.model import CellNote
from autograder.grading.session import SCRIPT_SECONDS, Session
from autograder.notebook.read import Code
from autograder.sandbox.host import Host
from autograder.sandbox.worker_process import Worker
from autograder.wire import codec, messages
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
) -> tuple[int, CellNote, CellNote]:
    """How many workers it took to run a cell between others; its note, and that of the last."""
    spawned: list[Worker] = []

    def spawn() -> Worker:
        spawned.append(host.spawn())
        return spawned[-1]

    limits = msgspec.structs.replace(assignment.limits, cell_seconds=seconds)
    with closing(Session(spawn, (FIRST, Code(2, source), LAST), limits)) as session:
        session.run()
    assert all(worker.ended for worker in spawned)
    notes = {note.index: note for note in session.cells.notes}
    return len(spawned), notes[2], notes[3]


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
    "soon": ("print('done')", 3),
    # Whoever catches everything would go on without what it was about to compute.
    "and catches the alarm": (SWALLOWS, 3),
    # On a slow machine, too, the memory is to give out before the time.
    "and lets go of all memory": (LETS_GO.format("pass"), 60),
    "and leaves Python to collect it": (LETS_GO.format("held = [held]; held.append(held)"), 60),
}


@pytest.mark.parametrize(("source", "seconds"), ENDS.values(), ids=ENDS)
def test_a_cell_that_ends_is_taken_as_it_ended_with_one_worker(host, assignment, source, seconds):
    workers, cell, last = run_cells(host, assignment, source, seconds)
    assert (workers, cell.error, cell.output, last.output) == (1, None, "done\n", "2\n")


def test_cells_that_end_soon_are_run_by_one_message(host, assignment, monkeypatch):
    monkeypatch.setattr(Worker, "ask", lambda *_: pytest.fail("a message for one cell"))
    assert run_cells(host, assignment, "print('done')")[1].output == "done\n"


FILLS = "held = []\nwhile True:\n    held.append(b'1' * {})"
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
STOPPED = {
    "when its own time is over": ("while True: pass", 1, "stopped after 1 s", 1),
    "without memory for much": (FILLS.format(64 << 20), 60, "it used up all memory", 3),
    "without memory for little": (FILLS.format(100_000), 60, "it used up all memory", 3),
}


@pytest.mark.parametrize(("source", "seconds", "said", "took"), STOPPED.values(), ids=STOPPED)
def test_a_cell_that_is_stopped_costs_what_it_computed_and_nothing_else(
    host, assignment, source, seconds, said, took
):
    workers, cell, last = run_cells(host, assignment, source, seconds)
    assert (workers, cell.error, last.output) == (took, said, "2\n")


LATE, ENDED = "it did not finish in time and was stopped", "the notebook's process crashed"


@pytest.mark.parametrize(
    ("source", "said"),
    [("while True: pass\ndef below(): pass", LATE), ("import os\nos._exit(0)", ENDED)],
)
def test_what_became_of_a_cell_that_never_ended_is_told(host, assignment, source, said):
    """Also where no answer depends on it: its author waits for it in vain, or has not run it."""
    limits = msgspec.structs.replace(assignment.limits, cell_seconds=1)
    cells = (FIRST, Code(2, source, 5), LAST)
    with closing(Session(host.spawn, cells, limits)) as session:
        session.run()
        assert [told.en for told in session.cells.repairs] == [f"cell [5]: {said}"]


def test_a_script_whose_last_answer_begins_late_is_heard_to_its_end(host, assignment):
    """Each answer has its own time, and those before it are not taken from that of the last."""
    limits = msgspec.structs.replace(assignment.limits, check_seconds=3)
    # Longer than the script's own time and the grace beyond it.
    asked = (0.0, SCRIPT_SECONDS + GRACE + 0.5)
    groups = [codec.encode_part([messages.Call("busy", [long], 3.0)]) for long in asked]
    with closing(Session(host.spawn, (Code(1, BUSY),), limits)) as session:
        assert len(session.perform(groups)) == 2


@pytest.mark.parametrize(
    "target",
    ["threading.Event().wait", "lambda: sum(range(2_000_000))", "busy"],
    ids=["waits", "computes for a moment", "computes on and on"],
)
def test_threads_that_a_cell_leaves_are_nobodys_concern(host, assignment, target):
    workers, cell, last = run_cells(host, assignment, BUSY + THREADS.format(target))
    assert (cell.error, cell.output, last.output) == (None, "done\n", "2\n")
    assert workers == 1
