"""Notebooks: reading submitted ones whatever their state, and building the course's own."""

from autograder.notebook.answers import Recovered, recover
from autograder.notebook.calls import forbidden_calls
from autograder.notebook.read import Cell, Submission, read

__all__ = ["Cell", "Recovered", "Submission", "forbidden_calls", "read", "recover"]
