"""Specimens: submissions that the course wrote itself, to prove its suites and to demonstrate."""

from autograder.specimens.load import Specimen, alternatives, mistakes
from autograder.specimens.make import Frame, notebook_with

__all__ = ["Frame", "Specimen", "alternatives", "mistakes", "notebook_with"]
