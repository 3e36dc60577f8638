"""`autograder init`: a course folder, ready for nbgrader."""

from pathlib import Path
from typing import Annotated

import typer

from autograder import course
from autograder.authoring.templates import making, new_course
from autograder.cli.options import Published, Weaker
from autograder.core.errors import CourseError


def init(
    directory: Annotated[Path, typer.Argument(metavar="DIR", show_default=False)],
    assignment: Annotated[
        list[str] | None,
        typer.Option(
            help="An assignment to release; can be repeated.", show_default="the first lesson"
        ),
    ] = None,
    accept_weaker_isolation: Weaker = False,
    accept_published_numbers: Published = False,
) -> None:
    """Make a new course folder DIR with the assignments that come with this package.

    Its hidden numbers are drawn from a secret salt, which takes a few minutes. Where published ones
    are accepted it keeps those of the package.
    """
    from autograder.nbgrader_adapter.api import generate
    from autograder.sandbox.isolation import choose

    rings = None if accept_published_numbers else choose(accept_weaker=accept_weaker_isolation)
    with making(directory.resolve()) as room:
        every = new_course(room, directory.resolve().name)
        names = _chosen(assignment, every)
        for name in names:
            list(course.build(room, name))
            # No other edition and assignment: what nobody does is exported as zeros.
            generate(room, [name])
        if rings:
            from autograder.cli.seeding import seeded

            for name in names:
                seeded(room, name, rings)
    for name in names:
        print(directory.resolve() / "release" / name)
    for name in (name for name in every if name not in names):
        commands = f"autograder reseed {name}; nbgrader generate_assignment {name}"
        print(f"Not released yet: {name}; to release it: autograder build {name}; {commands}")
    print(f"The course is ready. Next: cd {directory}; autograder --help")


def _chosen(wanted: list[str] | None, every: tuple[str, ...]) -> tuple[str, ...]:
    for name in wanted or ():
        if name not in every:
            raise CourseError(f"the package brings no assignment {name!r}: {', '.join(every)}")
    return tuple(dict.fromkeys(wanted or every[:1]))
