"""nbgrader's own roads to a grade, closed where they would lead outside the sandbox.

A configuration can name any step for `nbgrader autograde`, for formgrader's button and for
nbgrader's Python interface, in files and on the command line. All of it is known only when a
converter starts, so that is where it is looked at: a step of ours in the list would be too late,
or not there at all. The gate is in place in every process that imports this package, which each
nbgrader_config.py does that names one of our classes.
"""

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

from nbgrader.apps import NbGraderAPI
from nbgrader.converters import Autograde, GenerateFeedback
from nbgrader.converters.base import BaseConverter, NbGraderException

from autograder.core.assignment import find
from autograder.core.errors import CourseError
from autograder.nbgrader_adapter.adopted import prepare
from autograder.nbgrader_adapter.own_history import keep_history
from autograder.nbgrader_adapter.pipeline import ours, refusal
from autograder.nbgrader_adapter.plain_folders import plain_folders_alone
from autograder.nbgrader_adapter.points_check import check_points
from autograder.nbgrader_adapter.sentences import in_sentences, without_traceback
from autograder.report.course_names import names_file


class RunRefused(NbGraderException):
    """A run of nbgrader's that must not begin: its commands end with status 1 and one sentence."""


def close() -> None:
    """Have nbgrader's converters and interface ask before they begin."""
    BaseConverter.start = _checked(BaseConverter.start)
    for name in ("autograde", "generate_feedback"):
        setattr(NbGraderAPI, name, _in_one_sentence(getattr(NbGraderAPI, name)))


def _checked(start: Callable[[Any], None]) -> Callable[[Any], None]:
    @functools.wraps(start)
    def begin(converter: Any) -> None:
        if found := prepare(converter) or _trouble(converter):
            converter.log.error(found)
            raise RunRefused(found)
        if isinstance(converter, GenerateFeedback):
            _refresh(converter)
        if isinstance(converter, Autograde):
            # Only now: every command of nbgrader's imports this module.
            from autograder.nbgrader_adapter.all_cores import all_cores_first

            keep_history(converter)
            all_cores_first(converter)
        with in_sentences(converter.log), plain_folders_alone(converter):
            start(converter)

    return begin


def _trouble(converter: Any) -> str:
    if not isinstance(converter, Autograde | GenerateFeedback):
        return ""
    return refusal(converter) or (_points(converter) if isinstance(converter, Autograde) else "")


def _refresh(converter: Any) -> None:
    """Have the pages tell the names that instructors gave since they were written.

    Raises:
        RunRefused: the names cannot be read.
    """
    # Only now: every command of nbgrader's imports this module.
    from autograder.nbgrader_adapter.feedback_run import FeedbackRun

    root = Path(converter.coursedir.root)
    try:
        for each in ours(root, converter.coursedir.assignment_id):
            assignment, edition = find(root, each)
            if names_file(assignment).is_file() and not converter.force:
                with FeedbackRun(root, assignment, edition) as run:
                    run.refresh()
    except CourseError as error:
        converter.log.error(str(error))
        raise RunRefused(str(error)) from None


def _points(converter: Any) -> str:
    """What is wrong with the points of the assignments that are meant."""
    courses = converter.coursedir
    root = Path(courses.root)
    try:
        for edition in ours(root, courses.assignment_id):
            check_points(root, find(root, edition)[0], edition, courses.db_url)
    except CourseError as error:
        return str(error)
    return ""


def _in_one_sentence(call: Callable[..., Any]) -> Callable[..., Any]:
    """Leave out the traceback that formgrader would show below the sentence."""

    @functools.wraps(call)
    def asked(*arguments: Any, **named: Any) -> Any:
        return without_traceback(call(*arguments, **named))

    return asked
