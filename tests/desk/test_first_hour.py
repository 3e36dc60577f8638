"""A new instructor's first hour, from an empty folder, with nothing but the built wheel."""

STUDENTS = 20
HOUR = (
    "autograder init course",
    "cd course",
    "ls release/attention",
    f"autograder simulate attention --students {STUDENTS}",
    "autograder grade attention",
)
