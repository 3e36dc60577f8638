"""The folder list is the architecture: imports run one way, and pages name files that there are."""

import ast
import re
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import autograder

PACKAGE = Path(autograder.__file__).parent
ROOT = PACKAGE.parent
PAGE = (ROOT / "DESIGN.md").read_text("utf-8")
RUNGS = (
    ("cli",), ("nbgrader_adapter",), ("viva",), ("authoring",), ("watching", "cluster"),
    ("report",), ("grading",), ("corrections",), ("course",), ("checks", "sandbox"), ("worker",),
    ("notebook",), ("wire",), ("core",),
)  # fmt: skip
"""From the top; a module may import from its own package and from rungs below it."""
RUNG = {package: level for level, packages in enumerate(RUNGS) for package in packages}
FACADE = ""
"""The package itself: it has the version, and imports what is asked for."""


def _imports(path: Path) -> set[str]:
    """Those for type checks alone, and inside functions, too."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): _imports(path)
    for path in sorted(PACKAGE.rglob("*.py"))
}
"""The names that each imports."""


def _package(module: str) -> str:
    return f"{module}.".split(".")[1]


def test_every_package_has_a_rung_and_imports_run_downwards():
    assert {_package(module) for module in MODULES} == {FACADE, *RUNG}
    for module, names in MODULES.items():
        for name in names if _package(module) != FACADE else ():
            package = _package(name) if name.startswith("autograder.") else None
            if package in RUNG and package != _package(module):
                assert RUNG[package] > RUNG[_package(module)], f"{module}: {name}"


def test_only_the_adapter_knows_nbgrader():
    knowing = {
        _package(module)
        for module, names in MODULES.items()
        if any(name.split(".")[0] == "nbgrader" for name in names)
    }
    assert knowing == {"nbgrader_adapter"}


def test_the_worker_stands_alone():
    allowed = set(sys.stdlib_module_names) | {"torch", "numpy", "IPython", "msgspec"}
    alone = ("autograder.worker", "autograder.wire")
    for module, names in MODULES.items():
        for name in names if module.startswith(alone) else ():
            assert name.startswith(alone) or name.split(".")[0] in allowed, f"{module}: {name}"


def test_no_chain_of_imports_is_a_circle_or_long():
    """A circle is an error of the sorter, which names its modules."""
    graph, chains = dict[str, set[str]](), dict[str, list[str]]()
    for module, names in MODULES.items():
        # A name that is imported is a module, or comes from one.
        modules = {name if name in MODULES else name.rpartition(".")[0] for name in names}
        graph[module] = (modules & MODULES.keys()) - {module, "autograder"}
    for module in TopologicalSorter(graph).static_order():
        below = max((chains[imported] for imported in graph[module]), key=len, default=[])
        chains[module] = [module, *below]
    longest = max(chains.values(), key=len)
    assert len(longest) <= 12, " <- ".join(longest)


def test_every_package_keeps_its_budget():
    """Growth is a decision: CONTRIBUTING.md says how many lines each package may have."""
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    budgets = dict(re.findall(r"^\| `autograder/(\w+)` \| ([\d,]+) \|$", page, re.MULTILINE))
    packages = {path.name for path in PACKAGE.iterdir() if [*path.glob("*.py")]}
    assert budgets.keys() == packages
    for name, lines in budgets.items():
        count = sum(len(path.read_bytes().splitlines()) for path in (PACKAGE / name).rglob("*.py"))
        assert count <= int(lines.replace(",", "")), name


def test_every_file_of_the_pipeline_and_every_place_where_something_is_changed_exists():
    """CONTRIBUTING and SECURITY name files of the engine from the top of the repository."""
    pipeline = PAGE.split("## Pipeline")[1].split("## Packages")[0]
    files = re.findall(r"\b[a-z_]+(?:/[a-z_]+)*\.py\b", pipeline)
    pages = [(ROOT / name).read_text("utf-8") for name in ("CONTRIBUTING.md", "SECURITY.md")]
    places = [name for page in pages for name in re.findall(r"`autograder/([\w/.]+)`", page)]
    for named in (files, places):
        assert len({*named}) > 15
        assert [name for name in named if not (PACKAGE / name).exists()] == []


def test_every_module_of_the_page_exists():
    packages = "|".join(path.name for path in PACKAGE.iterdir() if path.is_dir())
    named = re.findall(rf"`((?:{packages})[./](?!py\b)\w+(?:[./](?!py\b)[a-z_]+)*)", PAGE)
    assert len(named) > 50
    assert [name for name in named if not _is_there(PACKAGE, re.split("[./]", name))] == []


def _is_there(folder: Path, steps: list[str]) -> bool:
    """Whether folders and a module have these names; what follows a module is a name in it."""
    if not steps or not folder.is_dir():
        return True
    paths = [*folder.glob(steps[0]), *folder.glob(f"{steps[0]}.*")]
    return bool(paths) and _is_there(paths[0], steps[1:])
