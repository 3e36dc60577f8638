"""What a report looks like: to a student in the notebook, to an instructor in the terminal."""

from autograder.report.feedback import part_html, part_text
from autograder.report.keep import decode, encode

__all__ = ["decode", "encode", "part_html", "part_text"]
