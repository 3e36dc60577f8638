"""Specimens: submissions that the course wrote itself, to prove its suites and to demonstrate."""
