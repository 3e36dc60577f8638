"""By which steps each assignment of a course is graded, for who asks: `autograder doctor`."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nbclient import NotebookClient
from nbgrader.converters import Autograde, GenerateFeedback
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config
from traitlets.utils.importstring import import_item

from autograder.core.assignment import edition_ids
from autograder.core.errors import CourseError
from autograder.nbgrader_adapter.course_settings.plugins import RestoringExporter
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
        running = [_name(step) for step in (*grading, *showing) if _runs_code(step)]
        return cls(_names(grading), _names(showing), "", tuple(dict.fromkeys(running)))


def course_steps(root: Path) -> dict[str, Steps]:
    """The steps of every assignment in a course folder: ours, then the course's others.

    Raises:
        CourseError: it is no course folder.
    """
    config, names, others = course_config(root), edition_ids(root), other_assignments(root)
    if not (names or others):
        raise CourseError(
            f"{root} is no course folder: it has neither assignments/*/assignment.toml nor source/"
        )
    is_loaded = bool(config.AdoptedCourse) or (
        config.Autograde.get("exporter_class") is RestoringExporter
    )
    mine = Steps(refusal="" if is_loaded else UNLOADED)
    theirs = Steps.of_others(config)
    return dict.fromkeys(names, mine) | dict.fromkeys(others, theirs)


def other_assignments(root: Path) -> list[str]:
    """The assignments in a course's source folder that are none of ours."""
    courses = CourseDirectory(config=course_config(root))
    source = Path(courses.format_path(courses.source_directory, ".", "."))
    found = {notebook.parent.name for notebook in source.glob("*/*.ipynb")}
    return sorted(name for name in found - {*edition_ids(root)} if not name.startswith("."))


def _runs_code(step: Any) -> bool:
    """Of a step, which nbconvert takes as a name, a class, a function or an object."""
    try:
        found = import_item(step) if isinstance(step, str) else step
    except (ImportError, AttributeError):
        # nbgrader ends at it before any step runs.
        return False
    return issubclass(found if isinstance(found, type) else type(found), NotebookClient)


def _names(steps: Sequence[Any]) -> tuple[str, ...]:
    return tuple(map(_name, steps))


def _name(step: Any) -> str:
    if isinstance(step, str):
        return step.rpartition(".")[2]
    return str(getattr(step, "__name__", type(step).__name__))
