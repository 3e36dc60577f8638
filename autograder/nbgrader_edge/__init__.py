"""The only room that knows nbgrader: what nbgrader_config.py puts into its pipelines."""

from autograder.nbgrader_edge.adopt import adopt_renamed
from autograder.nbgrader_edge.cleaning import EscapeStrangers, clean_markdown
from autograder.nbgrader_edge.exporter import RestoringExporter
from autograder.nbgrader_edge.feedback import FeedbackExporter
from autograder.nbgrader_edge.gate import close
from autograder.nbgrader_edge.late import LatePolicy
from autograder.nbgrader_edge.outside import GradeOutside

__all__ = [
    "EscapeStrangers",
    "FeedbackExporter",
    "GradeOutside",
    "LatePolicy",
    "RestoringExporter",
    "adopt_renamed",
    "clean_markdown",
]

close()
