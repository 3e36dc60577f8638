"""The command line: one file per command, errors turned into one sentence in one place."""

from autograder.cli.app import main, program

__all__ = ["main", "program"]
