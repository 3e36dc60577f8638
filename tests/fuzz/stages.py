"""Every stage in which the trusted side reads one notebook, by name."""

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import nbformat
from nbformat.notebooknode import NotebookNode

from autograder.core.assignment import Assignment, Part, find
from autograder.core.errors import SubmissionUnreadable
from autograder.nbgrader_adapter.autograded.notebook import written
from autograder.nbgrader_adapter.autograded.restore import restored
from autograder.notebook import ParsedNotebook, Recovered, Source, read, recover
from autograder.notebook.student_code import OwnLines
from autograder.notebook.tamper_flags import attempts
from autograder.report.plain_text import escaped
from tests.fuzz import seeds

Timed = Callable[[str, Callable[[], Any]], Any]
"""Runs a stage of this name and gives what it returns."""


@dataclass(frozen=True)
class Setting:
    """What a notebook is read against."""

    plan: Assignment
    released: ParsedNotebook
    notebook: NotebookNode
    own: OwnLines


@functools.cache
def setting() -> Setting:
    """The course's own assignment."""
    plan, _ = find(seeds.ROOT, "attention")
    data = seeds.released()
    released = read(data)
    return Setting(plan, released, nbformat.reads(data.decode(), as_version=4),
                   OwnLines(plan, released))  # fmt: skip


def parts() -> tuple[Part, ...]:
    """The parts of the assignment."""
    return setting().plan.parts


def at_once(_: str, stage: Callable[[], Any]) -> Any:
    """A stage without anybody who looks."""
    return stage()


def read_all(data: bytes, timed: Timed = at_once) -> Recovered | None:
    """Go through all the stages; None for a file without a notebook."""
    where = setting()
    try:
        submission = timed("read", lambda: read(data))
    except SubmissionUnreadable:
        return None
    parts = where.plan.parts
    code = timed("recover", lambda: recover(submission, where.released, parts))
    timed("forms", lambda: where.own.forms(submission))
    timed("attempts", lambda: attempts(code.code))
    timed("calls", lambda: _calls(code, where.plan))
    timed("remarks", lambda: [escaped(said.en) + escaped(said.zh) for said in code.repairs])
    timed("restore", lambda: written(restored(submission, where.notebook, parts)))
    return code


def _calls(code: Recovered, plan: Assignment) -> None:
    source = Source(code.code)
    for part in plan.parts:
        source.forbidden_calls(part)
        source.overtaken(part)
        source.built_upon(part)
