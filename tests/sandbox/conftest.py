"""Attacks carried out for real: in both rings and in the inner one alone, as root and as nobody."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

import autograder
from autograder.sandbox import bubblewrap
from autograder.worker.confine import landlock

HERE = Path(__file__).parent
PACKAGE = Path(autograder.__file__).parent
NOBODY = 65534
WORKERS = 0x70000000
SYSTEM_PYTHON = "/usr/bin/python3"

RINGS = ("bubblewrap", "alone")
USERS = ("root", "nobody") if os.getuid() == 0 else ("myself",)
Outcomes = dict[str, tuple[str, object]]
"""How each attack ended, and what it says."""
WEAKEST = {"bubblewrap": 0, "alone": 1}
"""The least Landlock ABI that each setting needs: bubblewrap needs none."""


def _places() -> Iterator[object]:
    """Every ring and user, with every Landlock ABI.

    Quick are the newest and bubblewrap for the first user, who may do most, and for the last one
    the weakest and the inner ring alone.
    """
    newest = landlock.abi()
    both = (("bubblewrap", newest, USERS[0]), ("alone", WEAKEST["alone"], USERS[-1]))
    for ring in RINGS:
        for user in USERS:
            for abi in range(WEAKEST[ring], newest + 1):
                marks = () if (ring, abi, user) in both else pytest.mark.slow
                yield pytest.param(f"{ring}-{user}-{abi}", marks=marks)


@pytest.fixture(scope="session", params=_places())
def place(request) -> str:
    """A ring, a user, and the Landlock ABI whose rules a worker is held to (0: none)."""
    ring, user, _ = request.param.split("-")
    if ring == "bubblewrap" and (reason := bubblewrap.usable()):
        pytest.skip(reason)
    if user == "nobody" and not Path(SYSTEM_PYTHON).exists():
        pytest.skip("nobody cannot read this Python, and there is no other")
    return request.param


@pytest.fixture(scope="session")
def attacked() -> Callable[..., Outcomes]:
    def run(place: str, attacks: Mapping[str, str], preload: tuple[str, ...] = ()) -> Outcomes:
        ring, user, abi = place.split("-")
        # Not pytest's folder: nobody may not enter that, and its mode is not ours to change.
        with tempfile.TemporaryDirectory() as name:
            room = Path(name)
            _furnish(room)
            hidden = room / "hidden.txt"
            order = {
                "root": str(room / "engine"),
                "ring": ring == "bubblewrap",
                "landlock": int(abi),
                "uid": WORKERS,
                "scratch": str(room / "scratch"),
                "preload": preload,
                "attacks": dict(attacks),
                "names": {"outside": str(hidden)},
            }
            done = _run(user, str(room / "engine/attacked.py"), json.dumps(order))
            assert (hidden.read_text(), hidden.stat().st_mode & 0o777) == ("hidden", 0o666)
        assert (done.returncode, done.stderr) == (0, "")
        return {name: tuple(found) for name, found in json.loads(done.stdout).items()}

    return run


def _furnish(room: Path) -> None:
    """All of it is open to everyone: what keeps attacks out is the sandbox, never a mode.

    The engine is a copy: nobody may not enter a checkout in somebody's home.
    """
    (room / "hidden.txt").write_text("hidden")
    (room / "scratch").mkdir()
    cached = shutil.ignore_patterns("__pycache__")
    shutil.copytree(PACKAGE, room / "engine/autograder", ignore=cached)
    shutil.copy(HERE / "attacked.py", room / "engine")
    for path in (room, *room.rglob("*")):
        path.chmod(0o777 if path.is_dir() else 0o666)


def _run(user: str, *words: str) -> "subprocess.CompletedProcess[str]":
    nobody = user == "nobody"
    who = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if nobody else {}
    return subprocess.run(
        [SYSTEM_PYTHON if nobody else sys.executable, "-I", "-B", *words],
        env={"PATH": os.environ["PATH"], "OMP_NUM_THREADS": "1"}, cwd="/", timeout=300,
        capture_output=True, text=True, **who,
    )  # fmt: skip
