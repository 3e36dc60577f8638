"""What `autograder` says when nothing is asked of it: the next three steps in this folder."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from autograder.core.assignment.load import edition_ids, find, known
from autograder.core.assignment.sets import read

Step = tuple[str, str]
"""A command, and what it is for."""


@dataclass(frozen=True)
class Stand:
    """How far an assignment is in a course."""

    name: str
    built: bool
    released: bool
    submitted: int
    graded: int
    returned: int


def stand(course: Path, name: str) -> Stand:
    trees = ("submitted", "autograded", "feedback")
    students = [{at.parent.name for at in (course / tree).glob(f"*/{name}")} for tree in trees]
    counts = (len(students[0] & some) for some in students)
    built, released = ((course / tree / name).is_dir() for tree in ("source", "release"))
    return Stand(name, built, released, *counts)


def next_steps(course: Path) -> Iterator[str]:
    if not known(course):
        said, steps = _outside(course)
    else:
        stands = [stand(course, name) for name in edition_ids(course)]
        # Where somebody waits for a mark, then where something was handed in, or released.
        at = min(
            stands, key=lambda at: (at.graded == at.submitted, not at.submitted, not at.released)
        )
        said = f"{at.name}: {'released, nothing handed in' if at.released else 'not released'}."
        if at.submitted:
            said = f"{at.name}: {at.graded} of {at.submitted} submissions are graded."
        steps = _handed_in(course, at) if at.submitted else _before(at)
    yield f"{said} Next:"
    for command, purpose in steps:
        yield f"\n  {command}\n      {purpose}"
    yield "\nAll commands: autograder --help"


def _outside(course: Path) -> tuple[str, tuple[Step, ...]]:
    if above := next(filter(known, course.resolve().parents), None):
        return f"The course is {above}.", ((f"cd {above}; autograder", "its next steps"),)
    running = (course / "nbgrader_config.py").is_file()
    said = "a course without an assignment of ours" if running else "no course folder"
    adopt = (f"autograder adopt {'.' if running else 'COURSE'}", "add one to a running course")
    init = ("autograder init course", "make a course, with secret hidden numbers of its own")
    doctor = ("autograder doctor", "try on this machine what student code must not do")
    steps = (adopt, init, doctor) if running else (init, adopt, doctor)
    return f"This is {said}: it has no assignments/.", steps


def _before(at: Stand) -> tuple[Step, ...]:
    name = at.name
    if at.released:
        return (
            (f"autograder watch {name}", "collect from the exchange and grade what arrives"),
            (f"autograder grade {name}", f"or: once notebooks are in submitted/STUDENT/{name}/"),
            (f"autograder try NOTEBOOK --assignment {name}", "grade any notebook, record nothing"),
        )
    due = f'nbgrader db assignment add {name} --duedate "2026-03-01 12:00:00 UTC"'
    build = () if at.built else ((f"autograder build {name}", f"make source/{name}"),)
    return (
        *build,
        (f"nbgrader generate_assignment {name}", f"make release/{name}, what students get"),
        (due, "say when it is due"),
        (f"autograder audit {name}", "see what its hidden suites catch and accept"),
    )[:3]


def _handed_in(course: Path, at: Stand) -> tuple[Step, ...]:
    name = at.name
    waiting = at.submitted - at.graded
    plan, _ = find(course, name)
    steps = (
        (waiting > 0 and read(plan.folder / "hidden").published,
         (f"autograder reseed {plan.id}", "draw secret hidden numbers: these are published")),
        (waiting > 0, (f"autograder grade {name}", f"grade the {waiting} that wait")),
        (at.returned < at.submitted, (f"autograder feedback {name}", "a page for each student")),
        (not (course / "reports" / f"{name}.html").exists(),
         (f"autograder report {name}", f"the class on one page: reports/{name}.html")),
        (True, ("nbgrader export", "grades.csv; after a new due date or cost: grade first")),
        (True, (f"autograder clusters {name}", "wrong answers that have no name yet")),
        (True, (f"autograder viva {name}", "questions to each student about their own code")),
    )  # fmt: skip
    return tuple(step for wanted, step in steps if wanted)[:3]
