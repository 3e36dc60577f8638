"""`autograder new`: creates a small assignment to extend."""

from typing import Annotated

import typer

from autograder import course
from autograder.authoring.templates import new_assignment
from autograder.cli.options import HERE, Course, Weaker


def new(
    name: Annotated[str, typer.Argument(show_default=False, help="Letters, digits, - and _.")],
    course_dir: Course = HERE,
    accept_weaker_isolation: Weaker = False,
) -> None:
    """Create a small, complete assignment NAME in this course, as a template for your own."""
    from autograder.cli.seeding import completed
    from autograder.nbgrader_adapter.generate import generate
    from autograder.sandbox.isolation import choose

    rings = choose(accept_weaker=accept_weaker_isolation)
    root = course_dir.resolve()
    made = new_assignment(root, name)
    list(course.build(root, name))
    generate(root, [made.id])
    completed(root, made.id, rings)
    for path in sorted(made.folder.iterdir()):
        print(path.relative_to(root))
    print(f"The assignment is ready. Next: autograder audit {name}")
