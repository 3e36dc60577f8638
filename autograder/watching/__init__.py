"""Grading on submission: what has arrived, whose turn it is, and what is already done."""
