"""The files that students are given beside the notebook: the folder `given/` of an assignment.

Modules and data. They are released with the notebook, and wherever code runs in grading they are
the author's again, whatever a student has made of a copy.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from autograder.core.errors import CourseError

FOLDER = "given"
MAX_BYTES = 16 << 20
"""Together: each worker gets copies of its own."""
RESERVED = frozenset({"checks.py", "timestamp.txt", "submission_secret.txt"})
"""What the release or nbgrader puts beside a notebook."""
TAKEN = sys.stdlib_module_names | {"autograder", "checks"}


def given_files(folder: Path) -> dict[str, bytes]:
    """The given files of the assignment in `folder`, by path; none where there is no such folder.

    Raises:
        CourseError: one of them cannot lie beside a notebook, or they are too large together.
    """
    found = {name: path.read_bytes() for name, path in _paths(folder / FOLDER).items()}
    if sum(map(len, found.values())) > MAX_BYTES:
        raise CourseError(f"{folder / FOLDER} holds more than {MAX_BYTES >> 20} MiB; make it less")
    return found


def given_names(folder: Path) -> frozenset[str]:
    """The paths of the given files; raises as `given_files`."""
    return frozenset(_paths(folder / FOLDER))


def _paths(folder: Path) -> dict[str, Path]:
    found = {}
    for path in sorted(folder.rglob("*")):
        inner = path.relative_to(folder)
        if any(step.startswith(".") or step == "__pycache__" for step in inner.parts):
            continue
        if path.is_symlink() or not (path.is_file() or path.is_dir()):
            raise CourseError(f"{path} is no plain file; put the file itself there")
        if path.is_dir():
            continue
        if str(inner) in RESERVED or path.suffix == ".ipynb":
            said = "would be taken for another file beside the notebook"
            raise CourseError(f"{path} {said}; rename it")
        if path.suffix == ".py" and inner.parts[0].removesuffix(".py") in TAKEN:
            raise CourseError(f"{path} has the name of a module that Python has already; rename it")
        found[inner.as_posix()] = path
    return found


@contextmanager
def importable(folder: Path) -> Iterator[None]:
    """Let the author's own code import the modules that the assignment in `folder` gives.

    Afterwards they are forgotten: another assignment's may have the same names.
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
