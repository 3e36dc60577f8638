"""The road over a Dask cluster on this machine, beside the same number of processes without one."""

import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from distributed import Client

from benchmarks import measure
from benchmarks.classes import EDITION, Course, environment, running
from benchmarks.measure import Timed

WORKERS = (1, 2, 4)
DASK = (sys.executable, "-m", "dask")


@dataclass(frozen=True)
class Road:
    """One way to grade, over a few submissions and over the whole class."""

    few: Timed
    whole: Timed

    @property
    def each(self) -> float:
        """Seconds for each further submission: what a start takes is in both runs."""
        more = self.whole.submissions - self.few.submissions
        return (self.whole.seconds - self.few.seconds) / more


@dataclass(frozen=True)
class Beside:
    """So many workers of a cluster, and as many processes of this machine's own."""

    cluster: Road
    processes: Road

    @property
    def overhead(self) -> float:
        """Seconds that the cluster costs for each submission."""
        return self.cluster.each - self.processes.each


def roads(few: Course, whole: Course) -> dict[int, Beside]:
    """Both roads, by the number of workers."""
    measured = {}
    with _scheduler(few.folder.parent) as address:
        for count in WORKERS:
            with _workers(address, count, few.folder.parent):
                # What new workers take for their start is in their first run alone.
                _afar(few, address)
                cluster = Road(_afar(few, address), _afar(whole, address))
            processes = Road(measure.graded(few, count), measure.graded(whole, count))
            measured[count] = Beside(cluster, processes)
    return measured


def _afar(course: Course, address: str) -> Timed:
    course.forget()
    return measure.complete(course, "autograder", "grade", EDITION, "--scheduler", address)


@contextmanager
def _scheduler(room: Path) -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    with _running(room, "scheduler", "--host", address, "--no-dashboard"):
        yield address


@contextmanager
def _workers(address: str, count: int, room: Path) -> Iterator[None]:
    with ExitStack() as stack:
        client = stack.enter_context(Client(address, timeout=60, set_as_default=False))
        # Each of its own: one with --nworkers starts them one after the other.
        for _ in range(count):
            worker = ("worker", address, "--nthreads", "1", "--no-dashboard")
            stack.enter_context(_running(room, *worker))
        client.wait_for_workers(count, timeout=120)
        yield


@contextmanager
def _running(room: Path, *words: str) -> Iterator[None]:
    """One of Dask's own programs for as long as the block runs."""
    log = (room / "dask.log").open("a")
    with log, running([*DASK, *words], room, environment(), log):
        yield
