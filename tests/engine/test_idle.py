"""Who keeps the grader waiting without computing, or beyond the reach of an alarm, is ended."""

import math
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from autograder.assignment import Assignment
from autograder.grading.patience import LEAST_CHARGE
from autograder.grading.session import Session
from autograder.notebook.answers import Code
from autograder.sandbox.host import Host, warm_host
from autograder.sandbox.rings import choose
from autograder.sandbox.worker import Cause, Worker, WorkerLost
from autograder.wire import WALL, messages
from autograder.worker.idle import LOOKING, Suspicion
from autograder.worker.orders import Finding

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

SLEEPS = (Code(1, IGNORES_ALARMS),)
MANY = 2048


@pytest.fixture(scope="module")
def host(plan: Assignment) -> Iterator[Host]:
    """A warm process."""
    with warm_host(plan, choose()) as host:
        yield host


@pytest.mark.parametrize(
    ("code", "cause"),
    [
        (IGNORES_ALARMS, Cause.ASLEEP),
        (ONE_LONG_CALL, Cause.LATE),
        (DRIBBLES, Cause.LATE),
    ],
    ids=["ignores alarms", "one long call", "dribbles"],
)
def test_nobody_is_waited_for_to_the_end_who_does_not_answer(
    host: Host, code: str, cause: Cause
) -> None:
    """Each goes on for a minute; the worker's own alarm reaches none of them."""
    worker = host.spawn()
    began = time.monotonic()
    with pytest.raises(WorkerLost) as lost:
        worker.ask([messages.RunCell(1, code, 1.0)], PATIENCE)
    assert time.monotonic() - began < PATIENCE
    assert lost.value.cause is cause


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


def waited_for(host: Host, code: str, *, wary: bool) -> float:
    """How long a worker that sleeps is waited for."""
    worker = host.spawn()
    worker.wary = wary
    began = time.monotonic()
    with pytest.raises(WorkerLost):
        worker.ask([messages.RunCell(1, code, 1.0)], PATIENCE)
    return time.monotonic() - began


def test_a_worker_of_whom_it_is_expected_is_found_asleep_sooner(host: Host) -> None:
    soon = waited_for(host, IGNORES_ALARMS, wary=True)
    assert soon < waited_for(host, IGNORES_ALARMS, wary=False)


def test_who_has_answered_may_wait_for_the_next_question(host: Host) -> None:
    """A suspicion ends with the answer: the host may be busy for longer than one takes."""
    worker = host.spawn()
    worker.wary = True
    for _ in range(2):
        reply = worker.ask([messages.RunCell(1, "import time; time.sleep(0.5)", 1.0)], PATIENCE)
        assert isinstance(reply, messages.CellRan)
        time.sleep(LOOKING + 1)
    worker.close()


def test_who_sleeps_is_charged_as_if_it_had_been_waited_for(host: Host, plan: Assignment) -> None:
    """Otherwise one submission could lose forty workers in its two minutes."""
    with closing(Session(host.spawn, SLEEPS, plan.limits)) as session:
        began, before = time.monotonic(), session.patience.left
        session.run()
        charged = before - session.patience.left
        assert time.monotonic() - began < charged
        assert charged > WALL * plan.limits.cell_seconds
        assert charged > plan.limits.submission_seconds * LEAST_CHARGE


def test_whoever_slept_once_is_expected_to_sleep_in_every_later_worker(
    host: Host, plan: Assignment
) -> None:
    spawned: list[Worker] = []

    def spawn() -> Worker:
        spawned.append(host.spawn())
        return spawned[-1]

    with closing(Session(spawn, SLEEPS, plan.limits)) as first:
        first.run()
    with closing(Session(spawn, (), plan.limits, patience=first.patience)) as second:
        second.run()
    # All cells together, which tells nothing yet; then one by one, and without the one that slept.
    assert [one.wary for one in spawned] == [False, False, True, True]


def test_a_grader_with_a_thousand_files_open_still_hears_a_worker(host: Host) -> None:
    """A descriptor beyond 1023 is more than select can wait for."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most < MANY:
        pytest.skip(f"at most {most} files may be open here")
    with ExitStack() as files:
        limit = resource.prlimit(0, resource.RLIMIT_NOFILE, (MANY, most))
        files.callback(resource.prlimit, 0, resource.RLIMIT_NOFILE, limit)
        while files.enter_context(Path(os.devnull).open()).fileno() < 1024:
            pass
        worker = host.spawn()
        reply = worker.ask([messages.RunCell(1, "print('heard')", 1.0)], PATIENCE)
        worker.close()
    assert isinstance(reply, messages.CellRan)
    assert reply.output == "heard\n"


def found(process: "subprocess.Popen[bytes]", seconds: float) -> Finding:
    """What comes of a suspicion of a process."""
    suspicion = Suspicion(process.pid, seconds)
    while (answer := suspicion.finding()) is None:
        time.sleep(0.01)
    return answer


@pytest.mark.parametrize(
    ("code", "seconds", "expected"),
    [
        ("import time; time.sleep(60)", math.inf, Finding.ASLEEP),
        ("while True: pass", math.inf, Finding.INNOCENT),
        ("while True: pass", 0.5, Finding.OVERDUE),
    ],
    ids=["sleeps", "computes", "computes for too long"],
)
def test_a_suspicion_holds_against_who_sleeps_or_has_computed_for_too_long(
    code: str, seconds: float, expected: Finding
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
        assert found(process, 0.0) is Finding.INNOCENT
