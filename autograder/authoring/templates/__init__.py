"""What one starts from: a course with the carried assignments, a small assignment to grow."""

from autograder.authoring.templates.course import (
    EXAMPLE,
    bundled,
    making,
    new_assignment,
    new_course,
    private_room,
)

__all__ = ["EXAMPLE", "bundled", "making", "new_assignment", "new_course", "private_room"]
