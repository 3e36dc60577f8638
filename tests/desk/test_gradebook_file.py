"""The gradebook's file: old, locked, missing, or with other points than assignment.toml."""

import os
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest
from gradebooks import api_of, submission
from nbgrader.api import InvalidEntry
from sqlalchemy.exc import OperationalError

from autograder import course as rooms
from autograder.core.errors import CourseError
from autograder.course import CourseAssignment
from autograder.nbgrader_adapter.course_settings import database
from autograder.nbgrader_adapter.course_settings.database import open_gradebook
from autograder.nbgrader_adapter.course_settings.gradebook import recorded
from autograder.nbgrader_adapter.course_settings.settings import course_config
from autograder.nbgrader_adapter.runs.class_run import ClassRun
from autograder.nbgrader_adapter.runs.recorder import Recorder
from tests.courses import configure, edit

OLDER = """
    create table older (id varchar(32) primary key, name varchar(128) not null, duedate datetime);
    insert into older select id, name, duedate from assignment;
    drop table assignment;
    alter table older rename to assignment;
    drop table course;
    alter table student drop column lms_user_id;
    update alembic_version set version_num = '167914646830';
"""
"""From today's tables to those of nbgrader 0.5: no courses, no ids of an LMS."""


@pytest.fixture
def older(ready) -> Path:
    """A course with one graded student in a gradebook of nbgrader 0.5."""
    with open_gradebook(ready) as gradebook:
        gradebook.add_student("ada", last_name="Li")
        submission(gradebook, "ada")
    changed(ready, OLDER)
    return ready


def changed(course: Path, script: str) -> None:
    connection = sqlite3.connect(course / "gradebook.db")
    connection.executescript(script)
    connection.close()


def test_an_older_gradebook_is_left_until_it_is_upgraded(older, refused, run, succeeds):
    """And loses nothing by it."""
    course, before = older, (older / "gradebook.db").read_bytes()
    (course / "class.csv").write_text("id\nada\n")
    message = refused(course, "roster class.csv")
    assert "is of an older nbgrader: run `nbgrader db upgrade`" in message
    assert (course / "gradebook.db").read_bytes() == before
    export = ("nbgrader", "export", "--exporter=autograder.nbgrader_adapter.exports.CanvasExporter")
    done = run(course, *export)
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert "nbgrader db upgrade" in done.stderr
    succeeds(course, "nbgrader", "db", "upgrade")
    succeeds(course, *export)
    assert "\nLi,,,ada,,100.00" in (course / "canvas.csv").read_text("utf-8")


@pytest.mark.parametrize(
    ("script", "sentence"),
    [("drop table alembic_version", "run `nbgrader db upgrade`"),
     ("update alembic_version set version_num = 'feedbeef'", "is of a newer nbgrader")],
    ids=["without a revision", "of a newer nbgrader"]
)  # fmt: skip
def test_other_revisions_are_told_apart(older, script, sentence):
    changed(older, script)
    with pytest.raises(CourseError, match=sentence), open_gradebook(older):
        pass


def test_a_gradebook_that_cannot_be_opened_is_named(course):
    url = "postgresql+psycopg://me:secret@localhost:1/grades"
    configure(course, f"c.CourseDirectory.db_url = {url!r}")
    named = r"me:\*\*\*@localhost:1/grades cannot be used"
    with pytest.raises(CourseError, match=named) as caught, open_gradebook(course):
        pass
    assert "secret" not in str(caught.value)


def test_an_address_of_the_gradebook_that_is_none_is_told_in_one_sentence(course):
    configure(course, "c.CourseDirectory.db_url = 'gradebook.db'")
    with pytest.raises(CourseError, match=r"check CourseDirectory\.db_url"):
        recorded(CourseAssignment.find(course, "attention"))


@pytest.mark.parametrize("line", ["c.LatePolicy.percent_per_day = '20'", "typo"])
def test_a_course_is_never_graded_by_what_is_left_of_its_configuration(course, line):
    configure(course, line)
    with pytest.raises(CourseError, match="correct its nbgrader_config"), open_gradebook(course):
        pass


LATER = {
    "locked": (OperationalError("", {}, sqlite3.OperationalError("database is locked")), "let it"),
    "nbgrader's": (InvalidEntry("attempt to write a readonly database"), "readonly database"),
}


