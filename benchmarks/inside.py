"""One warm process, measured from the inside: the floor, the stages of grading, one more worker,
and what a fork costs on this machine.

    python -m benchmarks.inside floor|stages|worker|fork COURSE STUDENT...

Prints JSON. `floor` runs the students' code in this very process: only the harmless kinds.
"""

import gc
import json
import os
import signal
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import psutil
import torch

from autograder.checks.suite import Oracle
from autograder.core.model import Outcome
from autograder.grading.grader import SubmissionGrader
from autograder.grading.session import Session
from autograder.notebook.answers import recover
from autograder.notebook.calls import Source
from autograder.notebook.read import read
from autograder.sandbox.host import warm_host
from autograder.sandbox.isolation import choose
from autograder.wire import codec, messages
from autograder.wire.values import Value
from autograder.worker.answers import Answers
from autograder.worker.cells import Notebook
from autograder.worker.serve import _reply
from benchmarks.classes import Course

Figures = dict[str, float]
FORKS = 200
NO_FILES: Any = SimpleNamespace(cells_run=lambda: None, restore=lambda: None)
SETTLED = 1.0
"""Seconds after which the warm process has nothing left to do."""


class InProcess:
    """A port whose worker is this process."""

    def __init__(self, answers: Answers) -> None:
        self._answers = answers

    def ask(self, *requests: messages.Request) -> messages.Reply:
        """The reply to the last of the requests, or the first failure."""
        return _reply(self._answers, list(requests))

    def perform(self, groups: Sequence[msgspec.Raw]) -> list[bytes]:
        """Nothing: every question is asked, and every check is run."""
        return []

    def charge(self, seconds: float) -> None:
        """Nothing: the floor has no limits of time."""

    def within(self, *_: object) -> "InProcess":
        """The same: nor has it others."""
        return self

    def close(self) -> None:
        """Nothing: the process goes on."""


def nobody_lends(name: str, _: list[Value]) -> Value:
    """What the checks ask once is what the floor is made of: there is no second hearing."""
    raise ValueError(f"{name} is not lent")


def floor(course: Course, students: list[str]) -> Figures:
    """Seconds for each submission with the cells and the checks' arithmetic alone."""
    assignment = course.where.assignment
    sys.path.insert(0, str(assignment.folder))  # the visible checks, which cells import
    released = read(course.where.released())
    # The floor has no limits of time.
    signal.signal = lambda *_: None
    signal.setitimer = lambda *_: (0.0, 0.0)
    oracle = Oracle(assignment)

    def judge(student: str) -> None:
        code = recover(read(course.notebook(student).read_bytes()), released, assignment.parts)
        port = InProcess(Answers(Notebook(1 << 16), nobody_lends, NO_FILES))
        for cell in code.code:
            port.ask(messages.RunCell(cell.index, cell.source, assignment.limits.cell_seconds))
        source = Source(code.code)
        offences = {part.id: source.forbidden_calls(part) for part in assignment.parts}
        results = oracle.judge(port, tuple(part.id for part in assignment.parts), offences, None, 0)
        faults = [f"{c.check}: {c.detail}" for c in results if c.outcome is Outcome.GRADER_FAULT]
        if faults:
            # A check that fails by itself takes no time.
            raise SystemExit(f"the floor cannot be measured: {faults[0]}")

    out = sys.stdout
    # The first warms everything.
    judge(students[0])
    began = time.perf_counter()
    for student in students:
        judge(student)
    sys.stdout = out
    return {"floor": (time.perf_counter() - began) / len(students)}


class TimedHost:
    """A host whose workers say how long they took to be made and to answer."""

    def __init__(self, host: Any) -> None:
        self._host = host
        self.seconds: defaultdict[str, float] = defaultdict(float)

    def spawn(self, **how: Any) -> Any:
        """A worker."""
        with self.timed("spawn"):
            return TimedWorker(self._host.spawn(**how), self)

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        """Add the time of the block to a stage."""
        began = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[stage] += time.perf_counter() - began


