"""The way back from `adoption`: a course as it was before, without losing anybody's work."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path

from autograder.core import atomic_file
from autograder.core.errors import CourseError
from autograder.grading.report_cache import STATE_FOLDER
from autograder.nbgrader_adapter.course_settings.database import open_gradebook
from autograder.nbgrader_adapter.course_settings.settings import REPORTS, course_config
from autograder.nbgrader_adapter.runs.manifest import (
    BLOCK,
    CONFIG,
    KEPT,
    NEW,
    Manifest,
    digest,
    gradebook_file,
    tree_digest,
)

MADE = ("autograded/*/{}", "feedback/*/{}", f"{REPORTS}/{{}}.*")
"""What grading leaves of an assignment; submitted work stays where it is."""


@dataclass(frozen=True)
class UndoStep:
    """One step of the way back, and what is said of it."""

    said: str
    take: Callable[[], None]


def undo(root: Path, earlier: Manifest | None = None) -> None:
    """Take the way back; what an `earlier` adoption has added stays.

    Raises:
        CourseError: nothing was adopted, or the configuration was changed within our lines.
    """
    for step in way_back(root, earlier):
        step.take()


def way_back(root: Path, earlier: Manifest | None = None) -> list[UndoStep]:
    """The steps that undo every adoption in a course but an `earlier`; each may be taken again.

    What was added and used or changed since is moved and not deleted.

    Raises:
        CourseError: nothing was adopted, or the configuration was changed within our lines.
    """
    manifest = Manifest.read(root)
    if manifest is None:
        raise CourseError(f"{root}: nothing was added by `autograder adopt`, so nothing is undone")
    aside = root / STATE_FOLDER / f"undone-{datetime.now():%Y%m%d-%H%M%S}"
    if earlier:
        later = manifest.beside(earlier)
        last = UndoStep("", lambda: earlier.write(root))
        return [*_gradebook(root, later, aside), *_folders(root, later, aside), last]
    return [
        *_gradebook(root, manifest, aside),
        *_folders(root, manifest, aside),
        _config(root, manifest),
        UndoStep("", lambda: _forget(root)),
    ]


def _gradebook(root: Path, manifest: Manifest, aside: Path) -> Iterator[UndoStep]:
    file = gradebook_file(root)
    if file and not file.is_file():
        return
    if file and manifest.gradebook == digest(file.read_bytes()):
        yield UndoStep(
            "gradebook: as it was, byte for byte", lambda: _restore(root, file, manifest)
        )
        return
    for name, count in _recorded(root, manifest).items():
        kept = f"; a copy of it is kept in {aside.relative_to(root)}" if file else ""
        said = f"gradebook: {name} and the marks of {count} students are removed{kept}"
        yield UndoStep(said, partial(_remove, root, name, file, aside))


def _recorded(root: Path, manifest: Manifest) -> dict[str, int]:
    with open_gradebook(root, course_config(root)) as book:
        rows = {row.name: len(row.submissions) for row in book.assignments}
    return {name: rows[name] for name in manifest.assignments if name in rows}


def _restore(root: Path, file: Path, manifest: Manifest) -> None:
    if manifest.had_gradebook:
        _put_back(root / KEPT / file.name, file)
    else:
        file.unlink()


def _remove(root: Path, name: str, file: Path | None, aside: Path) -> None:
    if file and not (aside / file.name).exists():
        atomic_file.make_folder(aside)
        shutil.copy2(file, aside / file.name)
    with open_gradebook(root, course_config(root)) as book:
        book.remove_assignment(name)


def _folders(root: Path, manifest: Manifest, aside: Path) -> Iterator[UndoStep]:
    for name, before in manifest.folders.items():
        if not (root / name).exists():
            continue
        if before in ("", tree_digest(root / name)):
            yield UndoStep(f"{name}: removed", partial(shutil.rmtree, root / name))
        else:
            yield _moved(root, Path(name), aside)
    for pattern in MADE:
        for edition in manifest.assignments:
            for found in sorted(root.glob(pattern.format(edition))):
                yield _moved(root, found.relative_to(root), aside)
    yield UndoStep("", lambda: _around(root, manifest))


def _moved(root: Path, name: Path, aside: Path) -> UndoStep:
    def move() -> None:
        atomic_file.make_folder((aside / name).parent)
        (root / name).rename(aside / name)
        with suppress(OSError):
            (root / name).parent.rmdir()

    return UndoStep(f"{name}: moved to {aside.relative_to(root)}", move)


def _around(root: Path, manifest: Manifest) -> None:
    for name in manifest.made:
        # Somebody else may have put something there.
        with suppress(OSError):
            (root / name).rmdir()


def _config(root: Path, manifest: Manifest) -> UndoStep:
    file = (root / CONFIG).resolve()
    data = file.read_bytes() if file.is_file() else b""
    if digest(data) == manifest.config and manifest.had_config:
        return UndoStep(
            f"{CONFIG}: as it was, byte for byte", lambda: _put_back(root / KEPT / CONFIG, file)
        )
    left = _without_lines(data, file)
    if left is None:
        return UndoStep("", lambda: None)
    if not manifest.had_config and left.strip() in (b"", NEW.strip().encode()):
        return UndoStep(f"{CONFIG}: removed", file.unlink)
    mode = file.stat().st_mode & 0o777
    said = f"{CONFIG}: our lines are taken out, what was changed since stays"
    return UndoStep(said, lambda: atomic_file.write(file, left, mode))


def _without_lines(data: bytes, file: Path) -> bytes | None:
    """The configuration without our lines; None where they are not in it."""
    for block in (BLOCK.encode(), BLOCK.encode().replace(b"\n", b"\r\n")):
        if block in data:
            return data.replace(block, b"", 1)
    if b"adopt_into" in data:
        raise CourseError(
            f"{file}: the lines of `autograder adopt` were changed; take out what is between the"
            " two marks by hand, then run this command again"
        )
    return None


def _put_back(kept: Path, file: Path) -> None:
    mode = file.stat().st_mode & 0o777
    atomic_file.write(file, kept.read_bytes(), mode)
    file.chmod(mode)
    times = kept.stat()
    os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))


def _forget(root: Path) -> None:
    shutil.rmtree(root / KEPT)
    with suppress(OSError):
        (root / STATE_FOLDER).rmdir()
