"""nbgrader's autograde, recorded as `autograder grade` does it, and for a class on all cores.

nbgrader takes one submission after the other, and opens the gradebook a dozen times for each. Both
roads leave the same rows and files, so what a run of ours can do is done first. The rest is
nbgrader's own to do, as ever: a student who could not be graded, a grade that stands, and
everything in a course that has added steps.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from functools import partial
from pathlib import Path
from typing import Any

from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from autograder.cluster.class_pool import Pool
from autograder.core.assignment.sets import refuse_published
from autograder.core.errors import AutograderError
from autograder.course import LoadedAssignment, load_assignment
from autograder.grading.pool import Graded, lanes
from autograder.nbgrader_adapter.class_run import ClassRun
from autograder.nbgrader_adapter.pipeline import ours
from autograder.nbgrader_adapter.recorder import has_other_steps
from autograder.nbgrader_adapter.sandbox_preprocessor import GradeOutside
from autograder.notebook.submission import Submission

FEWEST = 2
"""One submission is graded by the warm process that a server keeps: no pool starts for it."""

Grade = Callable[[Mapping[str, Submission]], Iterator[Graded]]


def all_cores_first(converter: Any) -> None:
    """Have an autograde begin with all submissions that one run over the class can do."""
    converter.convert_notebooks = partial(_converted, converter, converter.convert_notebooks)


def _converted(converter: Any, convert: Callable[[], None]) -> None:
    done = set(_done(converter))
    begins = converter.init_destination
    converter.init_destination = lambda *ids: ids not in done and begins(*ids)
    convert()


def _done(converter: Any) -> Iterator[tuple[str, str]]:
    """The assignments and students that a run over the class has graded and recorded."""
    config = _in_force(converter)
    if has_other_steps(config) or not converter.create_student:
        return
    waiting = list(_waiting(converter))
    for edition in ours(Path(converter.coursedir.root), converter.coursedir.assignment_id):
        students = [student for meant, student in waiting if meant == edition]
        if students:
            graded = _graded(converter, config, edition, students)
            yield from ((edition, student) for student in graded)


def _in_force(converter: Any) -> Config:
    """The converter's settings, with its folders as it understood them where it was started."""
    config = Config(deepcopy(converter.config))
    for name in CourseDirectory.class_traits(config=True):
        config.CourseDirectory[name] = getattr(converter.coursedir, name)
    return config


def _waiting(converter: Any) -> Iterator[tuple[str, str]]:
    """Whom nbgrader will grade, whatever is recorded of them, from where we read too."""
    room = Path(converter.coursedir.root, "submitted")
    ids = re.compile(converter._format_source("(?P<assignment>.*)", "(?P<student>.*)", escape=True))
    for found in filter(None, map(ids.match, sorted(converter.assignments))):
        assignment, student = found["assignment"], found["student"]
        if Path(converter._format_source(assignment, student)) != room / student / assignment:
            continue
        if converter.force or not Path(converter._format_dest(assignment, student)).exists():
            yield assignment, student


def _graded(converter: Any, config: Config, name: str, students: list[str]) -> Iterator[str]:
    step = GradeOutside(parent=converter)
    if step.use_kept:
        return
    root = Path(converter.coursedir.root).resolve()
    try:
        loaded = load_assignment(root, name)
        if not step.accept_published_numbers:
            refuse_published(loaded.assignment)
        run = ClassRun(root, loaded.assignment, loaded.edition, config)
        grade = _here(loaded, step.accept_weaker_isolation, len(students))
        for result in run.run(run.work(run.submissions(students), regrade=True), grade):
            if result.report:
                converter.log.info("Graded and recorded %s of %s", name, result.student)
                yield result.student
    except AutograderError as error:
        # nbgrader goes on with the first whom this left, and ends in the same sentence.
        converter.log.debug("left to nbgrader: %s", error)


def _here(loaded: LoadedAssignment, accept_weaker: bool, count: int) -> Grade:
    if count >= FEWEST:
        plan, edition = loaded.assignment, loaded.edition
        return Pool(plan, edition, loaded.released, lanes(), accept_weaker)
    # Only now: a class does without torch in this process until its pool starts.
    from autograder.nbgrader_adapter.warm_service import WARM, ServiceKey

    service = WARM.service(ServiceKey(loaded, accept_weaker))
    return lambda submissions: map(service.grade, submissions.values())
