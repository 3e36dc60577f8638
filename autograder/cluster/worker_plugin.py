"""A warm grader in each worker of a cluster, for as long as a run lasts."""

import asyncio
import tempfile
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

from distributed import Worker, WorkerPlugin, get_worker

from autograder.cluster.assignment_bundle import AssignmentBundle, differing
from autograder.core.errors import AutograderError, ClusterUnusable
from autograder.course import LoadedAssignment
from autograder.grading.pool import Graded
from autograder.grading.service import GraderService
from autograder.grading.versions import versions
from autograder.notebook.submission import Submission
from autograder.sandbox.isolation import choose

PUT_AWAY = "grader's fault: another run put the assignment away; run the command again"


class GraderPlugin(WorkerPlugin):
    """Unpacks a bundle in a worker, keeps its grader warm, and leaves nothing behind."""

    def __init__(self, bundle: AssignmentBundle) -> None:
        self._bundle = bundle

    def setup(self, worker: Worker) -> None:
        """Begin to warm up."""
        self._stack = ExitStack()
        # One thread for the worker's whole life: the kernel ends the warm process together with
        # the thread that started it, and a submission's time must not run while it waits.
        self._thread = ThreadPoolExecutor(1, "grading")
        self._service: Future[GraderService] = self._thread.submit(self._warm_up)

    def teardown(self, worker: Worker) -> None:
        """End the warm process and remove the assignment."""
        self._thread.submit(self._stack.close)
        self._thread.shutdown(wait=True)

    async def trouble(self) -> str:
        """Why nothing can be graded here; empty once the grader is warm."""
        try:
            await asyncio.wrap_future(self._service)
        except AutograderError as error:
            return str(error)
        return ""

    def grade(self, submission: Submission) -> Graded:
        """The result for one student."""
        service = self._service.result()
        return self._thread.submit(service.grade, submission).result()

    def _warm_up(self) -> GraderService:
        if different := differing(versions(), self._bundle.versions):
            raise ClusterUnusable(f"it has {different}")
        rings = choose(accept_weaker=self._bundle.accept_weaker)
        room = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        plan = self._bundle.unpack(Path(self._stack.enter_context(room)))
        loaded = LoadedAssignment(plan, self._bundle.edition, self._bundle.released)
        return self._stack.enter_context(GraderService(loaded, rings))


def grade(plugin: str, submission: Submission) -> Graded:
    """The task: grade a submission by the plugin of the worker that this runs in."""
    found = get_worker().plugins.get(plugin)
    if isinstance(found, GraderPlugin):
        return found.grade(submission)
    return Graded(submission.student, None, PUT_AWAY)


async def trouble(plugin: str, dask_worker: Worker) -> str:
    """What `GraderPlugin.trouble` says in a worker (distributed fills in `dask_worker`)."""
    found = dask_worker.plugins.get(plugin)
    return await found.trouble() if isinstance(found, GraderPlugin) else PUT_AWAY
