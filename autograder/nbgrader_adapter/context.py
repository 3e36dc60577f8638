"""Which submission nbgrader is at, and where its files lie."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from autograder.core.errors import CourseError
from autograder.course import LoadedAssignment, load_assignment


@dataclass(frozen=True)
class SubmissionContext:
    """A submission in a course folder."""

    root: Path
    assignment_id: str
    notebook_id: str
    student: str
    submitted: Path

    @classmethod
    def of(cls, step: Any, resources: Any) -> Self:
        """The place that an exporter's or preprocessor's `resources` speak of."""
        named = resources["nbgrader"]
        courses = _course_directory(step)
        folder = courses.format_path(
            courses.submitted_directory, named["student"], named["assignment"]
        )
        return cls(
            Path(courses.root).resolve(),
            named["assignment"],
            named["notebook"],
            named["student"],
            Path(folder).absolute() / f"{named['notebook']}.ipynb",
        )

    def loaded(self) -> LoadedAssignment:
        """The assignment as it is now: what asks for it twice reads all its files twice."""
        return load_assignment(self.root, self.assignment_id)


def _course_directory(step: Any) -> Any:
    """nbgrader's CourseDirectory, held by one of the step's parents."""
    while step is not None:
        found = getattr(step, "coursedir", None)
        if found is not None:
            return found
        step = step.parent
    raise CourseError("nbgrader gave no course folder to this step")
