"""Grades nbgrader notebooks in a process separate from student code: see DESIGN.md."""

__version__ = "0.1.0"
__all__ = ["__version__"]
