"""What a report looks like: to a student in the notebook, to an instructor in the terminal."""

from autograder.report.part_verdict import part_html, part_text

__all__ = ["part_html", "part_text"]
