"""Grading a class on an existing Dask cluster: `grade_all` here, a warm grader in each worker."""

import asyncio
import concurrent.futures
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast
from uuid import uuid4

import distributed
from distributed.comm.core import connect

from autograder.cluster.assignment_bundle import AssignmentBundle, differing
from autograder.core.errors import OURS, AutograderError, GraderFault, problem
from autograder.core.model import Graded
from autograder.course import LoadedAssignment
from autograder.grading.grader import Grader
from autograder.grading.report_cache import versions
from autograder.notebook.submission import Submission
from autograder.sandbox.isolation import choose

CONNECT_SECONDS = 5
PATIENCE = 60
"""Seconds without any result after which it is asked whether there still are workers."""
LEAST_QUEUE, QUEUE = 64, 4
"""Submissions under way at a time: at least, and for each worker. More would fill the scheduler."""

KILLED = f"{OURS}the workers that graded it died; run the command again"


def grade_all(
    scheduler: str, bundle: AssignmentBundle, submissions: Mapping[str, Submission]
) -> Iterator[Graded]:
    """Grade every submission; results in the order in which they are ready.

    What a lost worker had is graded by another. A submission under which several workers died
    is graded once more with nothing else under way, and reported if that kills workers too.
    An AutograderError where nothing was graded (no scheduler, no workers, one that cannot grade), a
    GraderFault where the cluster went away: what was yielded until then is good.
    """
    with _connected(scheduler) as client:
        workers = _same_versions(client, scheduler)
        with _equipped(client, bundle) as name:
            run = _Run(client, scheduler, name, max(LEAST_QUEUE, QUEUE * workers))
            try:
                yield from run.graded(submissions)
            except distributed.CancelledError:
                raise run.gone("does not answer any more") from None


@contextmanager
def _connected(scheduler: str) -> Iterator[distributed.Client]:
    try:
        # By itself a client waits without end for a port that is open and says nothing.
        asyncio.run(_answers(scheduler))
        client = distributed.Client(scheduler, timeout=CONNECT_SECONDS)
    except (OSError, ValueError, TypeError) as error:
        # TypeError: Dask's words for a tls:// address without certificates.
        message = f"no Dask scheduler answers at {scheduler} ({_line(error)}); nothing was graded"
        raise AutograderError(message) from None
    try:
        yield client
    finally:
        client.close(timeout=CONNECT_SECONDS)


async def _answers(scheduler: str) -> None:
    async with asyncio.timeout(CONNECT_SECONDS):
        secured = distributed.Security().get_connection_args("client")
        comm = await connect(scheduler, timeout=CONNECT_SECONDS, **secured)
        await comm.close()


def _same_versions(client: distributed.Client, scheduler: str) -> int:
    """The number of workers, once it is known that each has what is installed here."""
    answers = client.run(versions, on_error="return")
    if not answers:
        raise AutograderError(f"the scheduler at {scheduler} has no workers; nothing was graded")
    for worker, answer in answers.items():
        if isinstance(answer, BaseException):
            message = f"cannot use this package ({_line(answer)}); install it there"
        elif different := differing(answer, versions()):
            message = f"has {different}; install the same versions everywhere"
        else:
            continue
        raise AutograderError(f"the worker {worker} {message}; nothing was sent")
    return len(answers)


@contextmanager
def _equipped(client: distributed.Client, bundle: AssignmentBundle) -> Iterator[str]:
    """Put a warm grader into every worker, also into those that come later; its plugin's name."""
    # Of this run alone: two courses may grade an assignment of one name on the same cluster, and
    # Dask replaces a plugin by another of its name.
    name = f"autograder {bundle.edition.id} {uuid4().hex}"
    client.register_plugin(GraderPlugin(bundle), name=name)
    try:
        for worker, reason in client.run(trouble, name).items():
            if reason:
                raise AutograderError(f"the worker {worker} cannot grade: {reason}")
        yield name
    finally:
        # A cluster that is gone has nothing to be put away.
        with suppress(Exception):
            client.unregister_worker_plugin(name)


