"""The command line: one file per command, errors turned into one sentence in one place."""

from autograder.cli.app import main

__all__ = ["main"]
