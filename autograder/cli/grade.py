"""`autograder grade`: grades a class on all cores and records it as nbgrader does."""

from collections.abc import Mapping, Sequence
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
from autograder.cluster.class_pool import Pool
from autograder.core.assignment import Assignment as Plan
from autograder.core.assignment import Edition, find
from autograder.core.assignment.sets import refuse_published
from autograder.core.errors import CourseError
from autograder.course import HandedIn
from autograder.grading.pool import lanes
from autograder.grading.report_cache import ReportCache
from autograder.sandbox.host import warming


def grade(
    assignment: Assignment,
    course_dir: Course = HERE,
    jobs: Jobs = 0,
    scheduler: Scheduler = "",
    student: Students = None,
    regrade: Annotated[bool, typer.Option("--regrade", help="Regrade everything.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show whose marks would change; record nothing.")
    ] = False,
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
        handed_in = _handed_in(root, plan, edition, only)
        if not scheduler and _anything_new(root, plan, edition, handed_in, regrade):
            warm = stack.enter_context(warming(plan, accept_weaker=accept_weaker_isolation))
            pool = partial(pool, warm=warm)
        # Only now: nbgrader is imported here while the warm process imports torch.
        from autograder.cli.grading import grade_class

        grade_class(root, plan, edition, pool, regrade, only, handed_in, dry_run)


def _handed_in(
    root: Path, plan: Plan, edition: Edition, only: Sequence[str]
) -> dict[str, HandedIn] | None:
    """What has been handed in; None where that cannot be read before the gradebook is looked at."""
    try:
        course.released(root, plan, edition)
        return course.submissions(root, plan, edition, only)
    except CourseError:
        # Said by whoever looks at the gradebook first: that may be what is wrong.
        return None


def _anything_new(
    root: Path, plan: Plan, edition: Edition,
    handed_in: Mapping[str, HandedIn] | None, regrade: bool,
) -> bool:  # fmt: skip
    """Whether a submission will have to be graded, as far as can be seen without a gradebook."""
    if handed_in is None:
        return False
    kept = ReportCache(root, plan, edition, course.released(root, plan, edition).read_bytes())
    found = [one.submission for one in handed_in.values() if one.submission]
    return any(regrade or not kept.path(one).exists() for one in found)
