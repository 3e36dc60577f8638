"""What one starts from: a course with the carried assignments, a small assignment to grow."""

from autograder.starter.assignment import new_assignment
from autograder.starter.course import making, new_course

__all__ = ["making", "new_assignment", "new_course"]
