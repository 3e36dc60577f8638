"""`autograder reseed`: new hidden inputs, weights, reference tensors and fingerprints."""

from typing import Annotated

import typer

from autograder.cli.options import HERE, Assignment, Course, Jobs, Weaker


def reseed(
    assignment: Assignment,
    salt: Annotated[str, typer.Option(help="Any word; the same word gives the same tensors.")],
    course_dir: Course = HERE,
    jobs: Jobs = 0,
    accept_weaker_isolation: Weaker = False,
) -> None:
    """Make the hidden references of ASSIGNMENT and the fingerprints of mistakes anew from SALT."""
    from autograder.assignment import find
    from autograder.cli.progress import shown
    from autograder.grading.pool import lanes
    from autograder.sandbox.rings import choose
    from autograder.specimens.references import remake
    from autograder.specimens.run import Bench

    root = course_dir.resolve()
    found, _ = find(root, assignment)
    print(remake(found, salt))
    rings = choose(accept_weaker=accept_weaker_isolation)
    bench = Bench(root, assignment, rings, jobs or lanes())
    print(bench.make_script(shown("Solving")))
    print(bench.make_catalogue(shown("Reseeding")))
