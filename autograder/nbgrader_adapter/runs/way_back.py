"""Undoing `adoption` without losing anybody's work: `.autograder/adopted/` has the gradebook as it
was before the first one, and a manifest of what has been added since.
"""

import hashlib
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Self

import msgspec
from msgspec.structs import replace

from autograder.core import atomic_file
from autograder.core.assignment.load import edition_ids
from autograder.core.atomic_file import STATE_FOLDER
from autograder.core.errors import DAMAGED, CourseError
from autograder.nbgrader_adapter.course_settings.database import gradebook_file, open_gradebook
from autograder.nbgrader_adapter.course_settings.settings import REPORTS

CONFIG = "nbgrader_config.py"
BEGIN, END = "# >>> autograder adopt >>>", "# <<< autograder adopt <<<"
BLOCK = f"""
{BEGIN}
# Grades the assignments in assignments/ in a sandbox. Every other assignment keeps the settings
# above. `autograder adopt --undo` takes these lines out again.
try:
    from autograder.nbgrader_adapter import adopt_into
except ImportError as error:
    # nbgrader would go on without this file, and grade by its own steps.
    raise SystemExit(f"{{__file__}}: attention-autograder cannot be imported here ({{error}})")

adopt_into(c, __file__)
{END}
"""
MADE_CONFIG = b"c = get_config()\n"
"""What stands before our lines where a course had no configuration."""
KEPT = Path(STATE_FOLDER, "adopted")
MADE = (
    "autograded/*/{}", "feedback/*/{}", f"{REPORTS}/{{}}", f"{REPORTS}/{{}}.*",
    f"{STATE_FOLDER}/*/{{}}", f"{STATE_FOLDER}/*/{{}}.*",
)  # fmt: skip
"""What grading leaves of an assignment; submitted work stays where it is."""


class Manifest(msgspec.Struct, frozen=True):
    """What was added to a course; paths are relative to it."""

    assignments: tuple[str, ...]
    folders: dict[str, str]
    """The digests of the added folders; empty until they are complete."""
    gradebook: str = ""
    """The digest of an SQLite gradebook as it was left; empty if it is not to be put back."""

    @staticmethod
    def file(root: Path) -> Path:
        return root / KEPT / "manifest.json"

    def after(self, earlier: Self | None) -> Self:
        if earlier is None:
            return self
        return replace(
            self,
            assignments=earlier.assignments + self.assignments,
            folders=earlier.folders | self.folders,
        )

    @classmethod
    def read(cls, root: Path) -> Self | None:
        """The course's; None where nothing was adopted, a CourseError if it is damaged."""
        file = cls.file(root)
        if not file.is_file():
            return None
        try:
            return msgspec.json.decode(file.read_bytes(), type=cls)
        except DAMAGED as error:
            raise CourseError(f"{file} is damaged ({error}); restore it from a backup") from None

    def write(self, root: Path) -> None:
        atomic_file.write(self.file(root), msgspec.json.encode(self))


UndoStep = tuple[str, Callable[[], object]]
"""What is printed of a step of the way back, and the step."""


def way_back(root: Path) -> list[UndoStep]:
    """The steps that undo every adoption in a course; each may be taken again.

    What was added and used or changed since is moved and not deleted. A CourseError where nothing
    was adopted, or the configuration was changed within our lines.
    """
    added = Manifest.read(root)
    if added is None:
        raise CourseError(f"{root}: nothing was added by `autograder adopt`, so nothing is undone")
    steps = [*_steps(root, added), *_config(root), *_left(root, added)]
    return [*steps, ("", partial(_forget, root))]


def undo(root: Path, added: Manifest, earlier: Manifest | None) -> None:
    """Take back what was `added` after an `earlier` adoption, if there is one."""
    for _, take in [*_steps(root, added)] if earlier else way_back(root):
        take()
    if earlier:
        earlier.write(root)


def _forget(root: Path) -> None:
    shutil.rmtree(root / KEPT)
    with suppress(OSError):
        (root / STATE_FOLDER).rmdir()


def _steps(root: Path, added: Manifest) -> Iterator[UndoStep]:
    aside = root / STATE_FOLDER / f"undone-{datetime.now():%Y%m%d-%H%M%S}"
    yield from _gradebook(root, added, aside)
    yield from _folders(root, added, aside)


