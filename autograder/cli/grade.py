"""`autograder grade`: grades a class on all cores and records it as nbgrader does."""

from contextlib import ExitStack, suppress
from functools import partial
from typing import Annotated

import typer

from autograder import course
from autograder.cli import options
from autograder.cluster.class_pool import Pool
from autograder.core.assignment.sets import refuse_published
from autograder.core.errors import CourseError
from autograder.course import CourseAssignment, HandedIn
from autograder.grading.report_cache import SPECIMENS, ReportCache
from autograder.sandbox.host import warming


def grade(
    assignment: options.Assignment,
    root: options.Course = options.HERE,
    jobs: options.Jobs = 0,
    scheduler: options.Scheduler = "",
    student: options.Students = None,
    regrade: Annotated[bool, typer.Option("--regrade", help="Regrade everything.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show whose marks would change; record nothing.")
    ] = False,
    accept_weaker_isolation: options.Weaker = False,
    accept_published_numbers: options.Published = False,
) -> None:
    """Grade the submissions of ASSIGNMENT and record the results in nbgrader's gradebook."""
    where, only = CourseAssignment.find(root, assignment), tuple(student or ())
    if not accept_published_numbers:
        refuse_published(where.plan)
    weaker = accept_weaker_isolation
    pool = partial(
        Pool, where.plan, where.edition, jobs=jobs, accept_weaker=weaker, scheduler=scheduler,
        kept=where.root / SPECIMENS,
    )  # fmt: skip
    handed_in: dict[str, HandedIn] | None = None
    is_new = False
    # An error is said by whoever looks at the gradebook first: that may be what is wrong.
    with suppress(CourseError):
        kept = ReportCache(*where, where.released())
        handed_in = course.submissions(*where, only)
        found = (one.submission for one in handed_in.values() if one.submission)
        is_new = any(regrade or not kept.path(one).exists() for one in found)
    with ExitStack() as stack:
        if is_new and not scheduler:
            warm = stack.enter_context(warming(where.plan, accept_weaker=weaker))
            pool = partial(pool, warm=warm)
        # Only now: nbgrader is imported here while the warm process imports torch.
        from autograder.cli.grading import ClassGrading

        ClassGrading(where, only, regrade).grade(pool, handed_in, dry_run)
