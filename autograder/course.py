"""A course folder: where nbgrader keeps what, and source/, which is built from assignments/."""

import stat
from collections.abc import Callable, Container, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from autograder.core.assignment.given import FILE, given_files, visible_checks
from autograder.core.assignment.load import find
from autograder.core.assignment.plan import Assignment, Edition
from autograder.core.errors import Bulkhead, CourseError, SubmissionUnreadable, meant
from autograder.notebook.build import for_nbgrader, source_notebook
from autograder.notebook.find import OTHERS, adopt
from autograder.notebook.folder import IS_LINK, NOTEBOOK, SUBMITTED, shown
from autograder.notebook.submission import HELD_BYTES, HELD_IN_ALL, Submission
from autograder.worker.files import put

SPOKEN = '\nLANGUAGE = "{}"\n'
STUDENT = "STUDENT"
DEPTH = 3
"""Levels below submitted/ at which a misplaced notebook is looked for."""


def build(course: Path, assignment_id: str) -> Iterator[Path]:
    """Write source/<edition>/ for each edition; the paths. Raises as `source_notebook`."""
    assignment, _ = find(course, assignment_id)
    for edition in assignment.editions:
        folder = course / "source" / edition.id
        notebook = source_notebook(assignment, edition.language)
        file = folder / f"{assignment.id}.ipynb"
        before = file.read_bytes() if file.is_file() else b""
        # The visible checks begin to speak the edition's language, and are the same else.
        english, spoken = SPOKEN.format("en"), SPOKEN.format(edition.language)
        checks = visible_checks(assignment.folder).replace(english, spoken, 1)
        files = {file.name: for_nbgrader(notebook, before), FILE: checks.encode()}
        files |= given_files(assignment.folder)
        put(files, folder)
        yield from (folder / name for name in files)


class LoadedAssignment(NamedTuple):
    """Everything besides a submission that its grade depends on, as it was when it was read."""

    assignment: Assignment
    edition: Edition
    released: bytes


class HandedIn(NamedTuple):
    """The notebooks that students have handed in, and why others' cannot be used, by student."""

    submissions: dict[str, Submission]
    problems: dict[str, str]

    def of(self, student: str) -> Submission:
        """A student's notebook; CourseError if there is none."""
        if student in self.problems:
            raise CourseError(f"{student}: {self.problems[student]}")
        return self.submissions[student]


class CourseAssignment(NamedTuple):
    """An edition of an assignment in a course: what every command about a class begins with."""

    root: Path
    assignment: Assignment
    edition: Edition

    @classmethod
    def find(cls, root: Path, name: str) -> "CourseAssignment":
        """The one with this name in nbgrader (`attention-zh`); CourseError if there is none."""
        return cls(root, *find(root, name))

    def released(self) -> bytes:
        """The released notebook's bytes; CourseError if it has not been generated."""
        edition, release = self.edition.id, self.root / "release"
        path = release / edition / f"{self.assignment.id}.ipynb"
        if not path.is_file():
            is_built = (self.root / "source" / edition).is_dir()
            first = "" if is_built else f"`autograder build {self.assignment.id}` and "
            commands = f"{first}`nbgrader generate_assignment {edition}`"
            ids = [other.id for other in self.assignment.editions if (release / other.id).is_dir()]
            has = f"this course has {ids[0]}; to have this one too, run" if ids else "run"
            raise CourseError(f"{path} is missing; {has} {commands}")
        return path.read_bytes()

    def loaded(self) -> LoadedAssignment:
        return LoadedAssignment(self.assignment, self.edition, self.released())

    def submissions(
        self, only: Iterable[str] = (), enrolled: Callable[[], Container[str]] = tuple
    ) -> HandedIn:
        """What every student has handed in, or those in `only`; who is `enrolled` is known.

        CourseError if nobody has submitted this edition, or one of `only` has not.
        """
        folders, problems = self.submitted_folders()
        students = {**folders, **problems}
        for student in only:
            if student not in students and student in enrolled():
                raise CourseError(
                    f"{student} is enrolled and has handed in nothing for {self.edition.id}:"
                    f" {self.root / 'submitted' / student / self.edition.id} is missing"
                )
        if not students:
            submitted = self.root / "submitted"
            where = f"each student's lie in {submitted / 'STUDENT' / self.edition.id}"
            raise CourseError(f"there are no submissions of {self.edition.id}; {where}")
        chosen = known_students(only, students) or sorted(students)
        bulkhead, files, space = Bulkhead(), dict[str, Submission](), HELD_IN_ALL
        for student in chosen:
            if student in folders:
                with bulkhead.around(student, "read"):
                    notebook = adopt(folders[student], self.assignment)
                    files[student] = Submission.read(student, notebook, min(HELD_BYTES, space))
                    space -= len(files[student].held or b"")
        problems |= bulkhead.problems
        return HandedIn(files, {name: problems[name] for name in chosen if name not in files})

    def submitted_folders(self) -> tuple[dict[str, Path], dict[str, str]]:
        """The folder of every student who has submitted, and why others' folders cannot be used.

        `submitted` itself may be a link: that is how an instructor lays out disks. Links below it
        may have come with a student's archive, and lead to anybody's work.
        """
        bulkhead, submitted, edition = Bulkhead(), self.root / "submitted", self.edition.id
        folders = dict(_folders(submitted, edition, bulkhead))
        parents = (self.root / "source", self.root / "release")
        names = {edition, *(path.name for parent in parents for path in parent.glob("*"))}
        lost = misplaced(submitted, edition, self.assignment.id, frozenset(names))
        notes = {_printable(name): text for name, text in lost.items() if name not in folders}
        return folders, notes | bulkhead.problems


