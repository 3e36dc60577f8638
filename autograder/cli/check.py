"""`autograder check`: what is wrong with an assignment's files, in about a second."""

import typer

from autograder.cli.options import HERE, Assignment, Course
from autograder.core.assignment.load import ASSIGNMENTS
from autograder.core.errors import CourseError


def check(assignment: Assignment, course_dir: Course = HERE) -> None:
    """Read the files of ASSIGNMENT and list slips, each with its file and line; nothing is run."""
    from autograder.authoring.slips import slips

    root = course_dir.resolve()
    folder = root / ASSIGNMENTS / assignment
    if not (folder / "assignment.toml").is_file():
        raise CourseError(f"there is no assignment at {folder}; name the folder in {ASSIGNMENTS}/")
    found = slips(folder)
    for slip in found:
        print(f"{slip.file.relative_to(root)}:{slip.line}: {slip.said}")
    if found:
        raise typer.Exit(1)
    print(f"{assignment}: nothing found; next: autograder audit {assignment}")
