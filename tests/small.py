"""The small assignment of `autograder new`, to change a suite of, and a grader of it."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from autograder.authoring.audit_run import AuditRun
from autograder.authoring.new_course import new_assignment
from autograder.core.assignment.load import find
from autograder.grading.grader import SubmissionGrader
from autograder.notebook.build import source_notebook
from autograder.sandbox.host import warm_host
from autograder.sandbox.isolation import Rings

SOLUTION = re.compile(r"### BEGIN SOLUTION.*?### END SOLUTION", re.DOTALL)


def small_assignment(root: Path) -> Path:
    """Its folder, in a course folder with nothing else."""
    (root / "nbgrader_config.py").touch()
    return new_assignment(root, "small").folder


def solution(root: Path) -> bytes:
    return source_notebook(find(root, "small")[0], "en")


def released(root: Path) -> bytes:
    """The notebook as students get it."""
    return SOLUTION.sub("raise NotImplementedError()", solution(root).decode()).encode()


def release(root: Path) -> None:
    """Put it where nbgrader would."""
    (root / "release/small").mkdir(parents=True)
    (root / "release/small/small.ipynb").write_bytes(released(root))


@contextmanager
def small_grader(root: Path, rings: Rings) -> Iterator[SubmissionGrader]:
    """A grader of the assignment as it is now."""
    assignment, edition = find(root, "small")
    with warm_host(assignment, rings) as host:
        yield SubmissionGrader(assignment, edition, released(root), host)


def a_check(name: str, body: str, part: str = "Gain") -> str:
    """The text of a check of values that does this."""
    return f'''

@part("{part}", value=True, cases=("few",))
def test_{name}(student, case):
    """A sentence.

    一句话。
    """
    {body}
'''


def with_first_cell(notebook: bytes, code: str) -> bytes:
    """The notebook with code in front of that of its first code cell, as JSON has it."""
    text = (code + "\n").replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return notebook.replace(b'"import torch', f'"{text}import torch'.encode())


def audit_problems(root: Path, rings: Rings, *parts: str) -> tuple[str, ...]:
    """What the audit of these parts finds wrong, with the assignment as it is now."""
    release(root)
    run = AuditRun(root, "small", rings, 1)
    return run.audit(frozenset(parts), lambda ready, _: ready).problems
