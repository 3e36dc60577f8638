"""`autograder extend`: more time for one student."""

from typing import Annotated

import typer

from autograder.cli.options import HERE, Course


def extend(
    student: Annotated[str, typer.Argument(show_default=False)],
    days: Annotated[float, typer.Argument(help="Beyond the due date.", show_default=False)],
    assignment: Annotated[
        str,
        typer.Option(
            help="The assignment's name in nbgrader.", show_default="the only one with a due date"
        ),
    ] = "",
    course_dir: Course = HERE,
) -> None:
    """Give STUDENT so many DAYS beyond the due date, in the place of those given before.

    0 takes them back. The next `autograder grade` or `nbgrader autograde` records the penalty.
    """
    from autograder.nbgrader_adapter.extension import extend as granted

    found = granted(course_dir.resolve(), student, days, assignment)
    said = f"{student}: {found.assignment} is due {found.duedate:%Y-%m-%d %H:%M} UTC"
    others = "as for everybody" if found.duedate == found.others else f"others {found.others:%m-%d}"
    print(f"{said} ({others}); to record it: autograder grade {found.assignment}")
