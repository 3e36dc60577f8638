"""What an assignment is: its parts, limits and files, read strictly from its folder."""

from autograder.core.assignment.load import find, known, load
from autograder.core.assignment.plan import Assignment, Edition, Limits, Part

__all__ = ["Assignment", "Edition", "Limits", "Part", "find", "known", "load"]
