"""Notebooks: reading submitted ones whatever their state, and building the course's own."""

from autograder.notebook.answers import Recovered, recover
from autograder.notebook.calls import Source
from autograder.notebook.read import Cell, ParsedNotebook, read

__all__ = ["Cell", "ParsedNotebook", "Recovered", "Source", "read", "recover"]
