"""The whole corpus of cheats, graded once in every place of this machine."""

import os
import socket
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import groupby
from pathlib import Path

import pytest
import setting
from setting import AGAIN, EVERY, NEXT, SLOW, UNARMED, Place, Results

from autograder.assignment import Assignment
from autograder.specimens.cheats import cheats
from autograder.specimens.make import Frame

ABSTRACT = "\0autograder-cheat-abstract_sockets"
NAMED = "/tmp/autograder-cheat-named_sockets"


@pytest.fixture(scope="session")
def listeners() -> Iterator[None]:
    """What two of the cheats would like to talk to."""
    with ExitStack() as stack:
        named = f"{NAMED}-{os.getpid()}"
        for address in (ABSTRACT, named):
            server = stack.enter_context(socket.socket(socket.AF_UNIX))
            server.bind(address)
            server.listen()
        Path(named).chmod(0o777)
        stack.callback(Path(named).unlink)
        yield


@pytest.fixture(scope="session")
def results(plan: Assignment, solved: Frame, released: Frame, listeners: None) -> Iterator[Results]:
    """Every notebook's result in every place; two places at a time."""
    with tempfile.TemporaryDirectory() as folder:
        course = setting.furnish(Path(folder))
        written = _written(Path(folder), plan, solved, released)
        jobs = [job for place in setting.places() for job in _jobs(place, written)]
        with ThreadPoolExecutor(2) as pool:
            done = list(pool.map(lambda job: (job[0], setting.grade(course, *job)), jobs))
        found: Results = {}
        for place, graded in done:
            found.setdefault(place, {}).update(graded)
        yield found


def _written(
    folder: Path, plan: Assignment, solved: Frame, released: Frame
) -> list[tuple[str, Path]]:
    """The notebooks in the order to grade them: after each class of cheats an honest one."""
    room = folder / "notebooks"
    room.mkdir()
    frames: dict[str, Frame] = {}
    for kind, group in groupby(cheats(plan), lambda cheat: cheat.id.split("/")[0]):
        for cheat in group:
            frames[cheat.id] = frames[cheat.id + AGAIN] = cheat.notebook(solved, released)
            frames[cheat.id + UNARMED] = cheat.notebook(solved, released, armed=False)
        frames[NEXT + kind] = solved
    written = []
    for number, (name, frame) in enumerate(frames.items()):
        path = room / f"{number}.ipynb"
        path.write_bytes(frame.bytes())
        written.append((name, path))
    setting.open_to_everyone(folder / "notebooks")
    return written


def _jobs(
    place: Place, written: list[tuple[str, Path]]
) -> list[tuple[Place, list[tuple[str, Path]], dict[str, float]]]:
    if setting.impossible(place):
        return []
    first = place == setting.places()[0]
    wanted = [(name, path) for name, path in written if _wanted(name, first)]
    slow = [(name, path) for name, path in wanted if name.startswith(SLOW)]
    quick = [(name, path) for name, path in wanted if not name.startswith(SLOW)]
    jobs = [(place, quick, {})]
    if first or EVERY:
        after = [row for row in written if row[0] == NEXT + "exhausting"]
        jobs.append((place, slow + after, {} if EVERY else setting.QUICK))
    return jobs


def _wanted(name: str, first: bool) -> bool:
    """The unarmed in one place only; twice those that leave something for the next."""
    if name.endswith(AGAIN):
        return name.startswith("disturbing/")
    return first if name.endswith(UNARMED) else True
