"""Attacks carried out for real: in both rings and in the inner one alone, as root and as nobody."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from attacks import Attacked, Outcomes

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
def attacked() -> Attacked:
    def run(place: str, attacks: Mapping[str, str], preload: tuple[str, ...] = ()) -> Outcomes:
        ring, user, abi = place.split("-")
        # Not pytest's folder: nobody may not enter that, and its mode is not ours to change.
        with tempfile.TemporaryDirectory() as room:
            done = _run(_order(Path(room), ring, int(abi), attacks, preload), user)
            hidden = Path(room, "hidden.txt")
            assert (hidden.read_text(), hidden.stat().st_mode & 0o777) == ("hidden", 0o666)
        assert (done.returncode, done.stderr) == (0, "")
        return {name: tuple(found) for name, found in json.loads(done.stdout).items()}

    return run


def _order(
    room: Path, ring: str, abi: int, attacks: Mapping[str, str], preload: tuple[str, ...]
) -> dict[str, object]:
    """The room is open to everyone: what keeps attacks out is the sandbox, never a mode."""
    room.chmod(0o777)
    outside = room / "hidden.txt"
    outside.write_text("hidden")
    outside.chmod(0o666)
    (room / "scratch").mkdir()
    (room / "scratch").chmod(0o777)
    return {
        "root": str(_engine(room)),
        "ring": ring == "bubblewrap",
        "landlock": abi,
        "uid": WORKERS,
        "scratch": str(room / "scratch"),
        "preload": preload,
        "attacks": dict(attacks),
        "names": {"outside": str(outside)},
    }


def _engine(room: Path) -> Path:
    """A copy of the engine: nobody may not enter a checkout in somebody's home."""
    root = room / "engine"
    shutil.copytree(PACKAGE, root / "autograder", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(HERE / "attacked.py", root)
    for path in (root, *root.rglob("*")):
        path.chmod(0o777 if path.is_dir() else 0o666)
    return root


def _run(order: dict[str, object], user: str) -> "subprocess.CompletedProcess[str]":
    nobody = user == "nobody"
    program = SYSTEM_PYTHON if nobody else sys.executable
    who = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if nobody else {}
    command = [
        program,
        "-I",
        "-B",
        str(Path(str(order["root"])) / "attacked.py"),
        json.dumps(order),
    ]
    environment = {"PATH": os.environ["PATH"], "OMP_NUM_THREADS": "1"}
    return subprocess.run(
        command, capture_output=True, text=True, timeout=300, env=environment, cwd="/", **who
    )
