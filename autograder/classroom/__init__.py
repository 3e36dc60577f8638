"""A graded class in figures: what is computed from its reports, and the page that shows it."""

from autograder.classroom.entry import Entry, Recorded, Score
from autograder.classroom.figures import figures
from autograder.classroom.values import Figures

__all__ = ["Entry", "Figures", "Recorded", "Score", "figures"]
