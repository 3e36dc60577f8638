"""The only package that knows nbgrader: what nbgrader_config.py puts into its pipelines."""

from autograder.nbgrader_adapter.adopted import adopt_into
from autograder.nbgrader_adapter.cleaning import EscapeStrangers, clean_markdown
from autograder.nbgrader_adapter.exporter import RestoringExporter
from autograder.nbgrader_adapter.feedback import FeedbackExporter
from autograder.nbgrader_adapter.gate import close
from autograder.nbgrader_adapter.late import LatePolicy
from autograder.nbgrader_adapter.normalize_filename import adopt_renamed
from autograder.nbgrader_adapter.sandbox_preprocessor import GradeOutside

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
