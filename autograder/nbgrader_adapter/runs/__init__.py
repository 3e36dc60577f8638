"""Runs over a class: grading, recording, feedback, adoption, and what nbgrader hands over."""
