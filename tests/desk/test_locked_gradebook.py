"""A gradebook that another program has locked is waited for, then named."""

import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from autograder.authoring.make import NotebookBuilder
from autograder.nbgrader_adapter.course_settings import database
from tests.courses import copied

HOLD = (
    "import sqlite3, sys, time; book = sqlite3.connect(sys.argv[1]);"
    "book.execute('begin exclusive'); print('held', flush=True); time.sleep(60)"
)


@pytest.fixture
def course(
    generated: Path, tmp_path: Path, solved: NotebookBuilder, submit: Callable[..., Path]
) -> Path:
    """A course with a submission."""
    root = tmp_path / "course"
    copied(generated, root)
    submit(root, "ada", solved.bytes())
    return root


@pytest.fixture
def holder(course: Path) -> Iterator[int]:
    """Another process that has the gradebook locked; its number."""
    command = [sys.executable, "-c", HOLD, str(course / "gradebook.db")]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        yield process.pid
        process.kill()


@pytest.mark.parametrize(
    "command", ["grade attention", "report attention", "watch attention --once", "roster class.csv"]
)
def test_a_locked_gradebook_is_named_with_who_locks_it(
    course: Path, holder: int, refused: Callable[[Path, str], str],
    monkeypatch: pytest.MonkeyPatch, command: str,
) -> None:  # fmt: skip
    monkeypatch.setattr(database, "PATIENCE", 0.1)
    (course / "class.csv").write_text("id,first name,last name\nada,Ada,Li\n")
    said = refused(course, command)
    assert "gradebook.db is locked by" in said
    assert f"process {holder} (" in said
    assert "let it end or close it, then run this command again" in said
    assert "copy" not in said
    assert "upgrade" not in said


def test_a_gradebook_that_is_locked_for_a_while_is_waited_for(course: Path) -> None:
    """Longer than the five seconds for which Python's sqlite3 waits by itself."""
    book = sqlite3.connect(course / "gradebook.db", check_same_thread=False)
    book.execute("begin exclusive")
    release = threading.Timer(6, book.rollback)
    with closing(book):
        release.start()
        began = time.monotonic()
        database.check_gradebook(course)
        release.join()
    assert time.monotonic() - began > 5
