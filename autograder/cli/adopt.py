"""`autograder adopt`: one of our assignments in a course that is already running."""

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from autograder import course as rooms
from autograder.authoring.templates import bundled, new_course, private_room
from autograder.cli.options import HERE, Published, Weaker
from autograder.core.assignment import find

if TYPE_CHECKING:
    from autograder.nbgrader_adapter.adoption import Adoption
    from autograder.sandbox.isolation import Rings

LATER = "Nothing is written yet. To do it: {}"


def adopt(
    course: Annotated[
        Path, typer.Argument(help="The course's folder.", show_default="this folder")
    ] = HERE,
    assignment: Annotated[str, typer.Option(help="Which assignment.")] = "attention",
    undo: Annotated[bool, typer.Option("--undo", help="Take everything out again.")] = False,
    write: Annotated[bool, typer.Option("--write", help="Do what is shown.")] = False,
    accept_weaker_isolation: Weaker = False,
    accept_published_numbers: Published = False,
) -> None:
    """Add an assignment of this package to a running nbgrader COURSE.

    Shows what it would change, and changes it with --write. Every other assignment keeps the
    course's own steps. Hidden numbers are drawn from a secret salt, which takes a few minutes.
    """
    from autograder.sandbox.isolation import choose

    root = course.resolve()
    if undo:
        _undo(root, write)
        return
    adoption = _adoption(root, assignment)
    if not write:
        _show(adoption)
        return
    rings = None if accept_published_numbers else choose(accept_weaker=accept_weaker_isolation)
    with private_room(Path(tempfile.gettempdir()), f"autograder-adopt-{os.getuid()}-") as room:
        _make_ready(room, adoption, rings)
        adoption.write(room)
    print(f"{root / 'release' / adoption.edition}")
    print(f"{adoption.edition} is in the course. Next: autograder doctor {course}")


def _adoption(root: Path, name: str) -> "Adoption":
    from autograder.nbgrader_adapter.adoption import Adoption

    plan, edition = find(bundled(), name)
    return Adoption(root, plan.id, edition.id)


def _show(adoption: "Adoption") -> None:
    from autograder.nbgrader_adapter.pipeline import other_assignments

    print(adoption.diff() or "nbgrader_config.py: as it is")
    for folder in adoption.folders:
        print(f"{folder}: added")
    print(f"gradebook: {adoption.edition} added")
    for name in other_assignments(adoption.root):
        print(f"{name}: as it is; nbgrader grades it by the course's own steps")
    print(LATER.format(f"autograder adopt {adoption.root} --assignment {adoption.edition} --write"))


def _make_ready(room: Path, adoption: "Adoption", rings: "Rings | None") -> None:
    """In a folder of its own: whoever is interrupted meanwhile has changed nothing."""
    from autograder.nbgrader_adapter.api import generate

    new_course(room, adoption.root.name)
    list(rooms.build(room, adoption.assignment))
    if rings:
        from autograder.cli.seeding import seeded

        generate(room, [adoption.assignment])
        seeded(room, adoption.assignment, rings)


def _undo(root: Path, write: bool) -> None:
    from autograder.nbgrader_adapter.way_back import way_back

    for step in way_back(root):
        if step.said:
            print(step.said)
        if write:
            step.take()
    if not write:
        print(LATER.format(f"autograder adopt {root} --undo --write"))
