"""What `autograder adopt` has added to a course, as noted in the course itself."""

import hashlib
from pathlib import Path

import msgspec
from nbgrader.coursedir import CourseDirectory

from autograder.core import atomic_file
from autograder.core.errors import DAMAGED, CourseError
from autograder.grading.report_cache import STATE_FOLDER
from autograder.nbgrader_adapter.course_settings.database import sqlite_file
from autograder.nbgrader_adapter.course_settings.settings import course_config

CONFIG = "nbgrader_config.py"
BEGIN, END = "# >>> autograder adopt >>>", "# <<< autograder adopt <<<"
BLOCK = f"""
{BEGIN}
# Grades the assignments in assignments/ in a sandbox. Every other assignment keeps the settings
# above. `autograder adopt --undo` takes these lines out again.
from autograder.nbgrader_adapter import adopt_into

adopt_into(c, __file__)
{END}
"""
NEW = "c = get_config()\n"
KEPT = Path(STATE_FOLDER, "adopted")
USED = "used"
"""In the place of a gradebook's digest: it is not to be put back."""


class Manifest(msgspec.Struct, frozen=True):
    """What was added to a course; paths are relative to it."""

    assignments: tuple[str, ...]
    had_config: bool
    had_gradebook: bool
    config: str
    """The digest of nbgrader_config.py as it was written."""
    gradebook: str = ""
    """The digest of an SQLite gradebook as it was left."""
    folders: dict[str, str] = {}
    """The digests of the added folders."""
    made: tuple[str, ...] = ()
    """Folders around the added ones that were not there before, the innermost first."""

    @staticmethod
    def file(root: Path) -> Path:
        """Where a course has its manifest."""
        return root / KEPT / "manifest.json"

    @classmethod
    def read(cls, root: Path) -> "Manifest | None":
        """The manifest of a course; None where nothing was adopted.

        Raises:
            CourseError: it is damaged.
        """
        file = cls.file(root)
        if not file.is_file():
            return None
        try:
            return msgspec.json.decode(file.read_bytes(), type=cls)
        except DAMAGED as error:
            raise CourseError(f"{file} is damaged ({error}); restore it from a backup") from None

    def beside(self, earlier: "Manifest") -> "Manifest":
        """What was added after an earlier adoption."""
        folders = {name: "" for name in self.folders if name not in earlier.folders}
        assignments = self.assignments[len(earlier.assignments) :]
        made = self.made[len(earlier.made) :]
        return Manifest(assignments, True, True, "", "", folders, made)

    def write(self, root: Path) -> None:
        """Put it into the course."""
        atomic_file.write(self.file(root), msgspec.json.encode(self))


def gradebook_file(root: Path) -> Path | None:
    """The file of a course's gradebook; None where it is on a server."""
    return sqlite_file(CourseDirectory(config=course_config(root)).db_url)


def gradebook_digest(root: Path) -> str:
    file = gradebook_file(root)
    if file is None or not file.is_file():
        return USED
    return digest(file.read_bytes())


def digest(data: bytes) -> str:
    """A digest of a file's bytes."""
    return hashlib.sha256(data).hexdigest()


def tree_digest(folder: Path) -> str:
    """A digest of all files in a folder, without what Python leaves behind."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    seen = (path for path in files if "__pycache__" not in path.parts)
    lines = [f"{path.relative_to(folder)} {digest(path.read_bytes())}" for path in seen]
    return digest("\n".join(lines).encode())
