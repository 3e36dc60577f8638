"""`autograder learn`: what known mistakes do with the example numbers, so that they are named."""

from typing import Annotated

import typer

from autograder.cli.options import HERE, Assignment, Course, Jobs, Weaker


def learn(
    assignment: Assignment,
    pairs: Annotated[
        bool, typer.Option("--pairs", help="Two mistakes in one answer, too: some ten thousand.")
    ] = False,
    course_dir: Course = HERE,
    jobs: Jobs = 0,
    accept_weaker_isolation: Weaker = False,
) -> None:
    """Learn what the specimens of ASSIGNMENT do with the example numbers, so that they are named.

    Run it after a change of the checks, the specimens or the example numbers; new hidden numbers
    (`autograder reseed`) need no new run.
    """
    from autograder.authoring.learning import Learning
    from autograder.cli.progress import shown
    from autograder.core import atomic_file
    from autograder.core.assignment.graded_files import PAIRS
    from autograder.grading.pool import lanes
    from autograder.sandbox.isolation import choose

    rings = choose(accept_weaker=accept_weaker_isolation)
    run = Learning(course_dir.resolve(), assignment, rings, jobs or lanes())
    known = run.catalogue(shown("Learning"))
    run.write(known)
    typer.echo(f"{run.plan.id}: {len({one.mistake.id for one in known.known})} mistakes")
    if pairs:
        found = run.pairs(shown("Pairs"))
        file = run.plan.folder / "hidden" / PAIRS
        atomic_file.write(file, found.encode(), atomic_file.AS_OTHERS)
        typer.echo(f"{sum(map(len, found.parts.values()))} pairs")
