"""Grading a class on all cores: a warm grader in every process."""

import gc
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING

from autograder.core.bulkhead import problem
from autograder.core.errors import AutograderError, GraderFault, SubmissionUnreadable
from autograder.core.model import Report
from autograder.grading.bounds import BOUNDS, Bounds
from autograder.grading.run_slots import RunSlots
from autograder.notebook.submission import Submission
from autograder.worker.confine.privileges import die_with_parent

if TYPE_CHECKING:
    # Whoever starts the pool has it already; who only reads results would wait for torch.
    from autograder.grading.grader import Examined

TRIES = 2
"""A fault of the grader is tried once more before it is reported."""

COLLECT = (50_000, 20, 50)
"""Grading processes run the cyclic garbage collector rarely: almost nothing that they keep of
submissions (syntax trees) is cyclic."""

Examine = Callable[[Submission], "Examined"]
"""The report on what a student handed in."""

Work = tuple[Examine, Bounds]
"""What is done with each submission, and what it may cost."""

AHEAD = 4
"""Submissions queued for each process while the consumer handles results. When a process dies, all
of them may have caused it, and they are graded one by one."""


@dataclass(frozen=True)
class Graded:
    """One student's result: a report, or why there is none."""

    student: str
    report: Report | None
    problem: str | None = None
    evidence: bytes = b""


def cores() -> int:
    """The processors that this process may use."""
    return len(os.sched_getaffinity(0))


def lanes() -> int:
    """Three processes for each core: two of them may wait for notebooks that sleep (`run_slots`),
    of which a mixed class has one in a hundred. A fourth was measured to gain nothing."""
    return 3 * cores()


def grade_all(
    examine: Examine, submissions: Mapping[str, Submission], processes: int,
    bounds: Bounds = BOUNDS,
) -> Iterator[Graded]:  # fmt: skip
    """Grade every submission with `examine`, in this many processes that inherit it.

    Results come in the order in which they are ready.
    When a process of the pool dies, what was under way in any of them is graded again, each
    submission in a process of its own: only one that ends that process too is reported.
    """
    waiting = dict(submissions)
    while waiting:
        suspects: dict[str, Submission] = {}
        yield from _together((examine, bounds), waiting, processes, suspects)
        for submission in suspects.values():
            yield _alone((examine, bounds), submission)


@contextmanager
def _pool(
    work: Work, submissions: Mapping[str, Submission], processes: int
) -> Iterator[ProcessPoolExecutor]:
    """A pool for the block, whose processes inherit the submissions; an exception does not wait for
    gradings in progress, which may take minutes."""
    context = multiprocessing.get_context("fork")
    # A collection in a process of the pool would copy all the pages that it shares with this one.
    gc.collect()
    gc.freeze()
    turns = RunSlots(context, min(processes, cores()))
    # Sent through the queue, large ones would fill its pipe: whoever ends the pool would wait.
    start = (work, dict(submissions), turns, os.getpid())
    with ProcessPoolExecutor(processes, context, _begin, start) as pool:
        try:
            yield pool
        except BaseException:
            for process in list(pool._processes.values()):
                process.kill()
            raise
        finally:
            gc.unfreeze()


def _together(
    work: Work, waiting: dict[str, Submission], processes: int,
    suspects: dict[str, Submission],
) -> Iterator[Graded]:  # fmt: skip
    """Take from `waiting` until it is empty or a process dies; then leave what was under way."""
    under_way: dict[Future[Graded], Submission] = {}
    with _pool(work, waiting, processes) as pool:
        while (waiting or under_way) and not suspects:
            _fill(pool, waiting, under_way, processes, suspects)
            yield from _ready(under_way, suspects)
    suspects.update((one.student, one) for one in under_way.values())


def _fill(
    pool: ProcessPoolExecutor, waiting: dict[str, Submission],
    under_way: dict["Future[Graded]", Submission], processes: int,
    suspects: dict[str, Submission],
) -> None:  # fmt: skip
    while waiting and len(under_way) < processes * (1 + AHEAD) and not suspects:
        student = next(iter(waiting))
        submission = waiting.pop(student)
        try:
            under_way[pool.submit(_grade, student)] = submission
        except BrokenProcessPool:
            suspects[student] = submission


def _ready(
    under_way: dict["Future[Graded]", Submission], suspects: dict[str, Submission]
) -> Iterator[Graded]:
    for future in wait(under_way, return_when=FIRST_COMPLETED).done:
        submission = under_way.pop(future)
        try:
            result = future.result()
        except BrokenProcessPool:
            suspects[submission.student] = submission
        else:
            yield result


def _alone(work: Work, submission: Submission) -> Graded:
    for _ in range(TRIES):
        processes: list[BaseProcess] = []
        try:
            with _pool(work, {submission.student: submission}, 1) as pool:
                future = pool.submit(_grade, submission.student)
                processes += pool._processes.values()
                return future.result()
        except BrokenProcessPool:
            if any(process.exitcode == -signal.SIGXCPU for process in processes):
                return Graded(submission.student, None, f"unreadable: {work[1].too_slow}")
    fault = "grader's fault: its process died; run the command again"
    return Graded(submission.student, None, fault)


class _Here:
    """What this process of the pool grades by, and the turns that it takes."""

    examine: Examine
    bounds: Bounds
    submissions: Mapping[str, Submission]
    turns: RunSlots


def _begin(work: Work, submissions: Mapping[str, Submission], turns: RunSlots, parent: int) -> None:
    # Ctrl-C goes to the whole group of a terminal; the command alone answers it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    die_with_parent()
    if os.getppid() != parent:
        # It was killed before it could take this process with it.
        os._exit(1)
    (_Here.examine, _Here.bounds), _Here.turns = work, turns
    _Here.submissions = submissions
    gc.set_threshold(*COLLECT)


def _grade(student: str) -> Graded:
    submission = _Here.submissions[student]
    with _Here.turns.turn():
        return settled(submission.student, lambda: _patiently(submission))


def settled(student: str, examine: Callable[[], "Examined"]) -> Graded:
    """What `examine` comes to for a student: its report, or in a line why there is none."""
    try:
        examined = examine()
    except SubmissionUnreadable as error:
        return Graded(student, None, f"unreadable: {error}")
    except (AutograderError, OSError) as error:
        # A disk that is full while a submission is graded is not that student's doing.
        return Graded(student, None, f"grader's fault: {error}")
    except Exception as error:
        # Whatever a submission brings the grader to raise, the others are graded.
        return Graded(student, None, f"grader's fault: {problem(error, 'graded')}")
    return Graded(student, examined.report, evidence=examined.evidence)


def _patiently(submission: Submission) -> "Examined":
    with _Here.bounds.kept(ends_process=True):
        for _ in range(TRIES - 1):
            try:
                return _Here.examine(submission)
            except GraderFault:
                continue
        return _Here.examine(submission)
