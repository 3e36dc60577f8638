"""The course's gradebook: which one it is, and whether this nbgrader can use it."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from nbgrader.api import Gradebook, InvalidEntry
from nbgrader.auth import Authenticator
from nbgrader.coursedir import CourseDirectory
from nbgrader.dbutil import ALEMBIC_DIR
from sqlalchemy import create_engine, event, inspect
from sqlalchemy.engine import Connection, Engine, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.pool import NullPool
from traitlets.config import Config

from autograder.core.assignment.load import ASSIGNMENTS, none_of_ours
from autograder.core.errors import CourseError
from autograder.nbgrader_adapter.course_settings.settings import course_config, own_programs
from autograder.report.plain_text import plain

PATIENCE = 30
"""Seconds for which a gradebook is waited for that another program has locked."""


@event.listens_for(Engine, "connect")
def _wait_for_others(connection: Any, _: object) -> None:
    """Every SQLite connection waits, nbgrader's own too: by itself it gives up after 5 seconds."""
    if isinstance(connection, sqlite3.Connection):
        connection.execute(f"PRAGMA busy_timeout = {round(PATIENCE * 1000)}")


@contextmanager
def open_gradebook(root: Path, config: Config | None = None) -> Iterator[Gradebook]:
    """The course's gradebook, made if there is none; `config` is the course's, where it is known.
    A CourseError where there is no course, or the gradebook is of another nbgrader, locked, out of
    reach or cannot be written, then and for as long as it is open.
    """
    if not any((root / name).exists() for name in (ASSIGNMENTS, "source", "nbgrader_config.py")):
        # Else a gradebook would be left wherever somebody happens to be.
        raise none_of_ours(root)
    config = config or course_config(root)
    courses = CourseDirectory(config=config)
    with _in_one_sentence(courses.db_url, ModuleNotFoundError), own_programs():
        # First: nbgrader adds its tables to whatever it opens.
        with create_engine(courses.db_url, poolclass=NullPool).connect() as connection:
            check_revision(connection)
        book = Gradebook(courses.db_url, courses.course_id, Authenticator(config=config))
    with _in_one_sentence(courses.db_url), book:
        yield book


@contextmanager
def _in_one_sentence(url: str, *errors: type[Exception]) -> Iterator[None]:
    try:
        yield
    except (InvalidEntry, SQLAlchemyError, *errors) as error:
        reason = " ".join(str(getattr(error, "orig", None) or error).split())
        raise CourseError(
            f"{locked(url)}: let it end or close it, then run this command again"
            if is_locked(error)
            else f"the gradebook {_shown(url)} cannot be used: {reason}; put that right"
            " (or check CourseDirectory.db_url in nbgrader_config.py), then run this command again"
        ) from error


def is_locked(error: Exception) -> bool:
    cause = getattr(error, "orig", None)
    return isinstance(cause, sqlite3.OperationalError) and "locked" in str(cause)


def locked(url: str) -> str:
    """Which gradebook is locked, and by whom as far as this user may see."""
    file = sqlite_file(url)
    holders = ", ".join(_holders(file)) if file else ""
    by = holders or "another program, perhaps on another machine,"
    return f"the gradebook {_shown(url)} is locked by {by} and was waited for {PATIENCE:g} seconds"


def sqlite_file(url: str) -> Path | None:
    """The file of an SQLite gradebook; None for one on a server, or for what is no address."""
    with suppress(ArgumentError):
        parsed = make_url(url)
        if parsed.get_backend_name() == "sqlite" and parsed.database:
            return Path(parsed.database)
    return None


def gradebook_file(root: Path) -> Path | None:
    return sqlite_file(CourseDirectory(config=course_config(root)).db_url)


def _holders(file: Path) -> list[str]:
    holders = []
    for folder in Path("/proc").glob("[0-9]*"):
        # A process may end meanwhile, and those of other users are closed to us.
        with suppress(OSError):
            opened = any(link.samefile(file) for link in (folder / "fd").iterdir())
            if opened and folder.name != str(os.getpid()):
                name = (folder / "comm").read_text().strip()
                holders.append(f"process {folder.name} ({plain(name)})")
    return sorted(holders)


def check_revision(connection: Connection) -> None:
    """Raise a CourseError if the database is neither empty nor of this nbgrader's revision."""
    if not set(inspect(connection).get_table_names()) - {"alembic_version"}:
        return
    # Only now: every command of nbgrader's imports this module.
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory(ALEMBIC_DIR)
    found = MigrationContext.configure(connection).get_current_revision()
    if found == scripts.get_current_head():
        return
    url = _shown(connection.engine.url)
    if found is not None and found not in {script.revision for script in scripts.walk_revisions()}:
        raise CourseError(f"the gradebook {url} is of a newer nbgrader: install that one")
    raise CourseError(
        f"the gradebook {url} is of an older nbgrader: run `nbgrader db upgrade` in the course"
        " folder (it keeps a copy of an SQLite file), then this command again"
    )


def _shown(url: Any) -> str:
    """The address without its password."""
    try:
        return str(make_url(url).render_as_string(hide_password=True))
    except ArgumentError:
        return "of CourseDirectory.db_url"
