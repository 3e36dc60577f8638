"""A course worth stealing from, open to everyone, and ways to grade in it as different users."""

import functools
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from autograder.authoring.make import Cheat, cheats
from autograder.core.assignment.load import find
from autograder.core.model import Report
from autograder.sandbox import bubblewrap
from autograder.worker.confine import landlock
from tests.conftest import copy_course
from tests.desk.people import reaching

ROOT = Path(__file__).resolve().parents[2]
SOMEBODY = 54321
"""An ordinary user whom nobody else is: the kernel counts the threads of a user together."""
SECRET = "AUTOGRADER_TEST_SECRET"


@dataclass(frozen=True)
class Place:
    """Which rings stand around the students, who grades, and the Landlock ABI of the workers."""

    ring: str
    user: str
    landlock: int

    def __str__(self) -> str:
        newest = self.landlock == landlock.abi()
        return f"{self.ring}-{self.user}" + ("" if newest else f"-landlock{self.landlock}")


@dataclass(frozen=True)
class Result:
    """What came of one notebook."""

    name: str
    report: Report | None
    problem: str
    seconds: float


SLOW = ("exhausting/", "spoofing/slow_drip", "spoofing/deep_nesting", "spoofing/half_a_frame",
        "spoofing/man_in_the_middle", "spoofing/stolen_requests")  # fmt: skip
"""They use up all the time there is: in the places of `spends_time` only, unless
AUTOGRADER_EVERY_CHEAT is set, and with short limits, unless it is `long`."""

EVERY = "AUTOGRADER_EVERY_CHEAT" in os.environ
SHORT = os.environ.get("AUTOGRADER_EVERY_CHEAT") != "long"
AGAIN, NEXT, UNARMED, LATER = "~again", "next~", "~unarmed", "~later"

QUICK = {"cell_seconds": 1.5, "check_seconds": 1.5, "submission_seconds": 5}
"""Limits for cheats that use up whatever time they are given."""

Results = dict["Place", dict[str, "Result"]]


def places() -> tuple[Place, ...]:
    """Both rings and the inner one alone; as root also as an ordinary user.

    Behind those the kernels that can deny less: the inner ring alone with older Landlock, where
    nothing else makes up for it, and bubblewrap where there is no Landlock at all.
    """
    users = ("root", "somebody") if os.getuid() == 0 else ("myself",)
    highest = landlock.abi()
    newest = [Place(ring, user, highest) for user in users for ring in ("bubblewrap", "alone")]
    older = [("bubblewrap", 0), *(("alone", abi) for abi in (1, 2, 3) if abi < highest)]
    return (*newest, *(Place(ring, user, abi) for user in users for ring, abi in older if highest))


def quick(place: Place) -> bool:
    """Whether quick tests look at a place: both rings, for the user who may do most, and as an
    ordinary user the inner one alone, with the least that it may have."""
    first, user, highest = places()[0].user, places()[-1].user, landlock.abi()
    return place in (Place("bubblewrap", first, highest), Place("alone", user, 1))


def spends_time(place: Place) -> bool:
    """Whether what uses up all the time there is is graded in a place: in the first, and as an
    ordinary user on every kernel that can deny less."""
    first, *_, last = places()
    return place == first or (place.landlock != first.landlock and place.user == last.user)


@functools.cache
def corpus() -> tuple[Cheat, ...]:
    return cheats(find(ROOT, "attention")[0])


def first_of_each_kind() -> frozenset[str]:
    """One cheat of each kind; of those that use up all the time there is, none."""
    quick = [cheat.id for cheat in corpus() if not cheat.id.startswith(SLOW)]
    return frozenset({name.split("/")[0]: name for name in reversed(quick)}.values())


def impossible(place: Place) -> str | None:
    """Why this machine has no such place; None if it has."""
    return bubblewrap.usable() if place.ring == "bubblewrap" else None


def honest(cheat: Cheat) -> float:
    return 100.0 if cheat.honest is None else cheat.honest


def furnish(folder: Path) -> Path:
    """A course folder with everything in it that a cheat would like to read or change."""
    course = folder / "course"
    copy_course(course)
    cached = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "autograder", course / "autograder", ignore=cached)
    shutil.copy(Path(__file__).with_name("graded.py"), course)
    for room in ("submitted", "autograded", "feedback"):
        others = course / room / "somebody_else" / "attention"
        others.mkdir(parents=True)
        shutil.copy(ROOT / "source/attention/attention.ipynb", others)
    with sqlite3.connect(course / "gradebook.db") as gradebook:
        gradebook.execute("create table grade (student text, points real)")
    home = folder / "home"
    (home / ".jupyter").mkdir(parents=True)
    for name in (".bashrc", ".profile", ".jupyter/nbgrader_config.py"):
        (home / name).write_text("# hidden\n")
    open_to_everyone(folder)
    return course


def open_to_everyone(folder: Path) -> None:
    """What keeps cheats out must be the sandbox, never a mode."""
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o777 if path.is_dir() else 0o666)


def grade(
    course: Path, place: Place, notebooks: Iterable[tuple[str, Path]], limits: Mapping[str, float]
) -> dict[str, Result]:
    """Grade these in a process of the place's user; results by name."""
    order = Path(tempfile.mkstemp(".json", f"{place}-", course.parent)[1])
    uid = SOMEBODY if place.user == "somebody" else os.getuid()
    order.write_text(json.dumps({
        "course": str(course), "ring": place.ring, "landlock": place.landlock, "uid": uid,
        "limits": dict(limits), "notebooks": [(name, str(path)) for name, path in notebooks],
    }))  # fmt: skip
    order.chmod(0o666)
    program = [sys.executable, "-B", str(course / "graded.py"), str(order)]
    if place.user == "somebody":
        prefix = ["setpriv", f"--reuid={SOMEBODY}", f"--regid={SOMEBODY}", "--clear-groups", "--"]
        program = reaching([*prefix, *program])
    environment = {"PATH": os.environ["PATH"], "OMP_NUM_THREADS": "1", SECRET: "hidden",
                   "HOME": str(course.parent / "home"), "LANG": "C.UTF-8"}  # fmt: skip
    done = subprocess.run(program, capture_output=True, text=True, env=environment, cwd=course)
    assert done.returncode == 0, f"{place}: {done.stderr}"
    # Not by `splitlines`: what is smuggled has line ends of other kinds.
    lines = done.stdout.strip("\n").split("\n")
    results = (msgspec.json.decode(line, type=Result) for line in lines)
    return {result.name: result for result in results}
