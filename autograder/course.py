"""A course folder: where nbgrader keeps what, and the rooms that are built from assignments/."""

import stat
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass
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
"""Of what lies below submitted/: a folder, a folder in it, a file."""


def build(course: Path, assignment_id: str) -> Iterator[Path]:
    """Write source/<edition>/ for each edition; the paths. Raises as `source_notebook`."""
    assignment, _ = find(course, assignment_id)
    for edition in assignment.editions:
        folder = course / "source" / edition.id
        notebook = source_notebook(assignment, edition.language)
        file = folder / f"{assignment.id}.ipynb"
        before = file.read_bytes() if file.is_file() else b""
        # The visible checks begin to speak the edition's language, and are the same else.
        english, own = SPOKEN.format("en"), SPOKEN.format(edition.language)
        checks = visible_checks(assignment.folder).replace(english, own, 1)
        files = {file.name: for_nbgrader(notebook, before), FILE: checks.encode()}
        files |= given_files(assignment.folder)
        put(files, folder)
        yield from (folder / name for name in files)


@dataclass(frozen=True)
class LoadedAssignment:
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
            said = f"{first}`nbgrader generate_assignment {edition}`"
            others = [one.id for one in self.assignment.editions if (release / one.id).is_dir()]
            has = f"this course has {others[0]}; to have this one too, run" if others else "run"
            raise CourseError(f"{path} is missing; {has} {said}")
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
        every = {**folders, **problems}
        for student in only:
            if student not in every and student in enrolled():
                raise CourseError(
                    f"{student} is enrolled and has handed in nothing for {self.edition.id}:"
                    f" {self.root / 'submitted' / student / self.edition.id} is missing"
                )
        if not every:
            room = self.root / "submitted"
            where = f"each student's lie in {room / 'STUDENT' / self.edition.id}"
            raise CourseError(f"there are no submissions of {self.edition.id}; {where}")
        chosen = known_students(only, every) or sorted(every)
        bulkhead, found, left = Bulkhead(), dict[str, Submission](), HELD_IN_ALL
        for student in chosen:
            if student in folders:
                with bulkhead.around(student, "read"):
                    place = adopt(folders[student], self.assignment)
                    found[student] = Submission.read(student, place, min(HELD_BYTES, left))
                    left -= len(found[student].held or b"")
        problems |= bulkhead.problems
        return HandedIn(found, {name: problems[name] for name in chosen if name not in found})

    def submission(
        self, student: str, enrolled: Callable[[], Container[str]] = tuple
    ) -> Submission:
        """The submitted notebook of one student; CourseError if there is none."""
        return self.submissions([student], enrolled).of(student)

    def submitted_folders(self) -> tuple[dict[str, Path], dict[str, str]]:
        """The folder of every student who has submitted, and why others' folders cannot be used.

        `submitted` itself may be a link: that is how an instructor lays out disks. Links below it
        may have come with a student's archive, and lead to anybody's work.
        """
        bulkhead, room, edition = Bulkhead(), self.root / "submitted", self.edition.id
        folders = dict(_folders(room, edition, bulkhead))
        rooms = (self.root / "source", self.root / "release")
        names = {edition, *(path.name for each in rooms for path in each.glob("*"))}
        lost = misplaced(room, edition, self.assignment.id, frozenset(names))
        others = {_printable(name): said for name, said in lost.items() if name not in folders}
        return folders, others | bulkhead.problems


def load_assignment(course: Path | str, name: str) -> LoadedAssignment:
    """An assignment by its name in nbgrader (`attention-zh`); CourseError if it is not released."""
    return CourseAssignment.find(Path(course).resolve(), name).loaded()


def known_students(wanted: Iterable[str], known: Iterable[str]) -> list[str]:
    """The wanted students, each once; CourseError if one is unknown, with a name that is alike."""
    chosen, every = list(dict.fromkeys(wanted)), list(known)
    for student in chosen:
        if student not in every:
            raise CourseError(f"there is no student {student!r}{meant(student, every)}")
    return chosen


def _folders(room: Path, edition: str, bulkhead: Bulkhead) -> Iterator[tuple[str, Path]]:
    try:
        places = sorted(room.iterdir()) if room.exists() else []
    except OSError as error:
        raise CourseError(f"{room} cannot be read: {error.strerror}") from None
    for place in places:
        # nbgrader does not see hidden folders either.
        if not place.name.startswith("."):
            with bulkhead.around(_printable(place.name), "read"):
                if folder := _submission_folder(place, edition):
                    yield place.name, folder


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
        why = IS_LINK.en if stat.S_ISLNK(mode) else "is no folder"
        raise SubmissionUnreadable(f"{shown(folder)} {why}")
    if _printable(student.name) != student.name:
        # Neither a gradebook nor a page can hold such a name.
        raise SubmissionUnreadable(f"{shown(student)}: the folder's name is no UTF-8; rename it")
    return folder


def _printable(name: str) -> str:
    return name.encode("utf-8", "replace").decode()


def misplaced(room: Path, edition: str, notebook: str, known: frozenset[str]) -> dict[str, str]:
    """What to say of each student with a `notebook` in `room` that is in no assignment's folder.

    `known` are the folders of all assignments, that of the `edition` among them.
    """
    found: dict[str, str] = {}
    for top in _shown(room):
        for file in _files(top, DEPTH) if not (top / edition).exists() else ():
            *folders, name = file.relative_to(room).parts
            is_alike = file.stem.lower().startswith(notebook.lower())
            is_meant = file.suffix.lower() == NOTEBOOK or (is_alike and file.suffix in OTHERS)
            # A stray file beside another assignment is not guessed about.
            beside = len(folders) == 1 and any((top / one).exists() for one in known)
            if is_meant and not beside and known.isdisjoint(folders[1:]):
                # The assignment's own folder above the students' is no student.
                names = [one for one in folders if one.lower() != edition.lower()]
                student = next(iter(names), STUDENT if is_alike else file.stem)
                place = f"{SUBMITTED}/{student}/{edition}/"
                said = f"misplaced: {shown(file)} is not looked at; move it to {place}"
                found.setdefault(name if student == STUDENT else student, said)
    return found


def _files(path: Path, depth: int) -> Iterator[Path]:
    if not path.is_dir():
        yield path
    elif depth > 1:
        for inner in _shown(path):
            yield from _files(inner, depth - 1)


def _shown(folder: Path) -> list[Path]:
    try:
        every = sorted(folder.iterdir())
    except OSError:
        return []
    return [path for path in every if not path.name.startswith(".") and not path.is_symlink()]
