"""Specimens: submissions that the course wrote itself, to prove its suites and to demonstrate."""

from autograder.authoring.load import Specimen, alternatives, mistakes
from autograder.authoring.make import NotebookBuilder, notebook_with

__all__ = ["NotebookBuilder", "Specimen", "alternatives", "mistakes", "notebook_with"]
