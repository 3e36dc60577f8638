"""`autograder new`: an assignment of one's own to grow."""

from typing import Annotated

import typer

from autograder import course
from autograder.cli.options import HERE, Course
from autograder.starter import new_assignment


def new(
    name: Annotated[str, typer.Argument(show_default=False, help="Letters, digits, - and _.")],
    course_dir: Course = HERE,
) -> None:
    """Make a small, complete assignment NAME in this course: the pattern for one of your own."""
    from autograder.nbgrader_edge.generate import generate

    root = course_dir.resolve()
    made = new_assignment(root, name)
    list(course.build(root, name))
    generate(root, [made.id])
    for path in sorted(made.folder.iterdir()):
        print(path.relative_to(root))
    print(f"The assignment is ready. Next: autograder audit {name}")
