"""Adding an assignment of the package to a running course, with a way back.

What the course had is copied to `.autograder/adopted/` first, and a manifest there names what was
added. `way_back` undoes it.
"""

import difflib
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import msgspec
from nbgrader.coursedir import CourseDirectory

from autograder.core import atomic_file
from autograder.core.assignment import known
from autograder.core.errors import CourseError
from autograder.grading.report_cache import STATE_FOLDER
from autograder.nbgrader_adapter.course_settings.database import open_gradebook
from autograder.nbgrader_adapter.course_settings.settings import (
    check_folders,
    course_config,
    generate,
)
from autograder.nbgrader_adapter.runs.course_steps import Steps, course_steps, other_assignments
from autograder.nbgrader_adapter.runs.manifest import (
    BEGIN,
    BLOCK,
    CONFIG,
    KEPT,
    NEW,
    USED,
    Manifest,
    digest,
    gradebook_digest,
    gradebook_file,
    tree_digest,
)
from autograder.nbgrader_adapter.runs.way_back import undo


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
        is_used = earlier is not None and earlier.gradebook != gradebook_digest(self.root)
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
            gradebook=manifest.gradebook or gradebook_digest(self.root),
            folders=manifest.folders | folders,
        ).write(self.root)


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
