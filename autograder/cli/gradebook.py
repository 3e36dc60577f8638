"""`autograder roster`, `extend` and `passback`: what the gradebook gets and gives."""

from pathlib import Path
from typing import Annotated

import typer

from autograder.cli.options import HERE, Assignment, Course
from autograder.cli.output import print_students, print_table
from autograder.core.errors import AutograderError
from autograder.report.plain_text import plain

TIME = "%Y-%m-%d %H:%M UTC"


def roster(
    file: Annotated[Path, typer.Argument(help="A CSV from Canvas, Moodle or a spreadsheet.")],
    root: Course = HERE,
    id_column: Annotated[
        str | None,
        typer.Option("--id-column", help="The column that holds nbgrader's student ids."),
    ] = None,
) -> None:
    """Add or update the students of FILE in the gradebook, and list who is missing."""
    from autograder.nbgrader_adapter.runs.students import enrol
    from autograder.report.lms.class_list import read_roster

    try:
        students = read_roster(file.read_bytes(), id_column)
    except OSError as error:
        reason = f"{file} cannot be read: {error.strerror}; name the LMS's export or a CSV file"
        raise AutograderError(reason) from None
    except AutograderError as refused:
        raise AutograderError(f"{file}: {refused}; nothing was written") from None
    done = enrol(root, students)
    print(", ".join(f"{len(done[kind])} {kind}" for kind in ("added", "updated", "unchanged")))
    print_students("submitted, but not on the roster", done["strangers"])
    print_students("on the roster, but nothing submitted", done["silent"])


def extend(
    student: Annotated[str, typer.Argument(show_default="list who has more time")] = "",
    days: Annotated[
        float | None,
        typer.Argument(help="So many beyond the due date; 0 takes them back.", show_default=False),
    ] = None,
    assignment: Annotated[
        str,
        typer.Option(
            help="The assignment's name in nbgrader.", show_default="the only one with a due date"
        ),
    ] = "",
    root: Course = HERE,
) -> None:
    """Give STUDENT so many DAYS beyond the due date, in the place of those given before.

    Without STUDENT it lists who has more time. The next `autograder grade` or `nbgrader autograde`
    records the penalty.
    """
    from autograder.nbgrader_adapter.runs import students

    if not student:
        name, usual, longer = students.extended(root, assignment)
        print(f"{name} is due {usual:{TIME}}; with more time: {len(longer)}")
        for person, until in longer:
            print(f"{plain(person, 60)}: {until:{TIME}}")
        return
    if days is None:
        raise AutograderError(f"say how many days {student} gets: autograder extend {student} 3")
    name, due, usual = students.extend(root, student, days, assignment)
    besides = "as for everybody" if due == usual else f"others {usual:{TIME}}"
    text = f"{student}: {name} is due {due:{TIME}} ({besides})"
    print(f"{text}; to record it: autograder grade {name}")


def passback(
    assignment: Assignment,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would be sent, and send nothing.")
    ] = False,
    root: Course = HERE,
) -> None:
    """Send every student's total of ASSIGNMENT to the LMS by LTI 1.3.

    Totals are those of the gradebook, after overrides and lateness. Whoever is not graded in full
    is named and not sent. Sending again does no harm: a score takes the place of the one before.
    """
    from autograder.nbgrader_adapter.course_settings.settings import course_config
    from autograder.nbgrader_adapter.exports import LtiPlatform, lti_marks

    lti = LtiPlatform(config=course_config(root))
    marks, item = lti_marks(root, assignment, lti.user_id), lti.line_item(assignment)
    print_students("not sent, not graded in full", [student.id for student in marks.waiting])
    print_students(f"not sent, no {lti.user_id} in the gradebook", [s.id for s in marks.unknown])
    if dry_run:
        rows = (
            (plain(row.student, 40), plain(row.user, 40), f"{row.given:g}", f"{row.maximum:g}")
            for row in marks.scores
        )
        print_table(("student", "user of the LMS", "points", "of"), rows)
        print(f"{len(marks.scores)} scores would be sent to {item}; nothing was sent")
        return
    sent = lti.platform(root).send(item, marks.scores)
    refused = {score.student: status for score, status in sent if status}
    print(f"{len(marks.scores) - len(refused)} of {len(marks.scores)} scores sent to {item}")
    if refused:
        names = ", ".join(f"{plain(one, 40)} (HTTP {status})" for one, status in refused.items())
        mend = f"see that they are in the course there, by the {lti.user_id} of the gradebook"
        if all(status == 429 or status >= 500 for status in refused.values()):
            mend = "it is busy or out of order"
        text = f"the LMS refused the scores of {names}: {mend}; the same command sends them again"
        raise AutograderError(text)
