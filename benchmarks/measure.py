"""The measurements, each of a command or of a process of its own."""

import json
import shutil
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

from benchmarks import plain
from benchmarks.classes import EDITION, WARM, Course, command, environment, run
from benchmarks.inside import proportional, tree

SAMPLE_SECONDS = 2.0
LEAST_SHARE = 0.9


@dataclass(frozen=True)
class Timed:
    """A command over some submissions.

    Attributes:
        memory: The most on the way, in bytes (Pss).
        own: Of that the most without the warm process and its workers, which run students' code.
        busy: How many of the machine's cores had something to do, on average.
    """

    submissions: int
    seconds: float
    memory: int = 0
    own: int = 0
    busy: float = 0.0

    @property
    def rate(self) -> float:
        """Submissions per second."""
        return self.submissions / self.seconds


def timed(course: Course, *words: str) -> Timed:
    """Run a command in a course; problems with single submissions are no matter here."""
    began, worked = time.perf_counter(), _worked()
    process = subprocess.Popen(
        command(*words), cwd=course.folder, env=environment(),
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    samples = [(0, 0)]
    watcher = threading.Thread(target=_watch, args=(process, samples))
    watcher.start()
    process.wait()
    seconds = time.perf_counter() - began
    watcher.join()
    memory, engine = (max(column) for column in zip(*samples, strict=True))
    return Timed(len(course.students), seconds, memory, engine, (_worked() - worked) / seconds)


def _worked() -> float:
    """Seconds that all of this machine's cores have been at work so far."""
    times = psutil.cpu_times()
    return float(sum(times) - times.idle - times.iowait - times.guest - times.guest_nice)


def _watch(process: "subprocess.Popen[bytes]", seen: list[tuple[int, int]]) -> None:
    while process.poll() is None:
        with suppress(psutil.NoSuchProcess):
            members = tree(psutil.Process(process.pid))
            engine = [member for member in members if not _runs_students(member)]
            seen.append((proportional(members), proportional(engine)))
        time.sleep(SAMPLE_SECONDS)


def _runs_students(process: psutil.Process) -> bool:
    try:
        return WARM in " ".join(process.cmdline())
    except psutil.NoSuchProcess:
        # Only workers come and go.
        return True


def graded(course: Course, jobs: int) -> Timed:
    """`autograder grade` over a class that nobody has graded."""
    course.forget()
    return complete(course, "autograder", "grade", EDITION, "--jobs", str(jobs))


def complete(course: Course, *words: str) -> Timed:
    """A run, once it is known that it graded nearly everybody: a failure would look fast."""
    run = timed(course, *words)
    if course.graded() < LEAST_SHARE * run.submissions:
        raise SystemExit(f"only {course.graded()} of {run.submissions} were graded")
    return run


def recorded_again(course: Course) -> Timed:
    """The records of a graded class made anew from the kept reports."""
    course.forget_records()
    return complete(course, "autograder", "grade", EDITION)


def plain_nbgrader(course: Course, folder: Path, students: list[str]) -> Timed:
    """`nbgrader autograde` in a course with the same checks as hidden tests, in a kernel."""
    folder.mkdir()
    plain.build(folder, course.where.assignment)
    run(folder, "nbgrader", "generate_assignment", EDITION)
    for student in students:
        room = folder / "submitted" / student / EDITION
        room.mkdir(parents=True)
        shutil.copy(course.notebook(student), room)
        shutil.copy(folder / "source" / EDITION / "checks.py", room)
    plain_course = Course(folder)
    return complete(plain_course, "nbgrader", "autograde", EDITION)


def inside(what: str, course: Course, students: list[str]) -> dict[str, float]:
    """Figures from the inside of one warm process."""
    return _said("benchmarks.inside", what, str(course.folder), *students)


def costs(course: Course, students: list[str]) -> dict[str, dict[str, float]]:
    """What one submission of each kind costs, counted."""
    return _said("benchmarks.costs", str(course.folder), *students)


def _said(module: str, *words: str) -> Any:
    """What a module prints as JSON."""
    program = [sys.executable, "-m", module, *words]
    done = subprocess.run(program, env=environment(), capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{module} {words[0]}: {done.stderr[-2000:]}")
    return json.loads(done.stdout.splitlines()[-1])
