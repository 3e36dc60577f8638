"""A student's desk: notebooks run in processes of their own, each with one part's visible check.

It runs the course's own specimens, which are trusted; submissions are graded elsewhere.
"""

import json
import os
import runpy
import signal
import sys
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from autograder.core.assignment.given import FILE, given_files, importable, visible_checks
from autograder.wire.messages import RunCell
from autograder.worker.cells import Notebook
from autograder.worker.files import put

SECONDS = 20
OUTPUT_CAP = 1 << 16


def serve(folder: Path) -> None:
    """Answer every line {"part", "cells"} by {"message", "seen"}, or null if it was killed."""
    given = given_files(folder)
    with tempfile.TemporaryDirectory() as scratch, importable(folder):
        put(given, Path(scratch))
        os.chdir(scratch)
        example = folder / "specimens/worked_example.py"
        namespace = runpy.run_path(str(example)) if example.exists() else {}
        # What the assignment's author says can be seen of an answer.
        observe = namespace.get("observe", lambda part, names: {})
        checks = sys.modules["checks"] = ModuleType("checks")
        # By its own file the module tells its lines from a student's.
        checks.__file__ = FILE
        exec(compile(visible_checks(folder), FILE, "exec"), vars(checks))
        for number, line in enumerate(sys.stdin):
            # In a folder of its own: what one makes of a given file is nothing to the next.
            desk = Path(scratch, f".{number}") if given else Path(scratch)
            work = partial(_checked, json.loads(line), desk, given, checks, observe)
            print(_forked(work) or "null")


def _checked(
    trial: dict[str, Any], desk: Path, given: Mapping[str, bytes], checks: ModuleType, observe: Any
) -> str:
    part, notebook = trial["part"], Notebook(OUTPUT_CAP)
    put(given, desk)
    os.chdir(desk)
    for index, source in enumerate(trial["cells"]):
        notebook.run(RunCell(index, source, SECONDS))
    # A call that never ends would be waited for as long as for all cells.
    signal.alarm(SECONDS)
    try:
        checks.check(part, notebook.names)
        message = ""
    except BaseException as error:
        message = " ".join(str(error).split()) or type(error).__name__
    return json.dumps({"message": message, "seen": observe(part, notebook.names)})


def _forked(work: Callable[[], str]) -> str:
    """What `work` returns, computed in a child; empty if the child died or took too long."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        with suppress(BaseException):
            signal.alarm(6 * SECONDS)
            with os.fdopen(writing, "w") as pipe:
                pipe.write(work())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        answer = pipe.read()
    os.waitpid(child, 0)
    return answer


if __name__ == "__main__":
    serve(Path(sys.argv[1]))
