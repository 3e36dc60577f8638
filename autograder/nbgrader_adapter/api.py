"""nbgrader's Python interface, opened on a course folder."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from autograder.nbgrader_adapter.programs import own_programs


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
