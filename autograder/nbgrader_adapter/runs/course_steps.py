"""By which steps each assignment of a course is graded, for who asks: `autograder doctor`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nbclient import NotebookClient
from nbgrader.converters import Autograde, GenerateFeedback
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config
from traitlets.utils.importstring import import_item

from autograder.core.assignment.load import built, edition_ids, none_of_ours
from autograder.nbgrader_adapter.course_settings.settings import course_config

UNLOADED = (
    "nbgrader_config.py does not load this package: nbgrader's own commands would run students'"
    " code outside the sandbox; end the file with `from autograder.nbgrader_adapter import"
    " adopt_into` and `adopt_into(c, __file__)`"
)


@dataclass(frozen=True)
class Steps:
    """The steps of an assignment; ours are one each, whatever is configured."""

    autograde: tuple[str, ...] = ("autograder grade",)
    feedback: tuple[str, ...] = ("autograder feedback",)
    refusal: str = ""
    unconfined: tuple[str, ...] = ()
    """The steps that run student code outside the sandbox."""

    @classmethod
    def of_others(cls, config: Config) -> "Steps":
        """The course's own steps, by which every assignment of others is graded."""
        autograde = Autograde(config=config)
        grading = [*autograde.sanitize_preprocessors, *autograde.autograde_preprocessors]
        showing = GenerateFeedback(config=config).preprocessors
        running = dict.fromkeys(_name(step) for step in (*grading, *showing) if _runs_code(step))
        return cls(tuple(map(_name, grading)), tuple(map(_name, showing)), "", tuple(running))


def course_steps(root: Path) -> dict[str, Steps]:
    """The steps of every assignment of a course (else a CourseError): ours, then the others."""
    config, others, names = course_config(root), other_assignments(root), built(root)
    if not (names or others):
        raise none_of_ours(root)
    ours = Steps(refusal="" if config.AdoptedCourse else UNLOADED)
    return dict.fromkeys(names, ours) | dict.fromkeys(others, Steps.of_others(config))


def other_assignments(root: Path) -> list[str]:
    courses = CourseDirectory(config=course_config(root))
    source = Path(courses.format_path(courses.source_directory, ".", "."))
    names = {notebook.parent.name for notebook in source.glob("*/*.ipynb")}
    return sorted(name for name in names - {*edition_ids(root)} if not name.startswith("."))


def _runs_code(step: Any) -> bool:
    """nbconvert takes a step by name, and as class, function or object."""
    try:
        loaded = import_item(step) if isinstance(step, str) else step
    except (ImportError, AttributeError):
        # nbgrader ends at it before any step runs.
        return False
    return issubclass(loaded if isinstance(loaded, type) else type(loaded), NotebookClient)


def _name(step: Any) -> str:
    if isinstance(step, str):
        return step.rpartition(".")[2]
    return str(getattr(step, "__name__", type(step).__name__))
