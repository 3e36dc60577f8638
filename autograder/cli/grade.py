"""`autograder grade`: grades a class on all cores and records it as nbgrader does."""

from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from autograder import course
from autograder.cli.options import (
    HERE,
    Assignment,
    Course,
    Jobs,
    Published,
    Scheduler,
    Students,
    Weaker,
)
from autograder.cluster.pool import Pool, warming
from autograder.core.assignment import Assignment as Plan
from autograder.core.assignment import Edition, find
from autograder.core.assignment.sets import refuse_published
from autograder.core.errors import CourseError
from autograder.grading.pool import lanes
from autograder.grading.report_cache import KeptReports


def grade(
    assignment: Assignment,
    course_dir: Course = HERE,
    jobs: Jobs = 0,
    scheduler: Scheduler = "",
    student: Students = None,
    regrade: Annotated[bool, typer.Option("--regrade", help="Regrade everything.")] = False,
    accept_weaker_isolation: Weaker = False,
    accept_published_numbers: Published = False,
) -> None:
    """Grade the submissions of ASSIGNMENT and record the results in nbgrader's gradebook."""
    root, only = course_dir.resolve(), student or ()
    plan, edition = find(root, assignment)
    if not accept_published_numbers:
        refuse_published(plan)
    pool = partial(
        Pool, plan, edition, jobs=jobs or lanes(),
        accept_weaker=accept_weaker_isolation, scheduler=scheduler,
    )  # fmt: skip
    with ExitStack() as stack:
        if not scheduler and _anything_new(root, plan, edition, only, regrade):
            warm = stack.enter_context(warming(plan, accept_weaker=accept_weaker_isolation))
            pool = partial(pool, warm=warm)
        # Only now: nbgrader is imported here while the warm process imports torch.
        from autograder.cli.grading import grade_class

        grade_class(root, plan, edition, pool, regrade, only)


def _anything_new(
    root: Path, plan: Plan, edition: Edition, only: Sequence[str], regrade: bool
) -> bool:
    """Whether a submission will have to be graded, as far as can be seen without a gradebook."""
    try:
        frame = course.released(root, plan, edition).read_bytes()
        every = course.submissions(root, plan, edition, only)
    except CourseError:
        # Said by whoever looks at the gradebook first: that may be what is wrong.
        return False
    kept = KeptReports(root, plan, edition, frame)
    files = {name: one.notebook for name, one in every.items() if one.notebook}
    return any(regrade or not kept.has(name, path) for name, path in files.items())
