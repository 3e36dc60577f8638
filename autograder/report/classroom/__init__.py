"""A graded class in figures: what is computed from its reports, and the page that shows it.

Nothing is imported here: a command that shows one verdict needs no statistics.
"""
