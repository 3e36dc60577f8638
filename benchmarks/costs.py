"""What grading one submission costs, counted rather than timed: the same on every machine.

    python -m benchmarks.costs COURSE STUDENT...

Prints JSON: for each kind of student the mean of each figure. Only the two last ones, seconds of
processor time, depend on the machine.
"""

import json
import os
import resource
import statistics
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import psutil
import torch

from autograder.grading.grader import SubmissionGrader
from autograder.sandbox import worker_process as wire
from autograder.sandbox.host import warm_host
from autograder.sandbox.isolation import choose
from benchmarks.classes import WARM, Course, kind
from benchmarks.inside import mapped

Figures = dict[str, float]
TICK = 1 / os.sysconf("SC_CLK_TCK")
REST = 0.3
"""Seconds after which the warm process has taken note of the last worker's end."""
FIRST = 2
"""Submissions that warm everything, and are not counted."""


class CountedHost:
    """A host that counts its workers, and the memory that each had of its own at its end."""

    def __init__(self, host: Any) -> None:
        self._host = host
        self._living: list[Any] = []
        self._ended: set[int] = set()
        family = psutil.Process().children(recursive=True)
        self.warm = next(p for p in family if p.name() != "bwrap" and WARM in " ".join(p.cmdline()))
        self.workers = 0
        self.copied = 0

    def spawn(self, **how: Any) -> Any:
        """A worker."""
        worker = self._host.spawn(**how)
        self.workers += 1
        self._living.append(worker)
        end = worker.close

        def close() -> None:
            # One that is done with early is closed again with its session.
            if worker in self._living:
                self._weigh(worker)
            end()

        worker.close = close
        return worker

    def _weigh(self, worker: Any) -> None:
        """Add what a worker has; they are forked, and so numbered, in the order they are asked for.

        Those that are lost rather than closed are not weighed.
        """
        living = {child.pid for child in self.warm.children()}
        pids = sorted(living - self._ended)
        place = self._living.index(worker) - len(self._living)
        self._living.remove(worker)
        with suppress(IndexError):
            self.copied += mapped(pids[place], "Private_Dirty:")
            self._ended.add(pids[place])


class Wire:
    """Counts the frames that cross the trust line, and their bytes."""

    def __init__(self) -> None:
        self.count: Counter[str] = Counter()
        send, receive = wire.send, wire.receive  # type: ignore[attr-defined]

        def sent(connection: Any, data: bytes, *rest: Any) -> None:
            self.count.update({"messages": 1, "bytes sent": len(data)})
            send(connection, data, *rest)

        def received(*args: Any, **words: Any) -> bytes:
            data = receive(*args, **words)
            self.count["bytes received"] += len(data)
            return data

        wire.send, wire.receive = sent, received  # type: ignore[assignment,attr-defined]


def _counted(host: CountedHost, crossing: Wire) -> Figures:
    """All figures so far."""
    faults, forks, *times = _statistics(host.warm)
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return {
        "workers forked": host.workers,
        "minor page faults": faults + forks + usage.ru_minflt,
        "of these in workers": forks,
        "KiB of memory of the workers' own": host.copied / 1024,
        "messages": crossing.count["messages"],
        "KiB sent": crossing.count["bytes sent"] / 1024,
        "KiB received": crossing.count["bytes received"] / 1024,
        "ms of user time": 1000 * (TICK * (times[0] + times[2]) + usage.ru_utime),
        "ms of system time": 1000 * (TICK * (times[1] + times[3]) + usage.ru_stime),
    }


def _statistics(process: psutil.Process) -> list[int]:
    """Its minor faults, those of its children that have ended, and its and their times."""
    fields = Path(f"/proc/{process.pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    return [int(fields[place]) for place in (7, 8, 11, 12, 13, 14)]


def costs(course: Course, students: list[str]) -> dict[str, Figures]:
    """The mean costs of one submission, by its kind."""
    _, assignment, edition = where = course.where
    crossing = Wire()
    by_kind: dict[str, list[Figures]] = defaultdict(list)
    with warm_host(assignment, choose()) as real:
        host = CountedHost(real)
        grader = SubmissionGrader(assignment, edition, where.released(), host)  # type: ignore[arg-type]

        def graded(student: str) -> None:
            grader.examine(course.submission(student))

        for student in students[:FIRST]:
            graded(student)
        # Else the end of these workers is counted as the next submission's.
        time.sleep(REST)
        counted = partial(_counted, host, crossing)
        for student in students:
            by_kind[kind(student)].append(_added(partial(graded, student), counted))
    return {name: _mean(figures) for name, figures in by_kind.items()}


def _added(act: Callable[[], None], counted: Callable[[], Figures]) -> Figures:
    before = counted()
    act()
    # Only what has ended is counted.
    time.sleep(REST)
    return {name: figure - before[name] for name, figure in counted().items()}


def _mean(every: list[Figures]) -> Figures:
    return {name: statistics.mean(figures[name] for figures in every) for name in every[0]}


def main() -> None:
    """Count and print."""
    torch.set_num_threads(1)
    folder, *students = sys.argv[1:]
    print(json.dumps(costs(Course(Path(folder)), students)))


if __name__ == "__main__":
    main()
