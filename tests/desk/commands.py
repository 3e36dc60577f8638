"""A course folder, and what our commands say in it."""

import subprocess
from dataclasses import dataclass
from pathlib import Path

from tests.conftest import run_in


@dataclass(frozen=True)
class Commands:
    course: Path

    def run(self, words: str, *more: str) -> "subprocess.CompletedProcess[str]":
        return run_in(self.course, "autograder", *words.split(), *more)

    def done(self, words: str, *more: str) -> str:
        done = self.run(words, *more)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def refused(self, words: str, *more: str) -> str:
        done = self.run(words, *more)
        assert done.returncode == 1 and "Traceback" not in done.stderr
        return done.stderr

    def hidden(self, name: str) -> Path:
        """A file beside the hidden checks."""
        return self.course / "assignments/attention/hidden" / name

    def page(self, student: str) -> Path:
        """Where nbgrader, too, looks for a student's feedback."""
        return self.course / "feedback" / student / "attention/attention.html"
