"""`autograder init`: a course folder, ready for nbgrader."""

from pathlib import Path
from typing import Annotated

import typer

from autograder import course
from autograder.starter import new_course


def init(directory: Annotated[Path, typer.Argument(metavar="DIR", show_default=False)]) -> None:
    """Make a new course folder DIR with the assignments that come with this package."""
    from autograder.nbgrader_edge.generate import generate

    root = directory.resolve()
    for name in new_course(root):
        list(course.build(root, name))
        # One edition: an assignment in the gradebook that nobody does is exported as zeros.
        generate(root, [name])
        print(root / "release" / name)
    print(f"The course is ready. Next: cd {directory}; autograder --help")
