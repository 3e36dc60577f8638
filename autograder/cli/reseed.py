"""`autograder reseed`: new hidden inputs, weights and reference tensors."""

from typing import Annotated

import typer

from autograder.cli.options import HERE, Assignment, Course, Jobs, Weaker


def reseed(
    assignment: Assignment,
    salt: Annotated[
        str,
        typer.Option(
            help="A word that gives the same numbers again. Whoever knows it knows them all, so "
            "grading refuses them.",
            show_default="a secret one",
        ),
    ] = "",
    count: Annotated[
        int, typer.Option("--sets", min=0, help="How many sets.", show_default="8; 2 with --salt")
    ] = 0,
    course_dir: Course = HERE,
    jobs: Jobs = 0,
    accept_weaker_isolation: Weaker = False,
) -> None:
    """Draw new hidden numbers for ASSIGNMENT, and regenerate what depends on them."""
    from autograder.cli.seeding import seeded
    from autograder.sandbox.isolation import choose

    rings = choose(accept_weaker=accept_weaker_isolation)
    print(seeded(course_dir.resolve(), assignment, rings, salt, count, jobs))
