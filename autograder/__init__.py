"""Grades nbgrader notebooks in a process separate from student code: see DESIGN.md.

    from autograder import Grader, load_assignment

    with Grader(load_assignment("my-course", "attention")) as grader:
        report = grader.report(notebook, student="ada")
    print(report.points, [part.id for part in report.parts if part.points < part.max_points])

`Grader` keeps a warm process for as long as it is open; `Report` is a frozen value. Whatever goes
wrong is an `AutograderError`; one about the notebook alone is a `SubmissionUnreadable`.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from autograder.core.errors import (
        AutograderError,
        CourseError,
        GraderFault,
        SubmissionUnreadable,
    )
    from autograder.core.model import Report
    from autograder.course import LoadedAssignment, load_assignment
    from autograder.grading.grader import Grader

__version__ = "0.1.0"
__all__ = [
    "AutograderError", "CourseError", "Grader", "GraderFault", "LoadedAssignment", "Report",
    "SubmissionUnreadable", "__version__", "load_assignment",
]  # fmt: skip

_HOMES = {
    "Grader": "grading.grader", "LoadedAssignment": "course", "Report": "core.model",
    "load_assignment": "course",
}  # fmt: skip
"""Where these are; all others are errors."""


def __getattr__(name: str) -> Any:
    """Imported when asked for: the sandboxed worker and `autograder --help` need none of it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = _HOMES.get(name, "core.errors")
    return getattr(importlib.import_module(f"autograder.{home}"), name)
