"""`autograder watch`: grades submissions as they arrive."""

import itertools
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from typing import Annotated

import typer

from autograder.cli.options import HERE, Course, Published, Weaker
from autograder.core.assignment.sets import refuse_published
from autograder.core.atomic_file import STATE_FOLDER
from autograder.course import CourseAssignment
from autograder.grading.grader import WarmGrader
from autograder.sandbox.isolation import choose
from autograder.watching import Allowance, only_watch

LOOKS = 10
"""How often --once looks at a submission that is still being written."""


def watch(
    assignments: Annotated[list[str], typer.Argument(help="Their names in nbgrader.")],
    root: Course = HERE,
    every: Annotated[float, typer.Option(min=0.1, help="Polling interval in seconds.")] = 0.7,
    attempts: Annotated[
        int | None, typer.Option(min=1, help="Graded submissions of a student within --per hours.")
    ] = None,
    per: Annotated[float, typer.Option(min=0.001, help="Hours, for --attempts.")] = 24.0,
    once: Annotated[bool, typer.Option("--once", help="Grade what is there, then exit.")] = False,
    weaker: Weaker = False,
    published: Published = False,
) -> None:
    """Collect, grade and return submissions of ASSIGNMENTS as they arrive, until Ctrl-C."""
    from autograder.nbgrader_adapter.runs.watch import Watch

    chosen = [CourseAssignment.find(root, assignment) for assignment in dict.fromkeys(assignments)]
    for where in chosen if not published else ():
        refuse_published(where.assignment)
    rings = choose(accept_weaker=weaker)
    allowance = Allowance(attempts, per) if attempts else None
    with only_watch(root / STATE_FOLDER / "watch.lock"), _stopping() as stop, ExitStack() as stack:
        watches = []
        for where in chosen:
            warm = stack.enter_context(WarmGrader(rings))
            watches.append(Watch(where, warm, _say, allowance, stop.is_set))
        _say(f"process {os.getpid()} watches, a look every {every:g} s; Ctrl-C stops it")
        for look in itertools.count(1):
            restless = [watch.look() for watch in watches]
            if (once and (not any(restless) or look == LOOKS)) or stop.wait(every):
                break
        _say("done" if once and not stop.is_set() else "stopped")


@contextmanager
def _stopping() -> Iterator[threading.Event]:
    """An event set by Ctrl-C or SIGTERM; the submission under way is finished before it is asked.

    The second signal ends the process at once, as it would without us.
    """
    stop = threading.Event()

    def handle(*_: object) -> None:
        stop.set()
        restore()

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    before = {number: signal.signal(number, handle) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
        restore()


def _say(line: str) -> None:
    print(f"{datetime.now():%H:%M:%S} {line}", flush=True)
