"""What an assignment is: its parts, limits and files, read strictly from its folder."""

from autograder.core.assignment.load import edition_groups, edition_ids, find, known, load
from autograder.core.assignment.plan import Assignment, Edition, Limits, ManualPart, Part, in_every

__all__ = [
    "Assignment", "Edition", "Limits", "ManualPart", "Part", "edition_groups", "edition_ids",
    "find", "in_every", "known", "load",
]  # fmt: skip
