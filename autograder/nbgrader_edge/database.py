"""The course's gradebook: which one it is, and whether this nbgrader can use it."""

from pathlib import Path
from typing import Any

from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from nbgrader.api import Gradebook
from nbgrader.auth import Authenticator
from nbgrader.coursedir import CourseDirectory
from nbgrader.dbutil import ALEMBIC_DIR
from sqlalchemy import create_engine, inspect
from sqlalchemy.engine import Connection, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from traitlets.config import Config

from autograder.errors import CourseError
from autograder.nbgrader_edge.programs import own_programs
from autograder.nbgrader_edge.settings import course_config


def open_gradebook(root: Path, config: Config | None = None) -> Gradebook:
    """The course's gradebook, made if there is none; `config` is the course's, where it is known.

    Raises:
        CourseError: it is of an older or newer nbgrader, or cannot be reached.
    """
    config = config or course_config(root)
    _check(config)
    courses = CourseDirectory(config=config)
    with own_programs():
        return Gradebook(courses.db_url, courses.course_id, Authenticator(config=config))


def check_gradebook(root: Path) -> None:
    """See that the course's gradebook, if there is one, has the tables of this nbgrader.

    Nothing is written: nbgrader itself adds tables to any database that it opens.

    Raises:
        CourseError: it is of an older or newer nbgrader, or cannot be reached.
    """
    _check(course_config(root))


def _check(config: Config) -> None:
    url = CourseDirectory(config=config).db_url
    try:
        parsed = make_url(url)
        file = parsed.database if parsed.get_backend_name() == "sqlite" else None
        if file and not Path(file).exists():
            return
        engine = create_engine(parsed)
        try:
            with engine.connect() as connection:
                check_revision(connection)
        finally:
            engine.dispose()
    except (ArgumentError, DBAPIError, NoSuchModuleError, ModuleNotFoundError) as error:
        raise CourseError(
            f"the gradebook {_shown(url)} cannot be opened: {_reason(error)}; "
            "check CourseDirectory.db_url, or put a copy of the gradebook in its place"
        ) from None


def check_revision(connection: Connection) -> None:
    """See that the database has the revision of this nbgrader, or is empty.

    Raises:
        CourseError: it is of an older or a newer nbgrader.
    """
    if not set(inspect(connection).get_table_names()) - {"alembic_version"}:
        return
    known = ScriptDirectory(ALEMBIC_DIR)
    found = MigrationContext.configure(connection).get_current_revision()
    if found == known.get_current_head():
        return
    where = _shown(connection.engine.url)
    if found is not None and found not in {script.revision for script in known.walk_revisions()}:
        raise CourseError(f"the gradebook {where} is of a newer nbgrader: install that one")
    raise CourseError(
        f"the gradebook {where} is of an older nbgrader: run `nbgrader db upgrade` in the course"
        " folder (it keeps a copy of an SQLite file), then this command again"
    )


def _shown(url: Any) -> str:
    """The address without its password."""
    try:
        return str(make_url(url).render_as_string(hide_password=True))
    except ArgumentError:
        return "of CourseDirectory.db_url"


def _reason(error: Exception) -> str:
    return " ".join(str(getattr(error, "orig", None) or error).split())
