"""An environment with the built wheel, and commands in it as a user runs them."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.fork_server import fork_server

PLAIN = re.compile(r"(autograder|nbgrader) [^|>&;$`(\\]+")
"""A command that any shell hands on word by word."""


@dataclass(frozen=True)
class Installed:
    folder: Path

    def follow(
        self, course: Path, lines: Iterable[str]
    ) -> Iterator[subprocess.CompletedProcess[str]]:
        """Run lines of shell, one after the other; a line `cd FOLDER` is for those behind it."""
        server = fork_server(self.folder / "bin/python")
        for line in lines:
            words = tuple(shlex.split(line))
            if PLAIN.fullmatch(line):
                yield server.run(course, words, self.env())
            else:
                yield self.run(course, line)
            if words[0] == "cd":
                course /= words[1]

    def run(self, course: Path, line: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["bash", "-c", line], cwd=course, env=self.env(), capture_output=True, text=True
        )

    def env(self) -> dict[str, str]:
        """The environment variables of a user: nothing points to the checkout."""
        own = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        before = f"{self.folder / 'bin'}:{Path(sys.executable).parent}:{os.environ['PATH']}"
        # nbconvert's templates lie beside the borrowed packages.
        share = str(Path(sys.prefix, "share", "jupyter"))
        return {
            **own, "PATH": before, "OMP_NUM_THREADS": "1", "COLUMNS": "120", "JUPYTER_PATH": share,
        }  # fmt: skip
