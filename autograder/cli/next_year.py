"""`autograder next-year`: a course carried over, with new hidden numbers."""

from pathlib import Path
from typing import Annotated

import typer

from autograder import course
from autograder.authoring.templates import making
from autograder.authoring.templates.next_year import apart, carry_over, released, to_reseed
from autograder.cli.options import HERE, Course, Weaker


def next_year(
    directory: Annotated[Path, typer.Argument(metavar="DIR", show_default=False)],
    course_dir: Course = HERE,
    accept_weaker_isolation: Weaker = False,
) -> None:
    """Make a course folder DIR for the next year from this one.

    It takes over assignments, source notebooks, the names given to mistakes and the configuration,
    with a course id of its own; no student's work, marks or due dates. Its hidden numbers are drawn
    anew from a secret salt, which takes a few minutes.
    """
    from autograder.cli.seeding import seeded
    from autograder.nbgrader_adapter.api import generate
    from autograder.nbgrader_adapter.pipeline import other_assignments
    from autograder.sandbox.isolation import choose

    old, new = course_dir.resolve(), directory.resolve()
    rings = choose(accept_weaker=accept_weaker_isolation)
    with making(new) as room:
        left = carry_over(old, room, new)
        editions = released(old)
        for name in to_reseed(room, editions):
            with apart(room, name) as scratch:
                list(course.build(scratch, name))
                generate(scratch, [name])
                seeded(scratch, name, rings)
        generate(room, list(editions))
        others = other_assignments(room)
    for edition in editions:
        print(new / "release" / edition)
    for name in others:
        print(f"{name}: to release it: nbgrader generate_assignment {name}")
    print(f"left in {old}: {', '.join(left) or 'nothing'}")
    print(f"The course is ready. Next: cd {directory}; set the due dates; autograder doctor .")
