"""How much the visible checks see: every specimen at a student's desk."""

import json
import math
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from autograder.authoring.make import NotebookBuilder, notebook_with
from autograder.authoring.specimens import alternatives, mistakes
from autograder.core.assignment.plan import Assignment
from autograder.core.errors import CourseError
from autograder.notebook.answers import VISIBLE_CHECK
from autograder.notebook.build import source_notebook

PRINTED = 1e-4
"""The worked example is printed to four decimals: no smaller difference can be seen in it."""


@dataclass(frozen=True)
class VisibleResult:
    """What the visible check said of a specimen ("" if it passed); whether the example shows it."""

    specimen: str
    message: str
    shown: bool


@dataclass(frozen=True)
class VisibleRow:
    """One part: of its mistakes the worked example can show `revealable`, of which the visible
    check fails `revealed` and passes those in `missed`; `refused` are right answers that it fails.
    """

    part: str
    revealable: int
    revealed: int
    alternatives: int
    passed: int
    missed: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()


class VisibleResults(NamedTuple):
    mistakes: list[VisibleResult]
    alternatives: list[VisibleResult]


def visible_results(assignment: Assignment, parts: frozenset[str] = frozenset()) -> VisibleResults:
    """Every specimen (of `parts`) as at a student's desk: without a sandbox, so those that students
    wrote are left out. A CourseError if the solution does not pass, or the process broke down.
    """
    solved = NotebookBuilder.of(source_notebook(assignment, assignment.languages[0]))
    wrong, right = (
        [one for one in specimens if not one.is_submitted and (not parts or one.part in parts)]
        for specimens in (mistakes(assignment), alternatives(assignment))
    )
    notebooks = [(part.id, solved) for part in assignment.parts]
    notebooks += [(specimen.part, notebook_with(solved, specimen)) for specimen in (*wrong, *right)]
    replies = iter(_replies(assignment, notebooks))
    references: dict[str, Any] = {}
    for part, reply in zip(assignment.parts, replies, strict=False):
        if message := reply["message"]:
            raise CourseError(f"the solution fails the visible check of {part.id}: {message}")
        references[part.id] = reply["seen"]
    results = [
        VisibleResult(one.id, reply["message"], not alike(reply["seen"], references[one.part]))
        for one, reply in zip((*wrong, *right), replies, strict=True)
    ]
    return VisibleResults(results[: len(wrong)], results[len(wrong) :])


def _replies(assignment: Assignment, notebooks: Iterable[tuple[str, NotebookBuilder]]) -> list[Any]:
    requests = []
    for part, notebook in notebooks:
        code = [c["source"] for c in notebook.notebook["cells"] if c["cell_type"] == "code"]
        # What only calls the visible checks is left out.
        cells = [source for source in map("".join, code) if not source.startswith(VISIBLE_CHECK)]
        requests.append(json.dumps({"part": part, "cells": cells}))
    killed = {"message": "it was killed", "seen": None}
    done = subprocess.run(
        [sys.executable, "-m", "autograder.authoring.visible_runner", str(assignment.folder)],
        input="\n".join(requests),
        capture_output=True,
        text=True,
        # Every trial is a fork, and a fork's first parallel loop starts all its threads anew.
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )
    if done.returncode:
        raise CourseError(f"the specimens could not be run: {done.stderr.strip()[-300:]}")
    return [json.loads(line) or killed for line in done.stdout.splitlines()]


def alike(one: Any, other: Any) -> bool:
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(alike(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, float) and isinstance(other, float):
        both_nan = math.isnan(one) and math.isnan(other)
        return both_nan or math.isclose(one, other, rel_tol=0, abs_tol=PRINTED)
    return bool(one == other)


def figures(assignment: Assignment, results: VisibleResults) -> Mapping[str, VisibleRow]:
    rows = {}
    for part in (part.id for part in assignment.parts):
        wrong, right = (
            [one for one in kind if one.specimen.startswith(f"{part}/")] for kind in results
        )
        shown = [result for result in wrong if result.shown]
        missed = tuple(result.specimen for result in shown if not result.message)
        refused = tuple(f"{one.specimen}: {one.message}" for one in right if one.message)
        revealed, passed = len(shown) - len(missed), len(right) - len(refused)
        rows[part] = VisibleRow(part, len(shown), revealed, len(right), passed, missed, refused)
    return rows
