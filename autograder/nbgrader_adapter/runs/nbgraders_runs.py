"""What a converter of nbgrader's does on an assignment of ours: a run over those who are meant."""

import atexit
import functools
import glob
import os
from collections.abc import Iterable
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from traitlets.config import Config

from autograder.core.assignment.sets import ACCEPTING, refuse_published
from autograder.core.errors import CourseError
from autograder.course import CourseAssignment
from autograder.grading.pool import ClassPool, lanes
from autograder.nbgrader_adapter.course_settings.plugins import GradeOutside
from autograder.nbgrader_adapter.course_settings.settings import check_folders
from autograder.nbgrader_adapter.runs.class_run import ClassRun, Grade
from autograder.nbgrader_adapter.runs.feedback_run import FeedbackRun
from autograder.sandbox.isolation import choose


def grade(converter: Any, name: str, config: Config) -> list[str]:
    """Grade and record, with `--force` also what has not changed; who was left out, and why."""
    settings = GradeOutside(parent=converter)
    root = Path(converter.coursedir.root).resolve()
    where = CourseAssignment.find(root, name)
    if not os.environ.get(ACCEPTING):
        refuse_published(where.assignment)
    check_folders(config)
    config.Autograde.create_student = converter.create_student
    run = ClassRun(where, config)
    folders, problems = where.submitted_folders()
    students = _meant(converter, name, {**folders, **problems})
    work = run.work(run.submissions(students), regrade=converter.force)
    if work.done:
        converter.log.info("%d of %s are unchanged", len(work.done), name)
    left_out = dict(work.problems)
    for result in run.run(work, _grading(where, settings, len(work.to_grade))):
        if result.problem:
            left_out[result.student] = result.problem
        else:
            converter.log.info("Graded and recorded %s of %s", name, result.student)
    return [f"{student}: {problem}" for student, problem in left_out.items()]


def feedback(converter: Any, name: str, config: Config) -> list[str]:
    """Write the pages that have changed, with `--force` all; for whom there is none, and why."""
    where = CourseAssignment.find(Path(converter.coursedir.root).resolve(), name)
    pattern = converter.coursedir.student_id
    student = pattern if glob.escape(pattern) == pattern else None
    run = FeedbackRun(where, force=converter.force, config=config, student=student)
    students = _meant(converter, name, run.chosen(()))
    pages = list(run.write(students))
    for page in pages:
        if page.written:
            converter.log.info("Wrote the page of %s in %s", page.student, name)
    return [f"{page.student}: {page.problem}" for page in pages if page.problem]


def _meant(converter: Any, name: str, students: Iterable[str]) -> list[str]:
    """Whom nbgrader's `--student` means, which may be a pattern; a CourseError where it is none."""
    pattern = converter.coursedir.student_id
    if not (chosen := [student for student in students if fnmatchcase(student, pattern)]):
        raise CourseError(f"no submission of {name} was matched by {pattern!r}")
    return chosen


def _grading(where: CourseAssignment, settings: GradeOutside, count: int) -> Grade:
    accept_weaker, loaded = settings.accept_weaker_isolation, where.loaded()
    if count > 1:
        return ClassPool(loaded, lanes(), accept_weaker)
    return lambda submissions: map(_warm(accept_weaker).grader(loaded).grade, submissions.values())


@functools.cache
def _warm(accept_weaker: bool) -> Any:
    # Only now: it imports torch, which a class does without until its pool starts.
    from autograder.grading.grader import WarmGrader

    warm = WarmGrader(choose(accept_weaker=accept_weaker))
    atexit.register(warm.close)
    return warm
