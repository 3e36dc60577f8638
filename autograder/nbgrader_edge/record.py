"""Recording a graded class through nbgrader's own autograde."""

import warnings
from pathlib import Path

from autograder.errors import GraderFault


def record_all(course: Path, assignment_id: str, students: list[str]) -> None:
    """Record these students' kept reports as `nbgrader autograde --force` would.

    Raises:
        GraderFault: nbgrader could not record a student; the others are recorded.
    """
    from nbgrader.apps import NbGraderAPI
    from nbgrader.coursedir import CourseDirectory
    from traitlets.config import Config, PyFileConfigLoader

    config: Config = PyFileConfigLoader("nbgrader_config.py", str(course)).load_config()
    config.CourseDirectory.root = str(course)
    config.GradeOutside.use_kept = True
    api = NbGraderAPI(CourseDirectory(config=config), config=config)
    with warnings.catch_warnings():
        # nbgrader's own queries make SQLAlchemy warn at every new student.
        warnings.simplefilter("ignore")
        failed = [
            student
            for student in students
            if not api.autograde(assignment_id, student, force=True)["success"]
        ]
    if failed:
        raise GraderFault(f"nbgrader could not record {', '.join(failed)}")
