"""Grading a class on all cores: a warm grader in every process."""

import multiprocessing
import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path

from autograder.errors import AutograderError, GraderFault, SubmissionUnreadable
from autograder.grading.grader import Examined, Grader
from autograder.model import Report

TRIES = 2
"""A fault of the grader is tried once more before it is reported."""


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


def grade_all(
    make_grader: Callable[[], Grader], files: Mapping[str, Path], processes: int
) -> Iterator[Graded]:
    """Grade every submission; results in the order in which they are ready."""
    waiting = dict(files)
    for attempt in range(TRIES):
        broken: dict[str, Path] = {}
        yield from _once(make_grader, waiting, processes, broken)
        if not broken:
            return
        waiting = broken
        if attempt == TRIES - 1:
            for student in broken:
                yield Graded(student, None, "the grader's process died; nothing is recorded")


def _once(
    make_grader: Callable[[], Grader], files: Mapping[str, Path], processes: int,
    broken: dict[str, Path],
) -> Iterator[Graded]:  # fmt: skip
    """One pass; what was under way in a process that died is left in `broken`."""
    context = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(processes, context, _begin, (make_grader,)) as pool:
        pending = {pool.submit(_grade, s, str(path)): s for s, path in files.items()}
        try:
            yield from _as_ready(pending, files, broken)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _as_ready(
    pending: dict["Future[Graded]", str], files: Mapping[str, Path], broken: dict[str, Path]
) -> Iterator[Graded]:
    left = set(pending)
    while left:
        done, left = wait(left, return_when=FIRST_COMPLETED)
        for future in done:
            try:
                yield future.result()
            except BrokenProcessPool:
                broken[pending[future]] = files[pending[future]]


class _Here:
    """The grader of this pool process."""

    grader: Grader | None = None


def _begin(make_grader: Callable[[], Grader]) -> None:
    _Here.grader = make_grader().__enter__()


def _grade(student: str, path: str) -> Graded:
    grader = _Here.grader
    assert grader is not None
    try:
        data = Path(path).read_bytes()
        examined = _patiently(grader, data)
        return Graded(student, examined.report, evidence=examined.evidence)
    except SubmissionUnreadable as error:
        return Graded(student, None, f"unreadable: {error}")
    except AutograderError as error:
        return Graded(student, None, f"grader's fault: {error}")


def _patiently(grader: Grader, data: bytes) -> Examined:
    for _ in range(TRIES - 1):
        try:
            return grader.examine(data)
        except GraderFault:
            continue
    return grader.examine(data)
