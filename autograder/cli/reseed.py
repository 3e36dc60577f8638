"""`autograder reseed`: new hidden inputs, weights and reference tensors."""

from typing import Annotated

import typer

from autograder.assignment import find
from autograder.cli.options import HERE, Assignment, Course
from autograder.specimens.references import remake


def reseed(
    assignment: Assignment,
    salt: Annotated[str, typer.Option(help="Any word; the same word gives the same tensors.")],
    course_dir: Course = HERE,
) -> None:
    """Make the hidden references of ASSIGNMENT anew from SALT."""
    found, _ = find(course_dir.resolve(), assignment)
    print(remake(found, salt))
