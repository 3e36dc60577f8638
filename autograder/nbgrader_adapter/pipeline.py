"""nbgrader's effective pipeline for an assignment: who gives the grades, and what runs code."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Self

from nbclient import NotebookClient
from nbconvert.preprocessors import ClearOutputPreprocessor
from nbgrader.apps import NbGraderAPI
from nbgrader.converters import Autograde, GenerateFeedback
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import SaveAutoGrades
from traitlets.config import Config
from traitlets.utils.importstring import import_item

from autograder.core.assignment import edition_ids
from autograder.core.errors import CourseError
from autograder.nbgrader_adapter.sandbox_preprocessor import GradeOutside
from autograder.nbgrader_adapter.settings import course_config, files_config

LISTS = ("sanitize_preprocessors", "autograde_preprocessors")
REFUSED = (
    "{assignment} is not {done} here: {reason}; in nbgrader's configuration (the files of"
    " `jupyter --paths`, the course's nbgrader_config.py, the command line) {remedy};"
    " `autograder doctor {root}` shows what is in force"
)


@dataclass(frozen=True)
class Pipeline:
    """The steps by which nbgrader grades an assignment and makes its feedback."""

    autograde: tuple[str, ...]
    feedback: tuple[str, ...]
    refusal: str
    unconfined: tuple[str, ...] = ()
    """The steps that run student code outside the sandbox."""

    @classmethod
    def of(cls, root: Path, assignment_id: str, config: Config) -> Self:
        """The pipeline of an assignment as formgrader's button and our commands meet it."""
        courses = CourseDirectory(config=config)
        courses.root, courses.assignment_id = str(root), assignment_id
        api = NbGraderAPI(courses, config=config)
        autograde = Autograde(coursedir=courses, parent=api)
        feedback = GenerateFeedback(coursedir=courses, parent=api)
        grading = [step for name in LISTS for step in getattr(autograde, name)]
        showing = list(feedback.preprocessors)
        return cls(
            tuple(map(_name, grading)),
            tuple(map(_name, showing)),
            refusal(autograde) or refusal(feedback),
            _running([*grading, *showing]),
        )


def check_pipeline(root: Path, assignment_id: str, config: Config) -> None:
    """See that our step gives the grades, and that nothing else runs a student's code.

    Raises:
        CourseError: the configuration has it otherwise.
    """
    found = Pipeline.of(root, assignment_id, config).refusal
    if found:
        raise CourseError(found)


def refusal(converter: Any) -> str:
    """Why this run of nbgrader's must not begin; empty if it may, or is none of our assignments."""
    root, assignment_id = converter.coursedir.root, converter.coursedir.assignment_id
    if not ours(Path(root), assignment_id):
        return ""
    if isinstance(converter, Autograde):
        found, done = _grading(converter), "graded"
    else:
        found, done = _showing(converter), "shown"
    if found is None:
        return ""
    reason, remedy = found
    return REFUSED.format(
        assignment=assignment_id, done=done, reason=reason, remedy=remedy, root=root
    )


def ours(root: Path, pattern: str) -> list[str]:
    """The course's own assignments that are meant; nbgrader takes patterns, too."""
    return [edition for edition in edition_ids(root) if fnmatchcase(edition, pattern)]


Trouble = tuple[str, str] | None
"""What is wrong with a configuration, and what to do about it."""


def _grading(converter: Any) -> Trouble:
    steps = converter.autograde_preprocessors
    every = [*converter.preprocessors, *converter.sanitize_preprocessors, *steps]
    return (
        _unconfined(every, converter.config, instead=not _graders(steps))
        or _without_ours(converter, steps)
        or _out_of_order(steps)
    )


def _showing(converter: Any) -> Trouble:
    own = _exporter(converter).preprocessors
    return _unconfined([*converter.preprocessors, *own], converter.config)


def _unconfined(steps: Sequence[Any], config: Config, *, instead: bool = False) -> Trouble:
    running = _running(steps)
    # nbconvert's exporters have this step by themselves, switched off.
    if not running and config.ExecutePreprocessor.get("enabled") is True:
        running = ("c.ExecutePreprocessor.enabled",)
    if not running:
        return None
    names = ", ".join(running)
    remedy = f"put GradeOutside in the place of {names}" if instead else f"remove {names}"
    return f"{names} would run students' code outside the sandbox", remedy


def _running(steps: Iterable[Any]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_name(step) for step in steps if _is(step, NotebookClient)))


def _without_ours(converter: Any, steps: Sequence[Any]) -> Trouble:
    graders = _graders(steps)
    if not graders:
        return (
            "no step of this package gives the grades, and nbgrader gives full marks for whatever"
            " no step has graded",
            "put GradeOutside first in c.Autograde.autograde_preprocessors",
        )
    # As the pipeline makes it: it may be switched off for this exporter or converter alone.
    if not _kind(graders[0])(parent=_exporter(converter)).enabled:
        return (
            "GradeOutside, which gives the grades, is switched off",
            "remove what sets its `enabled`",
        )
    return None


def _graders(steps: Sequence[Any]) -> list[Any]:
    return [step for step in steps if _is(step, GradeOutside)]


def _exporter(converter: Any) -> Any:
    return converter.exporter_class(parent=converter, config=converter.config)


def _out_of_order(steps: Sequence[Any]) -> Trouble:
    """Scores are read from the outputs that our step writes: not before it, and no others."""
    at = next(index for index, step in enumerate(steps) if _is(step, GradeOutside))
    early = [_name(step) for step in steps[:at] if _is(step, SaveAutoGrades)]
    late = [_name(step) for step in steps[at:] if _is(step, ClearOutputPreprocessor)]
    if early or late:
        name = (early or late)[0]
        where = "before GradeOutside has given" if early else "after GradeOutside has given"
        return (
            f"{name} stands {where} the grades, so everybody would get full marks",
            "put GradeOutside first in c.Autograde.autograde_preprocessors",
        )
    return None


def _is(step: Any, kind: type) -> bool:
    found = _kind(step)
    return isinstance(found, type) and issubclass(found, kind)


def _kind(step: Any) -> Any:
    """The class of a step, which nbconvert takes as a name, a class, a function or an object."""
    if isinstance(step, str):
        try:
            step = import_item(step)
        except (ImportError, AttributeError):
            # nbgrader ends at it before any step runs.
            return None
    return step if isinstance(step, type) else type(step)


def _name(step: Any) -> str:
    return step.rpartition(".")[2] if isinstance(step, str) else _named(step)


def _named(step: Any) -> str:
    return str(getattr(step, "__name__", type(step).__name__))


def pipelines(root: Path) -> dict[str, Pipeline]:
    """The pipeline of every assignment in a course folder: ours, then the course's others.

    Raises:
        CourseError: it is no course folder.
    """
    config, names = course_config(root), ours(root, "*")
    others = other_assignments(root)
    if not (names or others):
        raise CourseError(
            f"{root} is no course folder: it has neither assignments/*/assignment.toml nor source/"
        )
    # Read once more: the others have none of the steps that `course_config` adds.
    own = files_config(root)
    return {
        **{name: Pipeline.of(root, name, config) for name in names},
        **{name: Pipeline.of(root, name, own) for name in others},
    }


def other_assignments(root: Path) -> list[str]:
    """The assignments in a course's source folder that are none of ours."""
    courses = CourseDirectory(config=files_config(root))
    source = Path(courses.format_path(courses.source_directory, ".", "."))
    own = set(ours(root, "*"))
    found = {notebook.parent.name for notebook in source.glob("*/*.ipynb")}
    return sorted(name for name in found - own if not name.startswith("."))
