"""What one starts from: a course with the carried assignments, a small assignment to grow."""

from autograder.starter.assignment import new_assignment
from autograder.starter.course import new_course

__all__ = ["new_assignment", "new_course"]
