"""The folder that a worker may write, put back before each check as the cells left it."""

import contextlib
import os
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

KEPT_BYTES = 1 << 20
"""Of what the cells wrote, kept in memory; a file beyond it stays as a check leaves it."""
MOST = 4096
SETTLED = 100_000_000
"""Nanoseconds; many times the kernel's own tick."""


@dataclass(frozen=True)
class _Kept:
    """A file as the cells left it; `content` is None where it was too large to keep."""

    stamp: tuple[int, int]
    content: bytes | None


class Files:
    """What lies in a worker's folder; without one (`root` is None) there is nothing to put back."""

    def __init__(self, root: str | None = None) -> None:
        self._root = Path(root) if root else None
        self._kept: dict[Path, _Kept] | None = None
        self._stood = ""
        self._empty_since: int | None = None

    def cells_run(self) -> None:
        """What lies there now belongs to the notebook."""
        self._kept = None

    def restore(self) -> None:
        """Put back what the cells wrote, and remove what checks have left."""
        if self._root is None:
            return
        # Whatever a submission did to its own folder, the next check goes on.
        with contextlib.suppress(OSError):
            if self._kept is None:
                self._stood, self._kept = str(Path.cwd()), dict(_contents(self._root))
            elif self._kept or not self._is_empty(self._root):
                _remove_others(self._root, self._kept)
                _write_again(self._kept)
            os.chdir(self._stood)

    def _is_empty(self, root: Path) -> bool:
        """Nearly always: to look into it before each check would take a right answer's time."""
        stamp = root.stat().st_mtime_ns
        if stamp == self._empty_since:
            return True
        with os.scandir(root) as entries:
            empty = next(entries, None) is None
        # A stamp of this moment would be the same after a file was made in the next.
        settled = time.time_ns() - stamp > SETTLED
        self._empty_since = stamp if empty and settled else None
        return empty

    def write(self, name: str, data: bytes) -> None:
        """Write a file; raises OSError where there is no folder."""
        self._place(name).write_bytes(data)

    def read(self, name: str) -> bytes:
        """The content of a file; raises OSError where there is none."""
        return self._place(name).read_bytes()

    def _place(self, name: str) -> Path:
        if self._root is None:
            raise FileNotFoundError(name)
        return Path(self._stood or self._root) / name


def _files(root: Path) -> Iterator[Path]:
    """Every file below, up to a number."""
    found = (Path(folder) / name for folder, _, names in os.walk(root) for name in names)
    for _, path in zip(range(MOST), found, strict=False):
        yield path


def _contents(root: Path) -> Iterator[tuple[Path, _Kept]]:
    room = KEPT_BYTES
    for path in _files(root):
        size = path.lstat().st_size
        plain = path.is_file() and not path.is_symlink() and size <= room
        room -= size if plain else 0
        yield path, _Kept(_stamp(path), path.read_bytes() if plain else None)


def _stamp(path: Path) -> tuple[int, int]:
    about = path.lstat()
    return about.st_mtime_ns, about.st_size


def _remove_others(root: Path, kept: dict[Path, _Kept]) -> None:
    folders = {folder for path in kept for folder in path.parents}
    for entry in list(root.iterdir()):
        if entry in folders:
            _remove_others(entry, kept)
        elif entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry, ignore_errors=True)
        elif entry not in kept:
            entry.unlink()


def _write_again(kept: dict[Path, _Kept]) -> None:
    for path, each in kept.items():
        if each.content is not None and not (path.exists() and _stamp(path) == each.stamp):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(each.content)
            os.utime(path, ns=(each.stamp[0], each.stamp[0]))
