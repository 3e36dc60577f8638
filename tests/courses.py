"""Copies of course folders, which hold well over a thousand specimens each."""

import errno
import functools
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent


def copied(source: Path, target: Path, **options: Any) -> Path:
    """A copy of a folder to spoil; its specimens are further names of the same files.

    A test may add specimens and remove them; it must not write into one that is there.
    """
    return Path(shutil.copytree(source, target, copy_function=_copy, **options))


def contents(folder: Path) -> dict[str, bytes]:
    """Every file and folder below a folder, but for what Python caches."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else b""
        for path in sorted(folder.rglob("*"))
        if "__pycache__" not in path.parts
    }


def configure(course: Path, lines: str) -> None:
    """Add lines to the course's nbgrader_config.py."""
    with (course / "nbgrader_config.py").open("a", encoding="utf-8") as config:
        config.write(f"{lines}\n")


def _copy(source: str, target: str, **options: Any) -> object:
    if "specimens" not in Path(source).parts:
        return shutil.copy2(source, target, **options)
    try:
        return os.link(_own(Path(source)), target)
    except OSError as error:
        if error.errno not in (errno.EXDEV, errno.EMLINK):
            raise
        return shutil.copy2(source, target)


def _own(file: Path) -> Path:
    """The file; of this checkout's, a copy of it: no name in a test leads to the checkout."""
    if not file.is_relative_to(ROOT):
        return file
    own = _room() / file.relative_to(ROOT)
    if not own.exists():
        own.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(file, own)
    return own


@functools.cache
def _room() -> Path:
    return Path(tempfile.mkdtemp())


def forget() -> None:
    """Remove the copies, at the end of a session."""
    if _room.cache_info().currsize:
        shutil.rmtree(_room(), ignore_errors=True)
