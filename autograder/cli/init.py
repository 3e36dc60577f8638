"""`autograder init`: a course folder, ready for nbgrader."""

from pathlib import Path
from typing import Annotated

import typer

from autograder import course
from autograder.authoring.templates import making, new_course
from autograder.cli.options import Published, Weaker


def init(
    directory: Annotated[Path, typer.Argument(metavar="DIR", show_default=False)],
    accept_weaker_isolation: Weaker = False,
    accept_published_numbers: Published = False,
) -> None:
    """Make a new course folder DIR with the assignments that come with this package.

    Its hidden numbers are drawn from a secret salt, which takes a few minutes. Where published ones
    are accepted it keeps those of the package.
    """
    from autograder.nbgrader_adapter.generate import generate
    from autograder.sandbox.isolation import choose

    rings = None if accept_published_numbers else choose(accept_weaker=accept_weaker_isolation)
    with making(directory.resolve()) as room:
        names = new_course(room, directory.resolve().name)
        for name in names:
            list(course.build(room, name))
            # One edition: an assignment in the gradebook that nobody does is exported as zeros.
            generate(room, [name])
        if rings:
            from autograder.cli.seeding import seeded

            for name in names:
                seeded(room, name, rings)
    for name in names:
        print(directory.resolve() / "release" / name)
    print(f"The course is ready. Next: cd {directory}; autograder --help")
