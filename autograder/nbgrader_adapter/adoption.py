"""Adding an assignment of the package to a running course, with a way back.

What the course had is copied to `.autograder/adopted/` first, and a manifest there names what was
added. `way_back` undoes it.
"""

import difflib
import hashlib
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import msgspec
from nbgrader.coursedir import CourseDirectory

from autograder.core import atomic_file
from autograder.core.assignment import known
from autograder.core.errors import DAMAGED, CourseError
from autograder.grading.report_cache import STATE_FOLDER
from autograder.nbgrader_adapter.course_steps import Steps, course_steps, other_assignments
from autograder.nbgrader_adapter.database import open_gradebook, sqlite_file
from autograder.nbgrader_adapter.settings import check_folders, course_config, generate

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


@dataclass(frozen=True)
class Adoption:
    """An assignment that is to be added, made ready in another folder.

    Raises:
        CourseError: the course cannot take it; nothing was changed.
    """

    root: Path
    assignment: str
    edition: str

    def __post_init__(self) -> None:
        _check_course(self.root)
        for folder in self.folders:
            if (self.root / folder).exists():
                raise CourseError(f"{self.root / folder} is there already; {self._why(folder)}")
        if self.edition in _in_gradebook(self.root):
            raise CourseError(
                f"the gradebook has an assignment {self.edition} already; rename it, or remove it"
                f" with `nbgrader db assignment remove {self.edition}`"
            )

    def _why(self, folder: str) -> str:
        manifest = Manifest.read(self.root)
        if manifest and manifest.folders.get(folder) == "":
            return (
                "an adoption was interrupted: `autograder adopt --undo --write` takes back what it"
                " did, then run this command again"
            )
        return "an assignment of that name cannot be added beside it"

    @property
    def folders(self) -> tuple[str, ...]:
        """What is added to the course."""
        return (
            f"assignments/{self.assignment}", f"source/{self.edition}", f"release/{self.edition}"
        )  # fmt: skip

    @property
    def _config(self) -> Path:
        # An instructor's own may be a link to where it is under version control.
        return (self.root / CONFIG).resolve()

    @property
    def config(self) -> bytes:
        """The course's configuration as it will be."""
        old = self._config.read_bytes() if self._config.is_file() else NEW.encode()
        if BEGIN.encode() in old:
            return old
        line = b"\r\n" if b"\r\n" in old else b"\n"
        end = b"" if old.endswith(b"\n") else line
        return old + end + BLOCK.encode().replace(b"\n", line)

    def diff(self) -> str:
        """The change of the configuration."""
        old = self._config.read_bytes() if self._config.is_file() else b""
        lines = difflib.unified_diff(
            old.decode("utf-8", "replace").splitlines(),
            self.config.decode("utf-8", "replace").splitlines(),
            CONFIG, CONFIG, lineterm="",
        )  # fmt: skip
        return "\n".join(lines)

    def write(self, ready: Path) -> None:
        """Add what was made ready in the folder of another course.

        Raises:
            CourseError: nbgrader refused it, or an assignment of the course's would be graded by
                other steps than before; the course is as it was.
        """
        # Only now: it needs this module.
        from autograder.nbgrader_adapter.way_back import undo

        before, earlier = _others(self.root), Manifest.read(self.root)
        manifest = self._begun(earlier)
        manifest.write(self.root)
        try:
            self._add(ready)
            self._see_others(before)
            generate(self.root, [self.edition])
        except BaseException:
            undo(self.root, earlier)
            raise
        self._finish(manifest)

    def _begun(self, earlier: Manifest | None) -> Manifest:
        """What is about to be added, beside what an earlier adoption has."""
        found = earlier or self._first()
        around = dict.fromkeys(Path(folder).parts[0] for folder in self.folders)
        made = [name for name in around if not (self.root / name).exists()]
        # An earlier copy of a gradebook that has been used since must never come back.
        is_used = earlier is not None and earlier.gradebook != _gradebook_digest(self.root)
        return msgspec.structs.replace(
            found,
            assignments=(*(earlier.assignments if earlier else ()), self.edition),
            folders=found.folders | dict.fromkeys(self.folders, ""),
            made=(*found.made, *made),
            gradebook=USED if is_used else "",
        )

    def _first(self) -> Manifest:
        kept, gradebook = self.root / KEPT, gradebook_file(self.root)
        if CourseDirectory(config=course_config(self.root)).groupshared:
            atomic_file.share(self.root / STATE_FOLDER)
        atomic_file.make_folder(kept)
        had_gradebook = bool(gradebook and gradebook.is_file())
        for file in (self._config, gradebook):
            if file and file.is_file():
                shutil.copy2(file, kept / file.name)
        return Manifest((), self._config.is_file(), had_gradebook, digest(self.config))

    def _add(self, ready: Path) -> None:
        for folder in self.folders[:2]:
            atomic_file.make_folder((self.root / folder).parent)
            shutil.copytree(ready / folder, self.root / folder)
            if atomic_file.is_shared((self.root / folder).parent):
                atomic_file.share(self.root / folder)
        mode = self._config.stat().st_mode & 0o777 if self._config.is_file() else 0o644
        atomic_file.write(self._config, self.config, mode)
        self._config.chmod(mode)

    def _see_others(self, before: dict[str, Steps]) -> None:
        after = _others(self.root)
        changed = [name for name in before if before[name] != after.get(name)]
        if changed:
            raise CourseError(
                f"{', '.join(changed)} would be graded by other steps than before; nothing was"
                f" changed: {self._config} must end where its settings are made"
            )
        if refusal := course_steps(self.root)[self.edition].refusal:
            raise CourseError(refusal)

    def _finish(self, manifest: Manifest) -> None:
        folders = {name: tree_digest(self.root / name) for name in self.folders}
        msgspec.structs.replace(
            manifest,
            gradebook=manifest.gradebook or _gradebook_digest(self.root),
            folders=manifest.folders | folders,
        ).write(self.root)


def gradebook_file(root: Path) -> Path | None:
    """The file of a course's gradebook; None where it is on a server."""
    return sqlite_file(CourseDirectory(config=course_config(root)).db_url)


def _gradebook_digest(root: Path) -> str:
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


def _check_course(root: Path) -> None:
    if not ((root / CONFIG).is_file() or (root / "source").is_dir()):
        raise CourseError(
            f"{root} is no nbgrader course: it has neither {CONFIG} nor source/; `autograder init"
            " DIR` makes a course"
        )
    if known(root) and not Manifest.read(root):
        raise CourseError(
            f"{root} was made by `autograder init`: its assignments are {', '.join(known(root))};"
            " `autograder build` and `nbgrader generate_assignment` release another"
        )
    # An assignment of theirs that lies outside our folders would never be found.
    check_folders(course_config(root))


def _in_gradebook(root: Path) -> Iterable[str]:
    gradebook = gradebook_file(root)
    if gradebook and not gradebook.is_file():
        return []
    with open_gradebook(root, course_config(root)) as book:
        return [assignment.name for assignment in book.assignments]


def _others(root: Path) -> dict[str, Steps]:
    return dict.fromkeys(other_assignments(root), Steps.of_others(course_config(root)))
