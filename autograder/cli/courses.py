"""`autograder init`, `adopt` and `next-year`: course folders, with hidden numbers of their own."""

import tempfile
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from autograder.authoring.new_course import bundled, making, new_course
from autograder.cli.options import HERE, Course, Published, Weaker
from autograder.cli.output import shown
from autograder.core.assignment.load import edition_groups, edition_ids, find, known
from autograder.core.atomic_file import STATE_FOLDER
from autograder.core.errors import CourseError
from autograder.course import build
from autograder.sandbox.isolation import Rings, choose

if TYPE_CHECKING:
    from autograder.nbgrader_adapter.runs.adoption import Adoption

RELEASE = (
    "To release NAME, in the course's folder:\n"
    "  autograder build NAME; nbgrader generate_assignment NAME; autograder reseed NAME"
)
LATER = "Nothing is written yet. To do it: autograder adopt {}"


def init(
    directory: Annotated[Path, typer.Argument(metavar="DIR", show_default=False)],
    assignment: Annotated[
        list[str] | None,
        typer.Option(
            help="An assignment to release, or an edition such as attention-zh; can be repeated.",
            show_default="the first lesson",
        ),
    ] = None,
    weaker: Weaker = False,
    published: Published = False,
) -> None:
    """Make a new course folder DIR with the assignments that come with this package.

    Its hidden numbers are drawn from a secret salt. Where published ones are accepted it keeps
    those of the package.
    """
    rings = None if published else choose(accept_weaker=weaker)
    folder = directory.resolve()
    with making(folder) as draft:
        new_course(draft, folder.name)
        brought = edition_ids(draft)
        names = tuple(dict.fromkeys(assignment or brought[:1]))
        if unknown := [name for name in names if name not in brought]:
            raise CourseError(f"the package brings no {unknown[0]!r}, but {', '.join(brought)}")
        for name in names:
            # No other edition and assignment: what nobody does is exported as zeros.
            _built(draft, name, rings)
    for name in names:
        print(f"for students: {folder / 'release' / name}")
    chinese = "-zh" if names[0].endswith("-zh") else ""
    groups = (group for group in edition_groups(folder) if not {*group} & {*names})
    unbuilt = [next((id_ for id_ in group if id_.endswith(chinese)), group[0]) for group in groups]
    if unbuilt:
        print(f"Not released yet: {', '.join(unbuilt)}. {RELEASE}")
    if around := next(filter(known, folder.parents), None):
        print(f"It lies within another course, {around}.")
    print(f"The course is ready. Next: cd {quote(str(directory))}; autograder")


def _built(course: Path, name: str, rings: Rings | None) -> None:
    from autograder.nbgrader_adapter.course_settings.settings import generate

    list(build(course, name))
    generate(course, [name])
    if rings:
        from autograder.authoring.learning import Learning

        Learning(course, name, rings).reseed(shown("Trying the solution"))


def next_year(
    directory: Annotated[Path, typer.Argument(metavar="DIR", show_default=False)],
    root: Course = HERE,
    weaker: Weaker = False,
) -> None:
    """Make a course folder DIR for the next year from this one.

    It takes over assignments, source notebooks, the names given to mistakes and the configuration,
    with a course id of its own; no student's work, marks or due dates. Its hidden numbers are drawn
    anew from a secret salt.
    """
    from autograder.authoring.new_course import apart, carry_over, to_reseed
    from autograder.nbgrader_adapter.course_settings.settings import generate
    from autograder.nbgrader_adapter.runs.course_steps import other_assignments

    new, rings = directory.resolve(), choose(accept_weaker=weaker)
    with making(new) as draft:
        skipped = carry_over(root, draft, new)
        editions = [id_ for id_ in edition_ids(root) if (root / "release" / id_).is_dir()]
        for name in to_reseed(draft, editions):
            with apart(draft, name) as scratch:
                _built(scratch, name, rings)
        generate(draft, editions)
        names = other_assignments(draft)
    for edition in editions:
        print(f"for students: {new / 'release' / edition}")
    for name in names:
        print(f"{name}: to release it: nbgrader generate_assignment {name}")
    print(f"left in {root}: {', '.join(skipped) or 'nothing'}")
    steps = "set the due dates; autograder doctor ."
    print(f"The course is ready. Next: cd {quote(str(directory))}; {steps}")


def adopt(
    course: Annotated[
        Path, typer.Argument(help="The course's folder.", show_default="this folder")
    ] = HERE,
    assignment: Annotated[str, typer.Option(help="Which one.", show_default="attention")] = "",
    undo: Annotated[bool, typer.Option("--undo", help="Take everything out again.")] = False,
    write: Annotated[bool, typer.Option("--write", help="Do what is shown.")] = False,
    weaker: Weaker = False,
    published: Published = False,
) -> None:
    """Add an assignment of this package to a running nbgrader COURSE.

    Shows what it would change, and changes it with --write. Every other assignment keeps the
    course's own steps. Hidden numbers are drawn from a secret salt.
    """
    from autograder.nbgrader_adapter.runs.adoption import Adoption

    root = course.resolve()
    if undo:
        if assignment:
            raise CourseError("--undo takes out everything that was added; leave --assignment away")
        from autograder.nbgrader_adapter.runs.way_back import way_back

        steps = way_back(root)
        if not write:
            print(LATER.format(f"{root} --undo --write"))
        for text, take in steps:
            if text:
                print(f"  {text}")
            if write:
                take()
        return
    added, edition = find(bundled(), assignment or "attention")
    adoption = Adoption(root, added.id, edition.id)
    if not write:
        _show(adoption)
        return
    rings = None if published else choose(accept_weaker=weaker)
    # In a folder of its own: whoever is interrupted meanwhile has changed nothing.
    with tempfile.TemporaryDirectory(prefix="autograder-adopt-") as folder:
        new_course(draft := Path(folder), root.name)
        if rings:
            _built(draft, added.id, rings)
        else:
            list(build(draft, added.id))
        adoption.write(draft)
    print(f"for students: {root / 'release' / adoption.edition}")
    print(f"{adoption.edition} is in the course. Next: autograder doctor {course}")


def _show(adoption: "Adoption") -> None:
    from autograder.nbgrader_adapter.runs.course_steps import other_assignments

    print(adoption.diff() or "nbgrader_config.py: as it is")
    for folder in adoption.folders:
        print(f"{folder}: added")
    print(f"gradebook: {adoption.edition} added")
    print(f"{STATE_FOLDER}/: what `autograder adopt --undo` needs")
    for name in other_assignments(adoption.root):
        print(f"{name}: as it is; nbgrader grades it by the course's own steps")
    print(LATER.format(f"{adoption.root} --assignment {adoption.edition} --write"))