def _gradebook(root: Path, added: Manifest, aside: Path) -> Iterator[UndoStep]:
    file = gradebook_file(root)
    if file and not file.is_file():
        return
    if file and added.gradebook == file_digest(file):
        text = "gradebook: as it was, byte for byte"
        yield text, partial(_put_back, root / KEPT / file.name, file)
        return
    with open_gradebook(root) as book:
        count = {row.name: len(row.submissions) for row in book.assignments}
    for name in (name for name in added.assignments if name in count):
        note = f", no student; a copy is kept in {aside.relative_to(root)}" if file else ""
        text = f"gradebook: {name} and the marks of {count[name]} students are removed{note}"
        yield text, partial(_remove_assignment, root, name, file, aside)


def _remove_assignment(root: Path, name: str, file: Path | None, aside: Path) -> None:
    if file and not (aside / file.name).exists():
        atomic_file.make_folder(aside)
        shutil.copy2(file, aside / file.name)
    with open_gradebook(root) as book:
        book.remove_assignment(name)


def _folders(root: Path, added: Manifest, aside: Path) -> Iterator[UndoStep]:
    for name, before in added.folders.items():
        folder = root / name
        if folder.exists() and before in ("", tree_digest(folder)):
            yield f"{name}: removed", partial(_take_away, folder, None)
        elif folder.exists():
            yield _moved(root, folder, aside)
    for pattern in MADE:
        for edition in added.assignments:
            for path in sorted(root.glob(pattern.format(edition))):
                yield _moved(root, path, aside)


def _moved(root: Path, path: Path, aside: Path) -> UndoStep:
    inner = path.relative_to(root)
    return f"{inner}: moved to {aside.relative_to(root)}", partial(_take_away, path, aside / inner)


def _take_away(path: Path, place: Path | None) -> None:
    """Move it to a place, or remove it; its folder goes with it where nothing else is in it."""
    if place:
        atomic_file.make_folder(place.parent)
        path.rename(place)
    else:
        shutil.rmtree(path)
    with suppress(OSError):
        path.parent.rmdir()


def _left(root: Path, added: Manifest) -> Iterator[UndoStep]:
    """What stays: students' work, and editions that were built by hand."""
    for edition in added.assignments:
        if count := len([*root.glob(f"submitted/*/{edition}")]):
            yield f"submitted/: what {count} students handed in for {edition} stays", lambda: None
    for edition in edition_ids(root):
        if edition not in added.assignments and (root / "source" / edition).is_dir():
            reason = "not added by `autograder adopt`: its files and marks stay"
            yield f"{edition}: {reason}", lambda: None


def _config(root: Path) -> Iterator[UndoStep]:
    # An instructor's own may be a link to where it is under version control.
    file = (root / CONFIG).resolve()
    data = file.read_bytes() if file.is_file() else b""
    is_there, remainder = BLOCK.encode() in data, data.replace(BLOCK.encode(), b"", 1)
    if is_there and remainder == MADE_CONFIG:
        yield f"{CONFIG}: removed", file.unlink
    elif is_there:
        lines = enumerate(remainder.decode("utf-8", "replace").splitlines(), 1)
        numbers = ", ".join(str(number) for number, line in lines if "autograder." in line)
        hint = f"; take out line {numbers} yourself, which needs this package" if numbers else ""
        text = f"{CONFIG}: our lines are taken out, every other byte stays{hint}"
        yield text, partial(replace_file, file, remainder)
    elif b"adopt_into" in data:
        raise CourseError(
            f"{file}: the lines of `autograder adopt` were changed; take out what is between the"
            " two marks by hand, then run this command again"
        )


def _put_back(kept: Path, file: Path) -> None:
    if kept.is_file():
        replace_file(file, kept.read_bytes())
    else:
        file.unlink()


def replace_file(file: Path, data: bytes) -> None:
    """Write a file at once; its mode stays."""
    mode = file.stat().st_mode & 0o777 if file.is_file() else 0o644
    atomic_file.write(file, data, mode)
    file.chmod(mode)


def file_digest(file: Path | None) -> str:
    """The digest of a file; empty where there is none."""
    return hashlib.sha256(file.read_bytes()).hexdigest() if file and file.is_file() else ""


def tree_digest(folder: Path) -> str:
    """A digest of all files in a folder, without what Python leaves behind."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    kept = (path for path in files if "__pycache__" not in path.parts)
    lines = [f"{path.relative_to(folder)} {file_digest(path)}" for path in kept]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()
