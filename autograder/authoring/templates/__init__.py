"""What one starts from: a course with the carried assignments, a small assignment to grow."""
