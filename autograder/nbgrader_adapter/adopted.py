"""Our assignments in a running course: they get our steps, all others keep the course's.

nbgrader has one list of steps for all assignments of a course. The course's own lists stay as they
are; a converter that starts on one of our assignments gets the steps below in their place.
"""

from contextlib import suppress
from pathlib import Path
from typing import Any

from nbgrader.converters import Autograde, GenerateAssignment, GenerateFeedback
from nbgrader.preprocessors import ClearHiddenTests, ClearMarkScheme, ClearSolutions
from traitlets.config import Config
from traitlets.config.loader import LazyConfigValue

from autograder.core.errors import AutograderError
from autograder.course import adopt_all
from autograder.nbgrader_adapter.cleaning import CleanOurs, EscapeStrangers, clean_markdown
from autograder.nbgrader_adapter.exporter import RestoringExporter
from autograder.nbgrader_adapter.feedback import FeedbackExporter
from autograder.nbgrader_adapter.normalize_filename import adopt_renamed
from autograder.nbgrader_adapter.pipeline import ours
from autograder.nbgrader_adapter.recorder.supported_settings import AUTOGRADE, SANITIZE

CONVERTERS = (Autograde, GenerateAssignment, GenerateFeedback)
DEFAULTS: tuple[tuple[Any, tuple[str, ...]], ...] = (
    (GenerateAssignment, ("preprocessors",)),
    (GenerateFeedback, ("preprocessors",)),
    (ClearSolutions, ("begin_solution_delimeter", "end_solution_delimeter", "code_stub")),
    (ClearHiddenTests, ("begin_test_delimeter", "end_test_delimeter")),
    (ClearMarkScheme, ("begin_mark_scheme_delimeter", "end_mark_scheme_delimeter")),
)
"""Settings that our source notebooks are written for: with a course's own delimiters nbgrader would
leave the solutions in the release."""
GIVEN = ("force", "create_student")
"""What formgrader and nbgrader's interface set on a converter, past its configuration."""
ONE = (
    "{pattern} means {ours} as well as assignments that the course grades by its own steps: name"
    " one assignment"
)


def adopt_into(config: Config, file: str) -> None:
    """What the lines in the nbgrader_config.py of an adopted course do; `file` is that file."""
    root = Path(file).resolve().parent
    config.AdoptedCourse.root = str(root)
    shown = config.HTMLExporter.get("preprocessors", [])
    # No `append`: formgrader reads the file at every request, and the list would grow.
    shown = shown.get_value([]) if isinstance(shown, LazyConfigValue) else shown
    config.HTMLExporter.preprocessors = [*shown, CleanOurs]
    # Every nbgrader command of the course comes by here, those on other assignments too.
    with suppress(AutograderError):
        adopt_all(root)


def is_adopted(config: Config) -> bool:
    """Whether the course has steps of its own, and ours for our assignments alone."""
    return bool(config.AdoptedCourse.get("root"))


def own_steps() -> Config:
    """Settings of an assignment of ours, whatever the course has for its others."""
    steps = Config()
    steps.Autograde.exporter_class = RestoringExporter
    steps.Autograde.pre_convert_hook = adopt_renamed
    steps.Autograde.sanitize_preprocessors = list(SANITIZE)
    steps.Autograde.autograde_preprocessors = list(AUTOGRADE)
    steps.GenerateFeedback.exporter_class = FeedbackExporter
    steps.HTMLExporter.filters = {"markdown2html": clean_markdown}
    steps.HTMLExporter.preprocessors = [EscapeStrangers]
    for step, names in DEFAULTS:
        steps[step.__name__].update({name: step.class_traits()[name].default() for name in names})
    return steps


def prepare(converter: Any) -> str:
    """Give a converter our steps if it is to start on our assignment; why it must not, if so."""
    pattern = converter.coursedir.assignment_id
    found = ours(Path(converter.coursedir.root), pattern)
    if not (found and is_adopted(converter.config) and isinstance(converter, CONVERTERS)):
        return ""
    if pattern not in found:
        return ONE.format(pattern=pattern, ours=", ".join(found))
    given = {name: getattr(converter, name) for name in GIVEN if hasattr(converter, name)}
    converter.update_config(own_steps())
    for name, value in given.items():
        setattr(converter, name, value)
    return ""
