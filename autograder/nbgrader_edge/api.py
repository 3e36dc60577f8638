"""nbgrader's Python interface, opened on a course folder."""

import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


@contextmanager
def nbgrader_api(course: Path, **options: Any) -> Iterator[Any]:
    """An NbGraderAPI with the course's own configuration; `options` are set on GradeOutside."""
    # Imported when needed: nbgrader takes two seconds.
    from nbgrader.apps import NbGraderAPI
    from nbgrader.coursedir import CourseDirectory
    from traitlets.config import Config, PyFileConfigLoader

    config: Config = PyFileConfigLoader("nbgrader_config.py", str(course)).load_config()
    config.CourseDirectory.root = str(course)
    config.GradeOutside.update(options)
    with _own_programs(), warnings.catch_warnings():
        # nbgrader's own queries make SQLAlchemy warn at every new student.
        warnings.simplefilter("ignore")
        yield NbGraderAPI(CourseDirectory(config=config), config=config)


@contextmanager
def _own_programs() -> Iterator[None]:
    """nbgrader calls `alembic` by name: found also where the environment is not activated."""
    before = os.environ.get("PATH", os.defpath)
    os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{before}"
    try:
        yield
    finally:
        os.environ["PATH"] = before