def load_assignment(course: Path | str, name: str) -> LoadedAssignment:
    """An assignment by its name in nbgrader (`attention-zh`); CourseError if it is not released."""
    return CourseAssignment.find(Path(course).resolve(), name).loaded()


def known_students(names: Iterable[str], students: Iterable[str]) -> list[str]:
    """The wanted students, each once; CourseError if one is unknown, with a name that is alike."""
    chosen, roster = list(dict.fromkeys(names)), list(students)
    for student in chosen:
        if student not in roster:
            raise CourseError(f"there is no student {student!r}{meant(student, roster)}")
    return chosen


def _folders(submitted: Path, edition: str, bulkhead: Bulkhead) -> Iterator[tuple[str, Path]]:
    try:
        students = sorted(submitted.iterdir()) if submitted.exists() else []
    except OSError as error:
        raise CourseError(f"{submitted} cannot be read: {error.strerror}") from None
    for student in students:
        # nbgrader does not see hidden folders either.
        if not student.name.startswith("."):
            with bulkhead.around(_printable(student.name), "read"):
                if folder := _submission_folder(student, edition):
                    yield student.name, folder


def _submission_folder(student: Path, assignment_id: str) -> Path | None:
    """A submission's folder, None without one; SubmissionUnreadable if it is a link, or none."""
    if student.is_symlink():
        raise SubmissionUnreadable(f"{shown(student)} {IS_LINK.en}")
    folder = student / assignment_id
    try:
        mode = folder.lstat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return None
    if not stat.S_ISDIR(mode):
        reason = IS_LINK.en if stat.S_ISLNK(mode) else "is no folder"
        raise SubmissionUnreadable(f"{shown(folder)} {reason}")
    if _printable(student.name) != student.name:
        # Neither a gradebook nor a page can hold such a name.
        raise SubmissionUnreadable(f"{shown(student)}: the folder's name is no UTF-8; rename it")
    return folder


def _printable(name: str) -> str:
    return name.encode("utf-8", "replace").decode()


def misplaced(submitted: Path, edition: str, notebook: str, ids: frozenset[str]) -> dict[str, str]:
    """What to say of each student with a `notebook` in `submitted` but in no assignment's folder.

    `ids` are the folders of all assignments, that of the `edition` among them.
    """
    texts: dict[str, str] = {}
    for top in _shown(submitted):
        inside = {path.name for path in _shown(top)}
        for file in _files(top, DEPTH) if edition not in inside else ():
            *folders, name = file.relative_to(submitted).parts
            is_alike = file.stem.lower().startswith(notebook.lower())
            is_meant = file.suffix.lower() == NOTEBOOK or (is_alike and file.suffix in OTHERS)
            # A stray file beside another assignment is not guessed about.
            beside = len(folders) == 1 and not ids.isdisjoint(inside)
            if is_meant and not beside and ids.isdisjoint(folders[1:]):
                # The assignment's own folder above the students' is no student.
                names = [folder for folder in folders if folder.lower() != edition.lower()]
                student = next(iter(names), STUDENT if is_alike else file.stem)
                target = f"{SUBMITTED}/{student}/{edition}/"
                text = f"misplaced: {shown(file)} is not looked at; move it to {target}"
                texts.setdefault(name if student == STUDENT else student, text)
    return texts


def _files(path: Path, depth: int) -> Iterator[Path]:
    if not path.is_dir():
        yield path
    elif depth > 1:
        for inner in _shown(path):
            yield from _files(inner, depth - 1)


def _shown(folder: Path) -> list[Path]:
    try:
        paths = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
        return [path for path in paths if not path.is_symlink()]
    except OSError:
        return []
