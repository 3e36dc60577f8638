"""`autograder promote`: makes a named group's answer a specimen for the audit."""

from typing import Annotated

import typer

from autograder.cli.name import Group
from autograder.cli.options import HERE, Assignment, Course, Jobs, Weaker
from autograder.core.assignment import find
from autograder.core.errors import CourseError


def promote(
    assignment: Assignment,
    group: Group,
    student: Annotated[
        str, typer.Option(help="Whose answer.", show_default="the one that clusters shows")
    ] = "",
    course_dir: Course = HERE,
    jobs: Jobs = 0,
    accept_weaker_isolation: Weaker = False,
) -> None:
    """Make an answer of GROUP, which has a name, a specimen of ASSIGNMENT for `autograder audit`.

    Its code is written without comments and docstrings, and its mistake becomes known. The next
    `autograder grade` grades the class again.
    """
    from autograder.authoring.learning import Learning
    from autograder.authoring.promote import write_specimen
    from autograder.cli.progress import shown
    from autograder.grading.pool import lanes
    from autograder.report.classroom.unnamed import ClassGroups
    from autograder.report.course_names import CourseNames
    from autograder.sandbox.isolation import choose

    root = course_dir.resolve()
    plan, edition = find(root, assignment)
    groups = ClassGroups.gathered(root, plan, edition)
    found = groups.group(group)
    name = CourseNames.read(plan).of(found.shown)
    if name is None:
        raise CourseError(
            f"the group {found.id} has no name; give it one first: `autograder name "
            f"{edition.id} {found.id} --title-en ... --question-en ...`"
        )
    rings = choose(accept_weaker=accept_weaker_isolation)
    part = found.shown.id
    file = write_specimen(plan, part, name.mistake, groups.code(found, student))
    try:
        run = Learning(root, assignment, rings, jobs or lanes())
        run.write(run.with_mistake(f"{part}/{file.stem}", found.shown, shown("Learning")))
    except BaseException:
        # Half a specimen would fail the next audit.
        file.unlink()
        raise
    print(f"{file}; the next `autograder grade {edition.id}` grades the class again")