@dataclass(frozen=True)
class _Run:
    """Keeps at most `queue` submissions under way."""

    client: distributed.Client
    scheduler: str
    plugin: str
    queue: int
    under_way: dict[distributed.Future[Graded], str] = field(default_factory=dict)

    def graded(self, submissions: Mapping[str, Submission]) -> Iterator[Graded]:
        """The whole class; at the end one by one those under which workers died."""
        suspects: list[str] = []
        yield from self._together(submissions, suspects)
        for student in suspects:
            lost: list[str] = []
            yield from self._together({student: submissions[student]}, lost)
            yield from (Graded(name, None, KILLED) for name in lost)

    def _together(self, submissions: Mapping[str, Submission], lost: list[str]) -> Iterator[Graded]:
        """Grade all; those under which workers died are added to `lost`."""
        waiting = [*submissions.values()][::-1]
        while waiting or self.under_way:
            while waiting and len(self.under_way) < self.queue:
                submission = waiting.pop()
                try:
                    # Whoever grades it has no access to the file.
                    sent = replace(submission, held=submission.data)
                except Exception as error:
                    yield Graded(submission.student, None, problem(error, "read"))
                    continue
                future = self.client.submit(grade, self.plugin, sent, pure=False)
                self.under_way[future] = submission.student
            for future in self._ready():
                student = self.under_way.pop(future)
                try:
                    result = future.result()
                except distributed.KilledWorker:
                    lost.append(student)
                    continue
                except distributed.CancelledError:
                    raise
                except Exception as error:
                    result = Graded(student, None, f"{OURS}{_line(error)}")
                yield result

    def _ready(self) -> list[distributed.Future[Graded]]:
        if not self.under_way:
            return []
        try:
            return list(distributed.wait(list(self.under_way), PATIENCE, "FIRST_COMPLETED").done)
        except TimeoutError:
            if not self.client.nthreads():
                raise self.gone("has no workers any more") from None
            return []

    def gone(self, how: str) -> GraderFault:
        return GraderFault(
            f"the scheduler at {self.scheduler} {how}; what was graded is recorded, and the same "
            "command goes on from there"
        )


def _line(error: BaseException) -> str:
    if isinstance(error, TimeoutError):
        return f"not within {CONNECT_SECONDS} s"
    return (str(error) or type(error).__name__).splitlines()[0]


class GraderPlugin(distributed.WorkerPlugin):
    """Unpacks a bundle in a worker, keeps its grader warm, and leaves nothing behind."""

    def __init__(self, bundle: AssignmentBundle) -> None:
        self._bundle = bundle

    def setup(self, worker: distributed.Worker) -> None:
        self._stack = ExitStack()
        # One thread for the worker's whole life: the kernel ends the warm process together with
        # the thread that started it, and a submission's time must not run while it waits.
        self.thread = concurrent.futures.ThreadPoolExecutor(1, "grading")
        self.service = self.thread.submit(self._warm_up)

    def teardown(self, worker: distributed.Worker) -> None:
        self.thread.submit(self._stack.close)
        self.thread.shutdown(wait=True)

    def _warm_up(self) -> Grader:
        if different := differing(versions(), self._bundle.versions):
            raise AutograderError(f"it has {different}")
        rings = choose(accept_weaker=self._bundle.accept_weaker)
        folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        assignment = self._bundle.unpack(Path(self._stack.enter_context(folder)))
        loaded = LoadedAssignment(assignment, self._bundle.edition, self._bundle.released)
        return self._stack.enter_context(Grader(loaded, rings))


def grade(name: str, submission: Submission) -> Graded:
    """The task: grade a submission by the plugin of the worker that this runs in."""
    plugin: Any = distributed.get_worker().plugins[name]
    return cast(Graded, plugin.thread.submit(plugin.service.result().grade, submission).result())


async def trouble(name: str, dask_worker: distributed.Worker) -> str:
    """Why a worker cannot grade (distributed fills in `dask_worker`); empty once it is warm."""
    plugin: Any = dask_worker.plugins[name]
    try:
        await asyncio.wrap_future(plugin.service)
    except AutograderError as error:
        return str(error)
    return ""
