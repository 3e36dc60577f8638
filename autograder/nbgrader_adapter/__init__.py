"""The only package that knows nbgrader. Names that a course's nbgrader_config.py imports."""

from autograder.nbgrader_adapter.autograded.cleaning import EscapeStrangers, clean_markdown
from autograder.nbgrader_adapter.course_settings.plugins import (
    FeedbackExporter,
    GradeOutside,
    LatePolicy,
    RestoringExporter,
    adopt_renamed,
)
from autograder.nbgrader_adapter.gate import adopt_into, close

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
