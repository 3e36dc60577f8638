"""`autograder build`: the instructor's notebooks from the stub file."""

from autograder import course
from autograder.cli.options import HERE, Assignment, Course


def build(assignment: Assignment, course_dir: Course = HERE) -> None:
    """Build source/ for every language of ASSIGNMENT; nbgrader generates release/ from it."""
    for path in course.build(course_dir.resolve(), assignment):
        print(path.relative_to(course_dir.resolve()))
