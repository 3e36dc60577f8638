"""The corpus of cheats, each graded once in every place that a selected test names."""

import errno
import os
import socket
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

import pytest
import setting
from setting import Place, Results, impossible, places

from autograder.authoring.make import Cheat, NotebookBuilder, cheats
from autograder.core.assignment.plan import Assignment


@pytest.fixture(scope="session")
def listeners() -> Iterator[None]:
    """What two of the cheats would like to talk to."""
    with ExitStack() as stack:
        named = f"/tmp/autograder-cheat-named_sockets-{os.getpid()}"
        for address in ("\0autograder-cheat-abstract_sockets", named):
            server = stack.enter_context(socket.socket(socket.AF_UNIX))
            try:
                server.bind(address)
                server.listen()
            except OSError as error:
                # Cheats know the address: another run on this machine listens there as well.
                if error.errno != errno.EADDRINUSE:
                    raise
        Path(named).chmod(0o777)
        stack.callback(Path(named).unlink)
        yield


@dataclass(frozen=True)
class Asked:
    """What the selected tests ask for: cheats in places, and unarmed ones in the first place."""

    armed: frozenset[tuple[Place, str]]
    unarmed: frozenset[str]

    @classmethod
    def of(cls, items: Iterable[pytest.Item]) -> "Asked":
        """Read off the parameters of the tests; where a place is named alone, one of each kind."""
        given = [item.callspec.params for item in items if hasattr(item, "callspec")]
        cells = [(params.get("place"), params.get("cheat")) for params in given]
        alone = {place for place, cheat in cells if isinstance(place, Place) and cheat is None}
        firsts = {(place, name) for place in alone for name in setting.first_of_each_kind()}
        armed = {(place, cheat.id) for place, cheat in cells if place and isinstance(cheat, Cheat)}
        unarmed = {cheat.id for place, cheat in cells if isinstance(cheat, Cheat) and not place}
        return cls(frozenset(armed | firsts), frozenset(unarmed))

    def wants(self, place: Place, name: str) -> bool:
        if name.startswith(setting.NEXT):
            return True
        if name.endswith(setting.UNARMED):
            return place == places()[0] and name.removesuffix(setting.UNARMED) in self.unarmed
        # What a cheat leaves behind in a warm process shows when it comes a second time.
        if name.endswith(setting.AGAIN) and not name.startswith("disturbing/"):
            return False
        return (place, name.removesuffix(setting.AGAIN)) in self.armed


@pytest.fixture(scope="session")
def results(request, assignment, solved, released, listeners) -> Iterator[Results]:
    """Every result that the selected tests ask for; three jobs at a time, as two mostly wait."""
    asked = Asked.of(request.session.items)
    with tempfile.TemporaryDirectory() as folder:
        course = setting.furnish(Path(folder))
        written = _written(Path(folder), assignment, solved, released)
        named = {place for place, _ in asked.armed} | ({places()[0]} if asked.unarmed else set())
        possible = [place for place in places() if place in named and not impossible(place)]
        jobs = [job for place in possible for job in _jobs(place, written, asked)]
        with ThreadPoolExecutor(3) as pool:
            done = list(pool.map(lambda job: (job[0], setting.grade(course, *job)), jobs))
        by_place: Results = {}
        for place, graded in done:
            by_place.setdefault(place, {}).update(graded)
        yield by_place


def _written(
    folder: Path, assignment: Assignment, solved: NotebookBuilder, released: NotebookBuilder
) -> list[tuple[str, Path]]:
    """The notebooks in the order to grade them: after each class of cheats an honest one."""
    room = folder / "notebooks"
    room.mkdir()
    frames: dict[str, NotebookBuilder] = {}
    for kind, group in groupby(cheats(assignment), lambda cheat: cheat.id.split("/")[0]):
        for cheat in group:
            frames[cheat.id] = frames[cheat.id + setting.AGAIN] = cheat.notebook(solved, released)
            unarmed = replace(cheat, attacks=(), last=())
            frames[cheat.id + setting.UNARMED] = unarmed.notebook(solved, released)
        frames[setting.NEXT + kind] = solved
    written = []
    for number, (name, frame) in enumerate(frames.items()):
        path = room / f"{number}.ipynb"
        path.write_bytes(frame.bytes())
        written.append((name, path))
    setting.open_to_everyone(folder / "notebooks")
    return written


def _jobs(
    place: Place, written: list[tuple[str, Path]], asked: Asked
) -> list[tuple[Place, list[tuple[str, Path]], dict[str, float]]]:
    """The quick ones in one process, the slow ones of a class in another, each with honest ones
    behind."""
    rows = [row for row in written if asked.wants(place, row[0])]
    quick = [row for row in rows if not row[0].startswith(setting.SLOW)]
    jobs: list[tuple[Place, list[tuple[str, Path]], dict[str, float]]] = [(place, quick, {})]
    slow = [row for row in rows if row[0].startswith(setting.SLOW)]
    for kind, group in groupby(slow, lambda row: row[0].split("/")[0]):
        honest = setting.NEXT + kind
        after = [(honest + setting.LATER, path) for name, path in written if name == honest]
        jobs.append((place, [*group, *after], setting.QUICK if setting.SHORT else {}))
    return jobs
