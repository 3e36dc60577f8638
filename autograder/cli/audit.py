"""`autograder audit`: the hidden suites judged by the specimens."""

import json
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.console import Console
from rich.progress import track
from rich.table import Table

from autograder import course
from autograder.assignment import find
from autograder.cli.options import HERE, Assignment, Course, Jobs, Weaker
from autograder.grading.grader import Grader, warm_host
from autograder.grading.pool import cores, grade_all
from autograder.sandbox.rings import choose
from autograder.specimens.audit import Audit, judge, trials, write_trials


def audit(
    assignment: Assignment,
    course_dir: Course = HERE,
    jobs: Jobs = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print figures for machines.")] = False,
    accept_weaker_isolation: Weaker = False,
) -> None:
    """Grade every specimen of ASSIGNMENT and say what the hidden suites catch and accept."""
    found = _audit(course_dir.resolve(), assignment, jobs or cores(), accept_weaker_isolation)
    if as_json:
        print(json.dumps(asdict(found), indent=1))
    else:
        Console().print(_table(found))
        print("\n".join(found.problems))
    if found.problems:
        raise typer.Exit(1)


def _audit(root: Path, assignment_id: str, jobs: int, weaker: bool) -> Audit:
    plan, edition = find(root, assignment_id)
    frame = course.released(root, plan, edition).read_bytes()
    every = tuple(trials(plan, edition.language, frame))
    host = warm_host(plan, choose(accept_weaker=weaker))
    with tempfile.TemporaryDirectory() as room, host:
        paths = write_trials(Path(room), every)
        ready = grade_all(lambda: Grader(plan, edition, frame, host), paths, jobs)
        shown = track(ready, "Auditing", total=len(paths), console=Console(stderr=True))
        results = {result.student: result for result in shown}
    return judge(plan, every, results)


def _table(found: Audit) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("part")
    table.add_column("mistakes caught", justify="right")
    table.add_column("right answers accepted", justify="right")
    for row in found.rows:
        table.add_row(
            row.part, f"{row.killed} / {row.mistakes}", f"{row.accepted} / {row.alternatives}"
        )
    return table
