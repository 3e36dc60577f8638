"""`autograder pairs`: learns what two mistakes in one answer do together."""

import typer

from autograder.cli.options import HERE, Assignment, Course, Jobs, Weaker


def pairs(
    assignment: Assignment,
    course_dir: Course = HERE,
    jobs: Jobs = 0,
    accept_weaker_isolation: Weaker = False,
) -> None:
    """Learn what two mistakes of ASSIGNMENT's specimens do in one answer, so that both are named.

    It takes about as long as grading ten thousand answers. Run it after a change of the checks, the
    specimens or the example numbers; new hidden numbers (`autograder reseed`) need no new run.
    """
    from autograder.authoring.learning import Learning
    from autograder.cli.progress import shown
    from autograder.core import atomic_file
    from autograder.core.assignment import find
    from autograder.core.assignment.graded_files import PAIRS
    from autograder.grading.pool import lanes
    from autograder.sandbox.isolation import choose

    root = course_dir.resolve()
    plan, _ = find(root, assignment)
    run = Learning(root, assignment, choose(accept_weaker=accept_weaker_isolation), jobs or lanes())
    found = run.pairs(shown("Learning"))
    file = plan.folder / "hidden" / PAIRS
    atomic_file.write(file, found.encode(), atomic_file.AS_OTHERS)
    typer.echo(f"{sum(map(len, found.parts.values()))} pairs: {file}")
