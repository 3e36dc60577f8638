"""The error of this room."""

from autograder.core.errors import AutograderError


class SandboxUnavailable(AutograderError):
    """This machine cannot confine student code; the text says what is missing and what to do."""
