"""The folder list is the architecture: imports run one way."""

import ast
import sys
from pathlib import Path

import pytest

import autograder

PACKAGE = Path(autograder.__file__).parent
RUNGS = (
    ("cli",),
    ("nbgrader_edge",),
    ("starter",),
    ("classroom", "specimens"),
    ("watching", "cluster"),
    ("grading",),
    ("course", "lms"),
    ("oracle", "sandbox"),
    ("worker",),
    ("notebook", "report"),
    ("assignment",),
    ("wire", "bulkhead"),
    ("model", "errors", "wholly"),
)
"""From the top; a module may import from its own room and from rungs below it."""


def _imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def _room(name: str) -> str | None:
    words = name.split(".")
    known = [room for rung in RUNGS for room in rung]
    return words[1] if words[0] == "autograder" and words[1:] and words[1] in known else None


def _modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def _rung(room: str) -> int:
    return next(level for level, rooms in enumerate(RUNGS) if room in rooms)


def test_every_room_has_a_rung() -> None:
    """A new room must say where it stands."""
    rooms = {path.relative_to(PACKAGE).parts[0].removesuffix(".py") for path in _modules()}
    assert rooms - {"__init__"} == {room for rung in RUNGS for room in rung}


@pytest.mark.parametrize("path", _modules(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_imports_run_downwards(path: Path) -> None:
    """A module imports only from its own room and from rungs below."""
    own = _room(f"autograder.{path.relative_to(PACKAGE).parts[0].removesuffix('.py')}")
    if own is None:
        return
    rooms = {room for name in _imports(path) if (room := _room(name)) and room != own}
    upward = {room for room in rooms if _rung(room) <= _rung(own)}
    assert upward == set()


def test_only_the_edge_knows_nbgrader() -> None:
    """nbgrader is imported in its own room and nowhere else."""
    rooms = {
        path.relative_to(PACKAGE).parts[0]
        for path in _modules()
        if any(name.split(".")[0] == "nbgrader" for name in _imports(path))
    }
    assert rooms == {"nbgrader_edge"}


def test_the_worker_stands_alone() -> None:
    """What runs with student code imports the standard library, torch, IPython and the wire."""
    allowed = set(sys.stdlib_module_names) | {"torch", "IPython", "msgspec"}
    for room in ("worker", "wire"):
        for path in sorted((PACKAGE / room).rglob("*.py")):
            for name in _imports(path):
                ours = name.startswith(("autograder.worker", "autograder.wire"))
                assert ours or name.split(".")[0] in allowed, f"{path}: {name}"
