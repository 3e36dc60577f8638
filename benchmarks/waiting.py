"""Where people wait: for a command to start, for one verdict, for a page."""

import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO
from urllib.request import Request, urlopen

from benchmarks.classes import BIN, EDITION, Course, command, environment, running, subset

RUNS = 5
ARRIVALS = 5
PRESSED = 6
TRIES = 300
TOKEN = "benchmark"
HOMES = ("HOME", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
"""Nothing of the user's own is read or written."""


@dataclass(frozen=True)
class Waiting:
    """Seconds: of starts the best of some runs, of answers the median."""

    python: float
    helped: float
    version: float
    torch: float
    tried: float
    watched: float
    pressed: float


def waiting(course: Course, room: Path, students: list[str]) -> Waiting:
    """All of them, in copies of the course; the students are harmless."""
    notebook = str(course.notebook(students[0]))
    starts = {
        "python": [sys.executable, "-c", "pass"],
        "helped": command("autograder", "--help"),
        "version": command("autograder", "--version"),
        "torch": [sys.executable, "-c", "import torch"],
        "tried": command("autograder", "try", notebook),
    }
    # In turn: a busy moment of the machine slows all of them.
    runs = [{name: _seconds(course, words) for name, words in starts.items()} for _ in range(RUNS)]
    return Waiting(
        **{name: min(run[name] for run in runs) for name in starts},
        watched=_watched(subset(course, room / "watched", students[:1]), course, students[1:]),
        pressed=_pressed(subset(course, room / "pressed", students[:PRESSED])),
    )


def _seconds(course: Course, words: list[str]) -> float:
    began = time.perf_counter()
    subprocess.run(
        words, cwd=course.folder, env=environment(), stdout=subprocess.DEVNULL, check=True
    )
    return time.perf_counter() - began


def _watched(course: Course, others: Course, students: list[str]) -> float:
    """From a submission's arrival to the line that a watch says of it."""
    with _said(course, environment(), *command("autograder", "watch", EDITION)) as output:
        _until("graded, ", output)
        return statistics.median(
            _answered(course, others, student, output) for student in students[:ARRIVALS]
        )


def _answered(course: Course, others: Course, student: str, said: IO[str]) -> float:
    began = time.perf_counter()
    shutil.copytree(others.notebook(student).parent, course.notebook(student).parent)
    _until(f"{student}: graded, ", said)
    return time.perf_counter() - began


def _pressed(course: Course) -> float:
    """formgrader's button in a server that has graded before, over HTTP."""
    with tempfile.TemporaryDirectory() as room:
        homes = {name: f"{room}/{name}" for name in HOMES}
        for home in homes.values():
            Path(home).mkdir()
        env = environment() | homes | {"JUPYTER_TOKEN": TOKEN}
        words = (BIN / "jupyter", "lab", "--no-browser", "--port=0", "--ip=127.0.0.1")
        root = ("--allow-root",) if os.geteuid() == 0 else ()
        with _said(course, env, *map(str, words), *root) as output:
            address = _until(r"http://127\.0\.0\.1:\d+", output)
            threading.Thread(target=output.read, daemon=True).start()
            _listens(address)
            return statistics.median([_press(address, student) for student in course.students][1:])


def _listens(address: str) -> None:
    """Wait until the server answers: it says its address a moment before."""
    for _ in range(TRIES):
        with suppress(OSError):
            urlopen(f"{address}/api").close()
            return
        time.sleep(0.1)


def _press(address: str, student: str) -> float:
    place = f"{address}/formgrader/api/submission/{EDITION}/{student}/autograde"
    began = time.perf_counter()
    request = Request(place, b"", {"Authorization": f"token {TOKEN}"})
    with urlopen(request) as answer:
        if not json.load(answer)["success"]:
            raise SystemExit(f"formgrader could not grade {student}")
    return time.perf_counter() - began


@contextmanager
def _said(course: Course, env: dict[str, str], *words: str) -> Iterator[IO[str]]:
    """What a program says for as long as the block runs."""
    with running(words, course.folder, env, subprocess.PIPE) as process:
        assert process.stdout is not None
        yield process.stdout


def _until(words: str, said: IO[str]) -> str:
    """Wait until a program says this; what it said."""
    for line in said:
        if match := re.search(words, line):
            return match[0]
    raise SystemExit(f"it ended and never said {words!r}")
