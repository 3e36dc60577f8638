"""A graded class in figures: what is computed from its reports, and the page that shows it."""

from autograder.report.classroom.figures import figures
from autograder.report.classroom.record import Entry, Recorded, Score
from autograder.report.classroom.report_data import Figures

__all__ = ["Entry", "Figures", "Recorded", "Score", "figures"]
