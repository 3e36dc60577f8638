"""The only package that knows nbgrader, and its gate: nbgrader's own commands on our assignments.

Whatever steps a configuration names for `nbgrader autograde`, formgrader's button and nbgrader's
Python interface, on an assignment of ours the converter hands over to the run of `autograder grade`
or `feedback`, so nothing but the sandbox ever runs a student's code. All other assignments are
nbgrader's. The gate is in place in every process that imports this package, as each
nbgrader_config.py of `autograder init` or `adopt` does.
"""

import functools
import os
import textwrap
from collections.abc import Callable, Iterable
from copy import deepcopy
from datetime import datetime
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from nbgrader.apps import NbGraderAPI
from nbgrader.converters import Autograde, GenerateAssignment, GenerateFeedback
from nbgrader.converters.base import BaseConverter, NbGraderException
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import ClearHiddenTests, ClearMarkScheme, ClearSolutions
from traitlets.config import Config
from traitlets.config.loader import LazyConfigValue

from autograder.core.assignment.load import edition_ids
from autograder.core.errors import AutograderError
from autograder.nbgrader_adapter.autograded.outputs import EscapeOutputs
from autograder.nbgrader_adapter.course_settings.plugins import GradeOutside, LatePolicy
from autograder.notebook.stamp import Stamp
from autograder.report.plain_text import one_line

__all__ = ["GradeOutside", "LatePolicy", "adopt_into"]

DEFAULTS: tuple[tuple[Any, tuple[str, ...]], ...] = (
    (GenerateAssignment, ("preprocessors",)),
    (ClearSolutions, ("begin_solution_delimeter", "end_solution_delimeter", "code_stub")),
    (ClearHiddenTests, ("begin_test_delimeter", "end_test_delimeter")),
    (ClearMarkScheme, ("begin_mark_scheme_delimeter", "end_mark_scheme_delimeter")),
)
"""Settings that our source notebooks are written for: with a course's own delimiters nbgrader would
leave the solutions in the release."""
ONE = (
    "{pattern} means {ours} as well as assignments that the course grades by its own steps: name"
    " one assignment"
)
WIDTH = 72
"""Characters of a line in formgrader's dialogue, which does not wrap them."""


class RunRefused(NbGraderException):
    """A run that did not begin or left somebody out: nbgrader's commands end with status 1."""


def adopt_into(config: Config, file: str) -> None:
    """What the lines in a course's nbgrader_config.py do; `file` is that file."""
    config.AdoptedCourse.root = str(Path(file).resolve().parent)
    shown = config.HTMLExporter.get("preprocessors", [])
    # No `append`: formgrader reads the file at every request, and the list would grow.
    shown = shown.get_value([]) if isinstance(shown, LazyConfigValue) else shown
    config.HTMLExporter.preprocessors = [*shown, EscapeOutputs]


def own_assignments(root: Path, pattern: str) -> list[str]:
    """The course's own assignments that are meant; of a pattern those that have been built."""
    editions = (edition for edition in edition_ids(root) if fnmatchcase(edition, pattern))
    # An adopted course has one edition, and the files of both.
    return [name for name in editions if name == pattern or (root / "source" / name).is_dir()]


def _handing_over(start: Callable[[Any], None]) -> Callable[[Any], None]:
    @functools.wraps(start)
    def begin(converter: Any) -> None:
        pattern = converter.coursedir.assignment_id
        root = Path(converter.coursedir.root)
        names = own_assignments(root, pattern)
        if not (names and isinstance(converter, Autograde | GenerateAssignment | GenerateFeedback)):
            start(converter)
            return
        source = converter._format_source(pattern, converter.coursedir.student_id)
        if {folder.name for folder in root.glob(f"{os.path.relpath(source, root)}/")} - set(names):
            problems = [ONE.format(pattern=pattern, ours=", ".join(names))]
        else:
            problems = _run(converter, names, start)
        for problem in problems:
            converter.log.error("%s", problem)
        if problems:
            raise RunRefused("; ".join(problems))

    return begin


def _run(converter: Any, editions: Iterable[str], start: Callable[[Any], None]) -> list[str]:
    """Run for these editions; what was not done, and why."""
    if isinstance(converter, GenerateAssignment):
        _generate(converter, start)
        return []
    # Only now: every command of nbgrader's imports this module.
    from autograder.nbgrader_adapter.runs.nbgraders_runs import feedback, grade

    run = grade if isinstance(converter, Autograde) else feedback
    problems: list[str] = []
    for edition in editions:
        try:
            problems += run(converter, edition, in_force(converter))
        except AutograderError as error:
            problems.append(one_line(str(error)))
    return problems


def _generate(converter: Any, start: Callable[[Any], None]) -> None:
    # Formgrader and nbgrader's interface set these past the configuration.
    values = {name: getattr(converter, name) for name in ("force", "create_assignment")}
    defaults = Config()
    for step, names in DEFAULTS:
        traits = step.class_traits()
        defaults[step.__name__].update({name: traits[name].default() for name in names})
    converter.update_config(defaults)
    for name, value in values.items():
        setattr(converter, name, value)
    start(converter)


def in_force(converter: Any) -> Config:
    """The converter's settings, with its folders as it understood them where it was started."""
    config = Config(deepcopy(converter.config))
    for name in CourseDirectory.class_traits(config=True):
        config.CourseDirectory[name] = getattr(converter.coursedir, name)
    return config


def _in_one_sentence(call: Callable[..., Any]) -> Callable[..., Any]:
    """Leave out the traceback that formgrader would show below the sentence."""

    @functools.wraps(call)
    def wrapper(api: Any, assignment_id: str, *arguments: Any, **options: Any) -> Any:
        result = call(api, assignment_id, *arguments, **options)
        is_own = own_assignments(Path(api.coursedir.root), assignment_id)
        if result["success"] or not is_own or RunRefused.__name__ not in result["error"]:
            return result
        # Paths stay whole, so that they can be copied.
        lines = textwrap.TextWrapper(WIDTH, break_long_words=False, break_on_hyphens=False)
        log = "\n".join(map(lines.fill, result["log"].splitlines()))
        return {"success": False, "log": f"{log}\n"}

    return wrapper


def _submitted_at(api: Any, assignment_id: str, student_id: str) -> datetime | None:
    """In the place of nbgrader's: a timestamp.txt that is no time would end formgrader's list."""
    courses = api.coursedir
    folder = courses.format_path(courses.submitted_directory, student_id, assignment_id)
    return Stamp.read(Path(folder)).at


BaseConverter.start = _handing_over(BaseConverter.start)
for _name in ("autograde", "generate_feedback"):
    setattr(NbGraderAPI, _name, _in_one_sentence(getattr(NbGraderAPI, _name)))
NbGraderAPI.get_submitted_timestamp = _submitted_at
