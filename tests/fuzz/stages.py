"""Every stage in which the trusted side reads one notebook."""

import copy
import functools
import os
import resource
from collections.abc import Callable
from types import SimpleNamespace

import nbformat

from autograder.core.assignment.load import find
from autograder.core.errors import SubmissionUnreadable
from autograder.nbgrader_adapter.autograded.notebook import restored
from autograder.notebook.answers import Recovered, recover
from autograder.notebook.calls import Source
from autograder.notebook.read import read
from autograder.notebook.student_code import OwnLines
from autograder.notebook.syntax import forget
from autograder.report.plain_text import plain
from tests.fuzz import seeds
from tests.ordinary_user import in_child


@functools.cache
def setting() -> SimpleNamespace:
    """What a notebook is read against."""
    assignment, _ = find(seeds.ROOT, "attention")
    data = (seeds.ROOT / "release/attention/attention.ipynb").read_bytes()
    released, notebook = read(data), nbformat.reads(data.decode(), as_version=4)
    own = OwnLines(assignment, released)
    return SimpleNamespace(parts=assignment.parts, released=released, notebook=notebook, own=own)


@functools.cache
def small() -> SimpleNamespace:
    """The first two parts of it, and the code cells up to theirs."""
    made = copy.deepcopy(setting())
    made.parts = made.parts[:2]
    made.notebook.cells = [cell for cell in made.notebook.cells if cell.cell_type == "code"][:6]
    made.released = read(nbformat.writes(made.notebook).encode())
    return made


def read_all(data: bytes, against: Callable[[], SimpleNamespace] = setting) -> Recovered | None:
    """Go through all the stages; None for a file without a notebook."""
    where = against()
    try:
        submission = read(data)
    except SubmissionUnreadable as error:
        assert str(error).startswith("the ")
        return None
    parts = where.parts
    code = recover(submission, where.released, parts)
    where.own.forms(submission)
    source = Source(code.code)
    for part in parts:
        source.forbidden_calls(part)
        source.rebound_later(part)
        source.built_upon(part)
    for said in code.repairs:
        plain(said.en + said.zh)
    for cell in code.code:
        cell.source.encode()
    made = restored(submission, where.notebook, parts)
    marks = [cell.metadata.get("nbgrader", {}).get("grade_id") for cell in made.cells]
    for part in parts:
        assert marks.count(part.id) == marks.count(f"test_{part.id}") == 1, part.id
    nbformat.v4.writes(made)
    return code


def growth(data: bytes) -> float:
    """By how many MB a forked process grows that goes through all of them; -1 if it was killed."""
    setting()

    def measured(writer: int) -> None:
        forget()
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        read_all(data)
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        os.write(writer, str(grown).encode())

    grown, _ = in_child(measured)
    return int(grown or -1024) / 1024
