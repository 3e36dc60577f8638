"""Frozen values, the error tree, assignment.toml, atomic file writes: imports none of the rest."""
