"""`autograder new`: creates a small assignment to extend."""

import shutil
from typing import Annotated

import typer

from autograder import course
from autograder.authoring.templates import new_assignment
from autograder.authoring.templates.assignment import EXAMPLE
from autograder.cli.options import HERE, Course, Weaker
from autograder.core.assignment import find
from autograder.core.errors import CourseError


def new(
    name: Annotated[str, typer.Argument(show_default=False, help="Letters, digits, - and _.")],
    source: Annotated[
        str,
        typer.Option(
            "--from", help="An assignment of this course to copy.", show_default="a small one"
        ),
    ] = "",
    course_dir: Course = HERE,
    accept_weaker_isolation: Weaker = False,
) -> None:
    """Create a complete assignment NAME in this course, with new numbers, to make your own of it.

    It is a small one with two parts, or like another of this course: parts, lesson, suites and
    specimens, but none of its hidden numbers.
    """
    from autograder.cli.seeding import completed
    from autograder.nbgrader_adapter.api import generate
    from autograder.sandbox.isolation import choose

    rings = choose(accept_weaker=accept_weaker_isolation)
    root = course_dir.resolve()
    made = new_assignment(root, name, find(root, source)[0].folder if source else EXAMPLE)
    rooms = [root / room / one.id for room in ("source", "release") for one in made.editions]
    taken = [room for room in rooms if room.exists()]
    if taken:
        shutil.rmtree(made.folder)
        raise CourseError(f"{taken[0]} is there already; choose another name, or move it away")
    try:
        list(course.build(root, name))
        generate(root, [made.id])
        completed(root, made.id, rings)
    except BaseException:
        # Whoever is interrupted can begin again.
        for room in (made.folder, *rooms):
            shutil.rmtree(room, ignore_errors=True)
        raise
    for path in sorted(made.folder.iterdir()):
        print(path.relative_to(root))
    print(f"The assignment is ready. Next: autograder audit {name}")
