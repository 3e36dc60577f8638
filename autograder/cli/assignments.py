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
    new = new_assignment(root, name, find(root, source)[0].folder if source else EXAMPLE)
    folders = [root / top / edition.id for top in ("source", "release") for edition in new.editions]
    if taken := [folder for folder in folders if folder.exists()]:
        shutil.rmtree(new.folder)
        raise CourseError(f"{taken[0]} is there already; choose another name, or move it away")
    try:
        list(course.build(root, name))
        generate(root, [new.id])
        hidden = new.folder / "hidden"
        Learning(root, new.id, rings).completed(sets.read(hidden)).write(hidden)
        learning = Learning(root, new.id, rings)
        learning.write(learning.catalogue(shown("Learning")))
    except BaseException:
        # Whoever is interrupted can begin again.
        for folder in (new.folder, *folders):
            shutil.rmtree(folder, ignore_errors=True)
        raise
    for path in (*sorted(new.folder.iterdir()), *filter(Path.is_dir, folders)):
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
    listed = slips(folder)
    for slip in listed:
        print(f"{slip.file.relative_to(root)}:{slip.line}: {slip.said}")
    if listed:
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
    run.write(catalogue := run.catalogue(shown("Learning")))
    print(f"{run.assignment.id}: {len({case.mistake.id for case in catalogue.known})} mistakes")
    if pairs:
        learned = run.pairs(shown("Pairs"))
        run.write_pairs(learned)
        print(f"{sum(map(len, learned.parts.values()))} pairs")


def simulate(
    assignment: Assignment,
    students: Annotated[int, typer.Option(min=1, help="How many students.")] = 30,
    seed: Annotated[int, typer.Option(help="Random seed; the same seed gives the same class.")] = 1,
    root: Course = HERE,
) -> None:
    """Fill submitted/ with a simulated class for ASSIGNMENT."""
    from autograder.authoring.simulate import SIMULATED, SimulatedClass

    where = course.CourseAssignment.find(root, assignment)
    names = (path.name for path in (root / "submitted").glob("[!.]*/"))
    if real := [name for name in names if not SIMULATED.match(name)]:
        reason = f"{root / 'submitted'} holds the work of {min(real)}; make a course without it"
        raise CourseError(f"{reason}: `autograder next-year ../trial`")
    simulated = SimulatedClass(where.assignment, where.edition.language, where.released(), seed)
    for student in simulated.students(students):
        put(student.files, root / "submitted" / student.id / where.edition.id)
    print(f"{students} students of {where.edition.id} in {root / 'submitted'}")
