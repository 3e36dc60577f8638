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
    ("nbgrader_adapter",),
    ("authoring",),
    ("watching", "cluster"),
    ("report",),
    ("grading",),
    ("course",),
    ("oracle",),
    ("checks", "sandbox"),
    ("worker",),
    ("notebook",),
    ("wire",),
    ("core",),
)
"""From the top; a module may import from its own package and from rungs below it."""


def _imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def _package(name: str) -> str | None:
    words = name.split(".")
    known = [package for rung in RUNGS for package in rung]
    return words[1] if words[0] == "autograder" and words[1:] and words[1] in known else None


def _modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def _rung(package: str) -> int:
    return next(level for level, packages in enumerate(RUNGS) if package in packages)


def test_every_package_has_a_rung() -> None:
    """A new package must say where it stands."""
    packages = {path.relative_to(PACKAGE).parts[0].removesuffix(".py") for path in _modules()}
    assert packages - {"__init__"} == {package for rung in RUNGS for package in rung}


@pytest.mark.parametrize("path", _modules(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_imports_run_downwards(path: Path) -> None:
    """A module imports only from its own package and from rungs below."""
    own = _package(f"autograder.{path.relative_to(PACKAGE).parts[0].removesuffix('.py')}")
    if own is None:
        return
    packages = {
        package for name in _imports(path) if (package := _package(name)) and package != own
    }
    upward = {package for package in packages if _rung(package) <= _rung(own)}
    assert upward == set()


def test_only_the_adapter_knows_nbgrader() -> None:
    """nbgrader is imported in the adapter and nowhere else."""
    packages = {
        path.relative_to(PACKAGE).parts[0]
        for path in _modules()
        if any(name.split(".")[0] == "nbgrader" for name in _imports(path))
    }
    assert packages == {"nbgrader_adapter"}


def test_the_worker_stands_alone() -> None:
    """What runs with student code imports the standard library, its libraries and the wire."""
    allowed = set(sys.stdlib_module_names) | {"torch", "numpy", "IPython", "msgspec"}
    for package in ("worker", "wire"):
        for path in sorted((PACKAGE / package).rglob("*.py")):
            for name in _imports(path):
                ours = name.startswith(("autograder.worker", "autograder.wire"))
                assert ours or name.split(".")[0] in allowed, f"{path}: {name}"
