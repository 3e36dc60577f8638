"""Adding an assignment of the package to a running course; `way_back` undoes it."""

import difflib
import shutil
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from msgspec.structs import replace
from nbgrader.coursedir import CourseDirectory

from autograder.core import atomic_file
from autograder.core.assignment.load import known
from autograder.core.atomic_file import STATE_FOLDER
from autograder.core.errors import CourseError
from autograder.nbgrader_adapter.course_settings.database import gradebook_file, open_gradebook
from autograder.nbgrader_adapter.course_settings.settings import (
    check_folders,
    course_config,
    generate,
)
from autograder.nbgrader_adapter.runs import way_back
from autograder.nbgrader_adapter.runs.course_steps import course_steps
from autograder.nbgrader_adapter.runs.way_back import CONFIG, Manifest, undo

TORN = (
    "an adoption was interrupted: `autograder adopt --undo --write` takes back what it did, then"
    " run this command again"
)
ADDED = "`autograder adopt` has added it; `autograder build {}` makes its other editions, too"
TAKEN = "an assignment of that name cannot be added beside it"


@dataclass(frozen=True)
class Adoption:
    """An assignment to be added; a CourseError, with nothing changed, where it cannot be."""

    root: Path
    assignment: str
    edition: str

    def __post_init__(self) -> None:
        _check_course(self.root)
        manifest = Manifest.read(self.root)
        added = manifest.folders if manifest else {}
        for folder in self.folders:
            if (self.root / folder).exists():
                ours = TORN if added.get(folder) == "" else ADDED.format(self.assignment)
                why = ours if folder in added else TAKEN
                raise CourseError(f"{self.root / folder} is there already; {why}")
        gradebook = gradebook_file(self.root)
        names: list[str] = []
        if not gradebook or gradebook.is_file():
            with open_gradebook(self.root) as book:
                names = [assignment.name for assignment in book.assignments]
        if self.edition in names:
            raise CourseError(
                f"the gradebook has an assignment {self.edition} already; rename it, or remove it"
                f" with `nbgrader db assignment remove {self.edition}`"
            )

    @property
    def folders(self) -> tuple[str, ...]:
        return (
            f"assignments/{self.assignment}", f"source/{self.edition}", f"release/{self.edition}"
        )  # fmt: skip

    @cached_property
    def _config(self) -> Path:
        # An instructor's own may be a link to where it is under version control.
        return (self.root / CONFIG).resolve()

    @cached_property
    def _configs(self) -> tuple[bytes, bytes]:
        before = self._config.read_bytes() if self._config.is_file() else b""
        if way_back.BEGIN.encode() in before:
            return before, before
        start = before if self._config.is_file() else way_back.MADE_CONFIG
        return before, start + way_back.BLOCK.encode()

    def diff(self) -> str:
        before, after = (text.decode("utf-8", "replace").splitlines() for text in self._configs)
        return "\n".join(difflib.unified_diff(before, after, CONFIG, CONFIG, lineterm=""))

    def write(self, ready: Path) -> None:
        """Add what was made ready in the folder of another course. A CourseError, and the course as
        it was, where nbgrader refuses it, or does not come to our lines in its configuration.
        """
        earlier = Manifest.read(self.root)
        gradebook = gradebook_file(self.root)
        # An earlier copy of a gradebook that has been used since must never come back.
        is_unused = earlier is None or earlier.gradebook == way_back.file_digest(gradebook)
        added = self._begin(earlier, gradebook)
        try:
            for folder in self.folders[:2]:
                atomic_file.make_folder((self.root / folder).parent)
                shutil.copytree(ready / folder, self.root / folder)
                if atomic_file.is_shared((self.root / folder).parent):
                    atomic_file.share(self.root / folder)
            way_back.replace_file(self._config, self._configs[1])
            if refusal := course_steps(self.root)[self.edition].refusal:
                raise CourseError(refusal)
            generate(self.root, [self.edition])
        except BaseException:
            undo(self.root, added, earlier)
            raise
        digests = {name: way_back.tree_digest(self.root / name) for name in self.folders}
        digest = way_back.file_digest(gradebook) if is_unused else ""
        replace(added, folders=digests, gradebook=digest).after(earlier).write(self.root)

    def _begin(self, earlier: Manifest | None, gradebook: Path | None) -> Manifest:
        """Note what is about to be added; before the first adoption, keep what there is."""
        if earlier is None:
            if CourseDirectory(config=course_config(self.root)).groupshared:
                atomic_file.share(self.root / STATE_FOLDER)
            atomic_file.make_folder(self.root / way_back.KEPT)
            if gradebook and gradebook.is_file():
                shutil.copy2(gradebook, self.root / way_back.KEPT)
        added = Manifest((self.edition,), dict.fromkeys(self.folders, ""))
        added.after(earlier).write(self.root)
        return added


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
