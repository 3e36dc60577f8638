"""Grades nbgrader notebooks where student code never runs: see DESIGN.md."""

__version__ = "0.1.0"
__all__ = ["__version__"]
