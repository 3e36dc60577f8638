"""Grading: one submission, and a class of them."""
