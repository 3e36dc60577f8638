"""nbgrader's own commands as Python functions, opened on a course folder."""

import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from autograder.core.errors import CourseError


@contextmanager
def own_programs() -> Iterator[None]:
    """nbgrader calls `alembic` by name: found also where the environment is not activated."""
    before = os.environ.get("PATH")
    here = str(Path(sys.executable).parent)
    os.environ["PATH"] = os.pathsep.join((here, before or os.defpath))
    try:
        yield
    finally:
        if before is None:
            del os.environ["PATH"]
        else:
            os.environ["PATH"] = before


@contextmanager
def nbgrader_api(course: Path, **options: Any) -> Iterator[Any]:
    """An NbGraderAPI with the course's own configuration; `options` are set on GradeOutside."""
    # Imported when needed: nbgrader takes two seconds.
    from nbgrader.apps import NbGraderAPI
    from nbgrader.coursedir import CourseDirectory

    from autograder.nbgrader_adapter.settings import course_config

    config = course_config(course)
    config.GradeOutside.update(options)
    with own_programs(), warnings.catch_warnings():
        # nbgrader's own queries make SQLAlchemy warn at every new student.
        warnings.simplefilter("ignore")
        yield NbGraderAPI(CourseDirectory(config=config), config=config)


def generate(course: Path, editions: list[str]) -> None:
    """Write release/<edition>/ and enter the edition in the gradebook, for each edition.

    Raises:
        CourseError: nbgrader refused one; the message has nbgrader's last line.
    """
    with nbgrader_api(course) as api:
        for edition in editions:
            done = api.generate_assignment(edition, force=True)
            if not done["success"]:
                lines = (done.get("log") or done.get("error") or "").strip().splitlines()
                said = lines[-1] if lines else "without a word"
                raise CourseError(f"nbgrader could not generate {edition}: {said}")
