"""`autograder passback`: the marks of an assignment, sent to an LMS by LTI 1.3."""

from typing import TYPE_CHECKING, Annotated

import typer
from rich import box
from rich.console import Console
from rich.table import Table

from autograder.cli.options import HERE, Assignment, Course
from autograder.core.errors import PassbackFailed
from autograder.report.plain_text import plain

if TYPE_CHECKING:
    from autograder.report.lms.lti import Passback


def passback(
    assignment: Assignment,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would be sent, and send nothing.")
    ] = False,
    course_dir: Course = HERE,
) -> None:
    """Send every student's total of ASSIGNMENT to the LMS by LTI 1.3.

    Totals are those of the gradebook, after overrides and lateness. Whoever is not graded in full
    is named and not sent. Sending again does no harm: a score takes the place of the one before.
    """
    from autograder.nbgrader_adapter.lti_passback import marks, settings

    root = course_dir.resolve()
    lti = settings(root)
    item = lti.line_item(assignment)
    found = marks(root, assignment, lti.user_id)
    _name("not sent, not graded in full", [one.id for one in found.waiting])
    _name(f"not sent, no {lti.user_id} in the gradebook", [one.id for one in found.unknown])
    if dry_run:
        _show(found)
        print(f"{len(found.scores)} scores would be sent to {item}; nothing was sent")
        return
    refused = {
        score.student: reason
        for score, reason in lti.platform(root).send(item, found.scores)
        if reason
    }
    print(f"{len(found.scores) - len(refused)} of {len(found.scores)} scores sent to {item}")
    if refused:
        said = ", ".join(f"{plain(student, 40)} ({why})" for student, why in refused.items())
        raise PassbackFailed(
            f"the LMS refused the scores of {said}: see that they are in the course there, by the"
            f" {lti.user_id} that the gradebook has; the same command sends them again"
        )


def _show(found: "Passback") -> None:
    table = Table("student", "user of the LMS", "points", "of", box=box.SIMPLE_HEAD)
    for one in found.scores:
        table.add_row(plain(one.student, 40), plain(one.user, 40), f"{one.given:g}",
                      f"{one.maximum:g}")  # fmt: skip
    Console().print(table)


def _name(what: str, students: list[str]) -> None:
    if students:
        print(f"{what}: {', '.join(plain(student, 40) for student in students)}")
