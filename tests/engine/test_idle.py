"""Who keeps the grader waiting without computing, or beyond the reach of an alarm, is ended."""

import math
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from autograder.assignment import Assignment
from autograder.sandbox.host import Host, warm_host
from autograder.sandbox.rings import choose
from autograder.sandbox.worker import Cause, WorkerLost
from autograder.wire import WALL, messages
from autograder.worker.idle import Suspicion

PATIENCE = 12.0
IGNORES_ALARMS = (
    "import signal, time\n"
    "signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())\n"
    "for _ in range(600):\n"
    "    time.sleep(0.1)\n"
)
ONE_LONG_CALL = (
    "import collections, itertools\n"
    "collections.deque(itertools.repeat(None, 20_000_000_000), maxlen=0)\n"
)
DRIBBLES = (
    "import os, socket, stat, struct, time\n"
    "for n in range(3, 64):\n"
    "    try:\n"
    "        if stat.S_ISSOCK(os.fstat(n).st_mode):\n"
    "            line = socket.socket(fileno=os.dup(n))\n"
    "    except OSError:\n"
    "        continue\n"
    "line.send(struct.pack('>I', 4000))\n"
    "for _ in range(600):\n"
    "    line.send(b'x')\n"
    "    time.sleep(0.1)\n"
)


@pytest.fixture(scope="module")
def host(plan: Assignment) -> Iterator[Host]:
    """A warm process."""
    with warm_host(plan, choose()) as host:
        yield host


@pytest.mark.parametrize("code", [IGNORES_ALARMS, ONE_LONG_CALL, DRIBBLES])
def test_nobody_is_waited_for_to_the_end_who_does_not_answer(host: Host, code: str) -> None:
    """Each goes on for a minute; the worker's own alarm reaches none of them."""
    worker = host.spawn()
    began = time.monotonic()
    with pytest.raises(WorkerLost) as lost:
        worker.ask([messages.RunCell(1, code, 1.0)], PATIENCE)
    assert time.monotonic() - began < PATIENCE
    assert lost.value.cause is Cause.LATE


def test_a_cell_that_sleeps_is_stopped_when_one_that_computes_goes_on(host: Host) -> None:
    """By the clock a cell may take three times as long as it may compute, if it does compute."""
    worker = host.spawn()
    sleeps = messages.RunCell(1, f"import time\ntime.sleep({WALL - 0.5})", 1.0)
    reply = worker.ask([sleeps], PATIENCE)
    assert isinstance(reply, messages.CellRan)
    assert reply.timed_out
    half = (
        "import time\n"
        "until = time.monotonic() + 1.6\n"
        "while time.monotonic() < until:\n"
        "    began = time.process_time()\n"
        "    while time.process_time() - began < 0.01:\n"
        "        pass\n"
        "    time.sleep(0.02)\n"
    )
    reply = worker.ask([messages.RunCell(2, half, 1.0)], PATIENCE)
    worker.close()
    assert isinstance(reply, messages.CellRan)
    assert not reply.timed_out


def found(process: "subprocess.Popen[bytes]", seconds: float) -> bool:
    """What comes of a suspicion of a process."""
    suspicion = Suspicion(process.pid, seconds)
    while (answer := suspicion.confirmed()) is None:
        time.sleep(0.01)
    return answer


@pytest.mark.parametrize(
    ("code", "seconds", "expected"),
    [
        ("import time; time.sleep(60)", math.inf, True),
        ("while True: pass", math.inf, False),
        ("while True: pass", 0.5, True),
    ],
    ids=["sleeps", "computes", "computes for too long"],
)
def test_a_suspicion_holds_against_who_sleeps_or_has_computed_for_too_long(
    code: str, seconds: float, expected: bool
) -> None:
    with subprocess.Popen([sys.executable, "-c", code]) as process:
        try:
            # The interpreter's own start is computing.
            time.sleep(0.5)
            assert found(process, seconds) is expected
        finally:
            process.kill()


def test_a_suspicion_against_who_has_ended_comes_to_nothing(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
        assert found(process, 0.0) is False
