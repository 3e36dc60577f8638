"""`autograder grade`: a class graded on all cores, recorded as nbgrader records."""

from contextlib import ExitStack
from typing import Annotated

import typer

from autograder import course
from autograder.assignment import find
from autograder.cli.options import HERE, Assignment, Course, Jobs, Scheduler, Students, Weaker
from autograder.cluster.pool import Pool
from autograder.grading.kept import KeptReports
from autograder.grading.pool import lanes


def grade(
    assignment: Assignment,
    course_dir: Course = HERE,
    jobs: Jobs = 0,
    scheduler: Scheduler = "",
    student: Students = None,
    regrade: Annotated[
        bool, typer.Option("--regrade", help="Grade again what is graded already.")
    ] = False,
    accept_weaker_isolation: Weaker = False,
) -> None:
    """Grade the submissions of ASSIGNMENT and record the results in nbgrader's gradebook."""
    root, only = course_dir.resolve(), student or ()
    plan, edition = find(root, assignment)
    frame = course.released(root, plan, edition).read_bytes()
    kept = KeptReports(root, plan, edition, frame)
    pool = Pool(plan, edition, frame, jobs or lanes(), accept_weaker_isolation, scheduler)
    files = course.submissions(root, plan, edition, only).values()
    with ExitStack() as stack:
        if not scheduler and any(path and (regrade or not kept.has(path)) for path in files):
            pool = stack.enter_context(pool.started())
        # Only now: nbgrader is imported here while the warm process imports torch.
        from autograder.cli.grading import grade_class

        grade_class(root, plan, edition, pool, regrade, only)
