"""Grading a class on all cores: processes that inherit one grader, and share its warm process."""

import gc
import multiprocessing
import os
import signal
from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.process import BaseProcess

from autograder.core.errors import OURS, UNREADABLE
from autograder.core.model import Examined, Graded
from autograder.course import LoadedAssignment
from autograder.grading.bounds import BOUNDS, graded, tried_twice
from autograder.notebook.submission import Submission
from autograder.sandbox.host import Host, warm_host
from autograder.sandbox.isolation import choose
from autograder.worker.confine.privileges import die_with_parent

Examine = Callable[[Submission], Examined]
"""The report on what a student handed in."""

AHEAD = 4
"""Submissions queued for each process while the consumer handles results. When a process dies, all
of them may have caused it, and they are graded one by one."""


def cores() -> int:
    """The processors that this process may use."""
    return len(os.sched_getaffinity(0))


def lanes() -> int:
    """Three processes for each core: two of them may wait for notebooks that sleep. A fourth was
    measured to gain nothing, and so was to let only as many compute at once as there are cores.
    """
    return 3 * cores()


@dataclass(frozen=True)
class ClassPool:
    """Grades submissions in `jobs` processes of this machine, and imports torch only then; `warm`
    is a warm process that somebody has started for it.
    """

    loaded: LoadedAssignment
    jobs: int
    accept_weaker: bool = False
    warm: Host | None = None

    def __call__(self, submissions: Mapping[str, Submission]) -> Iterator[Graded]:
        """Results as they are ready. Raises SandboxUnavailable if a layer is missing here."""
        assignment = self.loaded.assignment
        warm = self.warm or warm_host(assignment, choose(accept_weaker=self.accept_weaker))
        # Closed also where suites cannot be collected, before anybody waits for it.
        with closing(warm):
            warm.start()
            # Only now: torch is imported here while the warm process imports it there.
            from autograder.grading.grader import SubmissionGrader

            grader = SubmissionGrader(*self.loaded, warm)
            with warm:
                yield from grade_all(grader.examine, submissions, self.jobs)


def grade_all(
    examine: Examine, submissions: Mapping[str, Submission], processes: int
) -> Iterator[Graded]:
    """Grade every submission with `examine`, in this many processes that inherit it; results come
    as they are ready. When a process dies, what was under way in any of them is graded again, each
    submission in a process of its own: only one that ends that process too is reported.
    """
    waiting = dict(submissions)
    while waiting:
        for suspect in (yield from _together(examine, waiting, processes)):
            yield _alone(examine, suspect)


@contextmanager
def _pool(
    examine: Examine, submissions: Mapping[str, Submission], processes: int
) -> Iterator[ProcessPoolExecutor]:
    """A pool for the block, whose processes inherit the submissions; an exception does not wait for
    gradings in progress, which may take minutes."""
    context = multiprocessing.get_context("fork")
    # A collection in a process of the pool would copy all the pages that it shares with this one.
    gc.collect()
    gc.freeze()
    # Sent through the queue, large ones would fill its pipe: whoever ends the pool would wait.
    start = (examine, dict(submissions), os.getpid())
    with ProcessPoolExecutor(min(processes, len(submissions)), context, _begin, start) as pool:
        try:
            yield pool
        except BaseException:
            for process in list(pool._processes.values()):
                process.kill()
            raise
        finally:
            gc.unfreeze()


def _together(
    examine: Examine, waiting: dict[str, Submission], processes: int
) -> Generator[Graded, None, list[Submission]]:
    """Take from `waiting` until it is empty or a process dies; returns what was under way then."""
    under_way: dict[str, Submission] = {}
    futures: set[Future[Graded]] = set()
    with _pool(examine, waiting, processes) as pool, suppress(BrokenProcessPool):
        while waiting or under_way:
            while waiting and len(under_way) < processes * (1 + AHEAD):
                student = next(iter(waiting))
                under_way[student] = waiting.pop(student)
                futures.add(pool.submit(_grade, student))
            for future in wait(futures, return_when=FIRST_COMPLETED).done:
                result = future.result()
                futures.remove(future)
                del under_way[result.student]
                yield result
    return list(under_way.values())


def _alone(examine: Examine, submission: Submission) -> Graded:
    for _ in range(2):
        processes: list[BaseProcess] = []
        try:
            with _pool(examine, {submission.student: submission}, 1) as pool:
                future = pool.submit(_grade, submission.student)
                processes += pool._processes.values()
                return future.result()
        except BrokenProcessPool:
            if any(process.exitcode == -signal.SIGPROF for process in processes):
                return Graded(submission.student, None, f"{UNREADABLE}{BOUNDS.too_slow}")
    return Graded(submission.student, None, f"{OURS}its process died; run the command again")


class _Inherited:
    examine: Examine
    submissions: Mapping[str, Submission]


def _begin(examine: Examine, submissions: Mapping[str, Submission], parent: int) -> None:
    # Ctrl-C goes to the whole group of a terminal; the command alone answers it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    die_with_parent()
    if os.getppid() != parent:
        # It was killed before it could take this process with it.
        os._exit(1)
    _Inherited.examine, _Inherited.submissions = examine, submissions
    # Rarely: almost nothing that is kept of submissions (syntax trees) is cyclic.
    gc.set_threshold(50_000, 20, 50)


def _grade(student: str) -> Graded:
    def examined() -> Examined:
        with BOUNDS.kept(ends_process=True):
            return tried_twice(lambda: _Inherited.examine(_Inherited.submissions[student]))

    return graded(student, examined)
