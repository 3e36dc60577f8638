"""`autograder new`, `build`, `check`, `reseed`, `learn` and `simulate`: writing an assignment."""

import shutil
from pathlib import Path
from typing import Annotated

import typer

from autograder import course
from autograder.cli.options import HERE, Assignment, Course, Jobs, Weaker
from autograder.cli.output import shown
from autograder.core.assignment import sets
from autograder.core.assignment.load import ASSIGNMENTS, find
from autograder.core.errors import CourseError
from autograder.sandbox.isolation import choose
from autograder.worker.files import put


def new(
    name: Annotated[str, typer.Argument(show_default=False, help="Letters, digits, - and _.")],
    source: Annotated[
        str,
        typer.Option(
            "--from", help="An assignment of this course to copy.", show_default="a small one"
        ),
    ] = "",
    root: Course = HERE,
    weaker: Weaker = False,
) -> None:
    """Create a complete assignment NAME in this course, with new numbers, to make your own of it.

    It is a small one with two parts in both languages, or like another of this course: parts,
    lesson, suites and specimens, but none of its hidden numbers.
    """
    from autograder.authoring.learning import Learning
    from autograder.authoring.new_course import EXAMPLE, new_assignment
    from autograder.nbgrader_adapter.course_settings.settings import generate

    rings = choose(accept_weaker=weaker)
    made = new_assignment(root, name, find(root, source)[0].folder if source else EXAMPLE)
    rooms = [root / room / one.id for room in ("source", "release") for one in made.editions]
    if taken := [room for room in rooms if room.exists()]:
        shutil.rmtree(made.folder)
        raise CourseError(f"{taken[0]} is there already; choose another name, or move it away")
    try:
        list(course.build(root, name))
        generate(root, [made.id])
        hidden = made.folder / "hidden"
        Learning(root, made.id, rings).completed(sets.read(hidden)).write(hidden)
        learning = Learning(root, made.id, rings)
        learning.write(learning.catalogue(shown("Learning")))
    except BaseException:
        # Whoever is interrupted can begin again.
        for room in (made.folder, *rooms):
            shutil.rmtree(room, ignore_errors=True)
        raise
    for path in (*sorted(made.folder.iterdir()), *filter(Path.is_dir, rooms)):
        print(path.relative_to(root))
    print(f"The assignment is ready. Next: autograder audit {name}; after a change: autograder")


def build(assignment: Assignment, root: Course = HERE) -> None:
    """Build source/ for every language of ASSIGNMENT; nbgrader generates release/ from it."""
    for path in course.build(root, assignment):
        print(path.relative_to(root))


def check(assignment: Assignment, root: Course = HERE) -> None:
    """Read the files of ASSIGNMENT and list slips, each with its file and line; nothing is run."""
    from autograder.authoring.slips import slips

    folder = root / ASSIGNMENTS / assignment
    if not (folder / "assignment.toml").is_file():
        raise CourseError(f"there is no assignment at {folder}; name the folder in {ASSIGNMENTS}/")
    found = slips(folder)
    for slip in found:
        print(f"{slip.file.relative_to(root)}:{slip.line}: {slip.said}")
    if found:
        raise typer.Exit(1)
    print(f"{assignment}: nothing found; next: autograder audit {assignment}")


def reseed(
    assignment: Assignment,
    salt: Annotated[
        str,
        typer.Option(
            help="A word that always gives the same numbers, two sets of them and not eight. "
            "Whoever knows it knows them all, so grading refuses them.",
            show_default="a secret one",
        ),
    ] = "",
    root: Course = HERE,
    jobs: Jobs = 0,
    weaker: Weaker = False,
) -> None:
    """Draw new hidden numbers for ASSIGNMENT, and regenerate what depends on them."""
    from autograder.authoring.learning import Learning

    run = Learning(root, assignment, choose(accept_weaker=weaker), jobs)
    print(run.reseed(shown("Trying the solution"), salt))


def learn(
    assignment: Assignment,
    pairs: Annotated[
        bool, typer.Option("--pairs", help="Two mistakes in one answer, too: some ten thousand.")
    ] = False,
    root: Course = HERE,
    jobs: Jobs = 0,
    weaker: Weaker = False,
) -> None:
    """Learn what the specimens of ASSIGNMENT do with the example numbers, so that they are named.

    Run it after a change of the checks, the specimens or the example numbers; new hidden numbers
    (`autograder reseed`) need no new run.
    """
    from autograder.authoring.learning import Learning

    run = Learning(root, assignment, choose(accept_weaker=weaker), jobs)
    run.write(known := run.catalogue(shown("Learning")))
    print(f"{run.assignment.id}: {len({one.mistake.id for one in known.known})} mistakes")
    if pairs:
        found = run.pairs(shown("Pairs"))
        run.write_pairs(found)
        print(f"{sum(map(len, found.parts.values()))} pairs")


def simulate(
    assignment: Assignment,
    students: Annotated[int, typer.Option(help="How many students.")] = 30,
    seed: Annotated[int, typer.Option(help="Random seed; the same seed gives the same class.")] = 1,
    root: Course = HERE,
) -> None:
    """Fill submitted/ with a simulated class for ASSIGNMENT."""
    from autograder.authoring.simulate import SIMULATED, SimulatedClass

    where = course.CourseAssignment.find(root, assignment)
    there = (path.name for path in (root / "submitted").glob("[!.]*/"))
    if real := [name for name in there if not SIMULATED.match(name)]:
        said = f"{root / 'submitted'} holds the work of {min(real)}; make a course without it"
        raise CourseError(f"{said}: `autograder next-year ../trial`")
    made = SimulatedClass(where.assignment, where.edition.language, where.released(), seed)
    for student in made.students(students):
        put(student.files, root / "submitted" / student.id / where.edition.id)
    print(f"{students} students of {where.edition.id} in {root / 'submitted'}")
