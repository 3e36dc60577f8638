"""Every stage in which the trusted side reads one notebook."""

import functools
import os
import resource
from dataclasses import dataclass

import nbformat
from nbformat.notebooknode import NotebookNode

from autograder.core.assignment.load import find
from autograder.core.assignment.plan import Assignment
from autograder.core.errors import SubmissionUnreadable
from autograder.nbgrader_adapter.autograded.notebook import restored, written
from autograder.notebook.answers import Recovered, recover
from autograder.notebook.calls import Source
from autograder.notebook.read import ParsedNotebook, read
from autograder.notebook.student_code import OwnLines
from autograder.notebook.syntax import forget
from autograder.notebook.tamper_flags import tampering
from autograder.report.plain_text import plain
from tests.fuzz import seeds


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


def read_all(data: bytes) -> Recovered | None:
    """Go through all the stages; None for a file without a notebook."""
    where = setting()
    try:
        submission = read(data)
    except SubmissionUnreadable:
        return None
    parts = where.plan.parts
    code = recover(submission, where.released, parts)
    where.own.forms(submission)
    tampering(code.code)
    source = Source(code.code)
    for part in parts:
        source.forbidden_calls(part)
        source.overtaken(part)
        source.built_upon(part)
    for said in code.repairs:
        plain(said.en + said.zh)
    written(restored(submission, where.notebook, parts))
    return code


def growth(data: bytes) -> float:
    """By how many MB a forked process grows that goes through all of them; -1 if it was killed."""
    setting()
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        grown = b""
        forget()
        try:
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            read_all(data)
            grown = str(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before).encode()
        finally:
            os.write(write_end, grown)
            os._exit(0)
    os.close(write_end)
    with os.fdopen(read_end, "rb") as pipe:
        grown = pipe.read()
    os.waitpid(child, 0)
    return int(grown or -1024) / 1024
