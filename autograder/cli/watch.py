"""`autograder watch`: grades what students hand in, as it arrives."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from autograder.assignment import find
from autograder.cli.options import HERE, Assignment, Course, Weaker
from autograder.grading.kept import ROOM
from autograder.sandbox.rings import choose
from autograder.watching.attempts import Allowance
from autograder.watching.bench import Bench
from autograder.watching.journal import Journal
from autograder.watching.lock import only_watch
from autograder.watching.scene import Events, Watched
from autograder.watching.watch import Watch

LOOKS = 10
"""How often --once looks at a submission that is still being written."""


def watch(
    assignment: Assignment,
    course_dir: Course = HERE,
    every: Annotated[float, typer.Option(min=0.1, help="Seconds between two looks.")] = 2.0,
    attempts: Annotated[
        int | None, typer.Option(min=1, help="Submissions of a student graded within --per hours.")
    ] = None,
    per: Annotated[float, typer.Option(min=0.001, help="Hours, for --attempts.")] = 24.0,
    once: Annotated[bool, typer.Option("--once", help="Grade what is there, then end.")] = False,
    accept_weaker_isolation: Weaker = False,
) -> None:
    """Collect, grade and answer submissions of ASSIGNMENT as they arrive, until Ctrl-C."""
    from autograder.nbgrader_edge.desk import NbgraderDesk

    root = course_dir.resolve()
    plan, edition = find(root, assignment)
    rings = choose(accept_weaker=accept_weaker_isolation)
    allowance = Allowance(attempts, per) if attempts else None
    with only_watch(root / ROOM / "watch.lock"), _stopping() as stop:
        journal = Journal(root / ROOM / "watch" / f"{edition.id}.json")
        desk = NbgraderDesk(root, edition.id, plan.id)
        with Bench(root, edition.id, rings) as bench:
            _say(f"process {os.getpid()} watches {_places(root, desk.room)}, every {every:g} s")
            watched = Watched(root, edition.id, allowance, stop.is_set)
            _look(Watch(watched, desk, bench, journal, Events(_say)), stop, every, once)
        _say("done" if once and not stop.is_set() else "stopped")


def _look(watch: Watch, stop: threading.Event, every: float, once: bool) -> None:
    looks = 0
    while not stop.is_set():
        looks += 1
        restless = watch.look()
        if once and (not restless or looks == LOOKS):
            return
        stop.wait(every)


@contextmanager
def _stopping() -> Iterator[threading.Event]:
    """An event set by Ctrl-C or SIGTERM; the submission under way is finished before it is asked.

    The second signal ends the process at once, as it would without us.
    """
    stop = threading.Event()

    def handle(*_: object) -> None:
        stop.set()
        for number in signals:
            signal.signal(number, before[number])

    signals = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.signal(number, handle) for number in signals}
    try:
        yield stop
    finally:
        for number in signals:
            signal.signal(number, before[number])


def _places(root: Path, exchange: Path | None) -> str:
    submitted = str(root / "submitted")
    return f"{exchange} and {submitted}" if exchange else f"{submitted} (no exchange here)"


def _say(line: str) -> None:
    print(f"{datetime.now():%H:%M:%S} {line}", flush=True)