@pytest.mark.parametrize(("raised", "said"), LATER.values(), ids=LATER)
def test_what_goes_wrong_with_it_later_is_one_sentence_too(ready, raised, said):
    with pytest.raises(CourseError, match=said) as caught, open_gradebook(ready):
        raise raised
    assert "then run this command again" in str(caught.value)


@pytest.fixture
def without_gradebook(course, monkeypatch) -> Path:
    """And a PATH as it is where no environment is activated: without alembic."""
    monkeypatch.setenv("PATH", os.defpath)
    return course


def test_a_gradebook_is_made_and_the_path_stays_as_it_was(without_gradebook):
    with open_gradebook(without_gradebook) as book:
        assert book.students == []
    assert os.environ["PATH"] == os.defpath


def test_the_recorder_says_that_the_assignment_is_not_generated(ready):
    recorder = Recorder(CourseAssignment.find(ready, "attention-zh"), course_config(ready))
    with pytest.raises(CourseError, match="knows no assignment attention-zh"), recorder:
        pass


def test_the_users_settings_say_too_where_a_gradebook_is(without_gradebook, tmp_path, monkeypatch):
    """Where the gradebook of every course lies is often said once, by the administrator."""
    text = f"c = get_config()\nc.CourseDirectory.db_url = 'sqlite:///{tmp_path}/all.db'\n"
    (tmp_path / "nbgrader_config.py").write_text(text)
    monkeypatch.setenv("JUPYTER_CONFIG_DIR", str(tmp_path))
    assert database.gradebook_file(without_gradebook) == tmp_path / "all.db"


@pytest.fixture
def handed_in(ready, solved, submit) -> Path:
    submit(ready, "ada", solved.bytes())
    return ready


@pytest.mark.parametrize("command", ["grade attention", "roster class.csv"])
def test_a_locked_gradebook_is_named_with_who_locks_it(handed_in, refused, monkeypatch, command):
    monkeypatch.setattr(database, "PATIENCE", 0.1)
    (handed_in / "class.csv").write_text("id,first name,last name\nada,Ada,Li\n")
    hold = (
        "import sqlite3, time; book = sqlite3.connect('gradebook.db');"
        "book.execute('begin exclusive'); print('held', flush=True); time.sleep(60)"
    )
    words = [sys.executable, "-c", hold]
    with subprocess.Popen(words, cwd=handed_in, stdout=subprocess.PIPE) as holder:
        assert holder.stdout and holder.stdout.readline()
        message = refused(handed_in, command)
        holder.kill()
    assert "gradebook.db is locked by" in message and f"process {holder.pid} (" in message
    assert "let it end or close it, then run this command again" in message
    assert "copy" not in message and "upgrade" not in message


def test_a_gradebook_that_is_locked_for_a_while_is_waited_for(handed_in):
    """Longer than the five seconds for which Python's sqlite3 waits by itself."""
    assert database.PATIENCE > 5
    book = sqlite3.connect(handed_in / "gradebook.db", check_same_thread=False)
    book.execute("begin exclusive")
    release = threading.Timer(0.5, book.rollback)
    with closing(book):
        release.start()
        began = time.monotonic()
        with database.open_gradebook(handed_in):
            pass
        release.join()
    assert time.monotonic() - began > 0.5


def test_points_moved_since_are_refused_on_both_roads_until_mended(handed_in, assignment, refused):
    file = handed_in / "assignments/attention/assignment.toml"
    points, differences = {part.id: part.points for part in assignment.parts}, []
    for part, change in (("softmax_naive", 2), ("context_vector", -2)):
        old, new = points[part], points[part] + change
        edit(file, f'id = "{part}"\npoints = {old:g}', f'id = "{part}"\npoints = {new:g}')
        differences.append(f"{part}: {old:g} in the gradebook, {new:g} in the file")
    sentence = (
        "; ".join(differences) + "); run `autograder build attention` and"
        " `nbgrader generate_assignment attention --force`, then this command again"
    )
    assert sentence in refused(handed_in, "grade attention")
    done = api_of(handed_in).autograde("attention", "ada")
    assert not done["success"] and "error" not in done
    assert sentence in " ".join(done["log"].split())
    assert not (handed_in / "autograded").exists()
    list(rooms.build(handed_in, "attention"))
    assert api_of(handed_in).generate_assignment("attention")["success"]
    ClassRun(CourseAssignment.find(handed_in, "attention"))
