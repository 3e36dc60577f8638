"""Who keeps the grader waiting without computing, or beyond the reach of an alarm, is ended."""

import math
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

from autograder.sandbox.worker_process import LossCause, Worker
from autograder.wire import messages
from autograder.wire.values import Items
from autograder.worker import timing
from autograder.worker.control import GRACE, Finding
from autograder.worker.timing import IdleWatch
from tests.engine.far_end import losing

SECONDS = 0.5
IGNORES_ALARMS = """
import signal, time
signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
for _ in range(600): time.sleep(0.1)
"""
DRIBBLES = """
import os, socket, stat, struct, time
for n in range(3, 64):
    try:
        if stat.S_ISSOCK(os.fstat(n).st_mode): line = socket.socket(fileno=os.dup(n))
    except OSError: continue
line.send(struct.pack('>I', 4000))
for _ in range(600):
    line.send(b'x')
    time.sleep(0.1)
"""
MANY = 2048


@pytest.fixture
def worker(host) -> Iterator[Worker]:
    with closing(host.spawn()) as worker:
        yield worker


def ran(worker: Worker, code: str, seconds: float = SECONDS) -> messages.Reply:
    return worker.ask([messages.RunCell(1, code, seconds)], seconds)


@pytest.mark.parametrize(
    ("code", "cause"),
    [(IGNORES_ALARMS, LossCause.ASLEEP), ("sum(range(20_000_000_000))", LossCause.LATE),
     (DRIBBLES, LossCause.ASLEEP)],
    ids=["ignores alarms", "one long call", "dribbles"]
)  # fmt: skip
def test_nobody_is_waited_for_to_the_end_who_does_not_answer(worker, code, cause):
    """Each goes on for a minute and more; the worker's own alarm reaches none of them."""
    with losing(cause):
        ran(worker, code)


def test_a_cell_that_sleeps_is_stopped_and_its_worker_lives_on(worker):
    assert ran(worker, "import time\ntime.sleep(60)").timed_out
    assert worker.spent > SECONDS
    assert worker.ask([messages.Names()], SECONDS) == messages.Returned(Items([]))


def test_an_alarm_that_a_cell_has_set_for_itself_rings_for_nobody(worker):
    """Its time would be over while something else is asked: the process would end."""
    ran(worker, "import signal; signal.alarm(1)")
    assert ran(worker, "import time; time.sleep(1.5)", 9.0).error is None


def test_who_has_answered_may_wait_for_the_next_question(worker):
    """A watch ends with the answer: the host may be busy for longer than one takes."""
    ran(worker, "import time; time.sleep(0.2)")
    time.sleep(SECONDS + GRACE + 1)
    assert worker.ask([messages.Names()], SECONDS) == messages.Returned(Items([]))


def test_a_grader_with_a_thousand_files_open_still_hears_a_worker(host):
    """A descriptor beyond 1023 is more than select can wait for."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most < MANY:
        pytest.skip(f"at most {most} files may be open here")
    with ExitStack() as files:
        limit = resource.prlimit(0, resource.RLIMIT_NOFILE, (MANY, most))
        files.callback(resource.prlimit, 0, resource.RLIMIT_NOFILE, limit)
        while files.enter_context(Path(os.devnull).open()).fileno() < 1024:
            pass
        with closing(host.spawn()) as worker:
            assert ran(worker, "print('heard')").output == "heard\n"


SPINS = "while True: pass"
SLEEPS = "import time; time.sleep(60)"
BESIDE_A_THREAD = f"""
import threading
def spin():
    {SPINS}
threading.Thread(target=spin).start()
{SLEEPS}
"""


@contextmanager
def running(code: str, *, cpu: int | None = None, nice: int = 0) -> Iterator[int]:
    """The pid of a process that runs `code`; on this processor, so nice to others."""

    def prepare() -> None:
        os.nice(nice)
        if cpu is not None:
            os.sched_setaffinity(0, {cpu})

    # The interpreter's own start is computing.
    words = [sys.executable, "-I", "-c", f"print(flush=True)\n{code}"]
    with subprocess.Popen(words, preexec_fn=prepare, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        try:
            process.stdout.readline()
            yield process.pid
        finally:
            process.kill()


def seen(pid: int, seconds: float, enough: float) -> tuple[Finding | None, IdleWatch]:
    """What comes of watching a process until it has computed `enough`; and the watch."""
    watch = IdleWatch(pid, seconds)
    while (answer := watch.finding()) is None and watch.computed < enough:
        time.sleep(0.01)
    return answer, watch


@pytest.mark.parametrize("code", [SPINS, BESIDE_A_THREAD], ids=["alone", "in another thread"])
def test_who_computes_within_its_time_does_not_sleep(code):
    with running(code) as pid:
        answer, watch = seen(pid, 1.0, 0.5)
    assert (answer, watch.idled) == (None, 0)


def test_who_waits_for_a_processor_does_not_sleep():
    """It gets less of it than whoever naps all the time, and is never found at rest."""
    cpu = min(os.sched_getaffinity(0))
    with running(SPINS, cpu=cpu), running(SPINS, cpu=cpu, nice=19) as pid:
        answer, watch = seen(pid, 0.2, 0.03)
    assert (answer, watch.idled) == (None, 0)


def test_where_no_state_can_be_read_the_processor_time_tells(monkeypatch):
    """Some machines hide processes."""
    monkeypatch.setattr(timing, "_states", lambda pid: set())
    with running(SPINS) as pid:
        assert seen(pid, 1.0, 0.5)[1].idled < 0.5
    with running(SLEEPS) as pid:
        assert seen(pid, 0.2, math.inf)[0] is Finding.ASLEEP
