"""PostgreSQL as nbgrader's gradebook: a real server, several graders recording at once."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
from nbgrader.apps import ExportApp
from running import hand_in, running_course

from autograder.nbgrader_adapter.course_settings.database import open_gradebook
from tests.courses import configure
from tests.edge.gradebook import rows

STUDENTS = ("ada", "bob", "eve", "flo")

pytestmark = pytest.mark.postgresql


def program(name: str) -> str | None:
    """A program of PostgreSQL's server, which Debian keeps out of PATH."""
    paths = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return str(paths[-1]) if paths else shutil.which(name)


@pytest.fixture(scope="module")
def server() -> Iterator[Path]:
    """A PostgreSQL of our own; the folder of its socket, its only way in."""
    pg_ctl, initdb = program("pg_ctl"), program("initdb")
    if pg_ctl is None or initdb is None:
        pytest.skip("PostgreSQL's server is not installed (see scripts/system-packages)")
    # The folder of a test lies too deep for the name of a socket, and only root may enter it.
    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    account: dict[str, object] = {}
    if os.geteuid() == 0:
        # The server refuses to run as root.
        shutil.chown(folder, "postgres", "postgres")
        account = {"user": "postgres", "group": "postgres", "extra_groups": []}

    def call(*command: str) -> None:
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL, **account)

    data = str(folder / "data")
    try:
        call(initdb, "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync")
        options = f"-k {folder} -c listen_addresses='' -c fsync=off"
        call(pg_ctl, "-D", data, "-w", "-l", str(folder / "log"), "-o", options, "start")
        yield folder
        call(pg_ctl, "-D", data, "-w", "-m", "fast", "stop")
    finally:
        shutil.rmtree(folder)


@pytest.fixture(scope="module")
def courses(
    server, tmp_path_factory, new_course, assignment, solved, submit, succeeds
) -> tuple[Path, Path]:
    """The same class twice: its gradebook in SQLite, graded; and in PostgreSQL, not yet."""
    folders = [new_course(tmp_path_factory.mktemp(name) / "course") for name in ("lite", "server")]
    for folder in folders:
        for number, student in enumerate(STUDENTS):
            undone = {part.id: "pass" for part in assignment.parts[:number]}
            submit(folder, student, solved.answered(undone).bytes())
    on_server(folders[1], server, "grades")
    for folder in folders:
        succeeds(folder, "nbgrader", "generate_assignment", "attention", "--force")
    succeeds(folders[0], "autograder", "grade", "attention")
    return folders[0], folders[1]


def on_server(course: Path, server: Path, name: str) -> None:
    where = f"host={server} user=postgres dbname=postgres"
    with psycopg.connect(where, autocommit=True) as database:
        database.execute(f"create database {name}")
    url = f"postgresql+psycopg://postgres@/{name}?host={server}"
    configure(course, f"c.CourseDirectory.db_url = {url!r}")


def at_once(run: Callable, course: Path, *commands: tuple[str, ...]) -> list[str]:
    """Run the commands at the same time; what those that failed said."""
    with ThreadPoolExecutor() as pool:
        processes = list(pool.map(lambda command: run(course, *command), commands))
    return [process.stderr for process in processes if process.returncode != 0]


def test_two_graders_at_once_record_what_one_records_in_sqlite(courses, run):
    sqlite, postgresql = courses
    ours = ("autograder", "grade", "attention", *(f"--student={name}" for name in STUDENTS[:2]))
    plain = ("nbgrader", "autograde", "attention", "--student=[e-f]*")
    assert at_once(run, postgresql, ours, plain) == []
    assert rows(postgresql) == rows(sqlite)


def test_an_export_is_the_same_from_both(courses):
    exporter = "--exporter=autograder.nbgrader_adapter.exports.PartsExporter"
    for course in courses:
        app = ExportApp(log_level="ERROR")
        root = f"--CourseDirectory.root={course}"
        app.initialize([root, exporter, f"--to={course / 'parts.csv'}"], root=str(course))
        app.start()
    first, second = ((course / "parts.csv").read_bytes() for course in courses)
    assert first == second


@pytest.mark.slow
def test_a_student_graded_twice_at_once_is_recorded_once_or_named(courses, run):
    expected = rows(courses[0])
    whole = ("autograder", "grade", "attention")
    assert at_once(run, courses[1], whole) == []
    with open_gradebook(courses[1]) as gradebook:
        for student in STUDENTS:
            gradebook.remove_submission("attention", student)
    plain = ("nbgrader", "autograde", "attention", "--force")
    errors = " ".join(at_once(run, courses[1], whole, plain))
    recorded = rows(courses[1])
    lost = {row[0] for row in {*expected} ^ {*recorded}}
    assert {student for student in lost if str(student) not in errors} == set()
    assert at_once(run, courses[1], whole) == []
    assert rows(courses[1]) == expected


@pytest.mark.slow
def test_a_course_on_postgresql_adopts_and_goes_back(server, tmp_path, solved, submit, succeeds):
    course = running_course(tmp_path / "cs101")
    on_server(course, server, "adopting")

    def scores() -> dict[tuple[str, str], float]:
        with open_gradebook(course) as book:
            entries = (entry for assignment in book.assignments for entry in assignment.submissions)
            return {(entry.assignment.name, entry.student_id): entry.score for entry in entries}

    succeeds(course, "nbgrader", "generate_assignment", "ps1")
    hand_in(course, "ps1")
    succeeds(course, "nbgrader", "autograde", "ps1")
    before = scores()
    succeeds(course, "autograder", "adopt", "--write")
    submit(course, "ada", solved.bytes())
    succeeds(course, "autograder", "grade", "attention")
    assert scores() == before | {("attention", "ada"): 100.0}
    output = succeeds(course, "autograder", "adopt", "--undo", "--write").stdout
    assert "attention and the marks of 1 students are removed" in output
    assert scores() == before
    assert not (course / "gradebook.db").exists()
