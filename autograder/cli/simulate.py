"""`autograder simulate`: a class of students made from the course's specimens."""

from typing import Annotated

import typer

from autograder import course
from autograder.authoring.simulate import SimulatedClass
from autograder.cli.options import HERE, Assignment, Course
from autograder.core.assignment import find


def simulate(
    assignment: Assignment,
    students: Annotated[int, typer.Option(help="How many students.")] = 30,
    seed: Annotated[int, typer.Option(help="Random seed; the same seed gives the same class.")] = 1,
    course_dir: Course = HERE,
) -> None:
    """Fill submitted/ with a simulated class for ASSIGNMENT."""
    root = course_dir.resolve()
    plan, edition = find(root, assignment)
    released = course.released(root, plan, edition).read_bytes()
    made = SimulatedClass(plan, edition.language, released, seed)
    for student in made.students(students):
        folder = root / "submitted" / student.id / edition.id
        for name, data in student.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    print(f"{students} students of {edition.id} in {root / 'submitted'}")
