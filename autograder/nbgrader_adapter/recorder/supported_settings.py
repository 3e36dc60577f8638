"""Which settings of nbgrader's autograde Recorder carries out by itself."""

from typing import Any

from nbconvert.writers import FilesWriter
from nbgrader.converters import Autograde
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import (
    AssignLatePenalties,
    CheckCellMetadata,
    LimitOutput,
    OverwriteCells,
    SaveAutoGrades,
)
from traitlets.config import Config

from autograder.nbgrader_adapter.exporter import RestoringExporter
from autograder.nbgrader_adapter.normalize_filename import adopt_renamed
from autograder.nbgrader_adapter.sandbox_preprocessor import GradeOutside

SANITIZE = [OverwriteCells, CheckCellMetadata]
AUTOGRADE = [GradeOutside, LimitOutput, SaveAutoGrades, AssignLatePenalties, CheckCellMetadata]

KNOWN: tuple[tuple[Any, str, tuple[Any, ...]], ...] = (
    (Autograde, "sanitize_preprocessors", (SANITIZE,)),
    (Autograde, "autograde_preprocessors", (AUTOGRADE,)),
    (Autograde, "exporter_class", (RestoringExporter,)),
    (Autograde, "pre_convert_hook", (adopt_renamed, None)),
    (Autograde, "post_convert_hook", (None,)),
    (Autograde, "create_student", (True,)),
    (RestoringExporter, "nbformat_version", (4,)),
    (RestoringExporter, "file_extension", (".ipynb",)),
    (OverwriteCells, "add_missing_cells", (False,)),
    (FilesWriter, "files", ([],)),
    (CourseDirectory, "notebook_id", ("*",)),
    *((step, "enabled", (True,)) for step in (*SANITIZE, *AUTOGRADE)),
)
"""Settings that change what autograde leaves behind, with the values that Recorder knows.

It heeds by itself: CourseDirectory's rooms, `ignore` and `groupshared`, Autograde's `permissions`
and `exclude_overwriting`, and all settings of LimitOutput and of the late submission plugin.
"""


def has_other_steps(config: Config) -> bool:
    """Whether the course has settings of autograde that only nbgrader itself carries out."""
    return _is_nested(config) or any(
        getattr(step(config=config), name) not in known for step, name, known in KNOWN
    )


def _is_nested(config: Config) -> bool:
    """Whether a setting is for a class below another (c.Autograde.LimitOutput.max_lines)."""
    return any(
        isinstance(value, Config) and value
        for section in config.values()
        if isinstance(section, Config)
        for value in section.values()
    )
