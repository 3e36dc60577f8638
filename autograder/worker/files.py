"""The folder that a worker may write, put back before each check as the cells left it.

What the assignment gives is the author's for every check. Modules in it are imported once, by the
warm process: never from the worker's own folder, where a notebook can write.
"""

import contextlib
import importlib
import importlib.machinery
import importlib.util
import os
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from types import ModuleType

KEPT_BYTES = 1 << 20
"""Of what the cells wrote, kept in memory; a file beyond it stays as a check leaves it."""
MODULE = ".py"


class Files:
    """What lies in a worker's folder; `given` are the files there that belong to the author."""

    def __init__(self, root: str, given: Mapping[str, bytes]) -> None:
        self._root = self._current = Path(root)
        self._given = {Path(root, name): data for name, data in given.items()}
        # A kernel imports what lies beside the notebook; the last, or it could hide a library.
        sys.path.append(root)
        self._kept: dict[Path, bytes | None] | None = None
        self._folders: dict[Path, None] = {}

    def cells_run(self) -> None:
        """What lies there now belongs to the notebook."""
        self._kept = None

    def restore(self) -> None:
        if self._kept is None:
            self._kept = self._left_by_cells()
        # What one file or folder refuses leaves the rest to be put back. What is in a folder goes
        # before the folder itself.
        for entry, is_folder in reversed([*entries(self._root)]):
            path = Path(entry)
            if path not in (self._folders if is_folder else self._kept):
                with contextlib.suppress(OSError):
                    (path.rmdir if is_folder else path.unlink)()
        for folder in self._folders:
            with contextlib.suppress(OSError):
                folder.mkdir(exist_ok=True)
        for path, content in self._kept.items():
            if content is not None and _content(path, len(content)) != content:
                with contextlib.suppress(OSError):
                    # Not into what lies there: it may be a link to another file.
                    path.unlink(missing_ok=True)
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_bytes(content)
        with contextlib.suppress(OSError):
            os.chdir(self._current)

    def _left_by_cells(self) -> dict[Path, bytes | None]:
        """The content of the files (None for a large one); folders are remembered."""
        self._current = self._root
        paths = {Path(entry): is_folder for entry, is_folder in entries(self._root)}
        self._folders = dict.fromkeys(path for path, is_folder in paths.items() if is_folder)
        contents: dict[Path, bytes | None] = {}
        budget = KEPT_BYTES
        for path in paths.keys() - {*self._folders, *self._given}:
            contents[path] = _content(path, budget)
            budget -= len(contents[path] or b"")
        with contextlib.suppress(OSError):
            self._current = Path.cwd()
        return contents | self._given

    def write(self, name: str, data: bytes) -> None:
        (self._current / name).write_bytes(data)

    def read(self, name: str) -> bytes:
        return (self._current / name).read_bytes()


def put(files: Mapping[str, bytes], folder: Path) -> None:
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


def preload(files: Mapping[str, bytes]) -> None:
    """Import the modules among these files; SystemExit if one cannot be, or has another's name."""
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
            dotted = name.removesuffix(MODULE).removesuffix("/__init__").replace("/", ".")
            try:
                importlib.import_module(dotted)
            except Exception as error:
                message = f"given/{name} cannot be imported: {type(error).__name__}: {error}"
                raise SystemExit(message) from None
    sys.meta_path.remove(finder)
    shutil.rmtree(folder)


class _Finder:
    """Finds modules in a folder, and gives them a `__file__` relative to it, by which they find
    their data: in each worker beside the notebook.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = str(folder)

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Python's own question to what stands in `sys.meta_path`."""
        spec = importlib.machinery.PathFinder.find_spec(name, path or [self._folder], target)
        if spec is not None and spec.origin and spec.origin.startswith(self._folder):
            spec.origin, spec.cached = os.path.relpath(spec.origin, self._folder), None
        return spec


def entries(root: Path) -> Iterator[tuple["os.DirEntry[str]", bool]]:
    """All below a folder, each behind the folder that it is in, and whether it is one itself."""
    folders = [root]
    for folder in folders:
        with contextlib.suppress(OSError), os.scandir(folder) as listing:
            for entry in listing:
                is_folder = entry.is_dir(follow_symlinks=False)
                if is_folder:
                    folders.append(Path(entry))
                yield entry, is_folder


def _content(path: Path, limit: int) -> bytes | None:
    """What is in a file, unless it is no plain one, has more bytes, or may not be read."""
    with contextlib.suppress(OSError):
        if path.is_file() and not path.is_symlink() and path.lstat().st_size <= limit:
            return path.read_bytes()
    return None
