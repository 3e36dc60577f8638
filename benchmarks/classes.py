"""The simulated class of the benchmark, in course folders of its own."""

import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from autograder.core.assignment.sets import ACCEPTING
from autograder.course import CourseAssignment
from autograder.notebook.find import Found
from autograder.notebook.submission import Submission

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
COURSE = ("assignments", "source", "release", "nbgrader_config.py")
HARMLESS = ("right", "alternative", "mistaken", "unfinished")
"""The kinds that may run where nothing confines them: in a plain kernel and in the floor."""
EDITION = "attention"
RELEASED = "gradebook.released"
"""The gradebook before anything was graded: it knows the notebook and its cells."""
WARM = "autograder.worker.warm"
"""What stands in the command line of the warm process, of its workers and of the ring around."""


@dataclass(frozen=True)
class Course:
    """A course folder with submissions."""

    folder: Path

    @property
    def students(self) -> list[str]:
        """Who has submitted."""
        return sorted(path.name for path in (self.folder / "submitted").iterdir())

    @property
    def where(self) -> CourseAssignment:
        """Its assignment."""
        return CourseAssignment.find(self.folder, EDITION)

    def notebook(self, student: str) -> Path:
        """What a student handed in."""
        return self.folder / "submitted" / student / EDITION / f"{EDITION}.ipynb"

    def submission(self, student: str) -> Submission:
        """The same as it is graded."""
        return Submission.read(student, Found(self.notebook(student)))

    def forget(self) -> None:
        """Put everything back that grading has left, with the gradebook as it was released."""
        for name in (".autograder", "autograded"):
            shutil.rmtree(self.folder / name, ignore_errors=True)
        self.forget_records()

    def forget_records(self) -> None:
        """Put back the gradebook, and the autograded notebooks."""
        shutil.rmtree(self.folder / "autograded", ignore_errors=True)
        shutil.copy(self.folder / RELEASED, self.folder / "gradebook.db")

    def graded(self) -> int:
        """How many students have an autograded notebook."""
        return len(list((self.folder / "autograded").glob("*")))

    def harmless(self, count: int) -> list[str]:
        """The first students whose code may run unconfined."""
        return [student for student in self.students if kind(student) in HARMLESS][:count]

    def kinds(self) -> str:
        """The mix of the class, for a reader."""
        counts = Counter(map(kind, self.students))
        return ", ".join(f"{number} {name}" for name, number in counts.most_common())


def kind(student: str) -> str:
    """What kind of student `autograder simulate` made."""
    return student.partition("-")[2]


def command(*words: str) -> list[str]:
    """A command of this environment; the package is that of this checkout."""
    if words[0] == "autograder":
        return [sys.executable, "-c", "from autograder.cli import program; program()", *words[1:]]
    return [str(BIN / words[0]), *words[1:]]


@contextmanager
def running(
    words: Sequence[str], folder: Path, env: Mapping[str, str], output: IO[str] | int
) -> Iterator["subprocess.Popen[str]"]:
    """A program for as long as the block runs; what it says goes to `output`."""
    process = subprocess.Popen(
        words, cwd=folder, env=env, text=True, stdout=output, stderr=subprocess.STDOUT
    )
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


def environment() -> dict[str, str]:
    """One thread for each process, and this checkout's package."""
    path = f"{BIN}:{os.environ['PATH']}"
    settings = {"PATH": path, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1", ACCEPTING: "1"}
    return {**os.environ, **settings}


def run(folder: Path, *words: str, check: bool = True) -> None:
    """Run a command in a course folder."""
    done = subprocess.run(
        command(*words), cwd=folder, env=environment(), capture_output=True, text=True
    )
    if check and done.returncode:
        raise SystemExit(f"{' '.join(words)}: {done.stderr[-2000:]}")


def copied(folder: Path) -> None:
    """Put what a course has before anything is handed in into a folder."""
    for name in COURSE:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, folder / name)


def simulated(folder: Path, students: int) -> Course:
    """A new course with a simulated class."""
    folder.mkdir(parents=True)
    copied(folder)
    run(folder, "nbgrader", "generate_assignment", EDITION, "--force")
    shutil.copy(folder / "gradebook.db", folder / RELEASED)
    run(folder, "autograder", "simulate", EDITION, "--students", str(students))
    course = Course(folder)
    for notebook in course.folder.glob("submitted/*/*/*.ipynb"):
        sign(notebook, notebook.parts[-3])
    return course


def sign(notebook: Path, student: str) -> None:
    """Make a notebook like no other: students with the same bytes may share a kept report."""
    data = notebook.read_bytes()
    if not data.lstrip().startswith(b"{"):
        # An archive that held the mark would be torn, and graded again at every run.
        return
    mark = b'"kernelspec": {'
    signed = f'"student": "{student}",\n  '.encode() + mark
    notebook.write_bytes(data.replace(mark, signed, 1))


def subset(course: Course, folder: Path, students: list[str]) -> Course:
    """A copy of the course, ungraded, with some of its students."""
    shutil.copytree(
        course.folder, folder, ignore=shutil.ignore_patterns(".autograder", "autograded")
    )
    for student in set(course.students) - set(students):
        shutil.rmtree(folder / "submitted" / student)
    smaller = Course(folder)
    smaller.forget()
    return smaller
