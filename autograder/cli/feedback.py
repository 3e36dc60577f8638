"""`autograder feedback`: writes the feedback pages whose content changed."""

from typing import Annotated

import typer

from autograder.cli.options import HERE, Assignment, Course, Students
from autograder.core.assignment import find


def feedback(
    assignment: Assignment,
    course_dir: Course = HERE,
    student: Students = None,
    force: Annotated[bool, typer.Option("--force", help="Write unchanged pages too.")] = False,
) -> None:
    """Write a feedback page for every graded student of ASSIGNMENT.

    The pages are those of `nbgrader generate_feedback`, in its place: release them with
    `nbgrader release_feedback`.
    """
    from autograder.cli.progress import shown
    from autograder.nbgrader_adapter.feedback_run import FeedbackRun

    root = course_dir.resolve()
    plan, edition = find(root, assignment)
    with FeedbackRun(root, plan, edition, force=force) as run:
        chosen = run.chosen(student or ())
        results = list(shown("Writing feedback")(run.write(chosen), len(chosen)))
    problems = [result for result in results if result.problem]
    for result in problems:
        typer.echo(f"{result.student}: {result.problem}", err=True)
    written = sum(result.written for result in results)
    print(f"{written} pages written, {len(results) - written - len(problems)} as before")
    if problems:
        raise typer.Exit(1)
