"""When a submission of a class is graded: in turns, and what may sleep early."""

import multiprocessing
import os
import time
from multiprocessing.context import ForkContext
from multiprocessing.sharedctypes import Synchronized

import pytest

from autograder.grading import pool
from autograder.grading.pool import RunSlots, in_order
from autograder.notebook.submission import Submission

FORK: ForkContext = multiprocessing.get_context("fork")
PROCESSES = 6


def at_once(every: RunSlots, now: "Synchronized[int]", most: "Synchronized[int]") -> None:
    """Take three turns, and note how many others had one at the same time."""
    for _ in range(3):
        with every.turn():
            with now.get_lock(), most.get_lock():
                now.value += 1
                most.value = max(most.value, now.value)
            # However slow the machine is: nobody goes before another one had a turn, too.
            while most.value < 2:
                time.sleep(0.01)
            with now.get_lock():
                now.value -= 1


def test_no_more_submissions_are_under_way_than_there_are_turns(monkeypatch):
    """Six processes with two turns: two work, and all come to theirs."""
    monkeypatch.setattr(pool, "LONG", 600)
    every, now, most = RunSlots(FORK, 2), FORK.Value("i", 0), FORK.Value("i", 0)
    workers = [FORK.Process(target=at_once, args=(every, now, most)) for _ in range(PROCESSES)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [worker.exitcode for worker in workers] == [0] * PROCESSES
    assert most.value == 2


def wait_for(every: RunSlots, event: int) -> None:
    """Keep a turn until somebody else has had one."""
    with every.turn():
        assert os.read(event, 1) == b"x"


def test_a_submission_that_lasts_gives_its_turn_up(monkeypatch):
    """The only turn is taken by who waits for the next one: it comes to it, and no turn is lost."""
    monkeypatch.setattr(pool, "LONG", 0.1)
    every = RunSlots(FORK, 1)
    read, write = os.pipe()
    waiting = FORK.Process(target=wait_for, args=(every, read))
    waiting.start()
    while every._free.acquire(block=False):
        every._free.release()
        time.sleep(0.01)
    with every.turn():
        os.write(write, b"x")
    waiting.join()
    assert waiting.exitcode == 0
    assert every._free.acquire(block=False)
    assert not every._free.acquire(block=False)


def test_a_failure_gives_its_turn_back():
    """Whoever raises holds up nobody."""
    every = RunSlots(FORK, 1)
    with pytest.raises(KeyError), every.turn():
        raise KeyError
    with every.turn():
        pass


def handed_in(sleepers: set[int], count: int) -> dict[str, Submission]:
    """A class in which some sleep."""
    texts = {str(n): b"time.sleep(9)" if n in sleepers else b"pass" for n in range(count)}
    return {name: Submission.of(name, text) for name, text in texts.items()}


def test_what_may_sleep_is_begun_early():
    """The last of a class are spread over its first three quarters; the others stay in order."""
    order = list(in_order(handed_in({17, 18, 19}, 20)))
    assert [order.index(name) for name in ("17", "18", "19")] == [0, 5, 10]
    assert [name for name in order if int(name) < 17] == [str(number) for number in range(17)]


@pytest.mark.parametrize("sleepers", [set(), {3}, set(range(5))])
def test_nobody_is_forgotten_or_graded_twice(sleepers):
    """Whoever may sleep: everybody has one place."""
    found = handed_in(sleepers, 5)
    order = in_order(found)
    assert sorted(order) == sorted(found)
    assert all(order[name] == found[name] for name in found)
