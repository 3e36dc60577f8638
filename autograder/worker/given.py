"""The modules that an assignment gives, imported once by the warm process.

A worker never imports one from its own folder, where a notebook can write.
"""

import contextlib
import importlib
import importlib.machinery
import importlib.util
import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from types import ModuleType

from autograder.worker.files import put

MODULE = ".py"


class _Finder:
    """Finds modules in a folder, and gives them a `__file__` that is relative to it.

    By it a module finds its data: in each worker beside the notebook.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = str(folder)

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Python's own question to what stands in `sys.meta_path`."""
        inside = path is None or all(str(each).startswith(self._folder) for each in path)
        folders = [self._folder] if path is None else list(path)
        finder = importlib.machinery.PathFinder
        spec = finder.find_spec(name, folders, target) if inside else None
        if spec is not None and spec.origin and spec.origin.startswith(self._folder):
            spec.origin, spec.cached = os.path.relpath(spec.origin, self._folder), None
        return spec


def preload(files: Mapping[str, bytes]) -> None:
    """Import every module among these files, with all of them beside it.

    Raises:
        SystemExit: one of them cannot be imported, or has the name of another module.
    """
    modules = [name for name in files if name.endswith(MODULE)]
    if not modules:
        return
    folder = Path.cwd() / "given"
    put(files, folder)
    for top in sorted({PurePosixPath(name).parts[0].removesuffix(MODULE) for name in modules}):
        if importlib.util.find_spec(top) is not None:
            raise SystemExit(f"given/{top} has the name of an installed module; rename it")
    finder = _Finder(folder)
    sys.meta_path.insert(0, finder)
    with contextlib.chdir(folder):
        for name in modules:
            _import(name)
    sys.meta_path.remove(finder)
    shutil.rmtree(folder)


def _import(name: str) -> None:
    parts = PurePosixPath(name).with_suffix("").parts
    try:
        importlib.import_module(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    except Exception as error:
        raise SystemExit(
            f"given/{name} cannot be imported: {type(error).__name__}: {error}"
        ) from None
