"""The only package that knows nbgrader. Names that a course's nbgrader_config.py imports."""

from autograder.nbgrader_adapter.cleaning import EscapeStrangers, clean_markdown
from autograder.nbgrader_adapter.earlier_names import (
    FeedbackExporter,
    GradeOutside,
    RestoringExporter,
    adopt_renamed,
)
from autograder.nbgrader_adapter.gate import adopt_into, close
from autograder.nbgrader_adapter.late import LatePolicy

__all__ = [
    "EscapeStrangers",
    "FeedbackExporter",
    "GradeOutside",
    "LatePolicy",
    "RestoringExporter",
    "adopt_into",
    "adopt_renamed",
    "clean_markdown",
]

close()
