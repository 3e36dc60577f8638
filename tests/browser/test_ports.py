"""A port in use cannot be in our way: grading opens none."""

import sys
from collections.abc import Callable
from pathlib import Path

from autograder.authoring.make import NotebookBuilder

REFUSING = """
import socket, sys

def refuse(event, arguments):
    if event == "socket.bind" and isinstance(arguments[1], tuple) and arguments[1][1]:
        raise SystemExit(f"bound {arguments[1]}")

sys.addaudithook(refuse)
"""
GRADE = "import sys; from autograder.cli import main; sys.argv[1:] = ['grade', 'attention']; main()"


def test_grading_a_class_needs_no_port(
    ready: Path, solved: NotebookBuilder, submit: Callable[..., Path], run: Callable
) -> None:
    """From the command to the last worker, no process asks for a port that could be taken."""
    submit(ready, "ada", solved.bytes())
    done = run(ready, Path(sys.executable).name, "-c", REFUSING + GRADE)
    assert done.returncode == 0, done.stderr
    assert "bound" not in done.stderr
