"""A submission that a reader has no bound for ends nobody's run: the kernel counts."""

import signal
import threading
from pathlib import Path

import pytest

from autograder.core.errors import SubmissionUnreadable
from autograder.core.model import Report
from autograder.grading.bounds import Bounds
from autograder.grading.grader import Examined
from autograder.grading.pool import grade_all
from autograder.notebook.submission import Submission

SOON = Bounds(cpu_seconds=1, memory_mb=256)


def spins() -> None:
    while True:
        sum(range(10_000))


def spins_in_c() -> None:
    """No signal handler of Python's would be called before this is done."""
    (1 << 500_000_000) // (10**200_000 + 1)


def fills() -> None:
    held = []
    while True:
        held.append(bytearray(1 << 20))


def nests() -> None:
    nests()


def raises() -> None:
    raise ZeroDivisionError("of ours")


WAYS = {"raises": raises, "spins": spins, "spins in C": spins_in_c, "fills": fills, "nests": nests}


def examine(submission: Submission) -> Examined:
    """Goes on for ever in the way that the submission names."""
    name = submission.data.decode()
    if name in WAYS:
        WAYS[name]()
    return Examined(Report("a", "en", name, "", ()), b"")


def test_who_is_too_slow_or_too_large_is_named_and_the_others_are_graded(tmp_path: Path) -> None:
    names = ("raises", "spins in C", "fills", "nests", "one", "two", "three")
    files = {name: Submission.of(name, name.encode()) for name in names}
    graded = {one.student: one for one in grade_all(examine, files, 2, SOON)}
    assert {name for name, one in graded.items() if one.report} == {"one", "two", "three"}
    assert graded["spins in C"].problem == f"unreadable: {SOON.too_slow}"
    assert graded["fills"].problem == "unreadable: it takes more than 256 MB of memory to read"
    assert "could not be graded: ZeroDivisionError: of ours" in str(graded["raises"].problem)
    assert graded["nests"].problem == "unreadable: it is nested too deep to read"


@pytest.mark.parametrize("way", ["spins", "fills", "nests"])
def test_a_process_that_is_to_go_on_is_only_stopped(way: str) -> None:
    """As in a watch, or in nbgrader's own process; and its limits are what they were."""
    with pytest.raises(SubmissionUnreadable), SOON.kept():
        WAYS[way]()
    with SOON.kept():
        pass
    assert signal.getsignal(signal.SIGXCPU) is signal.SIG_DFL


def test_outside_of_a_main_thread_the_process_is_not_ended() -> None:
    """A server grades in one of its threads: a signal would end them all."""
    done = []

    def work() -> None:
        with SOON.kept(ends_process=True):
            done.append(signal.getsignal(signal.SIGXCPU))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == [signal.SIG_DFL]
