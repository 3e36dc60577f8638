"""Specimens: submissions that the course wrote itself, to prove its suites and to demonstrate."""

from autograder.authoring.make import NotebookBuilder, notebook_with
from autograder.authoring.specimens import Specimen, alternatives, mistakes

__all__ = ["NotebookBuilder", "Specimen", "alternatives", "mistakes", "notebook_with"]
