"""The corpus of cheats, each graded once in every place that a selected test names."""

import errno
import os
import socket
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import pytest
import setting
from setting import (
    AGAIN,
    LATER,
    NEXT,
    SHORT,
    SLOW,
    UNARMED,
    Place,
    Results,
    first_of_each_kind,
    impossible,
    places,
)

from autograder.authoring.make import Cheat, NotebookBuilder, cheats
from autograder.core.assignment.plan import Assignment

ABSTRACT = "\0autograder-cheat-abstract_sockets"
NAMED = "/tmp/autograder-cheat-named_sockets"


@pytest.fixture(scope="session")
def listeners() -> Iterator[None]:
    """What two of the cheats would like to talk to."""
    with ExitStack() as stack:
        named = f"{NAMED}-{os.getpid()}"
        for address in (ABSTRACT, named):
            server = stack.enter_context(socket.socket(socket.AF_UNIX))
            with _taken_elsewhere():
                server.bind(address)
                server.listen()
        Path(named).chmod(0o777)
        stack.callback(Path(named).unlink)
        yield


@contextmanager
def _taken_elsewhere() -> Iterator[None]:
    """Cheats know the address: another run on this machine that listens there does as well."""
    try:
        yield
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise


@dataclass(frozen=True)
class Asked:
    """What the selected tests ask for: cheats in places, and unarmed ones in the first place."""

    armed: frozenset[tuple[Place, str]]
    unarmed: frozenset[str]

    @classmethod
    def of(cls, items: Iterable[pytest.Item]) -> "Asked":
        """Read off the parameters of the tests; where a place is named alone, one of each kind."""
        given = [item.callspec.params for item in items if hasattr(item, "callspec")]
        cells = [(each.get("place"), each.get("cheat")) for each in given]
        alone = {place for place, cheat in cells if isinstance(place, Place) and cheat is None}
        firsts = {(place, name) for place in alone for name in first_of_each_kind()}
        armed = {(place, cheat.id) for place, cheat in cells if place and isinstance(cheat, Cheat)}
        unarmed = {cheat.id for place, cheat in cells if isinstance(cheat, Cheat) and not place}
        return cls(frozenset(armed | firsts), frozenset(unarmed))

    def wants(self, place: Place, name: str) -> bool:
        """Whether a notebook is to be graded in a place."""
        if name.startswith(NEXT):
            return True
        if name.endswith(UNARMED):
            return place == places()[0] and name.removesuffix(UNARMED) in self.unarmed
        # What a cheat leaves behind in a warm process shows when it comes a second time.
        if name.endswith(AGAIN) and not name.startswith("disturbing/"):
            return False
        return (place, name.removesuffix(AGAIN)) in self.armed


@pytest.fixture(scope="session")
def results(request, assignment, solved, released, listeners) -> Iterator[Results]:
    """Every result that the selected tests ask for; three jobs at a time, as two mostly wait."""
    asked = Asked.of(request.session.items)
    with tempfile.TemporaryDirectory() as folder:
        course = setting.furnish(Path(folder))
        written = _written(Path(folder), assignment, solved, released)
        jobs = [job for place in asked_places(asked) for job in _jobs(place, written, asked)]
        with ThreadPoolExecutor(3) as pool:
            done = list(pool.map(lambda job: (job[0], setting.grade(course, *job)), jobs))
        found: Results = {}
        for place, graded in done:
            found.setdefault(place, {}).update(graded)
        yield found


def asked_places(asked: Asked) -> list[Place]:
    """The places that this machine has, of those asked for."""
    named = {place for place, _ in asked.armed} | ({places()[0]} if asked.unarmed else set())
    return [place for place in places() if place in named and not impossible(place)]


def _written(
    folder: Path, assignment: Assignment, solved: NotebookBuilder, released: NotebookBuilder
) -> list[tuple[str, Path]]:
    """The notebooks in the order to grade them: after each class of cheats an honest one."""
    room = folder / "notebooks"
    room.mkdir()
    frames: dict[str, NotebookBuilder] = {}
    for kind, group in groupby(cheats(assignment), lambda cheat: cheat.id.split("/")[0]):
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
    place: Place, written: list[tuple[str, Path]], asked: Asked
) -> list[tuple[Place, list[tuple[str, Path]], dict[str, float]]]:
    """The quick ones in one process, the slow ones of a class in another, each with honest ones
    behind."""
    wanted = [row for row in written if asked.wants(place, row[0])]
    quick = [row for row in wanted if not row[0].startswith(SLOW)]
    jobs: list[tuple[Place, list[tuple[str, Path]], dict[str, float]]] = [(place, quick, {})]
    slow = [row for row in wanted if row[0].startswith(SLOW)]
    for kind, group in groupby(slow, lambda row: row[0].split("/")[0]):
        after = [(f"{NEXT}{kind}{LATER}", path) for name, path in written if name == NEXT + kind]
        jobs.append((place, [*group, *after], setting.QUICK if SHORT else {}))
    return jobs
