"""What one starts from: a course with the carried assignments, a small assignment to grow."""

from autograder.authoring.templates.assignment import new_assignment
from autograder.authoring.templates.course import bundled, making, new_course, private_room

__all__ = ["bundled", "making", "new_assignment", "new_course", "private_room"]