class TimedWorker:
    """A worker whose answers are timed."""

    def __init__(self, worker: Any, host: TimedHost) -> None:
        self._worker = worker
        self._host = host

    def ask(self, requests: list[messages.Request], seconds: float) -> messages.Reply:
        """The reply."""
        with self._host.timed(_stage(requests)):
            return self._worker.ask(requests, seconds)

    def perform(self, script: messages.Script, seconds: float) -> list[bytes]:
        """The replies to a script."""
        first = [request for group in script.groups[:1] for request in codec.decode_group(group)]
        with self._host.timed(_stage(first)):
            return self._worker.perform(script, seconds)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._worker, name)


def _stage(requests: list[messages.Request]) -> str:
    """Which stage a message to a worker belongs to: those of cells hold nothing else at the end."""
    cell = bool(requests) and isinstance(requests[-1], messages.RunCell)
    return "cells" if cell else "checks in the worker"


def stages(course: Course, students: list[str]) -> Figures:
    """Seconds of each stage for each submission, graded one after the other, isolation on."""
    _, assignment, edition = where = course.where
    with warm_host(assignment, choose()) as real:
        host = TimedHost(real)
        grader = SubmissionGrader(assignment, edition, where.released(), host)  # type: ignore[arg-type]
        grader.examine(course.submission(students[0]))
        host.seconds.clear()
        taken = []
        for student in students:
            began = time.perf_counter()
            grader.examine(course.submission(student))
            taken.append(time.perf_counter() - began)
    means = {name: seconds / len(students) for name, seconds in host.seconds.items()}
    total = statistics.mean(taken)
    means["reading, judging, closing"] = total - sum(means.values())
    return means | {"grading": total, "latency": statistics.median(taken)}


def worker(course: Course, students: list[str]) -> Figures:
    """The proportional set size, in bytes, that one more worker adds, its cells run."""
    assignment = course.where.assignment
    released = read(course.where.released())
    submission = read(course.notebook(students[0]).read_bytes())
    code = recover(submission, released, assignment.parts).code
    sizes = []
    with warm_host(assignment, choose()) as host:
        # Behind the second one the warm process arranges its memory anew.
        for _ in range(2):
            session = Session(host.spawn, code, assignment.limits)
            session.ready_worker()
            session.close()
        time.sleep(SETTLED)
        sessions = [Session(host.spawn, code, assignment.limits) for _ in range(3)]
        for session in sessions:
            session.ready_worker()
            sizes.append(proportional(tree(psutil.Process())))
        for session in sessions:
            session.close()
    return {"one more worker": (sizes[-1] - sizes[0]) / (len(sizes) - 1)}


def fork(_: Course, __: list[str]) -> Figures:
    """Seconds from a fork of this process, with torch imported, to the end of its child."""
    return {"fork": statistics.median(_forked() for _ in range(FORKS))}


def _forked() -> float:
    began = time.perf_counter()
    if (pid := os.fork()) == 0:
        os._exit(0)
    os.waitpid(pid, 0)
    return time.perf_counter() - began


def tree(process: psutil.Process) -> list[psutil.Process]:
    """A process and all below it."""
    return [process, *process.children(recursive=True)]


def proportional(processes: Iterable[psutil.Process]) -> int:
    """Bytes of all of them, shared pages divided among those who share them."""
    return sum(mapped(process.pid, "Pss:") for process in processes)


def mapped(pid: int, figure: str) -> int:
    """Bytes of a process by a row of its summary; none of one that has ended."""
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii")
    except OSError:
        return 0
    rows = (row.split() for row in text.splitlines())
    return next((int(row[1]) << 10 for row in rows if row[0] == figure), 0)


def main() -> None:
    """Measure one thing and print it."""
    torch.set_num_threads(1)
    name, folder, *students = sys.argv[1:]
    measure = {"floor": floor, "stages": stages, "worker": worker, "fork": fork}[name]
    out = sys.stdout
    # As before the processes of a pool are forked: torch's objects are looked through no more.
    gc.collect()
    gc.freeze()
    print(json.dumps(measure(Course(Path(folder)), students)), file=out)


if __name__ == "__main__":
    main()
