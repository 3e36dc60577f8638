"""A warm grader in each worker of a cluster, for as long as a run lasts."""

import asyncio
import tempfile
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from distributed import Worker, WorkerPlugin, get_worker

from autograder.cluster.assignment_bundle import Parcel, differing
from autograder.core.errors import AutograderError, ClusterUnusable, GraderFault
from autograder.grading.bounds import BOUNDS
from autograder.grading.grader import Examined, Grader
from autograder.grading.pool import Graded, settled
from autograder.grading.report_cache import Earlier
from autograder.grading.versions import versions
from autograder.sandbox.host import warm_host
from autograder.sandbox.isolation import choose

PUT_AWAY = "grader's fault: another run put the assignment away; run the command again"


class Bench(WorkerPlugin):
    """Unpacks a parcel in a worker, keeps its grader warm, and leaves nothing behind."""

    def __init__(self, parcel: Parcel) -> None:
        self._parcel = parcel

    def setup(self, worker: Worker) -> None:
        """Begin to warm up."""
        self._stack = ExitStack()
        # One thread for the worker's whole life: the kernel ends the warm process together with
        # the thread that started it, and a submission's time must not run while it waits.
        self._thread = ThreadPoolExecutor(1, "grading")
        self._grader: Future[Grader] = self._thread.submit(self._warm_up)

    def teardown(self, worker: Worker) -> None:
        """End the warm process and remove the assignment."""
        self._thread.submit(self._stack.close)
        self._thread.shutdown(wait=True)

    async def trouble(self) -> str:
        """Why nothing can be graded here; empty once the grader is warm."""
        try:
            await asyncio.wrap_future(self._grader)
        except AutograderError as error:
            return str(error)
        return ""

    def grade(self, student: str, data: bytes, earlier: Earlier | None) -> Graded:
        """The result for one student."""
        examine = partial(self._patiently, student, data, earlier)
        return self._thread.submit(settled, student, examine).result()

    def _warm_up(self) -> Grader:
        if different := differing(versions(), self._parcel.versions):
            raise ClusterUnusable(f"it has {different}")
        rings = choose(accept_weaker=self._parcel.accept_weaker)
        room = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        plan = self._parcel.unpack(Path(self._stack.enter_context(room)))
        host = self._stack.enter_context(warm_host(plan, rings))
        return Grader(plan, self._parcel.edition, self._parcel.released, host)

    def _patiently(self, student: str, data: bytes, earlier: Earlier | None) -> Examined:
        """A fault of the grader is tried once more, by a fresh one."""
        try:
            with BOUNDS.kept():
                return self._grader.result().examine(student, data, earlier)
        except GraderFault:
            self._stack.close()
            self._grader = Future()
            self._grader.set_result(self._warm_up())
            return self._grader.result().examine(student, data)


def grade(bench: str, student: str, data: bytes, earlier: Earlier | None = None) -> Graded:
    """The task: grade `data` at the bench of the worker that this runs in."""
    found = get_worker().plugins.get(bench)
    if isinstance(found, Bench):
        return found.grade(student, data, earlier)
    return Graded(student, None, PUT_AWAY)


async def trouble(bench: str, dask_worker: Worker) -> str:
    """What `Bench.trouble` says in a worker (distributed fills in `dask_worker`)."""
    found = dask_worker.plugins.get(bench)
    return await found.trouble() if isinstance(found, Bench) else PUT_AWAY
