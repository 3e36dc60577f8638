"""`autograder init`: a course folder, ready for nbgrader."""

from pathlib import Path
from typing import Annotated

import typer

from autograder import course
from autograder.assignment import find
from autograder.starter import new_course


def init(directory: Annotated[Path, typer.Argument(metavar="DIR", show_default=False)]) -> None:
    """Make a new course folder DIR with the assignments that come with this package."""
    from autograder.nbgrader_edge.generate import generate

    root = directory.resolve()
    for name in new_course(root):
        editions = [edition.id for edition in find(root, name)[0].editions]
        list(course.build(root, name))
        generate(root, editions)
        print("\n".join(f"{root / 'release' / edition}" for edition in editions))
    print(f"The course is ready. Next: cd {directory}; autograder --help")
