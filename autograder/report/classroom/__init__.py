"""A graded class in figures, and its page; nothing is imported here: a verdict needs none of it."""
