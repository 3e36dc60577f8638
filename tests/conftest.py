"""Courses to test on: copies of this repository's own, in folders that a test may spoil."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from autograder.authoring.make import NotebookBuilder
from autograder.core.assignment.load import find
from autograder.core.assignment.plan import Assignment
from autograder.core.assignment.sets import ACCEPTING
from autograder.grading.grader import SubmissionGrader
from autograder.notebook.build import source_notebook
from autograder.sandbox.host import Host, warm_host
from autograder.sandbox.isolation import Rings, choose
from tests.fork_server import fork_server
from tests.lent import Lent, alike

ROOT = Path(__file__).parent.parent
BIN = Path(sys.executable).parent
# Courses to test on are copies of this one, whose hidden numbers anybody can look up.
os.environ[ACCEPTING] = "1"
# A shell lets what it starts in the background ignore Ctrl-C, and programs hand that on.
signal.signal(signal.SIGINT, signal.default_int_handler)

TOGETHER = {"browser": "browser", "sandbox": "sandbox"}
"""Folders whose files share what takes long to make, a JupyterLab. And the attacks by an ordinary
user, whose threads the kernel counts together."""


def scope(nodeid: str) -> str:
    """The file of a test, or the name of those that it is together with."""
    path = Path(nodeid.partition("::")[0]).relative_to("tests")
    return TOGETHER.get(str(path)) or TOGETHER.get(str(path.parent)) or str(path)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """With `pytest -n 2` the tests of a file are run by one process, in their order."""
    from xdist.scheduler import LoadScopeScheduling

    class ByFile(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return scope(nodeid)

    return ByFile(config, log)


LONGEST = (
    "browser", "attacks/test_cheats.py", "course/test_audit.py", "course/test_visible.py",
    "course/test_limits.py", "course/test_one_place.py", "desk/test_docs.py",
    "desk/test_one_road.py", "engine/test_cell_runner.py", "engine/test_idle_watch.py",
)  # fmt: skip
"""What begins first: at the end of a run nobody waits for one long file."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs a browser, and put the longest first."""
    items.sort(key=lambda item: scope(item.nodeid) not in LONGEST)
    for item in items:
        if item.path.parent.name == "browser":
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def repository() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def assignment() -> Assignment:
    """The assignment `attention` of this checkout."""
    return find(ROOT, "attention")[0]


@pytest.fixture(scope="session")
def solved(assignment) -> NotebookBuilder:
    """The reference solution as a notebook."""
    return NotebookBuilder.of(source_notebook(assignment, "en"))


@pytest.fixture(scope="session")
def released() -> NotebookBuilder:
    """The notebook as students get it."""
    return NotebookBuilder.of((ROOT / "release/attention/attention.ipynb").read_bytes())


@pytest.fixture(scope="session")
def rings() -> Rings:
    """The rings of isolation of this machine."""
    return choose()


@pytest.fixture(scope="session")
def shared() -> Iterator[Callable[[Assignment, Rings], Lent]]:
    """In the place of `warm_host`: of all that would be alike one, which goes on to the end."""
    hosts: list[Host] = []

    def warm(assignment: Assignment, rings: Rings) -> Lent:
        fresh = warm_host(assignment, rings)
        if not any(alike(fresh, host) for host in hosts):
            hosts.append(fresh.__enter__())
        return Lent(next(host for host in hosts if alike(fresh, host)))

    yield warm
    for host in hosts:
        host.close()


@pytest.fixture(scope="session")
def host(assignment, rings, shared) -> Lent:
    """One warm process for all graders of `attention`."""
    return shared(assignment, rings)


@pytest.fixture(scope="session")
def grader_of(assignment, released, host) -> Callable[..., SubmissionGrader]:
    """Make a warm grader of `attention`, or of a changed copy of it."""

    def make(own: Assignment = assignment, host: Any = host, **more: Any) -> SubmissionGrader:
        return SubmissionGrader(own, own.editions[0], released.bytes(), host, **more)

    return make


@pytest.fixture(scope="session")
def grader(grader_of) -> SubmissionGrader:
    return grader_of()


def run_in(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a command of this environment in `folder`, with no environment activated but on PATH."""
    env = {**os.environ, "PATH": f"{BIN}:{os.environ['PATH']}", "OMP_NUM_THREADS": "1"}
    return fork_server().run(folder, command, env, lent=True)


def succeeding(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    done = run_in(folder, *command)
    assert done.returncode == 0, (command, done.stdout, done.stderr)
    return done


def copy_course(folder: Path) -> Path:
    """A course folder like this checkout's, with nothing submitted."""
    folder.mkdir(exist_ok=True)
    cached = shutil.ignore_patterns("__pycache__")
    for name in ("assignments", "source", "release"):
        shutil.copytree(ROOT / name, folder / name, ignore=cached)
    shutil.copy(ROOT / "nbgrader_config.py", folder)
    return folder


@pytest.fixture(scope="session")
def generated(tmp_path_factory) -> Path:
    """Such a course with the assignment generated: made once, to be copied."""
    course = copy_course(tmp_path_factory.mktemp("generated") / "course")
    succeeding(course, "nbgrader", "generate_assignment", "attention", "--force")
    return course


@pytest.fixture(scope="session")
def new_class(generated) -> Callable[[Path, int], Path]:
    """Make such a course with the assignment generated and so many simulated students."""

    def make(folder: Path, students: int) -> Path:
        shutil.copytree(generated, folder)
        succeeding(folder, "autograder", "simulate", "attention", "--students", str(students))
        return folder

    return make


@pytest.fixture
def ready(generated, tmp_path) -> Path:
    """A fresh course folder with the assignment generated."""
    return shutil.copytree(generated, tmp_path / "ready")


@pytest.fixture
def course(tmp_path) -> Path:
    return copy_course(tmp_path / "course")


def scores_of(course: Path) -> dict[str, dict[str, float | None]]:
    """Points by student and grade cell, as the gradebook has them."""
    with closing(sqlite3.connect(course / "gradebook.db")) as gradebook:
        rows = gradebook.execute(
            "select s.id, b.name, g.auto_score from grade g"
            " join submitted_notebook n on g.notebook_id = n.id"
            " join submitted_assignment a on n.assignment_id = a.id"
            " join student s on a.student_id = s.id"
            " join base_cell b on g.cell_id = b.id"
        ).fetchall()
    by_student: dict[str, dict[str, float | None]] = {}
    for student, cell, score in rows:
        by_student.setdefault(student, {})[cell] = score
    return by_student


def put(course: Path, student: str, data: bytes, edition: str = "attention") -> Path:
    """Put a notebook where nbgrader looks for it."""
    path = course / "submitted" / student / edition / "attention.ipynb"
    path.parent.mkdir(parents=True)
    path.write_bytes(data)
    return path


SHARED = pytest.fixture(scope="session")
"""What tests call, by names that need no import."""
new_course = SHARED(lambda: copy_course)
run = SHARED(lambda: run_in)
succeeds = SHARED(lambda: succeeding)
scores = SHARED(lambda: scores_of)
submit = SHARED(lambda: put)
