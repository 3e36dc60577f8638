"""What students are given beside the notebook: the folder `given/`, and the visible checks.

Modules and data are released with the notebook; in grading they are the author's again. The checks
are one file, or a package `checks/` that is joined into one: what a module imports comes before it.
"""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from symtable import symtable

from autograder.core.errors import CourseError

FOLDER = "given"
MAX_BYTES = 16 << 20
"""Together: each worker gets copies of its own."""
RESERVED = frozenset({"checks.py", "timestamp.txt", "submission_secret.txt"})
"""What the release or nbgrader puts beside a notebook."""
TAKEN = sys.stdlib_module_names | {"autograder", "checks"}


def below(folder: Path, pattern: str = "*") -> list[Path]:
    """What an author has put below a folder: no tool's checkpoints, locks and compiled code."""

    def is_tools(path: Path) -> bool:
        steps = path.relative_to(folder).parts
        return any(step.startswith((".", "__pycache__")) for step in steps)

    return [path for path in sorted(folder.rglob(pattern)) if not is_tools(path)]


def lesson(folder: Path) -> str:
    """The text of an assignment's notebook.py; CourseError as `text_of`."""
    return text_of(folder / "notebook.py", "the stub file that the notebooks are built from")


def text_of(path: Path, what: str) -> str:
    """The text of an author's file; CourseError if it is missing (`what`), or not in UTF-8."""
    try:
        return path.read_text("utf-8-sig")
    except FileNotFoundError:
        raise CourseError(f"{path} is missing: {what}") from None
    except UnicodeDecodeError as error:
        raise CourseError(f"{path}: {error}; save it as UTF-8") from None


def given_files(folder: Path) -> dict[str, bytes]:
    """The given files by path; CourseError if one may not lie there, or for too much."""
    files = {name: path.read_bytes() for name, path in given_paths(folder).items()}
    if sum(map(len, files.values())) > MAX_BYTES:
        raise CourseError(f"{folder / FOLDER} holds more than {MAX_BYTES >> 20} MiB; make it less")
    return files


def given_paths(folder: Path) -> dict[str, Path]:
    """The given files by path; CourseError if one may not lie there."""
    folder, paths = folder / FOLDER, {}
    for path in below(folder):
        inner = path.relative_to(folder)
        if path.is_symlink() or not (path.is_file() or path.is_dir()):
            raise CourseError(f"{path} is no plain file; put the file itself there")
        if path.is_dir():
            continue
        if str(inner) in RESERVED or path.suffix == ".ipynb":
            reason = "would be taken for another file beside the notebook"
            raise CourseError(f"{path} {reason}; rename it")
        if path.suffix == ".py" and inner.parts[0].removesuffix(".py") in TAKEN:
            raise CourseError(f"{path} has the name of a module that Python has already; rename it")
        paths[inner.as_posix()] = path
    return paths


@contextmanager
def importable(folder: Path) -> Iterator[None]:
    """Let the author's own code import the modules that the assignment in `folder` gives, and
    forget them afterwards: another assignment's may have the same names.
    """
    modules = str(folder / FOLDER)
    sys.path.insert(0, modules)
    try:
        yield
    finally:
        sys.path.remove(modules)
        for name, module in list(sys.modules.items()):
            if str(getattr(module, "__file__", None)).startswith(f"{modules}/"):
                del sys.modules[name]


FILE, PACKAGE = "checks.py", "checks"


def visible_checks(folder: Path) -> str:
    """The text of the visible checks; CourseError for none, two, or what cannot be joined."""
    if (folder / PACKAGE).is_dir():
        if (folder / FILE).exists():
            raise CourseError(f"{folder} has both {FILE} and {PACKAGE}/: delete one of them")
        return _joined(folder / PACKAGE)
    return text_of(folder / FILE, "the checks that students see")


class _Module:
    def __init__(self, path: Path) -> None:
        self.path, self.text = path, text_of(path, "another module of the checks imports it")
        try:
            self.tree = ast.parse(self.text)
        except SyntaxError as error:
            raise CourseError(f"{path}, line {error.lineno}: {error.msg}") from None

    @property
    def siblings(self) -> Iterator[str]:
        for node in self.tree.body:
            if isinstance(node, ast.ImportFrom) and node.level:
                if node.level > 1 or not node.module or any(name.asname for name in node.names):
                    usage = "write `from .module import name`; the modules are joined into one file"
                    raise CourseError(f"{self.path}, line {node.lineno}: {usage}")
                yield node.module

    @property
    def names(self) -> list[str]:
        names = symtable(self.text, str(self.path), "exec").get_symbols()
        return [name.get_name() for name in names if name.is_assigned() and not name.is_imported()]

    @property
    def section(self) -> str:
        """Its text below a heading, without its docstring and imports."""
        doc = ast.get_docstring(self.tree) or ""
        lines = self.text.split("\n")
        imports = [node for node in self.tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
        for node in [*imports, *self.tree.body[: bool(doc)]]:
            for line in range(node.lineno - 1, node.end_lineno or node.lineno):
                lines[line] = ""
        title = doc.partition("\n")[0].rstrip(".")
        title = "What a notebook calls" if self.path.stem == "__init__" else title
        return "\n\n".join([f"# {'-' * 16} {title}", "\n".join(lines).strip("\n")])


def _joined(package: Path) -> str:
    by_name = {path.stem: _Module(path) for path in sorted(package.glob("[!.]*.py"))}
    imported = {name: list(module.siblings) for name, module in by_name.items()}
    # What nothing imports would be missing in the students' file without a word.
    for stray in sorted(by_name.keys() - {"__init__"}.union(*imported.values())):
        path = by_name[stray].path
        raise CourseError(f"{path}: no other module of the checks imports it; import or delete it")
    try:
        names = list(TopologicalSorter(imported).static_order())
    except CycleError as error:
        circle = " -> ".join(error.args[1])
        raise CourseError(
            f"{package}: the modules import each other in a circle: {circle}"
        ) from None
    modules = [by_name.get(name) or _Module(package / f"{name}.py") for name in names]
    # In one file the second of two definitions would silently replace the first.
    owners: dict[str, Path] = {}
    for path, name in ((module.path, name) for module in modules for name in module.names):
        if owners.setdefault(name, path) != path:
            files = f"{owners[name].name} and {path.name}"
            raise CourseError(f"{path}: {name} is defined in both {files}; rename one")
    head = f'"""{ast.get_docstring(modules[-1].tree, clean=False) or ""}"""'
    top = "\n\n".join([head, *_imports(modules)])
    return "\n\n\n".join([top, *(module.section for module in modules)]) + "\n"


def _imports(modules: Iterable[_Module]) -> list[str]:
    """All imports from elsewhere, in blocks: the future, the standard library, other packages."""
    whole, names = set[str](), defaultdict[str, set[str]](set)
    for node in (node for module in modules for node in module.tree.body):
        if isinstance(node, ast.Import):
            whole.update(map(ast.unparse, node.names))
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names[node.module].update(map(ast.unparse, node.names))
    lines = [f"import {name}" for name in sorted(whole)]
    lines += [f"from {name} import {', '.join(sorted(names[name]))}" for name in sorted(names)]
    blocks: list[list[str]] = [[], [], []]
    for line in lines:
        top = re.split(r"[ .]", line)[1]
        block = 0 if top == "__future__" else 1 if top in sys.stdlib_module_names else 2
        blocks[block].append(line)
    return ["\n".join(block) for block in blocks if block]
