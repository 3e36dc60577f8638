"""The folder list is the architecture: imports run one way, and each package has a budget."""

import ast
import re
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import autograder

PACKAGE = Path(autograder.__file__).parent
RUNGS = (
    ("cli",),
    ("nbgrader_adapter",),
    ("viva",),
    ("authoring",),
    ("watching", "cluster"),
    ("report",),
    ("grading",),
    ("course",),
    ("checks", "sandbox"),
    ("worker",),
    ("notebook",),
    ("wire",),
    ("core",),
)
"""From the top; a module may import from its own package and from rungs below it."""
DEEPEST = 12
"""Modules in the longest chain of imports."""


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


def test_every_package_has_a_rung():
    packages = {path.relative_to(PACKAGE).parts[0].removesuffix(".py") for path in _modules()}
    assert packages - {"__init__"} == {package for rung in RUNGS for package in rung}


@pytest.mark.parametrize("path", _modules(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_imports_run_downwards(path):
    own = _package(f"autograder.{path.relative_to(PACKAGE).parts[0].removesuffix('.py')}")
    if own is None:
        return
    packages = {
        package for name in _imports(path) if (package := _package(name)) and package != own
    }
    upward = {package for package in packages if _rung(package) <= _rung(own)}
    assert upward == set()


def test_only_the_adapter_knows_nbgrader():
    packages = {
        path.relative_to(PACKAGE).parts[0]
        for path in _modules()
        if any(name.split(".")[0] == "nbgrader" for name in _imports(path))
    }
    assert packages == {"nbgrader_adapter"}


def test_the_worker_stands_alone():
    allowed = set(sys.stdlib_module_names) | {"torch", "numpy", "IPython", "msgspec"}
    for package in ("worker", "wire"):
        for path in sorted((PACKAGE / package).rglob("*.py")):
            for name in _imports(path):
                ours = name.startswith(("autograder.worker", "autograder.wire"))
                assert ours or name.split(".")[0] in allowed, f"{path}: {name}"


def _module(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


def _modules_imported(path: Path, known: set[str]) -> Iterator[str]:
    """Of each name the module that it is, or comes from; those for type checks alone, too."""
    for name in _imports(path):
        found = name if name in known else name.rpartition(".")[0]
        # The package itself is a facade: it has the version, and imports what is asked for.
        if found in known - {"autograder", _module(path)}:
            yield found


def _graph() -> dict[str, set[str]]:
    known = {_module(path) for path in _modules()}
    return {_module(path): set(_modules_imported(path, known)) for path in _modules()}


def test_no_chain_of_imports_is_a_circle_or_long():
    """Inside functions neither. A circle is an error of the sorter, which names its modules."""
    graph, chains = _graph(), dict[str, list[str]]()
    for module in TopologicalSorter(graph).static_order():
        below = max((chains[one] for one in graph[module]), key=len, default=[])
        chains[module] = [module, *below]
    longest = max(chains.values(), key=len)
    assert len(longest) <= DEEPEST, " <- ".join(longest)


def test_every_package_keeps_its_budget(repository):
    """Growth is a decision: CONTRIBUTING.md says how many lines each package may have."""
    page = (repository / "CONTRIBUTING.md").read_text("utf-8")
    budgets = dict(re.findall(r"^\| `autograder/(\w+)` \| ([\d,]+) \|$", page, re.MULTILINE))
    packages = {path.name for path in PACKAGE.iterdir() if [*path.glob("*.py")]}
    assert budgets.keys() == packages
    for name, lines in budgets.items():
        found = sum(len(path.read_bytes().splitlines()) for path in (PACKAGE / name).rglob("*.py"))
        assert found <= int(lines.replace(",", "")), name
